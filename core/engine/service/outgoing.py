"""A bubble on its way out, with what is drawn or written when it is sent."""

from dataclasses import replace
from datetime import datetime

from core.admin.rules.edits import read_picture_name, read_portrait_name
from core.engine.model import Bubble, BubbleKind, Conversation, Lane, Outbound
from core.engine.service.acts import Surroundings
from core.engine.service.seat import Seat


async def outgoing(
    around: Surroundings, seat: Seat, conversation: Conversation, lane: Lane, bubble: Bubble
) -> Outbound:
    """Return what a messenger gets of a bubble; what can't be made is left out, its text stays."""
    ordered = lane is Lane.COMMAND
    outbound = Outbound(
        route=conversation.route,
        text=bubble.text,
        key=bubble.key,
        reply_to=None if ordered else bubble.reply_to,
        kind=bubble.kind,
        amends=bubble.message_id,
        picture=await _drawn(around, seat, bubble, around.clock.now()),
        choices=bubble.choices,
        answers=bubble.reply_to if ordered else None,
        only_for=bubble.only_for,
    )
    bare = bubble.kind is BubbleKind.PICTURE and outbound.picture is None
    return replace(outbound, kind=BubbleKind.TEXT) if bare else outbound


async def _drawn(around: Surroundings, seat: Seat, bubble: Bubble, now: datetime) -> bytes | None:
    """Return the picture of a bubble, as it looks now; None if there is nothing to draw."""
    if bubble.picture is None:
        return None
    whose = read_portrait_name(bubble.picture)
    if whose is not None:
        return await around.work.read(lambda stores: stores.personas.picture(whose))
    named = read_picture_name(bubble.picture)
    if named is None or around.pictures is None:
        return None
    wanted, theme = named
    space = seat.persona.space
    plans = await around.work.read(lambda stores: stores.plans.days(space, wanted, wanted))
    if not plans:
        return None
    return await around.pictures.day(plans[0], seat.persona, seat.modes, theme)
