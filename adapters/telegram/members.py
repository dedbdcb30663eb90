"""What somebody is in a chat."""

import asyncio
from typing import Final

import structlog
import telegram
from telegram import ChatMember
from telegram.error import TelegramError

from adapters.telegram.errors import UNPARSED, reason
from adapters.telegram.presses import is_direct
from core.conversation.model import IdentityId

log = structlog.get_logger()

PLATFORM: Final = "telegram:"
PATIENCE_S: Final = 5.0
"""How long a command waits for it."""


async def roles_of(bot: telegram.Bot, chat: str, person: IdentityId) -> frozenset[str]:
    """Return the chat by its stable id, if `person` owns or administers it; nothing on failure."""
    user = person.removeprefix(PLATFORM)
    if is_direct(chat) or not user.isdecimal():
        return frozenset()
    try:
        async with asyncio.timeout(PATIENCE_S):
            member = await bot.get_chat_member(int(chat), int(user))
    except (TelegramError, *UNPARSED) as error:  # a TimeoutError is an OSError
        log.info("telegram.roles.unknown", chat=chat, reason=reason(error))
        return frozenset()
    if member.status in (ChatMember.OWNER, ChatMember.ADMINISTRATOR):
        return frozenset({f"{PLATFORM}{chat}"})
    return frozenset()
