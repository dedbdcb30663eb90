"""A command that is run, and what its answer shows."""

from core.admin.model import Invocation
from core.admin.persons import person_of
from core.admin.rules import parse_command
from core.conversation.model import Attachment, Said
from core.engine.model import Conversation, Turn
from core.engine.ports import Stores
from core.engine.rules import local_day
from core.engine.service.acts import Surroundings
from core.engine.service.seat import Seat
from core.phrases import bare_language

LOOKED_BACK = 50
"""Messages among which the one is looked for that a command answers."""


def invoked(
    around: Surroundings, stores: Stores, conversation: Conversation, seat: Seat, turn: Turn
) -> Invocation:
    """Return the command of `turn` as it was given."""
    said = next(iter(stores.turns.messages(turn.id)), None)
    name, arguments = (parse_command(said.text) if said is not None else None) or ("", "")
    home = around.seats.home(conversation.route.account)
    persons = stores.links.of(turn.speaker)
    person = person_of(stores, turn.speaker, persons)
    now, route = around.clock.now(), conversation.route
    return Invocation(
        name=name,
        arguments=arguments,
        sender=turn.speaker,
        right=around.dispatcher.right_of(turn.speaker, route.chat, conversation.server),
        sender_name=turn.speaker_name,
        route=route,
        conversation=conversation.id,
        chat_kind=conversation.chat_kind,
        space=seat.persona.space,
        persona_name=seat.persona.display_name,
        language=bare_language(person.language or turn.language or seat.persona.language),
        now=now,
        given_at=now if said is None else said.sent_at,
        day=local_day(now, seat.persona),
        zone=seat.persona.zone,
        life=seat.life,
        modes=seat.modes,
        facts=around.about(),
        profiles=around.seats.profiles(),
        home=None if home is None else home.persona.space,
        attachments=_attached(stores, conversation, said),
        server=conversation.server,
        unseen=said is not None and said.unseen,
        persons=persons,
        message_id=None if said is None else said.message_id,
    )


def _attached(
    stores: Stores, conversation: Conversation, said: Said | None
) -> tuple[Attachment, ...]:
    """Return what a command's message carries, or else the message that it answers."""
    if said is None or said.attachments or said.reply_to is None:
        return () if said is None else said.attachments
    recent = reversed(stores.messages.recent(conversation.id, LOOKED_BACK))
    answered = (one for one in recent if one.message_id == said.reply_to)
    return next((one.attachments for one in answered), ())


async def prepared(around: Surroundings, seat: Seat, call: Invocation) -> Invocation:
    """Return the invocation with what only the world knows: roles in a room, a model's words."""
    dispatcher = around.dispatcher
    if dispatcher.wants_roles(call):
        call = dispatcher.with_roles(call, await seat.messenger.roles(call.route, call.sender))
    return await dispatcher.prepare(call, around.steward)
