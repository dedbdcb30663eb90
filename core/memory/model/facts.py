"""What is remembered: facts, their time, and what the gate makes of a draft."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType

from core.conversation.model import IdentityId, MessageId
from core.memory.model.scope import OWNER, PERSONA, Audience, Subject
from core.periods import When
from core.persona.model import SpaceId

FactId = NewType("FactId", int)
"""Never given twice, not even after an erasure."""


class Status(StrEnum):
    """What counts."""

    ACTIVE = "active"
    PAST = "past"
    """It was true, or was believed; told as past."""
    QUARANTINED = "quarantined"
    """Kept for the owner to look at; never put before a model."""
    HIDDEN = "hidden"
    """Forgotten; deleted after seven days unless that is undone."""


def _checked_share(name: str, given: float) -> None:
    if not 0.0 <= given <= 1.0:
        raise ValueError(f"{name} lies between 0 and 1, got {given!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class FactDraft:
    """One atomic statement that is not stored yet."""

    space: SpaceId
    subject: Subject
    """The persona, or the identity of a person."""
    statement: str
    """Of a person in the third person, of the persona in the first; with absolute dates."""
    audience: Audience
    """Where it was said; it never comes up outside."""
    source: str
    """Who brought it, as `circadia.chat`."""
    speaker: IdentityId | None = None
    """Whose own words it rests on; None where it comes from settings or the terminal."""
    evidence: tuple[MessageId, ...] = ()
    """The messages that say it; () only where an owner wrote it himself."""
    topics: tuple[str, ...] = ()
    """What it is about, in lower case."""
    attribute: str | None = None
    """What it says of its subject, as `home` or `name`; a new value takes an old one's place."""
    importance: float = 0.5
    """0.0 (passing) to 1.0 (defining)."""
    confidence: float = 1.0
    """0.0 to 1.0."""
    when: When | None = None
    """The time that it speaks of."""
    valid_until: datetime | None = None
    """Until when it holds, where that is known: a cold passes. Aware, UTC."""
    metadata: Mapping[str, object] = field(default_factory=dict)
    """JSON."""

    def __post_init__(self) -> None:
        if not self.statement.strip():
            raise ValueError("a fact needs a statement, got a blank one")
        if self.audience == OWNER:
            raise ValueError("nobody hears what is said to an owner's eye; a fact has an audience")
        _checked_share("importance", self.importance)
        _checked_share("confidence", self.confidence)

    @property
    def is_of_persona(self) -> bool:
        """Return whether it tells of the persona; all others tell of a person."""
        return self.subject == PERSONA


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(FactDraft):
    """A fact as a store keeps it: true for a time in the world, believed for a time by us."""

    id: FactId
    status: Status = Status.ACTIVE
    valid_from: datetime
    """Since when it holds in the world; when it was said, if nobody told. Aware, UTC."""
    created_at: datetime
    """When it was learned. Aware, UTC."""
    closed_at: datetime | None = None
    """When it ceased to be believed, forgotten included."""
    superseded_by: FactId | None = None
    """What took its place."""
    mentions: int = 1
    """How often it was said."""
    last_accessed: datetime | None = None
    """When it was last put before a model."""
    reason: str | None = None
    """Why it is quarantined or hidden; never a text of people."""
    shared: frozenset[Audience] = frozenset()
    """Rooms that its person released it to, beside its audience; heard there while it holds."""

    @property
    def ref(self) -> str:
        """Return the stable reference, as in `fact:7`."""
        return f"fact:{self.id}"


class Why(StrEnum):
    """Why the gate keeps a draft out."""

    NO_SUBJECT = "no-subject"
    NO_SPEAKER = "no-speaker"
    OTHERS_WORDS = "others-words"
    """It tells of one person and rests on the words of another."""
    NO_EVIDENCE = "no-evidence"
    OWN_WORDS = "own-words"
    """It rests on what the companion said."""
    RECALLED = "recalled"
    """It repeats what was recalled."""
    QUOTED = "quoted"
    """Quotes, forwards, links, lyrics."""
    INSTRUCTION = "instruction"
    SECRET = "secret"  # noqa: S105  # a reason, no password
    FICTION = "fiction"
    """Role-play, stories, games."""
    JOKE = "joke"
    HYPOTHETICAL = "hypothetical"
    QUESTION = "question"
    ABOUT_ASSISTANT = "about-assistant"
    """It speaks of `the AI` or `the bot` as of someone else."""
    PROMPT_TEXT = "prompt-text"
    SMALL_TALK = "small-talk"
    UNSURE = "unsure"
    """Its score lies between the two thresholds."""
    BLOCKED = "blocked"
    """It was forgotten or erased."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Store it as a new fact."""

    draft: FactDraft


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """It is known: count it once more."""

    draft: FactDraft
    into: FactId


@dataclass(frozen=True, slots=True, kw_only=True)
class Supersede:
    """It takes the place of what was believed."""

    draft: FactDraft
    old: tuple[FactId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarantine:
    """Keep it apart, for the owner to look at."""

    draft: FactDraft
    why: Why


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """Keep nothing of it."""

    why: Why


Verdict = Keep | Merge | Supersede | Quarantine | Drop
