"""What comes in is stored first; then a press is acknowledged."""

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog
import telegram
from telegram.error import TelegramError

from adapters.telegram.buttons import is_press, query_of
from adapters.telegram.errors import UNPARSED, reason
from adapters.telegram.offering import Offering
from adapters.telegram.presses import Presses
from adapters.telegram.reading import Receive
from core.conversation.model import Inbound, Update

log = structlog.get_logger()

PATIENCE_S: Final = 3.0
"""How long the next updates wait for what only stops a button from shimmering."""


class Answering:
    """Hands updates over, and tells Telegram of the presses that they were taken."""

    def __init__(
        self, bot: telegram.Bot, presses: Presses, offering: Offering, receive: Receive
    ) -> None:
        """Hand over to `receive`, and answer through `bot`."""
        self._bot = bot
        self._presses = presses
        self._offering = offering
        self._receive = receive

    async def receive(self, updates: Sequence[Update]) -> None:
        """Return once all is stored; what that raises passes through, and nothing is answered.

        A press that only repeats another is answered and not stored.
        """
        if fresh := self._presses.heard(updates):
            await self._receive(fresh)
        said = [one for one in updates if isinstance(one, Inbound)]
        if pressed := [one for one in said if is_press(one.message_id)]:
            await self._acknowledge(pressed)
        await self._offering.met(one.route.chat for one in said)

    async def _acknowledge(self, presses: Sequence[Inbound]) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.gather(*(self._answer(one) for one in presses))
        except TimeoutError:
            log.debug("telegram.press.unanswered", reason="no answer in time")

    async def _answer(self, press: Inbound) -> None:
        """Let the button rest; where that fails, it rests by itself after a while."""
        try:
            await self._bot.answer_callback_query(query_of(press.message_id))
        except (TelegramError, *UNPARSED) as error:
            account = press.route.account
            log.debug("telegram.press.unanswered", account=account, reason=reason(error))
