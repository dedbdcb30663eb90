"""What one account has behind it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from core.availability.model import ModeTable, WaitingDials
from core.availability.rules.modes import DEFAULT_TABLE
from core.availability.rules.urgency import is_urgent
from core.conversation.ports import (
    ConversationRole,
    JudgementRole,
    RewriteRole,
    Transcriber,
)
from core.engine.ports import Messenger
from core.memory.service.turn import Memory
from core.persona.model import Persona
from core.schedule.model import Life
from core.schedule.service import Planner


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A messenger, the companion that speaks through it, and who plays its roles."""

    messenger: Messenger
    persona: Persona
    conversation: ConversationRole
    rewrite: RewriteRole | None = None
    judgement: JudgementRole | None = None
    """Without one, it answers in groups only what is meant for it."""
    transcriber: Transcriber | None = None
    """Without one, a voice stays a short text form."""

    memory: Memory | None = None
    """Without one, it knows nothing but the window."""
    life: Life = field(default_factory=Life)
    modes: ModeTable = DEFAULT_TABLE
    waiting: WaitingDials = field(default_factory=WaitingDials)
    defers: bool = True
    """Whether answers wait for its availability; at the owner's terminal they don't."""
    shows: bool = True
    """Whether its availability is shown beside its name."""
    planner: Planner = field(default_factory=Planner)
    urgent: Callable[[str], str | None] = is_urgent
    """Returns the word that lets a message through while the companion is busy."""

    @property
    def most_tokens(self) -> int:
        """Return the most that one turn may take, all roles together."""
        helping = (role for role in (self.rewrite, self.judgement) if role is not None)
        return self.conversation.most_tokens + sum(role.most_tokens for role in helping)
