"""Places to keep what is remembered."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.conversation.model import MessageId
from core.memory.model import (
    Embedding,
    Fact,
    FactDraft,
    FactId,
    Ref,
    Saying,
    Scope,
    Status,
    Subject,
)
from core.persona.model import SpaceId


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """How often the memory of a space was written."""

    number: int = 0
    """Raised by every write of a fact, a vector or a block, and with the epoch; 0 at first.

    A new message and a touch raise nothing.
    """
    epoch: int = 0
    """Raised by what takes things away or changes them: then everything is read anew.

    So it is when a message is edited or deleted, or its voice is heard.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCounts:
    """How much a space remembers."""

    persona: int = 0
    """Active facts of the persona."""
    people: int = 0
    """Active memories of people."""
    quarantined: int = 0
    hidden: int = 0


class Facts(Protocol):
    """The facts of all spaces. Every read takes a scope, and returns what may be heard there."""

    def add(
        self,
        draft: FactDraft,
        now: datetime,
        *,
        status: Status = Status.ACTIVE,
        reason: str | None = None,
    ) -> Fact:
        """Store a new fact, valid from the start of its `when` or from `now`."""
        ...

    def save(self, fact: Fact) -> None:
        """Store everything of a known fact; raises the epoch. Another statement has no vector."""
        ...

    def touch(self, space: SpaceId, facts: Collection[FactId], now: datetime) -> None:
        """Note that these were put before a model; raises no revision."""
        ...

    def get(self, scope: Scope, fact: FactId) -> Fact | None:
        """Return a fact of any status, or None if it isn't there or may not be heard here."""
        ...

    def some(self, scope: Scope, facts: Collection[FactId]) -> list[Fact]:
        """Return those of any status that may be heard, by id."""
        ...

    def listed(
        self,
        scope: Scope,
        *,
        subject: Subject | None = None,
        statuses: Collection[Status] = (Status.ACTIVE,),
        after: FactId | None = None,
        limit: int = 100_000,
    ) -> list[Fact]:
        """Return what may be heard, by id; of one `subject` if given, with ids over `after`."""
        ...

    def of_attribute(self, space: SpaceId, subject: Subject, attribute: str) -> list[Fact]:
        """Return the active facts of one subject and attribute, of any audience, by id.

        For the gate alone, which decides what takes whose place; never to be shown.
        """
        ...

    def citing(self, space: SpaceId, messages: Collection[MessageId]) -> list[Fact]:
        """Return the facts of any status and audience that rest on these messages, by id.

        For what follows from them, as when their words are edited, deleted or no longer true;
        never to be shown.
        """
        ...

    def near(self, scope: Scope, start_at: datetime, end_at: datetime) -> list[Fact]:
        """Return active facts whose `when` meets the half-open span, by its start, then id."""
        ...

    def ended(self, space: SpaceId, now: datetime) -> list[Fact]:
        """Return active facts whose `valid_until` has come, by id."""
        ...

    def hidden_before(self, space: SpaceId, before: datetime) -> list[Fact]:
        """Return hidden facts that were closed before, by id: they are to be deleted."""
        ...

    def delete(self, space: SpaceId, facts: Collection[FactId]) -> int:
        """Delete facts with their vectors and return how many there were; raises the epoch."""
        ...

    def block(self, space: SpaceId, statement: str | None, messages: Collection[MessageId]) -> None:
        """Keep that nothing is learned again: message ids, and a keyed hash of the statement.

        Case, blanks and marks of a statement make no difference.
        """
        ...

    def unblock(
        self, space: SpaceId, statement: str | None, messages: Collection[MessageId]
    ) -> None:
        """Take a block back."""
        ...

    def is_blocked(self, space: SpaceId, statement: str, messages: Collection[MessageId]) -> bool:
        """Return whether the statement, or any of the messages, is blocked."""
        ...

    def counts(self, space: SpaceId) -> FactCounts:
        """Return how many facts there are; figures alone, so it takes no scope."""
        ...

    def revision(self, space: SpaceId) -> Revision:
        """Return how often the memory of the space was written, by any process."""
        ...


class Sayings(Protocol):
    """What was really said, as memory sees it: never commands, notices, or what was deleted.

    Neither what was withheld by a forgetting, nor talk in which a persona was taught.
    """

    def heard(self, scope: Scope, *, after: MessageId | None = None) -> list[Saying]:
        """Return what was said where `scope` is, by id: only messages with ids over `after`.

        A direct scope holds all direct talks with its persons, both sides; a room its own words;
        the owner's eye all of the space. Whose a direct talk is tells the first person who wrote
        in it. Nothing is heard where memories of people may not be read.
        """
        ...

    def some(self, scope: Scope, messages: Collection[MessageId]) -> list[Saying]:
        """Return those that may be heard in `scope`, by id."""
        ...

    def around(self, scope: Scope, message: MessageId, each_side: int) -> list[Saying]:
        """Return a message with its neighbours in its conversation, by id; [] if not heard."""
        ...

    def gone(self, messages: Collection[MessageId]) -> frozenset[MessageId]:
        """Return those that were deleted or erased; what was only withheld can come back.

        What has no row any more is among them.
        """
        ...

    def withhold(self, messages: Collection[MessageId], at: datetime | None) -> None:
        """Take messages out of recall and window, or put them back (None); raises the epoch."""
        ...

    def erase(
        self,
        space: SpaceId,
        messages: Collection[MessageId],
        statements: Collection[str],
        facts: Collection[FactId] = (),
    ) -> int:
        """Take these messages' words out of every table, and what repeats them.

        Answers, bubbles and traces of turns that saw them lose their words too where they repeat
        a word of weight of `statements` or of the messages: turns that answered one of the
        messages, and turns before which one of them, one of `facts`, or a fact that cites them
        was put; what saw such an answer counts, too. Commands that have run, and what they told,
        lose theirs in all of the space. What loses its words is deleted. Returns how many rows
        lost words; raises the epoch. Call it before the facts themselves are deleted.

        Until `scrubbed`, files may still hold the words in places that are free.
        """
        ...

    def echoes(
        self,
        space: SpaceId,
        messages: Collection[MessageId],
        statements: Collection[str],
        facts: Collection[FactId] = (),
    ) -> list[MessageId]:
        """Return what the companion said that `erase` would take the words out of, by id."""
        ...

    def unscrubbed(self) -> Mapping[SpaceId, int]:
        """Return the spaces of which files may still hold erased words.

        Each with its epoch at the last erasing.
        """
        ...

    def scrubbed(self, erased: Mapping[SpaceId, int]) -> None:
        """Note that the files hold nothing more of what had been erased by these epochs."""
        ...


class Vectors(Protocol):
    """Embeddings, by what they are of and by the model that made them."""

    def missing(
        self, space: SpaceId, model: str, limit: int, *, after: Collection[Ref] = ()
    ) -> list[tuple[Ref, str]]:
        """Return what has no embedding of `model` yet, facts first, the newest of each first.

        Of the kinds that `after` names only those with ids over the highest there.

        Hidden and quarantined facts, blank messages, and what `Sayings` leaves out, are not
        embedded.
        """
        ...

    def put(
        self,
        space: SpaceId,
        model: str,
        embeddings: Mapping[Ref, Embedding],
        *,
        texts: Mapping[Ref, str] | None = None,
    ) -> None:
        """Store embeddings; one of another model for the same thing is replaced.

        What is no longer there, or no longer to be embedded, is passed over, and so is what has
        other words by now than those of `texts`, which are as `missing` told them. They come back
        with the precision of a half.
        """
        ...

    def load(self, space: SpaceId, model: str, refs: Collection[Ref]) -> Mapping[Ref, Embedding]:
        """Return what there is of `model` for these."""
        ...

    def newest(self) -> tuple[Ref, ...]:
        """Return the fact and the message that came last, of any space, as far as there are any."""
        ...

    def counts(self, space: SpaceId) -> Mapping[str, int]:
        """Return how many embeddings there are of each model."""
        ...
