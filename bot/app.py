"""The process: one event loop, messengers kept going apart, an end within ten seconds."""

import asyncio
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from random import SystemRandom

import structlog
from platformdirs import user_state_path

from adapters.console.client import Console, is_interactive
from adapters.console.translate import SENDER as AT_THE_KEYBOARD
from adapters.console.translate import route_of
from bot.claims import claim
from bot.config import Settings
from bot.household import Household, keep_house
from bot.messengers import Served, made
from bot.settings.values import Account, access, accounts, dials, warnings
from bot.steward import Read, Rereading
from bot.supervisor import supervise
from core.admin.entries import COMMANDS
from core.admin.model import Access, Pairing, new_code
from core.conversation.model import AccountId, ChatKind, Said
from core.engine.model import RHYTHMS, Dials, TurnRecord
from core.engine.ports import Stores
from core.errors import AlreadyRunning, CircadiaError, Misconfigured
from core.persona.model import Persona, SpaceId

log = structlog.get_logger(__name__)

CONSOLE = AccountId("console")
TEACH = "/teach"
SHOWN_AT_START = 20
"""Messages of the talk before that the console shows."""


async def run(settings: Settings, read: Read | None = None) -> int:
    """Be the bot process until a signal ends it; return the exit code.

    `read` reads the settings anew, for `/reload`; without it there is none.

    Raises:
        Misconfigured: no messenger is set up, or none can be made.
        AlreadyRunning: other processes have the database, or every account.
    """
    wanted = accounts(settings)
    if not wanted:
        raise Misconfigured(
            "No messenger is set up. Put the token that @BotFather gave you into telegram.token "
            "of config.toml, or that of the Developer Portal into discord.token (circadia init "
            "asks for them), or talk here: circadia chat"
        )
    with _stop_signal() as stopped:
        code = new_code(SystemRandom())
        async with keep_house(
            settings,
            access=access(settings),
            dials=dials(settings),
            pairing=Pairing(code),
            rereading=None if read is None else Rereading(read=read, access=access, dials=dials),
        ) as house:
            meagre = house.roles.warnings(settings.budget.tokens_per_day)
            for warning in (*warnings(settings), *meagre):
                log.warning("settings.warning", warning=warning)
            served = await _seated(house, wanted)
            found = await house.figures()
            await house.start()
            if house.dispatcher.pairing is not None:
                _offer(code)
            log.info(
                "process.started",
                accounts=" ".join(served),
                voice=house.roles.voice,
                waiting=sum(tally.waiting for tally in found),
                in_doubt=sum(tally.in_doubt for tally in found),
                failed=sum(tally.failed for tally in found),
            )
            helped = await _serve(house, served, stopped)
            log.info("process.stopping")
    return 0 if helped else 1


def _offer(code: str) -> None:
    """Show the code that makes the first owner: on the screen, and in no log."""
    shown = f"{code[:4]}-{code[4:]}"
    print(  # noqa: T201 - a log is no place for it
        "\nNobody owns this companion yet. Send it this in a direct message, from your own account:"
        f"\n\n    /pair {shown}\n\nWhoever sends it first becomes the owner; the code is good until"
        " this process ends.\n",
        flush=True,
    )


async def _seated(house: Household, wanted: Iterable[Account]) -> Mapping[AccountId, Served]:
    """Return the messengers that are ready to serve; an account that can't be is left out.

    Raises:
        CircadiaError: none can be; it is that of the first.
    """
    folder = user_state_path("circadia", appauthor=False) / "accounts"
    served: dict[AccountId, Served] = {}
    left_out: list[CircadiaError] = []
    for account in wanted:
        try:
            await house.hold(claim(account, folder))
            messenger = made(account, house)
        except (AlreadyRunning, Misconfigured) as error:
            left_out.append(error)
            house.leave_out(account.id, str(error))
            continue
        house.seat(account.id, messenger, house.personas[account.space], messenger.close)
        served[account.id] = messenger
    if not served:
        raise left_out[0]
    for reason in left_out:
        log.error("account.left_out", cure=str(reason))
    return served


async def _serve(
    house: Household, served: Mapping[AccountId, Served], stopped: asyncio.Event
) -> bool:
    """Keep all messengers going until the process is to stop; False if only an owner can help."""

    async def kept() -> bool:
        try:
            async with asyncio.TaskGroup() as each:
                tasks = [
                    each.create_task(supervise(account, one.serve, house.clock, house.rng))
                    for account, one in served.items()
                ]
            return any(task.result() for task in tasks)
        finally:
            stopped.set()

    async with asyncio.TaskGroup() as group:
        serving = group.create_task(kept())
        await stopped.wait()
        house.hurry()  # to hang up takes its time too
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


async def chat(settings: Settings, *, debug: bool, teaching: bool, read: Read | None = None) -> int:
    """Talk on the terminal until the person leaves; return the exit code.

    While `teaching`, what is said makes the persona; at the end stands what it learned.

    Whoever sits at the keyboard owns the companion. Piped lines are answered without pauses.
    """
    console: Console | None = None

    async def show(record: TurnRecord) -> None:
        if console is not None:
            await console.show_trace(record)

    async with keep_house(
        settings,
        access=_access_for(settings),
        dials=_dials_for(settings),
        on_turn=show if debug else None,
        rereading=None
        if read is None
        else Rereading(read=read, access=_access_for, dials=_dials_for),
    ) as house:
        who = house.personas[SpaceId(settings.companion.space)]
        console = Console(
            settings.console,
            account=CONSOLE,
            clock=house.clock,
            receive=house.driver.receive,
            persona_name=who.display_name,
            persona_language=who.language,
            settled=house.driver.settled,
            history=await _talk_before(house, who),
            menu=COMMANDS,
            zone=who.zone,
            first=TEACH if teaching else None,
            last=f"{TEACH} stop" if teaching else None,
        )
        house.seat(CONSOLE, console, who, defers=False)
        await house.start()
        await house.engine.plan_now()
        await console.serve()
    return 0


def _access_for(settings: Settings) -> Access:
    """Return who is let in; whoever sits at the keyboard owns the companion."""
    rights = access(settings)
    return replace(rights, owners=rights.owners | {AT_THE_KEYBOARD})


def _dials_for(settings: Settings) -> Dials:
    """Return the dials; lines from a pipe are whole messages and want their answer at once."""
    given = dials(settings)
    if is_interactive(settings.console, sys.stdin, sys.stdout):
        return given
    return replace(given, rhythm=RHYTHMS["instant"], debounce_quiet=timedelta(0))


async def _talk_before(house: Household, who: Persona) -> list[Said]:
    now = house.clock.now()

    def body(stores: Stores) -> list[Said]:
        stores.spaces.ensure(who, now)
        here = stores.conversations.find_or_create(
            who.space, route_of(CONSOLE), ChatKind.DIRECT, now
        )
        return stores.messages.recent(here.id, SHOWN_AT_START)

    return await house.database.write(body)
