"""What one account has behind it."""

from dataclasses import dataclass

from core.conversation.ports import (
    ConversationRole,
    JudgementRole,
    RewriteRole,
    Transcriber,
)
from core.engine.ports import Messenger
from core.persona.model import Persona


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

    @property
    def most_tokens(self) -> int:
        """Return the most that one turn may take, all roles together."""
        helping = (role for role in (self.rewrite, self.judgement) if role is not None)
        return self.conversation.most_tokens + sum(role.most_tokens for role in helping)
