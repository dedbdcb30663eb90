"""Whether it says something that nobody asked it for, in a group."""

from collections.abc import Sequence

from core.conversation.model import Purse, Said
from core.conversation.rules.remarks import format_message_history
from core.engine.service.seat import Seat
from core.errors import CircadiaError

LOOKED_AT = 12
"""Messages of the talk that the judgement sees; our guess."""


async def why_not_chime_in(
    seat: Seat, history: Sequence[Said], purse: Purse, threshold: float
) -> str | None:
    """Return why it stays silent, or None if what it would say is welcome; fails silent."""
    if seat.judgement is None:
        return "not addressed"
    name = seat.persona.display_name
    question = (
        f"Is the latest message of this group talk something that {name}, a member of the group, "
        "would naturally answer without having been asked, and would the others welcome it?"
    )
    material = format_message_history(name, history[-LOOKED_AT:])
    try:
        judgement = await seat.judgement.judge(question, material, purse)
    except CircadiaError as error:
        return f"not addressed, and no judgement: {type(error).__name__}"
    if judgement.holds(threshold):
        return None
    return f"not addressed, judged {judgement.score:.2f} below {threshold:.2f}"
