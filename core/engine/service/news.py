"""What a unit of work has to tell, once it is committed."""

import structlog

from core.conversation.model import ConversationId
from core.engine.model import TurnRecord

log = structlog.get_logger(__name__)


class News:
    """Log lines and closed turns of one unit; nothing is told of a unit that failed."""

    def __init__(self, conversation: ConversationId) -> None:
        self._conversation = conversation
        self._lines: list[tuple[str, str, dict[str, object]]] = []
        self.closed: list[TurnRecord] = []

    def note(self, event: str, **fields: object) -> None:
        """Tell `event`, with ids and sizes only."""
        self._lines.append(("info", event, fields))

    def warn(self, event: str, **fields: object) -> None:
        """Tell `event` as something that an owner should see."""
        self._lines.append(("warning", event, fields))

    def tell(self) -> None:
        """Write the lines; call it after the commit."""
        for level, event, fields in self._lines:
            getattr(log, level)(event, conversation=self._conversation, **fields)
