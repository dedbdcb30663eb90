"""Rows of a life that are broken stop nobody: they are passed by, and told without their text."""

from functools import partial

import pytest
from sqlalchemy import Connection, Table, update
from structlog.testing import capture_logs

from adapters.storage import Database, DatabaseConfig
from adapters.storage.life_tables import day_lines, day_plans, overrides
from core.engine.model import DutyKind
from core.engine.ports import Stores
from tests.adapters.storage.test_migrate import run
from tests.contracts.lives import (
    MONDAY,
    day_plan,
    duty,
    later,
    line,
    month_plan,
    override,
    tiled,
)
from tests.contracts.stores import MINA, NOON

SECRET = "what nobody may read"


def change(table: Table, column: str, value: str, connection: Connection) -> None:
    monday = table.c.day == MONDAY.isoformat() if "day" in table.c else table.c.space == MINA
    connection.execute(update(table).where(monday).values({column: value}))
    connection.commit()


def save(stores: Stores) -> None:
    for number in range(3):
        stores.plans.save_day(day_plan(later(number)))
    stores.plans.save_month(month_plan(*(line(later(number)) for number in range(3))))
    stores.overrides.put(MINA, override())


@pytest.mark.parametrize(
    ("column", "value"),
    [
        pytest.param("blocks", f'[[0,144,"sleep","{SECRET}', id="JSON that is cut off"),
        pytest.param("blocks", f'[[0,144,"{SECRET}","x"]]', id="an activity that there is not"),
        pytest.param("blocks", f'[[0,40,"sleep","{SECRET}"]]', id="a day that ends too early"),
        pytest.param("blocks", f'[[0,145,"sleep","{SECRET}"]]', id="a day that ends too late"),
        pytest.param(
            "blocks", f'[[0,40,"sleep","{SECRET}"],[41,103,"rest","x"]]', id="a day with a gap"
        ),
        pytest.param("blocks", f'[[0,41,"sleep","{SECRET}"],[40,104,"rest","x"]]', id="an overlap"),
        pytest.param(
            "blocks", f'[[40,104,"rest","{SECRET}"],[0,40,"sleep","x"]]', id="out of order"
        ),
        pytest.param("blocks", "[" * 100_000, id="nested without an end"),
        pytest.param("blocks", "[]", id="a day without blocks"),
        pytest.param("zone", f"Mars/{SECRET}", id="a zone that there is not"),
        pytest.param("zone", "../../etc/passwd", id="a zone outside of all zones"),
        pytest.param("zone", "Europe", id="a zone that is a folder"),
        pytest.param("zone", "", id="no zone"),
        pytest.param("made_by", SECRET, id="made by nobody"),
    ],
)
async def test_a_broken_plan_is_left_out(database: Database, column: str, value: str) -> None:
    await database.write(save)
    await database.administer(partial(change, day_plans, column, value))

    with capture_logs() as logs:
        found = await database.read(lambda stores: stores.plans.days(MINA, MONDAY, later(9)))

    assert found == [day_plan(later(1)), day_plan(later(2))]
    (told,) = logs
    assert (told["event"], told["space"], told["day"]) == ("plan.broken", MINA, "2026-01-12")
    assert SECRET not in str(logs)
    await database.write(lambda stores: stores.plans.save_day(day_plan()))
    mended = await database.read(lambda stores: stores.plans.days(MINA, MONDAY, MONDAY))
    assert mended == [day_plan()]


@pytest.mark.parametrize("written", ["'noon or so'", "5", "x'00ff'"])
@pytest.mark.parametrize("table", [day_plans, overrides], ids=["plans", "overrides"])
async def test_an_instant_that_is_broken_in_a_file_is_passed_by(
    sqlite_config: DatabaseConfig, table: Table, written: str
) -> None:
    database = Database(sqlite_config)
    await database.write(save)
    for column in ("made_at", "since"):
        if column in table.c:
            statement = f"UPDATE {table.name} SET {column} = {written}"
            await database.administer(partial(run, statement))

    found = await database.read(
        lambda stores: (
            stores.plans.days(MINA, MONDAY, later(9)) if table is day_plans else None,
            stores.overrides.active(MINA, NOON) if table is overrides else None,
        )
    )

    await database.close()
    assert found in (([], None), (None, None))


async def test_a_plan_under_a_day_that_there_is_not_is_left_out(database: Database) -> None:
    await database.write(save)
    await database.administer(partial(change, day_plans, "day", "2026-01-99"))
    await database.administer(partial(change, day_lines, "day", "2026-01-99"))

    days, lines = await database.read(
        lambda stores: (
            stores.plans.days(MINA, MONDAY, later(90)),
            stores.plans.lines(MINA, MONDAY, later(90)),
        )
    )

    assert [plan.day for plan in days] == [later(1), later(2)]
    assert [one.day for one in lines] == [later(1), later(2)]


async def test_a_broken_line_is_left_out(database: Database) -> None:
    await database.write(save)
    await database.administer(partial(change, day_lines, "activity", SECRET))

    with capture_logs() as logs:
        found = await database.read(lambda stores: stores.plans.lines(MINA, MONDAY, later(9)))

    assert found == [line(later(1)), line(later(2))]
    assert [told["event"] for told in logs] == ["line.broken"]
    assert SECRET not in str(logs)


async def test_an_override_of_an_unknown_mode_is_none(database: Database) -> None:
    await database.write(save)
    await database.administer(partial(change, overrides, "mode", "asleep"))

    assert await database.read(lambda stores: stores.overrides.active(MINA, NOON)) is None
    assert await database.write(lambda stores: stores.overrides.clear(MINA))


async def test_a_duty_that_only_another_version_knows_takes_nobodys_place(
    database: Database,
) -> None:
    await database.write(
        lambda stores: [stores.duties.owe(one) for one in (duty(), duty(kind=DutyKind.PRUNE))]
    )
    await database.administer(
        lambda connection: run("UPDATE duties SET kind = 'dream' WHERE kind = 'prune'", connection)
    )

    owed, latest = await database.read(
        lambda stores: (stores.duties.owed([MINA], 1), stores.duties.latest(MINA, 9))
    )

    assert owed == latest == [duty()]


ANYWHERE = [
    pytest.param(f"state = '{SECRET}'", id="a state that there is not"),
    pytest.param("period = 'someday'", id="no day"),
]
IN_A_FILE = [
    pytest.param("due_at = 'noon or so'", id="due at no time"),
    pytest.param("due_at = 5", id="due at a number"),
    pytest.param("due_at = x'00ff'", id="due at bytes"),
    pytest.param("done_at = '2026-13-01 12:00:00.000000'", id="done in a month that there is not"),
    pytest.param("attempts = 'many'", id="tries that can't be counted"),
]


@pytest.mark.parametrize("change_to", ANYWHERE)
async def test_a_broken_duty_stops_nobody(database: Database, change_to: str) -> None:
    await stops_nobody(database, change_to)


@pytest.mark.parametrize("change_to", IN_A_FILE)
async def test_a_duty_that_is_broken_in_a_file_stops_nobody(
    sqlite_config: DatabaseConfig, change_to: str
) -> None:
    database = Database(sqlite_config)

    await stops_nobody(database, change_to)

    await database.close()


async def stops_nobody(database: Database, change_to: str) -> None:
    days = ["2026-01-12", "2026-01-13", "2026-01-14"]
    broken, *whole = [duty(day, message=SECRET, reason=SECRET) for day in days]
    await database.write(lambda stores: [stores.duties.owe(one) for one in (broken, *whole)])
    statement = f"UPDATE duties SET {change_to} WHERE period = '{broken.period}'"
    await database.administer(partial(run, statement))

    with capture_logs() as logs:
        owed, latest = await database.read(
            lambda stores: (stores.duties.owed([MINA], 2), stores.duties.latest(MINA, 9))
        )

    assert owed == whole
    assert latest == whole[::-1]
    assert {(told["event"], told["space"], told["kind"]) for told in logs} == {
        ("duty.broken", MINA, "plan-day")
    }
    assert SECRET not in str(logs)


async def test_a_broken_duty_is_owed_anew(database: Database) -> None:
    await database.write(lambda stores: stores.duties.owe(duty(attempts=7)))
    await database.administer(partial(run, "UPDATE duties SET state = 'dreamt'"))

    assert await database.write(lambda stores: stores.duties.owe(duty()))

    assert await database.read(lambda stores: stores.duties.owed([MINA], 9)) == [duty()]


async def test_a_year_of_plans_is_small(database: Database) -> None:
    def save_year(stores: Stores) -> None:
        for number in range(366):
            day = later(number)
            blocks = tuple(tiled(day, lengths=[9] * 14))
            stores.plans.save_day(day_plan(day, blocks=blocks, source_message="as every day"))
        stores.plans.save_month(month_plan(*(line(later(number)) for number in range(366))))

    before = await database.administer(size)
    await database.write(save_year)

    assert await database.administer(size) - before < 5_000_000
    days = await database.read(lambda stores: stores.plans.days(MINA, MONDAY, later(999)))
    assert (len(days), {len(plan.blocks) for plan in days}) == (366, {15})


def size(connection: Connection) -> int:
    """Return the bytes that the database takes."""
    sqlite = connection.dialect.name == "sqlite"
    pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    whole = "SELECT pg_database_size(current_database())"
    return int(connection.exec_driver_sql(pages if sqlite else whole).scalar_one())
