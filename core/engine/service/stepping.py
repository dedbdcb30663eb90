"""The next step of a lane, by its desk and by what lies over it: hosts, pauses, its schedule."""

from collections.abc import Sequence
from datetime import datetime

from core.availability.model import AnswerAt, AnswerReason
from core.engine.model import Desk, Lane, Waiting
from core.engine.ports import Stores
from core.engine.rules import Pass, Step, next_step
from core.engine.service.acts import Surroundings
from core.engine.service.remembering import teaches
from core.engine.service.seat import Seat


def step_of(around: Surroundings, stores: Stores, seat: Seat, desk: Desk, now: datetime) -> Step:
    """Return the next step; where another speaks by now, nothing new is answered."""
    if desk.lane is Lane.TALK and desk.turn is None and desk.waiting:
        host = around.seats.here(stores, desk.conversation.route)
        if host is not None and host.persona.space != desk.conversation.space:
            return Pass(messages=desk.waiting, reason="another speaks here")

    def answering(messages: Sequence[Waiting]) -> AnswerAt | None:
        if stores.pauses.since(desk.conversation.space, desk.conversation.id) is not None:
            return None
        who, heard_at = messages[0].sender, messages[0].received_at
        if teaches(stores, seat, desk.conversation.id, who, now):
            return AnswerAt(at=heard_at, reason=AnswerReason.ONLINE)  # a lesson waits for nothing
        return around.agenda.answer(stores, seat, desk.conversation, messages, now)

    return next_step(desk, now, around.turned(), around.dispatcher.asks_less, answering)
