"""What the gate is given, and what it makes of it."""

from dataclasses import dataclass

from core.conversation.model import IdentityId
from core.memory.model import FactDraft, Saying, Why


@dataclass(frozen=True, slots=True, kw_only=True)
class GateDials:
    """How sure the gate has to be. Both lie between 0 and 1; our guesses, held by a judged set."""

    keep: float = 0.6
    """From here on a draft is a fact."""
    quarantine: float = 0.35
    """From here on it is kept for the owner's eye; below, nothing is."""

    def __post_init__(self) -> None:
        if not 0.0 <= self.quarantine <= self.keep <= 1.0:
            raise ValueError(f"0 <= quarantine <= keep <= 1, got {self!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Testimony:
    """All that can be known of how a draft came to be."""

    evidence: tuple[Saying, ...] = ()
    """The messages that the draft cites, as far as they exist, by id."""
    around: tuple[Saying, ...] = ()
    """What was said before, between and after, by id; may hold the evidence."""
    recalled: tuple[str, ...] = ()
    """Statements that memory put before the companion in this talk."""
    companion_names: tuple[str, ...] = ()
    subject_name: str = ""
    """The display name of whom the draft tells; "" for the persona."""
    same_person: frozenset[IdentityId] = frozenset()
    """All identities of the subject; the subject itself counts anyway."""
    present: tuple[str, ...] = ()
    """Display names of other people in the talk."""
    taught: bool = False
    """Whether an owner teaches the persona."""
    prompt_examples: frozenset[str] = frozenset()
    """Names and numbers that stand in our own prompts, in lower case."""
    language: str | None = None
    """A bare code, where it is known; the text itself is looked at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One thing that speaks against a draft."""

    why: Why
    weight: float
    """0.0 (nothing) to 1.0 (alone enough): the score is multiplied with what is left of 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A draft with what speaks for it."""

    score: float
    """0.0 to 1.0."""
    why: Why | None
    """What speaks against it most; None if nothing does."""
    draft: FactDraft
    """Its evidence is only what its subject said."""
    reasons: tuple[Reason, ...] = ()
    """All that was found, the heaviest first; for the report, without any text."""
    refused: bool = False
    """An invariant: no score and no judge lets it in, not even into quarantine."""
    corrects: bool = False
    """Whether the words take something back, as `no, I meant`."""
