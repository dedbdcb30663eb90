"""What goes wrong on demand."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "lost-answer", "reset", "hang", "malformed", "status", "error", "flood", "refuse", "late"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One way to fail, for the next `times` calls of `method` (and channel)."""

    kind: Kind
    """`lost-answer`: done, then the connection drops; `reset`: it drops before; `hang`: no
    answer at all; `malformed`: 200 with `body`; `status`: `status` with a page, not JSON;
    `error`: `status` with JSON, as when Discord is down; `flood`: 429 with `retry_after`;
    `refuse`: `status` with `code` and `message`; `late`: done at once, and answered after
    `late_s`."""
    method: str = "*"
    """A name of `METHODS`, or `connect` for the gateway, or `attachment` for a file."""
    times: int = 1
    channel: int | None = None
    status: int = 400
    code: int = 0
    message: str = "Refused on demand"
    retry_after: float = 1.0
    """Seconds."""
    everywhere: bool = False
    """The flood is that of the whole bot, not of one route."""
    late_s: float = 1.0
    body: str = '{"id": "1", "conte'


class Faults:
    """The faults that are still to happen."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Fault, int]] = []

    @property
    def spent(self) -> bool:
        """Return whether none is still to happen."""
        return not self._waiting

    def add(self, fault: Fault) -> None:
        """Let it happen, after those that were added before."""
        self._waiting.append((fault, fault.times))

    def clear(self) -> None:
        """Let all be well."""
        self._waiting.clear()

    def take(self, method: str, channel: int | None) -> Fault | None:
        """Return the fault of this call, used up by one."""
        for index, (fault, left) in enumerate(self._waiting):
            if fault.method not in ("*", method) or fault.channel not in (None, channel):
                continue
            if left > 1:
                self._waiting[index] = (fault, left - 1)
            else:
                del self._waiting[index]
            return fault
        return None
