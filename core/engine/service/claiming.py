"""A new turn: messages are claimed for it, and the tokens that it may take are put aside."""

from dataclasses import replace
from datetime import datetime

from core.admin.persons import person_of
from core.engine.model import RESERVED, Desk, Dials, Lane
from core.engine.ports import Stores
from core.engine.rules import Open, local_day
from core.engine.service.budget import Room, room_for
from core.engine.service.desk import without
from core.engine.service.record import wait_as_json
from core.engine.service.seat import Seat
from core.engine.service.thinking import BROKE


def claim(
    stores: Stores,
    seat: Seat,
    desk: Desk,
    step: Open,
    now: datetime,
    dials: Dials,
) -> Desk | None:
    """Return the desk with the turn of `step`; None while its tokens are put aside for others.

    A turn that today's tokens don't reach for is opened all the same, to say so.
    """
    messages = step.messages
    last = messages[-1]
    space, day = seat.persona.space, local_day(now, seat.persona)
    need = seat.most_tokens if desk.lane is Lane.TALK else 0
    room = room_for(stores.spending, space, day, need, dials.tokens_per_day)
    if room is Room.LATER:
        return None
    reserved = need if room is Room.NOW else 0
    if reserved:
        stores.spending.add(space, day, RESERVED, reserved)
    turn = stores.turns.open(
        desk.conversation.id,
        desk.lane,
        [message.id for message in messages],
        last.sender,
        last.sender_name,
        now,
        language=person_of(stores, last.sender).language or last.language,
        reserved=reserved,
        reserved_day=day,
        waited=None if step.answer is None else wait_as_json(step.answer),
    )
    if room is Room.NEVER:
        turn = replace(turn, outcome=BROKE)
        stores.turns.save(turn)
    return replace(without(desk, messages), turn=turn, bubbles=())
