"""Asking once where the library would ask again."""

from types import SimpleNamespace
from typing import Any, Final

import aiohttp

DONE_PERHAPS: Final = 500
"""From this status on, nobody knows whether it was done."""


class Once:
    """Goes along with what Discord would do twice.

    The library repeats what Discord answered with a fault of its own, and winds back the files
    that go with it before: this one refuses to be.
    """

    def __init__(self) -> None:
        self.status = 0

    def reset(self, *, seek: int) -> None:
        """Let a first try pass, and another one only after a wait that Discord asked for.

        Raises:
            TimeoutError: it may have been done already.
        """
        if seek and self.status >= DONE_PERHAPS:
            raise TimeoutError(f"it was answered with {self.status}")


async def noting(
    session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    """Tell a request's `Once` how it was answered."""
    asked: Any = context.trace_request_ctx
    if isinstance(asked, Once):
        asked.status = end.response.status
