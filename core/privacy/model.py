"""What is kept of a person: to be had, to be looked for, and what was erased of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.conversation.model import IdentityId

Entry = Mapping[str, object]
"""JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """All that is kept of one person."""

    identities: frozenset[IdentityId]
    sections: Mapping[str, Sequence[Entry]]
    """By a readable name, each in the order of time; none is empty."""

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is kept."""
        return not self.sections


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """By what a person is known again in rows."""

    identities: frozenset[IdentityId]
    names: frozenset[str] = frozenset()
    """As they were shown."""
    words: frozenset[str] = frozenset()
    """Texts of theirs, found wherever one is a part of another text."""
    places: frozenset[str] = frozenset()
    """What platforms call their direct talks: on Telegram the number of the person."""


class Sign(StrEnum):
    """What was found of somebody."""

    IDENTITY = "identity"
    PLACE = "place"
    NAME = "name"
    WORDS = "words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Where something of a person stands."""

    where: str
    """Table and column: `messages.text`."""
    sign: Sign
    count: int
    """Rows."""
    mentioned: bool
    """Whether it stands within a longer text, or in words that are somebody else's: nothing of
    theirs is kept there, but it is spoken of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """What a look through everything has found."""

    tables: int
    findings: tuple[Finding, ...]
    """By place and sign."""

    @property
    def left(self) -> tuple[Finding, ...]:
        """Return what is kept of the person."""
        return tuple(one for one in self.findings if not one.mentioned)

    @property
    def mentions(self) -> int:
        """Return in how many rows others speak of the person."""
        return sum(one.count for one in self.findings if one.mentioned)


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What is gone, as counts."""

    messages: int = 0
    """Both sides of their talks, and their words in rooms with the answers to them."""
    facts: int = 0
    places: int = 0
    """Direct talks."""
    rows: int = 0
    """Rows of any table that are gone, those above included."""
    changed: int = 0
    """Rows that stay and lost something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """What was erased, and what a look through everything found afterwards."""

    erased: Erased
    scanned: Scanned
