"""What one account has behind it."""

from dataclasses import dataclass

from core.conversation.ports import ConversationRole, RewriteRole
from core.engine.ports import Messenger
from core.persona.model import Persona


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A messenger, the companion that speaks through it, and who plays its roles."""

    messenger: Messenger
    persona: Persona
    conversation: ConversationRole
    rewrite: RewriteRole | None = None

    @property
    def most_tokens(self) -> int:
        """Return the most that one turn may take, all roles together."""
        rewrite = self.rewrite.most_tokens if self.rewrite is not None else 0
        return self.conversation.most_tokens + rewrite
