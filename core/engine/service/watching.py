"""Whether a turn is still there while it is under way: its person may have wanted all erased."""

from dataclasses import replace

from core.conversation.model import ConversationId
from core.engine.model import Desk, Lane, NoConversation
from core.engine.ports import Stores


class Watch:
    """Looks at the rows of one lane again, but only when something was taken away."""

    def __init__(self, conversation: ConversationId, lane: Lane) -> None:
        self._conversation, self._lane = conversation, lane
        self._epoch: int | None = None
        self.vanished = False
        """Whether the conversation itself is gone."""

    def begin(self, stores: Stores) -> Desk:
        """Return the desk as it is.

        Raises:
            NoConversation: it is gone.
        """
        desk = stores.conversations.desk(self._conversation, self._lane)
        self._epoch = stores.facts.revision(desk.conversation.space).epoch
        return desk

    def lost(self, stores: Stores, desk: Desk) -> Desk | None:
        """Return the desk as it is without its turn if that is gone; None if all is as it was.

        Of a conversation that `vanished` there is nothing to be stored.
        """
        epoch = stores.facts.revision(desk.conversation.space).epoch
        if epoch == self._epoch:
            return None
        self._epoch = epoch
        try:
            now = stores.conversations.desk(self._conversation, self._lane)
        except NoConversation:
            self.vanished = True
            return replace(desk, due_at=None, turn=None, bubbles=(), waiting=())
        same = desk.turn is not None and now.turn is not None and now.turn.id == desk.turn.id
        return None if same else now
