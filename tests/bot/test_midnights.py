"""When a process looks at what its companions owe."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.config import Settings
from bot.household import keep_house, midnights
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


async def test_the_process_lets_the_midnights_of_its_companions_play(tmp_path: Path) -> None:
    settings = Settings.model_validate(
        {"companion": {"zone": "Asia/Tokyo"}, "database": {"url": f"sqlite:///{tmp_path}/x.sqlite"}}
    )

    async with keep_house(settings, access=access(settings), dials=dials(settings)) as house:
        assert house.beats == ()
        await house.start()
        assert house.beats == ("plans of Asia/Tokyo",)
    assert house.beats == ()
