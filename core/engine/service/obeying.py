"""A command that is run, and what its answer shows."""

from datetime import datetime

import structlog

from core.admin.model import Invocation, Told
from core.admin.rules import parse_command
from core.admin.rules.edits import read_picture_name
from core.engine.model import Bubble, Desk, Turn
from core.engine.ports import Stores
from core.engine.rules import local_day
from core.engine.service.acts import Surroundings
from core.engine.service.seat import Seat
from core.phrases import bare_language

log = structlog.get_logger(__name__)


def obey(around: Surroundings, stores: Stores, desk: Desk, seat: Seat, turn: Turn) -> Told:
    """Run the command of `turn`; what it writes commits together with its answer."""
    said = stores.turns.messages(turn.id)
    name, arguments = (parse_command(said[0].text) if said else None) or ("", "")
    now = around.clock.now()
    here = desk.conversation
    call = Invocation(
        name=name,
        arguments=arguments,
        sender=turn.speaker,
        right=around.dispatcher.right_of(turn.speaker, here.route.chat, here.server),
        sender_name=turn.speaker_name,
        route=here.route,
        conversation=here.id,
        chat_kind=here.chat_kind,
        space=seat.persona.space,
        persona_name=seat.persona.display_name,
        language=bare_language(turn.language or seat.persona.language),
        now=now,
        day=local_day(now, seat.persona),
        zone=seat.persona.zone,
        life=seat.life,
        modes=seat.modes,
        facts=around.about(),
    )
    return around.dispatcher.run(call, stores)


async def drawn(around: Surroundings, seat: Seat, bubble: Bubble, now: datetime) -> bytes | None:
    """Return the picture of a bubble, as it looks now; None if there is nothing to draw."""
    if bubble.picture is None or around.pictures is None:
        return None
    named = read_picture_name(bubble.picture)
    if named is None:
        return None
    wanted, theme = named
    space = seat.persona.space
    plans = await around.work.read(lambda stores: stores.plans.days(space, wanted, wanted))
    if not plans:
        return None
    return await around.pictures.day(plans[0], seat.persona, seat.modes, theme)
