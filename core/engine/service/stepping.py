"""The next step of a lane, by its desk and by what lies over it: hosts, pauses, its schedule."""

from collections.abc import Sequence
from datetime import datetime

from core.availability.model import AnswerAt, AnswerReason
from core.engine.model import Desk, Lane, TurnState, Waiting
from core.engine.ports import Stores
from core.engine.rules import Rest, Step, next_step
from core.engine.service.acts import Surroundings
from core.engine.service.remembering import teaches
from core.engine.service.seat import Seat


def step_of(around: Surroundings, stores: Stores, seat: Seat, desk: Desk, now: datetime) -> Step:
    """Return the next step; what was begun before a process ended is not begun anew in a pause."""
    dials, turn = around.turned(), desk.turn

    def pauses() -> bool:
        return stores.pauses.since(desk.conversation.space, desk.conversation.id) is not None

    thinks = turn is not None and turn.state is TurnState.THINKING
    if desk.lane is Lane.TALK and thinks and pauses():
        return Rest(until=now + dials.backlog_window)

    def answering(messages: Sequence[Waiting]) -> AnswerAt | None:
        if pauses():
            return None
        answer = around.agenda.answer(stores, seat, desk.conversation, messages, now)
        first = messages[0]
        if answer.at > now and teaches(stores, seat, desk.conversation.id, first.sender, now):
            # A lesson waits for nothing.
            return AnswerAt(at=first.received_at, reason=AnswerReason.ONLINE)
        return answer

    return next_step(desk, now, dials, around.dispatcher.asks_less, answering)
