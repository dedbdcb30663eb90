"""What a turn is told of the companion's days: nothing that its listeners may not hear."""

from dataclasses import dataclass
from datetime import datetime

from core.availability.model import Mode
from core.conversation.model import ChatKind, Planned
from core.engine.model import Conversation
from core.engine.service.agenda import View
from core.schedule.model import Block

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
        schedule=tuple(_planned(block, titled=direct) for block in view.blocks),
        availability=_sentence(view, now),
    )


def _planned(block: Block, *, titled: bool) -> Planned:
    what = block.title if block.description is None else f"{block.title} ({block.description})"
    return Planned(
        ref=f"slot:{block.start_at:%Y-%m-%dT%H:%MZ}",
        start_at=block.start_at,
        end_at=block.end_at,
        what=f"{what} [{block.activity}]" if titled else block.activity.value,
        activity=block.activity.value,
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
