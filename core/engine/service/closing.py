"""What is told of a turn that closes."""

from core.engine.model import Desk, Turn
from core.engine.ports import Stores
from core.engine.service.acts import Surroundings
from core.engine.service.news import News
from core.engine.service.remembering import LATEST


def tell_closed(around: Surroundings, stores: Stores, turn: Turn, desk: Desk, news: News) -> None:
    """Note that a turn has closed, with its record for whoever wants to see it."""
    news.note(
        "turn.closed",
        turn=turn.id,
        lane=turn.lane.value,
        outcome=turn.outcome,
        bubbles=len(desk.bubbles),
        took_s=(around.clock.now() - turn.opened_at).total_seconds(),
    )
    if around.on_turn is not None:
        latest = stores.turns.recent(desk.conversation.id, LATEST)
        news.closed.extend(record for record in latest if record.turn.id == turn.id)
