"""What memory is asked for one turn, and what an owner can turn."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from core.conversation.model import ConversationId, IdentityId, Purse, Said
from core.conversation.rules.names import called
from core.memory.model.recall import Saying
from core.memory.model.scope import Audience, Scope, Subject
from core.persona.model import Persona


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryDials:
    """What an owner can turn."""

    teaching_ends: timedelta = timedelta(minutes=15)
    """After so long a silence, what the owner says is talk again."""
    top_k: int = 3
    """How much a model's own look-up brings, if it doesn't say."""
    education_top_k: int = 5
    """The same while an owner teaches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAsked:
    """A turn of talk, as memory sees it."""

    scope: Scope
    persona: Persona
    conversation: ConversationId
    audience: Audience
    """Who hears what is said here."""
    speaker: IdentityId
    speaker_name: str
    mine: tuple[Said, ...]
    """What is to be answered; in a room perhaps of several people."""
    window: tuple[Said, ...]
    """All that is in sight, `mine` among it, oldest first."""
    language: str
    """A bare code such as `en`."""
    now: datetime
    """Aware, UTC."""
    purse: Purse
    """What a judgement of the turn is paid from."""
    teaching: bool = False
    """Whether an owner teaches the persona."""
    linked: frozenset[IdentityId] = frozenset()
    """All identities of the speaker; () where nothing is linked."""
    zone: ZoneInfo | None = None
    """Where the speaker lives, by whose days their dates are meant; None: the persona's."""

    @property
    def text(self) -> str:
        """Return what the speaker says now, its messages joined by line breaks."""
        return "\n".join(said.text for said in self.mine if said.sender == self.speaker)

    @property
    def evidence(self) -> tuple[Saying, ...]:
        """Return the speaker's own messages of this turn."""
        own = (said for said in self.mine if said.sender == self.speaker)
        return tuple(self.saying(said) for said in own)

    @property
    def own_scope(self) -> Scope:
        """Return the scope of the speaker alone, also among others."""
        if self.scope.is_direct:
            return self.scope
        return replace(self.scope, persons=frozenset(self.selves))

    @property
    def selves(self) -> tuple[Subject, ...]:
        """Return the identities of the speaker, the one that speaks first."""
        others = sorted(self.linked - {self.speaker})
        return (Subject(self.speaker), *map(Subject, others))

    def saying(self, said: Said) -> Saying:
        """Return a message of the window as memory looks at it."""
        return Saying(
            id=said.id,
            conversation=self.conversation,
            by_companion=said.by_companion,
            sender=said.sender,
            sender_name=called(said.sender_name) if said.sender_name else "",
            text=said.text,
            sent_at=said.sent_at,
            audience=self.audience,
        )
