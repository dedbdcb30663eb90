"""What was said, what is looked for, and what is found."""

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from core.conversation.model import ConversationId, IdentityId, MessageId, Ref
from core.memory.model.scope import Audience, Subject
from core.periods import When


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """One message of the history, as memory looks at it."""

    id: MessageId
    conversation: ConversationId
    by_companion: bool
    sender: IdentityId | None
    """None for the companion."""
    sender_name: str
    text: str
    sent_at: datetime
    """Aware, UTC."""
    audience: Audience

    @property
    def ref(self) -> Ref:
        """Return the stable reference, as in `msg:7`."""
        return f"msg:{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Embedding:
    """What a text means, as numbers."""

    vector: NDArray[np.float32]
    """Of the model's size, unit length."""
    tokens: NDArray[np.int8] | None = None
    """One row a token, for late interaction; None where the model has none."""
    unlike: float = 0.0
    """The cosine of texts that have nothing to do with each other: of some models it is high. Only
    that of a question counts."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Entry:
    """One thing that can be found: a fact, or a message."""

    ref: Ref
    text: str
    """The statement, or the message alone."""
    at: datetime
    """When it was said or learned. Aware, UTC."""
    speaker: str
    """A display name; "" for the companion, and for facts."""
    subject: Subject | None = None
    """Whom a fact is about; whose words a message are; None for the companion's own words."""
    follows: Ref | None = None
    """The message right before it in the same stretch of talk: each is found by the other's words,
    too. It is appended earlier, or not at all."""
    periods: tuple[When, ...] = ()
    """What its relative and absolute dates mean."""
    embedding: Embedding | None = None
    """None until it is embedded."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Query:
    """What is looked for."""

    text: str
    now: datetime
    """Aware, UTC."""
    language: str | None = None
    """A bare code such as `en`; None if nobody knows."""
    speaker: str = ""
    """The display name of who asks, so that `I` can mean somebody."""
    own_names: tuple[str, ...] = ()
    """How the companion is called: entries without a speaker are its words."""
    embedding: Embedding | None = None
    """None: words alone are searched."""
    periods: tuple[When, ...] = ()
    """The periods that it names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One thing that was found, as ranked."""

    ref: Ref
    score: float
    """In standard deviations over all candidates; more is better."""
    words: float = 0.0
    """The part of it that words brought."""
    meaning: float = 0.0
    """The part of it that vectors brought."""
    likeness: float | None = None
    """The cosine of its embedding and that of the question, 0.0 for what is unlike; None without
    vectors."""
    shared: int = 0
    """How many different words of weight it has in common with the question."""
