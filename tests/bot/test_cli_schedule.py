"""`circadia schedule`: the days of a companion, from the database."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date, timedelta

import pytest
from typer.testing import CliRunner, Result

from adapters.clock.system import SystemClock
from adapters.storage import Database, migrate
from bot.cli.app import app
from bot.config import Settings
from core.availability.model import Mode, Override
from core.days import ONE_DAY, day_of, instant_at
from core.engine.ports import Stores
from core.persona.model import SpaceId
from core.schedule.model import Activity, Block, DayLine, DayPlan, MadeBy, MonthPlan
from tests.bot.home import Home

NOW = SystemClock().now()
PNG = b"\x89PNG\r\n\x1a\n"


def typed(home: Home, *words: str) -> Result:
    return CliRunner().invoke(app, ["schedule", *words, "--config", str(home.file)])


def report(result: Result) -> dict[str, object]:
    found: dict[str, object] = json.loads(result.stdout.splitlines()[-1])
    return found


def _day(settings: Settings, ahead: int = 0) -> date:
    """Return a day by the clock of the first companion."""
    return day_of(NOW, settings.companion.zone) + ahead * ONE_DAY


def planned(settings: Settings, day: date, title: str = "Letters \x1b[31m to Ana") -> DayPlan:
    zone = settings.companion.zone
    edges = [instant_at(day, minutes, zone) for minutes in (0, 420, 1020, 1440)]
    what = (Activity.SLEEP, Activity.WORK, Activity.FREE_TIME)
    titles = ("Sleeping", title, "")
    return DayPlan(
        space=SpaceId(settings.companion.space),
        day=day,
        zone=zone,
        blocks=tuple(
            Block(start_at=start, end_at=end, activity=activity, title=told)
            for start, end, activity, told in zip(edges, edges[1:], what, titles, strict=False)
        ),
        made_by=MadeBy.RULES,
        made_at=NOW,
    )


def lines_of(settings: Settings, *days: int) -> MonthPlan:
    return MonthPlan(
        space=SpaceId(settings.companion.space),
        zone=settings.companion.zone,
        lines=tuple(
            DayLine(day=_day(settings, ahead), activity=Activity.TRAVEL, title=f"Trip {ahead}")
            for ahead in days
        ),
        made_by=MadeBy.RULES,
        made_at=NOW,
    )


def keep(home: Home, body: Callable[[Stores], None]) -> None:
    """Write into the database of a home."""
    settings = home.settings()

    async def work() -> None:
        database = Database(settings.database)
        try:
            await migrate(database, NOW)
            await database.write(body)
        finally:
            await database.close()

    asyncio.run(work())


@pytest.fixture
def house(home: Home) -> Home:
    """Return a home whose companion has some days planned."""
    home.writes(
        '[companion]\nname = "Mina"\nzone = "Asia/Tokyo"\n'
        '[[companions]]\nspace = "luna"\nname = "Luna"\nseed = "x"\nscheduled = false\n'
    )
    settings = home.settings()

    def body(stores: Stores) -> None:
        for ahead in (-1, 0, 1):
            stores.plans.save_day(planned(settings, _day(settings, ahead)))
        stores.plans.save_month(lines_of(settings, 2, 3, 20))

    keep(home, body)
    return home


def test_today_is_drawn_as_plain_lines_where_there_is_no_terminal(house: Home) -> None:
    result = typed(house)

    shown = result.stdout.splitlines()
    assert result.exit_code == 0
    assert shown[0].startswith("Mina, ")
    assert any("07:00-17:00" in line and "Do not disturb" in line for line in shown)
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("which", ["tomorrow", "TOMORROW"])
def test_tomorrow_has_no_mark_for_now(house: Home, which: str) -> None:
    result = typed(house, which)

    assert _day(house.settings(), 1).isoformat() in result.stdout.splitlines()[0]
    assert "< now" not in result.stdout


def test_a_week_and_a_month_have_a_line_for_each_day_that_is_planned(house: Home) -> None:
    week, month = typed(house, "week"), typed(house, "month")

    assert "Work" in week.stdout.splitlines()[1]
    assert "Trip 3 (travel)" in week.stdout
    assert "Trip 20" not in week.stdout
    assert month.stdout.splitlines()[-1].endswith("Trip 20 (travel)")
    assert "\x1b" not in week.stdout + month.stdout


def test_the_last_line_is_a_report_for_scripts(house: Home) -> None:
    settings = house.settings()

    found = report(typed(house, "--json"))

    assert found["ok"] is True
    assert (found["name"], found["space"], found["zone"]) == ("Mina", "main", "Asia/Tokyo")
    days = found["days"]
    assert isinstance(days, list)
    assert days[0]["day"] == _day(settings).isoformat()
    assert [block["mode"] for block in days[0]["blocks"]] == ["offline", "do-not-disturb", "online"]
    assert days[0]["blocks"][0]["start_at"].endswith("T00:00:00+09:00")
    assert found["override"] is None


def test_what_lies_over_the_schedule_is_told(house: Home) -> None:
    over = Override(
        mode=Mode.OFFLINE,
        since=NOW - timedelta(hours=1),
        until=NOW + timedelta(hours=2),
        reason="the dentist\x1b[2J",
    )
    keep(house, lambda stores: stores.overrides.put(SpaceId("main"), over))

    result = typed(house, "--json")

    assert "Over it lies offline until" in result.stdout
    assert "\x1b" not in result.stdout
    override = report(result)["override"]
    assert isinstance(override, dict)
    assert override["mode"] == "offline"


@pytest.mark.parametrize("which", ["today", "tomorrow"])
def test_a_picture_is_written(house: Home, which: str) -> None:
    file = house.folder / "day.png"

    result = typed(house, which, "--picture", str(file))

    assert result.exit_code == 0
    assert file.read_bytes().startswith(PNG)
    assert f"Wrote {file}." in result.stdout


def test_a_picture_of_a_week_is_refused(house: Home) -> None:
    file = house.folder / "week.png"

    result = typed(house, "week", "--picture", str(file))

    assert result.exit_code == 2
    assert "one day" in result.stderr
    assert not file.exists()


def test_a_picture_that_cant_be_written_ends_with_a_sentence(house: Home) -> None:
    result = typed(house, "--picture", str(house.folder / "nowhere" / "day.png"))

    assert result.exit_code == 1
    assert "No such file or directory" in result.stderr


@pytest.mark.parametrize(
    ("which", "span"), [("today", "on "), ("tomorrow", "on "), ("week", " to "), ("month", " to ")]
)
def test_where_nothing_is_planned_it_says_what_plans(home: Home, which: str, span: str) -> None:
    keep(home, lambda stores: None)

    result = typed(home, which, "--json")

    assert result.exit_code == 0
    assert result.stdout.startswith("Nothing is planned for Mina on")
    assert span in result.stdout
    assert "circadia run" in result.stdout
    assert "midnight of UTC" in result.stdout
    assert report(result)["ok"] is True


def test_the_line_of_a_month_is_told_until_its_day_is_planned(home: Home) -> None:
    settings = home.settings()
    keep(home, lambda stores: stores.plans.save_month(lines_of(settings, 1)))

    result = typed(home, "tomorrow")

    assert "Its month says: Trip 1 (travel)" in result.stdout


def test_no_picture_is_drawn_of_a_day_without_a_plan(home: Home) -> None:
    keep(home, lambda stores: None)
    file = home.folder / "day.png"

    result = typed(home, "--picture", str(file))

    assert result.exit_code == 1
    assert "without a plan" in result.stderr
    assert not file.exists()


def test_another_companion_is_named_by_its_space(house: Home) -> None:
    result = typed(house, "--companion", "luna")

    assert result.exit_code == 0
    assert result.stdout == "Luna has no days of its own: scheduled is false.\n"


def test_an_unknown_companion_is_told_with_those_that_there_are(house: Home) -> None:
    result = typed(house, "--companion", "noa", "--json")

    assert result.exit_code == 2
    assert "there are main, luna" in result.stderr
    assert report(result)["ok"] is False


def test_without_a_database_it_makes_none(home: Home) -> None:
    result = typed(home)

    assert result.exit_code == 1
    assert "There is no database" in result.stderr
    assert [file.name for file in home.folder.iterdir()] == ["config.toml"]


def test_a_database_of_an_older_version_is_told_with_what_brings_it_up_to_date(
    house: Home,
) -> None:
    file = house.settings().database.file
    assert file is not None
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DROP TABLE day_plans")
        connection.execute("UPDATE alembic_version SET version_num = '0002'")

    result = typed(house)

    assert result.exit_code == 1
    assert "circadia migrate" in result.stderr
    assert "Traceback" not in result.stderr


def test_it_only_reads_and_changes_nothing(house: Home) -> None:
    file = house.settings().database.file
    assert file is not None

    def dump() -> list[str]:
        with closing(sqlite3.connect(file)) as connection:
            return list(connection.iterdump())

    before = dump()
    for which in ("today", "tomorrow", "week", "month"):
        assert typed(house, which).exit_code == 0

    assert dump() == before


def test_a_word_that_is_no_choice_is_a_usage_error(house: Home) -> None:
    result = typed(house, "someday")

    assert result.exit_code == 2
    assert "tomorrow" in result.stderr


def test_its_help_shows_examples_and_the_exit_codes() -> None:
    shown = CliRunner().invoke(app, ["schedule", "--help"], terminal_width=100)

    assert shown.exit_code == 0
    assert "circadia schedule tomorrow --picture tomorrow.png" in shown.stdout
    assert "Exit codes: 0 fine" in shown.stdout
