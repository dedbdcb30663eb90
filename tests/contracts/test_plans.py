"""What every store promises of plans and of what lies over them."""

from collections.abc import Callable
from datetime import date
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from core.availability.model import Mode, Override
from core.engine.ports import Stores, Work
from core.persona.model import SpaceId
from core.schedule.model import DayLine, DayPlan, MadeBy
from tests.contracts.lives import MONDAY, day_plan, later, line, month_plan, override, tiled
from tests.contracts.stores import MINA, NOON, after

NOA = SpaceId("noa")
EVER = (date.min, date.max)


async def days(work: Work, space: SpaceId = MINA, span: tuple[date, date] = EVER) -> list[DayPlan]:
    return await work.read(lambda stores: stores.plans.days(space, *span))


async def lines(work: Work, space: SpaceId = MINA, span: tuple[date, date] = EVER) -> list[DayLine]:
    return await work.read(lambda stores: stores.plans.lines(space, *span))


async def revision(work: Work, space: SpaceId = MINA) -> int:
    return await work.read(lambda stores: stores.plans.revision(space))


async def active(work: Work, seconds: float, space: SpaceId = MINA) -> Override | None:
    return await work.read(lambda stores: stores.overrides.active(space, after(seconds)))


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        pytest.param("Europe/Berlin", date(2026, 1, 12), id="a usual day"),
        pytest.param("Europe/Berlin", date(2026, 3, 29), id="an hour is missing"),
        pytest.param("Europe/Berlin", date(2026, 10, 25), id="an hour comes twice"),
        pytest.param("Australia/Lord_Howe", date(2026, 4, 5), id="half an hour comes twice"),
        pytest.param("Asia/Kathmandu", date(2026, 1, 12), id="three quarters off"),
        pytest.param("America/Santiago", date(2026, 9, 6), id="midnight is missing"),
        pytest.param("America/Havana", date(2026, 11, 1), id="midnight comes twice"),
        pytest.param("Pacific/Apia", date(2011, 12, 30), id="a day that never was"),
    ],
)
async def test_the_plan_of_a_day_comes_back_as_it_was(work: Work, zone: str, day: date) -> None:
    plan = day_plan(day, ZoneInfo(zone), made_at=after(0.000001), source_message="a day off 🏖")

    await work.write(lambda stores: stores.plans.save_day(plan))

    assert await days(work) == [plan]


async def test_days_come_in_order_with_both_ends(work: Work) -> None:
    def save(stores: Stores) -> None:
        for number in (3, 0, 2, 1):
            stores.plans.save_day(day_plan(later(number)))
        stores.plans.save_day(day_plan(later(1), space=NOA))

    await work.write(save)

    found = await days(work, span=(later(1), later(2)))
    assert found == [day_plan(later(1)), day_plan(later(2))]
    assert await days(work, span=(later(4), later(9))) == []
    assert await days(work, span=(later(2), later(1))) == []
    assert [plan.space for plan in await days(work, NOA)] == [NOA]


async def test_a_day_that_is_planned_anew_has_the_new_plan(work: Work) -> None:
    anew = day_plan(
        zone=ZoneInfo("Asia/Seoul"),
        blocks=tuple(tiled(MONDAY, ZoneInfo("Asia/Seoul"), (1, 2, 3))),
        made_by=MadeBy.OWNER,
        made_at=after(9),
        source_message="stay in bed",
    )

    await work.write(lambda stores: stores.plans.save_day(day_plan()))
    await work.write(lambda stores: stores.plans.save_day(anew))

    assert await days(work) == [anew]


async def test_the_lines_of_a_month_take_the_place_of_those_before(work: Work) -> None:
    first = [line(later(number)) for number in range(3)]
    second = [line(later(2), "anew", description="all of it"), line(later(3))]

    await work.write(lambda stores: stores.plans.save_month(month_plan(*first)))
    await work.write(lambda stores: stores.plans.save_month(month_plan(*second)))
    await work.write(lambda stores: stores.plans.save_month(month_plan(*first, space=NOA)))
    await work.write(lambda stores: stores.plans.save_month(month_plan()))

    assert await lines(work) == [*first[:2], *second]
    assert await lines(work, span=(later(1), later(2))) == [first[1], second[0]]
    assert await lines(work, NOA) == first
    assert await days(work) == []


async def test_what_lies_before_a_date_is_forgotten(work: Work) -> None:
    def save(stores: Stores) -> None:
        for number in range(4):
            stores.plans.save_day(day_plan(later(number)))
        stores.plans.save_day(day_plan(space=NOA))
        stores.plans.save_month(month_plan(line(MONDAY), line(later(2))))

    await work.write(save)
    counts = await work.write(lambda s: [s.plans.prune(MINA, later(2)) for _ in range(2)])

    assert counts == [3, 0]
    assert [plan.day for plan in await days(work)] == [later(2), later(3)]
    assert [one.day for one in await lines(work)] == [later(2)]
    assert len(await days(work, NOA)) == 1


async def test_every_write_of_plans_and_overrides_raises_the_revision_of_its_space(
    work: Work,
) -> None:
    writes: list[Callable[[Stores], object]] = [
        lambda stores: stores.plans.save_day(day_plan()),
        lambda stores: stores.plans.save_day(day_plan()),
        lambda stores: stores.plans.save_month(month_plan(line(MONDAY))),
        lambda stores: stores.overrides.put(MINA, override()),
        lambda stores: stores.overrides.clear(MINA),
        lambda stores: stores.plans.prune(MINA, later(1)),
    ]

    seen = [await revision(work)]
    for write in writes:
        await work.write(write)
        seen.append(await revision(work))

    assert seen[0] == 0
    assert all(before < now for before, now in pairwise(seen))
    assert await revision(work, NOA) == 0


async def test_what_writes_nothing_leaves_the_revision(work: Work) -> None:
    await work.write(lambda stores: stores.plans.save_day(day_plan()))
    before = await revision(work)

    def write_nothing(stores: Stores) -> object:
        return stores.plans.prune(MINA, MONDAY), stores.overrides.clear(MINA)

    assert await work.write(write_nothing) == (0, False)
    assert await revision(work) == before


@pytest.mark.parametrize(
    ("seconds", "holds"),
    [
        pytest.param(9.999999, False, id="before it begins"),
        pytest.param(10, True, id="its beginning is included"),
        pytest.param(59.999999, True, id="up to its end"),
        pytest.param(60, False, id="its end is not"),
    ],
)
async def test_an_override_holds_for_its_span(work: Work, seconds: float, holds: bool) -> None:
    quiet = override(Mode.DO_NOT_DISTURB, since=10)

    await work.write(lambda stores: stores.overrides.put(MINA, quiet))

    assert await active(work, seconds) == (quiet if holds else None)
    assert await active(work, seconds, NOA) is None


async def test_there_is_one_override_at_a_time(work: Work) -> None:
    shorter = override(Mode.ONLINE, until=30)
    await work.write(lambda stores: stores.overrides.put(MINA, override(until=90)))
    await work.write(lambda stores: stores.overrides.put(NOA, override()))
    await work.write(lambda stores: stores.overrides.put(MINA, shorter))

    assert await active(work, 0) == shorter
    assert await active(work, 30) is None
    assert await work.write(lambda stores: stores.overrides.clear(MINA))
    assert await active(work, 0) is None
    assert not await work.write(lambda stores: stores.overrides.clear(MINA))
    assert await active(work, 0, NOA) == override()


async def test_an_override_that_is_over_can_be_taken_off(work: Work) -> None:
    await work.write(lambda stores: stores.overrides.put(MINA, override(since=-9, until=-1)))

    assert await active(work, 0) is None
    assert await work.write(lambda stores: stores.overrides.clear(MINA))


async def test_instants_of_other_zones_mean_the_same(work: Work) -> None:
    there = NOON.astimezone(ZoneInfo("Asia/Seoul"))

    await work.write(lambda stores: stores.plans.save_day(day_plan(made_at=there)))

    assert [plan.made_at for plan in await days(work)] == [NOON]
