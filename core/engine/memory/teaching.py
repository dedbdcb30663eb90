"""Conversations in which a persona is taught, in memory."""

from datetime import datetime

from core.conversation.model import ConversationId, IdentityId
from core.engine.memory.state import Table


class Teaching(Table):
    """The port Teaching."""

    def begin(self, conversation: ConversationId, owner: IdentityId, now: datetime) -> None:
        self._s.lessons[conversation] = (owner, now, now)

    def since(self, conversation: ConversationId) -> tuple[IdentityId, datetime, datetime] | None:
        return self._s.lessons.get(conversation)

    def go_on(self, conversation: ConversationId, now: datetime) -> None:
        known = self._s.lessons.get(conversation)
        if known is not None:
            self._s.lessons[conversation] = (known[0], known[1], now)

    def end(self, conversation: ConversationId) -> None:
        self._s.lessons.pop(conversation, None)
