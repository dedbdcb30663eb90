"""How long the loop of a whole companion is held: nobody waits for another's heavy work."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from bot.config import Settings, parsed
from bot.household import Household, keep_house
from bot.messengers import Served, made
from bot.settings.values import access, accounts, dials
from bot.supervisor import supervise
from core.conversation.model import AccountId, ChatKind, IdentityId, Inbound, Route
from core.engine.model import Lane
from core.engine.ports import Stores
from core.persona.model import SpaceId
from tests.scenarios.house import OWNER
from tests.scenarios.platforms import REAL
from tests.servers.models import ModelServer
from tests.servers.telegram import BotApiServer

TICK = timedelta(milliseconds=5)
DAY = timedelta(days=1)
SPACE = SpaceId("main")
MOST_S = 0.2
LONG = " ".join(f"word{number:04}" for number in range(1000))
"""Of 8,999 characters; as a plan it is broken, so that the rules plan after all."""
BEFORE = 1500
"""Messages that were said before."""


class Lag:
    """Measures the longest time that a loop was held, between two ticks of a task on it."""

    def __init__(self) -> None:
        self.longest_s = 0.0
        """At most the time that passed: what other processes do meanwhile doesn't count. Work of
        the loop's own thread counts, and work of other threads as far as it is more: while both
        work, they take turns every few milliseconds, and neither holds the other."""

    async def ticks(self) -> None:
        while True:
            before = _times()
            await REAL.sleep(TICK)
            wall_s, all_s, own_s = (now - was for now, was in zip(_times(), before, strict=True))
            held_s = min(wall_s - TICK.total_seconds(), max(own_s, all_s - 2 * own_s))
            self.longest_s = max(self.longest_s, held_s)


def _times() -> tuple[float, float, float]:
    """Return seconds that passed, that all threads worked, and that this one did."""
    return time.perf_counter(), time.process_time(), time.thread_time()


@asynccontextmanager
async def measured() -> AsyncIterator[Lag]:
    """Measure for as long as the block lasts.

    What all tests have made so far is no garbage of a companion: it isn't looked through meanwhile.
    """
    gc.collect()
    gc.freeze()
    lag = Lag()
    ticking = asyncio.get_running_loop().create_task(lag.ticks())
    try:
        yield lag
    finally:
        ticking.cancel()
        gc.unfreeze()


@asynccontextmanager
async def housed(folder: Path, telegram: BotApiServer, model: ModelServer) -> AsyncIterator[Lag]:
    """Hold all parts of a process on Telegram, and measure from its start, once all is made."""
    settings = parsed(
        {
            "companion": {"occupation": "a nurse", "country": "DE"},
            "access": {"owners": [OWNER]},
            "conversation": {
                "rhythm": "instant",
                "debounce_quiet": 0.1,
                "context_window": 200,
                "answer_tokens": 3000,
            },
            "telegram": {"token": telegram.token, "api_url": telegram.url, "poll_timeout": 1},
            "model": {"url": model.url, "name": "scripted", "context_tokens": 100_000},
            "database": {"url": f"sqlite:///{folder / 'circadia.sqlite'}"},
        }
    )
    assert isinstance(settings, Settings), str(settings)
    async with keep_house(settings, access=access(settings), dials=dials(settings)) as house:
        (account,) = accounts(settings)
        messenger = made(account, house)
        persona = house.personas[account.space]
        house.seat(account.id, messenger, persona, messenger.close, defers=True)
        await _remember(house, account.id)
        async with measured() as lag:
            await house.start()
            serving = house.spawn(_serve(house, account.id, messenger))
            await _planned(house)
            yield lag
        serving.cancel()


async def _serve(house: Household, account: AccountId, messenger: Served) -> None:
    await supervise(account, messenger.serve, house.clock, house.rng)


async def _planned(house: Household) -> None:
    """Return once yesterday, today and tomorrow have their plans."""
    today = house.clock.now().date()

    def days(stores: Stores) -> int:
        return len(stores.plans.days(SPACE, today - 3 * DAY, today + 3 * DAY))

    async with asyncio.timeout(15):
        while await house.database.read(days) < 3:
            await REAL.sleep(10 * TICK)


async def _remember(house: Household, account: AccountId) -> None:
    """Let much have been said before."""
    now = house.clock.now() - timedelta(days=2)
    route = Route(account=account, chat=str(OWNER))

    def body(stores: Stores) -> None:
        stores.spaces.ensure(house.personas[SPACE], now)
        here = stores.conversations.find_or_create(SPACE, route, ChatKind.DIRECT, now)
        for number in range(BEFORE):
            inbound = Inbound(
                route=route,
                chat_kind=ChatKind.DIRECT,
                message_id=str(10_000 + number),
                sender=IdentityId(f"telegram:{OWNER}"),
                sender_name="Anna",
                text=f"{number} {LONG[:2000]}",
                sent_at=now + timedelta(seconds=number),
                addressed=True,
            )
            stores.messages.add(here, inbound, now, lane=Lane.TALK, silence="long ago")

    await house.database.write(body)


async def test_whatever_is_planned_drawn_read_or_split_the_loop_is_never_held_for_long(
    tmp_path: Path,
) -> None:
    async with BotApiServer() as telegram, ModelServer(says=[LONG]) as model:
        anna = telegram.person(OWNER, "Anna")
        async with housed(tmp_path, telegram, model) as lag:
            anna.says(anna.direct, "/schedule picture")
            await telegram.world.until(lambda: any(one.photo for one in telegram.sent), within_s=15)
            anna.says(anna.direct, "/availability set online for 1h")
            anna.says(anna.direct, "emergency, tell me everything")
            await telegram.world.until(
                lambda: " ".join(one.text for one in telegram.sent).count("word") == 1000,
                within_s=60,
            )

        assert lag.longest_s < MOST_S


async def test_a_loop_that_is_held_is_seen() -> None:
    async with measured() as lag:
        await REAL.sleep(2 * TICK)
        ends_at = time.process_time() + 0.25
        while time.process_time() < ends_at:
            pass
        await REAL.sleep(2 * TICK)

    assert lag.longest_s > MOST_S


async def test_a_loop_that_another_thread_holds_is_seen() -> None:
    async with measured() as lag:
        await REAL.sleep(2 * TICK)
        await asyncio.to_thread(sum, range(40_000_000))  # in one go, without giving way
        await REAL.sleep(2 * TICK)

    assert lag.longest_s > MOST_S
