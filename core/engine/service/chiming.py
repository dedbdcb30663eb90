"""Whether it says something that nobody asked it for, in a group."""

from collections.abc import Sequence
from datetime import timedelta

from core.conversation.model import Judgement, Purse, Said
from core.conversation.ports import JudgementRole
from core.conversation.rules.remarks import format_message_history
from core.engine.ports import Clock
from core.engine.service.bounded import bounded
from core.engine.service.seat import Seat
from core.errors import CircadiaError

JUDGED_WITHIN = timedelta(seconds=8)
"""Others wait in the room meanwhile."""
LOOKED_AT = 12
"""Messages of the talk that the judgement sees; our guess."""


async def why_not_chime_in(
    clock: Clock, seat: Seat, history: Sequence[Said], purse: Purse, threshold: float
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
    judged: list[Judgement] = []

    async def judge(role: JudgementRole) -> None:
        judged.append(await role.judge(question, material, purse))

    try:
        await bounded(clock, JUDGED_WITHIN, [judge(seat.judgement)])
    except CircadiaError as error:
        return f"not addressed, and no judgement: {type(error).__name__}"
    if not judged:
        return "not addressed, and no judgement in time"
    if judged[0].holds(threshold):
        return None
    return f"not addressed, judged {judged[0].score:.2f} below {threshold:.2f}"
