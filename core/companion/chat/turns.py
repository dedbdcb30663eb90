"""One turn of a chat: what was asked, and what has come of it so far."""

from dataclasses import dataclass, field
from datetime import datetime

from core.companion.chat.model import ChatMessage
from core.companion.chat.rules import as_saying
from core.companion.model import Fact
from core.conversation.model import Said
from core.memory.model import Saying


@dataclass(slots=True, kw_only=True, eq=False)
class Turn:
    """What one call of `chat` works with; `kept` and `came_up` grow while it is answered."""

    person: str
    taught: bool
    """Whether the persona is taught; rights follow from it, whatever the mode is by now."""
    now: datetime
    language: str
    message: ChatMessage
    """What is to be answered, as it is stored."""
    history: tuple[Said, ...]
    """Oldest first; the message stands last."""
    kept: bool = False
    """Whether anything was stored, or was known already."""
    came_up: dict[str, Fact] = field(default_factory=dict)
    """What was put before the model, by id."""

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the history as memory looks at it."""
        return tuple(as_saying(said, self.person) for said in self.history)
