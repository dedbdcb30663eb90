"""Asking once where the library would ask again."""

from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Final

import aiohttp

DONE_PERHAPS: Final = 500
"""From this status on, nobody knows whether it was done."""

Part = Mapping[str, Any]


class Once:
    """The parts of a form that Discord would take twice.

    The library repeats what Discord answered with a fault of its own, and writes the form anew
    for that: this one refuses to be.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self.status = 0

    def __iter__(self) -> Iterator[Part]:
        """Return the parts: at first, and again after a wait that Discord asked for.

        Raises:
            TimeoutError: it may have been done already.
        """
        if self.status >= DONE_PERHAPS:
            raise TimeoutError(f"it was answered with {self.status}")
        return iter(self._parts)


async def noting(
    session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    """Tell a request's `Once` how it was answered."""
    asked: Any = context.trace_request_ctx
    if isinstance(asked, Once):
        asked.status = end.response.status
