"""Discord's own list of commands, kept like the table."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any, Final

import structlog

from adapters.discord.commands import application_commands, is_same
from adapters.discord.errors import FAILURES, passing, reason
from adapters.discord.wire import Wire
from core.admin.model import Command
from core.conversation.model import AccountId
from core.engine.ports import Clock

log = structlog.get_logger()

EVERYWHERE: Final = "/applications/{application_id}/commands"
IN_SERVER: Final = "/applications/{application_id}/guilds/{guild_id}/commands"
TRIES: Final = 3
MOST_SERVERS: Final = 200
"""Servers that are looked at for copies, once a start; a companion is in a few."""


class Menu:
    """Tells Discord of the commands once a start, and only if something changed.

    They are told for all places at once. Copies that a server has, from before, would show each
    command twice: they are taken away.
    """

    def __init__(self, table: Sequence[Command], *, account: AccountId, clock: Clock) -> None:
        self._wanted = application_commands(table)
        self._account = account
        self._clock = clock
        self._is_told = False
        self._cleared: set[int] = set()

    async def tell(self, wire: Wire, cached: Callable[[], Awaitable[object]]) -> None:
        """Tell Discord, if it was not told yet; what fails is logged, and tried at the next start.

        Args:
            wire: After its login.
            cached: Returns when the servers are known.
        """
        if not self._is_told:
            self._is_told = await self._tried(self._everywhere, wire)
        await cached()
        for server in wire.guilds[:MOST_SERVERS]:
            if server.id not in self._cleared and await self._tried(self._cleaned, wire, server.id):
                self._cleared.add(server.id)

    async def _tried(self, act: Callable[..., Awaitable[None]], *given: Any) -> bool:
        for tried in range(TRIES):
            try:
                await act(*given)
            except FAILURES as error:
                if tried + 1 < TRIES and passing(error):
                    await self._clock.sleep(timedelta(seconds=2 ** (tried + 1)))
                    continue
                log.warning("discord.menu.failed", account=self._account, reason=reason(error))
                return False
            return True
        return False

    async def _everywhere(self, wire: Wire) -> None:
        ids = {"application_id": wire.application_id}
        told = await wire.ask("GET", EVERYWHERE, ids, params={"with_localizations": "true"})
        if is_same(told, self._wanted):
            return
        await wire.ask("PUT", EVERYWHERE, ids, json=self._wanted)
        log.info("discord.menu.told", account=self._account, commands=len(self._wanted))

    async def _cleaned(self, wire: Wire, server: int) -> None:
        ids = {"application_id": wire.application_id, "guild_id": server}
        if await wire.ask("GET", IN_SERVER, ids):
            await wire.ask("PUT", IN_SERVER, ids, json=[])
            log.info("discord.menu.cleared", account=self._account, server=str(server))
