"""From an account of the settings to the messenger that it is."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Protocol

from bot.household import Household
from bot.settings.values import Account
from core.admin.entries import COMMANDS
from core.engine.ports import Messenger
from core.engine.service import Engine


class Served(Messenger, Protocol):
    """A messenger that hears by itself, and is closed at the end."""

    async def serve(self) -> None:
        """Hear until cancelled; may be called again after it has ended."""
        ...

    async def close(self) -> None:
        """Let go of everything; nothing is sent afterwards."""
        ...


def made(account: Account, house: Household) -> Served:
    """Return the messenger of `account`, which connects to nothing before it serves.

    Raises:
        Misconfigured: it can't be made from these settings.
    """
    return MAKERS[account.messenger](account, house)


def owners_on(platform: str, engine: Engine) -> list[str]:
    """Return the platform's own ids of the owners."""
    named = (one.partition(":") for one in sorted(engine.owners))
    return [name for where, _, name in named if where == platform]


def _telegram(account: Account, house: Household) -> Served:
    from adapters.telegram.client import Telegram
    from adapters.telegram.config import TelegramConfig

    telegram = Telegram(
        TelegramConfig.model_validate(account.config),
        account=account.id,
        clock=house.clock,
        rng=house.rng,
        receive=house.driver.receive,
        menu=COMMANDS,
        owners=partial(owners_on, "telegram", house.engine),
    )
    house.follow_owners(telegram.offer)
    return telegram


def _discord(account: Account, house: Household) -> Served:
    from adapters.discord.client import Discord
    from adapters.discord.config import DiscordConfig

    return Discord(
        DiscordConfig.model_validate(account.config),
        account=account.id,
        clock=house.clock,
        rng=house.rng,
        receive=house.driver.receive,
        heard=partial(house.engine.heard, account.id),
        is_open=partial(house.engine.is_open, account.id),
        backlog_window=house.settings.conversation.backlog_window,
        menu=COMMANDS,
        suggest=house.engine.suggest,
        is_welcome=house.engine.is_welcome,
    )


MAKERS: Final[Mapping[str, Callable[[Account, Household], Served]]] = {
    "telegram": _telegram,
    "discord": _discord,
}
"""Each library is imported where an account needs it."""
