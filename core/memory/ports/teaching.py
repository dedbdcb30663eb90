"""A place to keep who teaches a persona, and where."""

from datetime import datetime
from typing import Protocol

from core.conversation.model import ConversationId, IdentityId


class Teaching(Protocol):
    """Conversations in which an owner teaches the persona."""

    def begin(self, conversation: ConversationId, owner: IdentityId, now: datetime) -> None:
        """Note that the owner teaches here, from now on, whoever taught before.

        What is said meanwhile is not remembered as talk, if it is stored as `taught`.
        """
        ...

    def since(self, conversation: ConversationId) -> tuple[IdentityId, datetime, datetime] | None:
        """Return who teaches here, since when, and when something was last said; or None."""
        ...

    def go_on(self, conversation: ConversationId, now: datetime) -> None:
        """Note that something was said."""
        ...

    def end(self, conversation: ConversationId) -> None:
        """End it; nothing happens where nobody teaches."""
        ...
