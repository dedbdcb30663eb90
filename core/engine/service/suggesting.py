"""What may be meant by a command that is still being written."""

from collections.abc import Sequence

from core.admin.model import Invocation, Right, Suggestion, Unfinished
from core.admin.persons import person_of
from core.admin.rules import parse_command
from core.conversation.model import ConversationId
from core.engine.ports import Stores
from core.engine.rules import local_day
from core.engine.service.acts import Surroundings
from core.engine.service.seat import Seat
from core.phrases import bare_language

NOWHERE = ConversationId(0)
"""Nobody has talked there yet."""


async def suggested(around: Surroundings, unfinished: Unfinished) -> Sequence[Suggestion]:
    """Return what may be meant, as far as the sender may know of it; nothing is written."""

    def body(stores: Stores) -> Sequence[Suggestion]:
        seat = around.seats.here(stores, unfinished.route)
        if seat is None:
            return ()
        call = _begun(around, stores, seat, unfinished)
        if call is None or call.right is Right.STRANGER:
            return ()
        return around.dispatcher.suggest(call, stores, unfinished.option)

    return await around.work.read(body)


def _begun(
    around: Surroundings, stores: Stores, seat: Seat, unfinished: Unfinished
) -> Invocation | None:
    """Return the command as if it were given with what is written; None for what is none."""
    spoken = parse_command(unfinished.line)
    if spoken is None:
        return None
    now, route, sender = around.clock.now(), unfinished.route, unfinished.sender
    known = stores.conversations.at_chat(route.account, route.chat)
    mine = (one for one in known if one.route == route and one.space == seat.persona.space)
    here = next((one.id for one in mine), NOWHERE)
    language = person_of(stores, sender).language or unfinished.language
    return Invocation(
        name=spoken.name,
        arguments=spoken.arguments,
        sender=sender,
        right=around.dispatcher.right_of(sender, route.chat, unfinished.server),
        sender_name=unfinished.sender_name,
        route=route,
        conversation=here,
        chat_kind=unfinished.chat_kind,
        space=seat.persona.space,
        persona_name=seat.persona.display_name,
        language=bare_language(language or seat.persona.language),
        now=now,
        given_at=now,
        day=local_day(now, seat.persona),
        zone=seat.persona.zone,
        life=seat.life,
        modes=seat.modes,
        facts={},
        profiles=around.seats.profiles(),
        server=unfinished.server,
        unseen=True,
        persons=stores.links.of(sender),
    )
