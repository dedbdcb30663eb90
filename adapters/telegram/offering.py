"""The command menus, set where they differ."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import structlog
import telegram
from telegram import BotCommand, BotCommandScope, BotCommandScopeChat
from telegram.error import BadRequest, TelegramError

from adapters.telegram.commands import Lists, for_all, for_owners
from adapters.telegram.errors import UNPARSED, reason
from core.admin.model import Command
from core.conversation.model import AccountId

log = structlog.get_logger()

Owners = Callable[[], Sequence[str]]
"""Returns the numbers of the owners, which are those of their direct talks."""
_FAULTS: Final = (TelegramError, *UNPARSED)


class Offering:
    """Keeps the menus as the table says; without them the commands work all the same."""

    def __init__(
        self, bot: telegram.Bot, table: Sequence[Command], owners: Owners, *, account: AccountId
    ) -> None:
        """Prepare it; nothing is asked before `offer`."""
        self._bot = bot
        self._table = table
        self._owners = owners
        self._account = account
        self._one_at_a_time = asyncio.Lock()
        self._known: set[str] = set()
        """The direct talks that have an owner's menu."""
        self._absent: set[str] = set()
        """Owners who have not written yet: there is no talk that a menu could be for."""

    async def offer(self) -> None:
        """Set every menu where it differs, and take away those of whoever is no owner any more.

        A failure is logged, and stops nothing.
        """
        async with self._one_at_a_time:
            for scope, lists in for_all(self._table).items():
                await self._set(scope, lists)
            owners = {one for one in self._owners() if one.isdecimal()}
            self._absent &= owners
            for chat in sorted(owners):
                await self._give(chat)
            for chat in sorted(self._known - owners):
                self._known.discard(chat)
                await self._set(BotCommandScopeChat(chat), dict.fromkeys(self._lists(), ()))

    async def met(self, chats: Iterable[str]) -> None:
        """Set the menus of those owners who have written for the first time."""
        for chat in sorted(self._absent.intersection(chats)):
            async with self._one_at_a_time:
                self._absent.discard(chat)
                await self._give(chat)

    def _lists(self) -> Lists:
        return for_owners(self._table)

    async def _give(self, chat: str) -> None:
        self._known.add(chat)
        await self._set(BotCommandScopeChat(chat), self._lists())

    async def _set(self, scope: BotCommandScope, lists: Lists) -> None:
        faults = await asyncio.gather(
            *(self._agree(scope, language, commands) for language, commands in lists.items())
        )
        fault = next((one for one in faults if one is not None), None)
        if fault is None:
            return
        if isinstance(scope, BotCommandScopeChat) and _unopened(fault):
            chat = str(scope.chat_id)
            self._known.discard(chat)
            self._absent.add(chat)
            return
        log.warning(
            "telegram.menu.failed",
            account=self._account,
            scope=str(scope.type),
            reason=reason(fault),
        )

    async def _agree(
        self, scope: BotCommandScope, language: str, commands: tuple[BotCommand, ...]
    ) -> Exception | None:
        """Make one list what it should be; return what went wrong."""
        code = language or None
        try:
            shown = await self._bot.get_my_commands(scope=scope, language_code=code)
            if shown == commands:
                return None
            if commands:
                await self._bot.set_my_commands(commands, scope=scope, language_code=code)
            else:
                await self._bot.delete_my_commands(scope=scope, language_code=code)
        except _FAULTS as error:
            return error
        return None


def _unopened(fault: Exception) -> bool:
    """Return whether there is no such chat, or not yet."""
    return isinstance(fault, BadRequest) and "chat not found" in str(fault).lower()
