"""What a process holds open, and in which order it lets go."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.clock.virtual import VirtualClock
from adapters.scripted.messenger import ScriptedMessenger
from bot.config import Settings, parsed
from bot.household import keep_house
from bot.settings.values import access, dials
from core.conversation.model import AccountId
from core.engine.rules import local_day
from core.persona.model import SpaceId

MAIN = SpaceId("main")


def _settings(folder: Path) -> Settings:
    found = parsed(
        {
            "companions": [{"space": "luna", "name": "Luna", "seed": "Luna keeps bees."}],
            "database": {"url": f"sqlite:///{folder / 'circadia.sqlite'}"},
        }
    )
    assert isinstance(found, Settings)
    return found


@pytest.fixture
def messenger() -> ScriptedMessenger:
    return ScriptedMessenger(VirtualClock(datetime(2026, 1, 10, 12, tzinfo=UTC)))


async def test_claims_are_let_go_after_every_messenger_even_after_one_that_fails_to_close(
    tmp_path: Path, messenger: ScriptedMessenger
) -> None:
    ended: list[str] = []

    @asynccontextmanager
    async def claimed(name: str) -> AsyncIterator[None]:
        yield
        ended.append(f"claim of {name}")

    async def closes() -> None:
        ended.append("messenger")

    async def fails() -> None:
        ended.append("messenger")
        raise ConnectionResetError

    settings = _settings(tmp_path)
    async with keep_house(settings, access=access(settings), dials=dials(settings)) as house:
        mina, luna = house.personas.values()
        await house.hold(claimed("first"))
        house.seat(AccountId("first"), messenger, mina, fails)
        await house.hold(claimed("second"))
        house.seat(AccountId("second"), messenger, luna, closes)
        await house.start()

    assert ended == ["messenger", "messenger", "claim of second", "claim of first"]


async def test_each_companion_spends_from_a_budget_of_its_own(
    tmp_path: Path, messenger: ScriptedMessenger
) -> None:
    settings = _settings(tmp_path)

    async with keep_house(settings, access=access(settings), dials=dials(settings)) as house:
        for name, persona in zip(("first", "second"), house.personas.values(), strict=True):
            house.seat(AccountId(name), messenger, persona)
        await house.start()
        luna, today = SpaceId("luna"), local_day(house.clock.now(), house.personas[MAIN])
        await house.database.write(lambda stores: stores.spending.add(luna, today, "talk", 5))
        found = await house.figures()

    assert [tally.tokens_today for tally in found] == [0, 5]
