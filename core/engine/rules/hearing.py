"""Who is heard, and what of it is answered."""

from random import Random

from core.conversation.model import ChatKind, Inbound
from core.conversation.rules.names import is_named
from core.engine.model import Manners
from core.persona.model import Persona


def is_addressed(inbound: Inbound, persona: Persona) -> bool:
    """Return whether `inbound` is meant for the companion, by a sign or by name."""
    if inbound.addressed or inbound.chat_kind is not ChatKind.GROUP:
        return True
    return is_named(inbound.text, persona.names)


def is_known_bot(inbound: Inbound, manners: Manners) -> bool:
    """Return whether this is a bot that the owner wants answered."""
    return inbound.from_bot and bool({inbound.sender, inbound.via} & manners.bots)


def silence_for(
    inbound: Inbound, manners: Manners, *, addressed: bool, bot_turns: int, may_chime: bool
) -> str | None:
    """Return why `inbound` is not answered, or None if it is, or may be.

    Args:
        inbound: What came in.
        manners: What the owner wants of it where many hear it.
        addressed: Whether it is meant for the companion.
        bot_turns: How many messages of bots were let in since a person spoke.
        may_chime: Whether someone can judge what was not meant for it.
    """
    if not inbound.text.strip():
        return "empty"
    if inbound.from_bot and not is_known_bot(inbound, manners):
        return "said by a bot"
    if inbound.from_bot and bot_turns >= manners.bot_turns:
        return "bots have had their turns"
    if inbound.chat_kind is ChatKind.CHANNEL:
        return silence_for_place(inbound, manners)
    if addressed:
        return None
    chimes = may_chime and not inbound.from_bot and _chance(inbound) < manners.chime_in
    return None if chimes else "not addressed"


def silence_for_place(inbound: Inbound, manners: Manners) -> str | None:
    """Return why nothing is answered where `inbound` was said, or None if it may be."""
    if inbound.chat_kind is not ChatKind.CHANNEL:
        return None
    place = f"{inbound.sender.partition(':')[0]}:{inbound.route.chat}"
    return None if place in manners.channels else "a channel"


def _chance(inbound: Inbound) -> float:
    """Return 0.0 to 1.0, the same for the same message whenever it is looked at."""
    route = inbound.route
    return Random(f"{route.account} {route.chat} {inbound.message_id}").random()  # noqa: S311  # no secret
