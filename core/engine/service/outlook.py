"""What a turn is told of the companion's days: nothing that its listeners may not hear."""

from dataclasses import dataclass
from datetime import datetime

from core.availability.model import Mode
from core.conversation.model import ChatKind, Planned
from core.engine.model import Conversation
from core.engine.service.agenda import Days

_WORDS = {
    Mode.ONLINE: "you are free to write",
    Mode.DO_NOT_DISTURB: "you are busy and look at your messages now and then",
    Mode.OFFLINE: "you are away from your messages",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """Days and availability, as the context takes them."""

    schedule: tuple[Planned, ...] = ()
    availability: str = ""


def outlook(days: Days, conversation: Conversation, now: datetime) -> Outlook:
    """Return what this conversation is told of the days around `now`.

    Titles are for direct talks; where others listen, there are bare activities.
    """
    if not days.blocks:
        return Outlook()
    direct = conversation.chat_kind is ChatKind.DIRECT
    return Outlook(
        schedule=days.titled if direct else days.bare,
        availability=_sentence(days, now),
    )


def _sentence(days: Days, now: datetime) -> str:
    """Return how much it is there, in a sentence for the model; why is nobody's business."""
    words = _WORDS[days.mode_at(now)]
    block = days.block_at(now)
    if days.override is not None and days.override.since <= now < days.override.until:
        return f"Right now, whatever was planned, {words}."
    if block is None:
        return f"Right now nothing is planned; {words}."
    return f"Right now it is time for this: {block.activity}; {words}."
