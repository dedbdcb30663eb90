"""What comes up again beside the history: facts, and words of earlier talk."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

from core.periods import When

Ref = str
"""`fact:7` or `msg:7`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """One item as it is put before a model: the statement with its date and speaker."""

    ref: Ref
    text: str
    """The statement, or what was said; unchanged."""
    at: datetime
    """When it was said or learned; aware, UTC."""
    speaker: str
    """A display name; "" for the persona itself."""
    kind: Literal["persona", "person", "said"]
    """A fact of the persona, a memory of a person, or words of the history."""
    score: float | None = None
    """In standard deviations over all that was looked at: it tells what is better, not whether it
    is good. None for what is always in."""
    likeness: float | None = None
    """How near its meaning is to that of the question, some 0.0 for what has nothing to do with it
    and 0.3 for what may answer it; None without vectors, and for what is always in."""
    shared: int = 0
    """How many different words of weight it has in common with the question."""
    past: bool = False
    """Whether it no longer holds."""
    when: When | None = None


class Deed(StrEnum):
    """What the program did with memory because a person asked for it in words."""

    REMEMBERED = "remembered"
    NOT_REMEMBERED = "not-remembered"
    """It may not be kept: a secret, an instruction, not their own."""
    FORGOTTEN = "forgotten"
    NOTHING_TO_FORGET = "nothing-to-forget"
    WHICH = "which-to-forget"
    """Too much is meant to forget it at a word: nothing is forgotten yet."""
    RESTORED = "restored"
    """What was forgotten or corrected last is as before."""
    CORRECTED = "corrected"
    LEARNED = "learned"
    """Of an owner who teaches: it is a fact of the persona now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """All that memory puts before one turn."""

    persona: tuple[Recalled, ...] = ()
    """Facts of the persona, those that are always in first."""
    person: tuple[Recalled, ...] = ()
    """Memories of who is talked with, those that are always in first."""
    said: tuple[Recalled, ...] = ()
    """Words of earlier talk."""
    done: tuple[Deed, ...] = ()
    """What was done before the answer, so that the answer can be true."""
    notes: tuple[str, ...] = ()
    """Marks such as `words-only`, for the trace."""

    @property
    def items(self) -> tuple[Recalled, ...]:
        """Return everything, in the order of the prompt."""
        return (*self.persona, *self.person, *self.said)
