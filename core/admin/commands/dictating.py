"""What an owner writes into memory, from a chat or the terminal: by the gate, as all else."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from core.admin.rules.dictation import draft_of, weighed
from core.conversation.model import IdentityId
from core.memory.model import PERSONA, Drop, FactId, Scope, Subject, When, Why
from core.memory.ports import MemoryShelf
from core.memory.rules.gate import GateDials, verdict
from core.memory.rules.own_person import in_first_person
from core.memory.service.forgetting import Corrected, NotFound, correct
from core.memory.service.writing import Writer, Written

DIALS = GateDials()


class _NoDates:
    """The port Dates; what an owner writes has absolute dates."""

    def periods(
        self, text: str, *, at: datetime, zone: ZoneInfo, language: str | None = None
    ) -> tuple[When, ...]:
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dictated:
    """What an owner wrote, and who wrote it where."""

    statement: str
    """Not blank."""
    owner: IdentityId | None
    """None in the terminal."""
    companion: str
    """The display name of the persona."""
    now: datetime


def keep(shelf: MemoryShelf, scope: Scope, subject: Subject, said: Dictated) -> Written:
    """Write a fact of the persona or a person; secrets, instructions and the like are dropped.

    What is told to the persona, `You have a cat`, is kept in its own person, where it can be.
    """
    own = in_first_person(said.statement) if subject == PERSONA else None
    draft = draft_of(scope.space, subject, own or said.statement, said.owner)
    found = weighed(draft, said.now, companion=said.companion)
    return Writer(DIALS, _NoDates()).write(shelf, found, said.now)


def put_right(
    shelf: MemoryShelf, scope: Scope, fact: FactId, said: Dictated
) -> Corrected | NotFound | Why:
    """Put a statement in the place of a fact, or return why it can't be kept."""
    old = shelf.facts.get(scope, fact)
    if old is None:
        return NotFound()
    draft = draft_of(scope.space, old.subject, said.statement, said.owner)
    found = verdict(weighed(draft, said.now, companion=said.companion), (), DIALS)
    if isinstance(found, Drop):
        return found.why
    return correct(shelf, scope, fact, said.statement, said.now, said.owner)
