"""The process: one event loop, messengers kept going apart, an end within ten seconds."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import structlog

from adapters.console.client import Console, is_interactive
from adapters.console.translate import SENDER as AT_THE_KEYBOARD
from adapters.console.translate import route_of
from adapters.telegram.client import Telegram
from bot.config import Settings
from bot.household import Household, keep_house
from bot.settings.values import access, dials, warnings
from bot.supervisor import supervise
from core.admin.commands import COMMANDS
from core.conversation.model import AccountId, ChatKind, Said
from core.engine.model import RHYTHMS, Dials, TurnRecord
from core.engine.ports import Stores
from core.errors import Misconfigured

log = structlog.get_logger(__name__)

TELEGRAM = AccountId("telegram")
CONSOLE = AccountId("console")
SHOWN_AT_START = 20
"""Messages of the talk before that the console shows."""


async def run(settings: Settings) -> int:
    """Be the bot process until a signal ends it; return the exit code.

    Raises:
        Misconfigured: no messenger is set up.
    """
    if settings.telegram.token is None:
        raise Misconfigured(
            "No messenger is set up. Put the token that @BotFather gave you into telegram.token "
            "of config.toml (circadia init asks for it), or talk here: circadia chat"
        )
    with _stop_signal() as stopped:
        async with keep_house(settings, access=access(settings), dials=dials(settings)) as house:
            meagre = house.roles.warnings(settings.budget.tokens_per_day)
            for warning in (*warnings(settings), *meagre):
                log.warning("settings.warning", warning=warning)
            telegram = Telegram(
                settings.telegram,
                account=TELEGRAM,
                clock=house.clock,
                rng=house.rng,
                receive=house.driver.receive,
                menu=COMMANDS,
            )
            house.seat(TELEGRAM, telegram, telegram.close)
            found = await house.figures()
            await house.start()
            log.info(
                "process.started",
                voice=house.roles.voice,
                waiting=found.waiting,
                in_doubt=found.in_doubt,
                failed=found.failed,
            )
            helped = await _serve(house, telegram, stopped)
            log.info("process.stopping")
    return 0 if helped else 1


async def _serve(house: Household, telegram: Telegram, stopped: asyncio.Event) -> bool:
    """Keep the messenger going until the process is to stop; False if only an owner can help."""

    async def kept() -> bool:
        try:
            return await supervise(TELEGRAM, telegram.serve, house.clock, house.rng)
        finally:
            stopped.set()

    async with asyncio.TaskGroup() as group:
        serving = group.create_task(kept())
        await stopped.wait()
        serving.cancel()
    return serving.cancelled() or serving.result()


@contextmanager
def _stop_signal() -> Iterator[asyncio.Event]:
    """Turn the first SIGTERM or SIGINT into an event; a second one ends the process at once."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    numbers = (signal.SIGTERM, signal.SIGINT)

    def forget() -> None:
        for number in numbers:
            loop.remove_signal_handler(number)

    def stop() -> None:
        stopped.set()
        forget()

    for number in numbers:
        loop.add_signal_handler(number, stop)
    try:
        yield stopped
    finally:
        forget()


async def chat(settings: Settings, *, debug: bool) -> int:
    """Talk on the terminal until the person leaves; return the exit code.

    Whoever sits at the keyboard owns the companion. Piped lines are answered without pauses.
    """
    rights = access(settings)
    rights = replace(rights, owners=rights.owners | {AT_THE_KEYBOARD})
    console: Console | None = None

    async def show(record: TurnRecord) -> None:
        if console is not None:
            await console.show_trace(record)

    async with keep_house(
        settings,
        access=rights,
        dials=_dials_for(settings),
        on_turn=show if debug else None,
    ) as house:
        console = Console(
            settings.console,
            account=CONSOLE,
            clock=house.clock,
            receive=house.driver.receive,
            persona_name=house.persona.display_name,
            persona_language=house.persona.language,
            settled=house.driver.settled,
            history=await _talk_before(house),
            menu=COMMANDS,
            zone=house.persona.zone,
        )
        house.seat(CONSOLE, console)
        await house.start()
        await console.serve()
    return 0


def _dials_for(settings: Settings) -> Dials:
    """Return the dials; lines from a pipe are whole messages and want their answer at once."""
    given = dials(settings)
    if is_interactive(settings.console, sys.stdin, sys.stdout):
        return given
    return replace(given, rhythm=RHYTHMS["instant"], debounce_quiet=timedelta(0))


async def _talk_before(house: Household) -> list[Said]:
    now = house.clock.now()

    def body(stores: Stores) -> list[Said]:
        stores.spaces.ensure(house.persona, now)
        here = stores.conversations.find_or_create(
            house.persona.space, route_of(CONSOLE), ChatKind.DIRECT, now
        )
        return stores.messages.recent(here.id, SHOWN_AT_START)

    return await house.database.write(body)
