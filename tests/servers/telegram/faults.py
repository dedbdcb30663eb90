"""What goes wrong on demand."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["lost-answer", "reset", "hang", "malformed", "status", "flood", "refuse", "late"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One way to fail, for the next `times` calls of `method` (and chat)."""

    kind: Kind
    """`lost-answer`: done, then the connection drops; `reset`: it drops before; `hang`: no
    answer at all; `malformed`: 200 with `body`; `status`: `code` with a page, not JSON; `flood`:
    429 with `retry_after`; `refuse`: `code` with `description`; `late`: done at once, and answered
    after `late_s`."""
    method: str = "*"
    times: int = 1
    chat: int | None = None
    code: int = 400
    retry_after: object = 1
    description: str = "Bad Request: refused on demand"
    late_s: float = 1.0
    body: str = '{"ok": true, "resu'


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

    def take(self, method: str, chat: int | None) -> Fault | None:
        """Return the fault of this call, used up by one."""
        for index, (fault, left) in enumerate(self._waiting):
            if fault.method not in ("*", method) or fault.chat not in (None, chat):
                continue
            if left > 1:
                self._waiting[index] = (fault, left - 1)
            else:
                del self._waiting[index]
            return fault
        return None
