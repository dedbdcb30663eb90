"""What is meant behind `/share`: facts by number, and a room by its."""

import re
import unicodedata
from dataclasses import dataclass

from core.admin.rules.memories import read_picks
from core.conversation.model import ConversationId
from core.memory.model import FactId

WITH = "with"
_WITH = re.compile(rf"(?:^|\s){WITH}\s+#?(\d{{1,18}})\s*\Z", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """Facts, and the room that is named with them."""

    facts: tuple[FactId, ...]
    room: ConversationId | None = None

    def line(self, path: str, room: ConversationId | None = None) -> str:
        """Return the command that means the same, for a room."""
        numbers = " ".join(f"#{fact}" for fact in self.facts)
        return f"/{path} {numbers}" + (f" {WITH} {room}" if room is not None else "")


def read_shared(text: str) -> Meant | None:
    """Return what `#12 #14`, or `#12 #14 with 3`, means; None for anything else."""
    plain = unicodedata.normalize("NFKC", text).strip()
    room = _WITH.search(plain)
    picked = read_picks(plain if room is None else plain[: room.start()])
    if picked is None or picked.messages:
        return None
    number = None if room is None else ConversationId(int(room[1]))
    return Meant(facts=picked.facts, room=number)
