"""Which of several lines is said: steady for the same turn, fresh from turn to turn."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from string import Formatter

from adapters.pocket.lines import placeholders
from core.patterns import Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Chooser:
    """Draws lines for one turn."""

    dice: int
    own: tuple[str, ...]
    """What the companion said before, oldest first."""
    slots: Mapping[str, str]
    """What can be put into a line; a line that needs an empty one is not drawn."""

    def chance(self, key: str, of_hundred: int) -> bool:
        """Return True in `of_hundred` of a hundred turns."""
        return self._roll(key) % 100 < of_hundred

    def line(self, key: str, options: Sequence[str], **more: str) -> str:
        """Return one of `options`, filled: unsaid so far, else said longest ago.

        Empty if none of them can be filled.
        """
        return self._draw(key, options, {**self.slots, **more}, again=True)

    def fresh(self, key: str, options: Sequence[str], **more: str) -> str:
        """Return one of `options` that was not said in the history in view, or an empty text."""
        return self._draw(key, options, {**self.slots, **more}, again=False)

    def _draw(
        self, key: str, options: Sequence[str], slots: Mapping[str, str], *, again: bool
    ) -> str:
        fillable = [line for line in options if all(slots.get(name) for name in placeholders(line))]
        ages = {line: last_said(line, self.own) for line in fillable}
        oldest = min(ages.values(), default=0)
        if not fillable or (oldest >= 0 and not again):
            return ""
        fresh = [line for line in fillable if ages[line] == oldest]
        return filled(fresh[self._roll(key) % len(fresh)], slots)

    def _roll(self, key: str) -> int:
        digest = blake2b(f"{self.dice}:{len(self.own)}:{key}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big")


def filled(line: str, slots: Mapping[str, str]) -> str:
    """Return `line` with its placeholders replaced; what is put in is never looked into."""
    return "".join(
        text + (slots.get(name, "") if name is not None else "")
        for text, name, _, _ in Formatter().parse(line)
    )


def last_said(line: str, own: Sequence[str]) -> int:
    """Return where in `own` the line was last said, whatever filled it; -1 if never."""
    fixed = [text for text, _, _, _ in Formatter().parse(line) if text.strip()]
    if not fixed:
        return -1
    pattern = Pattern(".*".join(re.escape(text) for text in fixed), re.DOTALL)
    return max((at for at, said in enumerate(own) if pattern.search(said)), default=-1)
