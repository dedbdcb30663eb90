"""Who may speak, and where."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace

from core.availability.model import ModeTable, WaitingDials
from core.availability.rules.modes import DEFAULT_TABLE
from core.availability.rules.urgency import is_urgent
from core.conversation.ports import (
    ConversationRole,
    JudgementRole,
    RewriteRole,
    Transcriber,
)
from core.engine.model import Dials, Rhythm
from core.engine.ports import Messenger
from core.memory.service.turn import Memory
from core.persona.model import Persona
from core.schedule.model import Life
from core.schedule.service import Planner


@dataclass(frozen=True, slots=True, kw_only=True)
class Resident:
    """A companion that lives in this process: its memory, its life, and who plays its roles."""

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
    planner: Planner = field(default_factory=Planner)
    urgent: Callable[[str], str | None] = is_urgent
    """Returns the word that lets a message through while the companion is busy."""
    turned: Mapping[str, str] = field(default_factory=dict)
    """What its dials are turned to, by name, for owners to see."""
    rhythm: Rhythm | None = None
    """How fast it reads and types; None: as all companions of the process."""
    chime_in: float | None = None
    """Its own `Manners.chime_in`, 0.0 to 1.0; None: as all companions of the process."""

    @property
    def most_tokens(self) -> int:
        """Return the most that one turn may take, all roles together."""
        helping = (role for role in (self.rewrite, self.judgement) if role is not None)
        return self.conversation.most_tokens + sum(role.most_tokens for role in helping)

    def over(self, dials: Dials) -> Dials:
        """Return the dials of the process with those of its own."""
        if self.rhythm is not None:
            dials = replace(dials, rhythm=self.rhythm)
        if self.chime_in is not None:
            dials = replace(dials, manners=replace(dials.manners, chime_in=self.chime_in))
        return dials


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Resident):
    """A companion where it speaks through one messenger."""

    messenger: Messenger
    defers: bool = True
    """Whether answers wait for its availability; at the owner's terminal they don't."""
    shows: bool = True
    """Whether its availability is shown beside its name."""

    def taken_by(self, other: Resident) -> "Seat":
        """Return the same place for another companion."""
        own = {one.name: getattr(other, one.name) for one in fields(Resident)}
        return replace(self, **own)
