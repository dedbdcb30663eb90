"""What a turn is told of the companion's days: nothing that its listeners may not hear."""

from dataclasses import dataclass
from datetime import datetime

from core.availability.model import Mode
from core.conversation.model import ChatKind, Planned
from core.engine.model import Conversation
from core.engine.service.agenda import View

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


def outlook(view: View, conversation: Conversation, now: datetime) -> Outlook:
    """Return what this conversation is told of the days around `now`.

    Titles are for direct talks; where others listen, there are bare activities.
    """
    if not view.blocks:
        return Outlook()
    direct = conversation.chat_kind is ChatKind.DIRECT
    return Outlook(
        schedule=view.titled if direct else view.bare,
        availability=_sentence(view, now),
    )


def _sentence(view: View, now: datetime) -> str:
    """Return how much it is there, in a sentence for the model; why is nobody's business."""
    words = _WORDS[view.mode_at(now)]
    block = view.block_at(now)
    if view.override is not None and view.override.since <= now < view.override.until:
        return f"Right now, whatever was planned, {words}."
    if block is None:
        return f"Right now nothing is planned; {words}."
    return f"Right now it is time for this: {block.activity}; {words}."
