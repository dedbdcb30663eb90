"""When a process looks at what its companions owe."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.config import Settings
from bot.household import keep_house
from bot.midnights import midnights
from bot.settings.values import access, dials
from core.persona.model import Persona, SpaceId

BERLIN, CAIRO = ZoneInfo("Europe/Berlin"), ZoneInfo("Africa/Cairo")
MINA = Persona(space=SpaceId("mina"), display_name="Mina", seed="", zone=BERLIN)
COMPANIONS = (MINA, replace(MINA, space=SpaceId("ben")), replace(MINA, zone=CAIRO))


async def nothing() -> None:
    """Owe nothing."""


def test_each_zone_has_one_beat_at_its_midnight_whatever_its_clocks_do() -> None:
    beats = midnights(COMPANIONS, nothing)

    assert [beat.name for beat in beats] == ["plans of Africa/Cairo", "plans of Europe/Berlin"]
    cairo = beats[0].when
    # Summer time begins in Cairo at a midnight that does not exist.
    before = datetime(2026, 4, 23, 12, tzinfo=UTC)
    due = cairo.get_next_fire_time(None, before)
    assert due == datetime(2026, 4, 23, 22, tzinfo=UTC)
    assert cairo.get_next_fire_time(due, due) == due + timedelta(hours=23)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Read outside of the loop, as a process does."""
    return Settings.model_validate(
        {"companion": {"zone": "Asia/Tokyo"}, "database": {"url": f"sqlite:///{tmp_path}/x.sqlite"}}
    )


async def test_the_process_lets_the_midnights_of_its_companions_play(settings: Settings) -> None:
    seen: list[tuple[str, ...]] = []

    async with keep_house(settings, access=access(settings), dials=dials(settings)) as house:
        seen.append(house.beats)
        await house.start()
        seen.append(house.beats)
    seen.append(house.beats)

    assert seen == [(), ("plans of Asia/Tokyo",), ()]
