"""A bubble on its way out, with what is drawn or written when it is sent."""

import asyncio
from dataclasses import replace
from datetime import datetime

from core.admin.rules.edits import read_picture_name, read_portrait_name
from core.engine.model import Bubble, BubbleKind, Desk, Enclosure, Lane, Outbound
from core.engine.ports import Stores
from core.engine.service.acts import Surroundings
from core.engine.service.seat import Seat
from core.privacy.model import Dossier
from core.privacy.rules.writing import MOST_BYTES, NAME, written


async def outgoing(around: Surroundings, seat: Seat, desk: Desk, bubble: Bubble) -> Outbound:
    """Return what a messenger gets of a bubble; what can't be made is left out, its text stays."""
    ordered = desk.lane is Lane.COMMAND
    outbound = Outbound(
        route=desk.conversation.route,
        text=bubble.text,
        key=bubble.key,
        reply_to=None if ordered else bubble.reply_to,
        kind=bubble.kind,
        amends=bubble.message_id,
        picture=await _drawn(around, seat, bubble, around.clock.now()),
        file=await _written(around, seat, desk, bubble, around.clock.now()),
        choices=bubble.choices,
        answers=bubble.reply_to if ordered else None,
        only_for=bubble.only_for,
    )
    bare = bubble.kind is BubbleKind.PICTURE and outbound.picture is None
    bare = bare or (bubble.kind is BubbleKind.FILE and outbound.file is None)
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


async def _written(
    around: Surroundings, seat: Seat, desk: Desk, bubble: Bubble, now: datetime
) -> Enclosure | None:
    """Return the file of a bubble, as of now; None if there is none, or too much for a file.

    It holds what is kept of whoever is answered, and of nobody else.
    """
    if bubble.file != NAME or desk.turn is None:
        return None
    speaker, here = desk.turn.speaker, desk.conversation.id

    def body(stores: Stores) -> Dossier:
        return stores.belongings.gather(stores.links.of(speaker), besides=here)

    dossier = await around.work.read(body)
    made = await asyncio.to_thread(written, dossier, now, seat.persona.zone)
    if len(made.content) > MOST_BYTES:
        return None
    return Enclosure(name=made.name, mime=made.mime, content=made.content)
