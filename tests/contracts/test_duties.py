"""What every store promises of the ledger: what is owed is done once, or is still owed."""

from dataclasses import replace

import pytest

from core.engine.model import Duty, DutyKind, DutyState
from core.engine.ports import Stores, Work
from core.persona.model import SpaceId
from tests.contracts.lives import MONDAY, day_plan, duty
from tests.contracts.stores import DAY, MINA, after

NOA = SpaceId("noa")
DONE = duty(state=DutyState.DONE, attempts=1, done_at=after(5), due_at=after(5))


async def owed(work: Work, limit: int = 10) -> list[Duty]:
    return await work.read(lambda stores: stores.duties.owed([MINA, NOA], limit))


async def latest(work: Work, space: SpaceId = MINA, limit: int = 10) -> list[Duty]:
    return await work.read(lambda stores: stores.duties.latest(space, limit))


async def owe(work: Work, *duties: Duty) -> list[bool]:
    return await work.write(lambda stores: [stores.duties.owe(one) for one in duties])


async def test_what_was_done_is_owed_again_only_if_that_is_asked_for(work: Work) -> None:
    await owe(work, duty())
    assert not await work.write(lambda stores: stores.duties.owe(duty(), again=True))
    await work.write(lambda stores: stores.duties.save(DONE))

    assert await owe(work, duty()) == [False]
    assert await owed(work) == []
    assert await work.write(lambda stores: stores.duties.owe(duty(), again=True))
    assert await owed(work) == [duty()]


async def test_what_others_owe_takes_nobodys_place(work: Work) -> None:
    await owe(work, *(duty(f"2026-01-{day:02}", space=NOA) for day in range(1, 12)), duty())

    assert await work.read(lambda stores: stores.duties.owed([MINA], 1)) == [duty()]
    assert await work.read(lambda stores: stores.duties.owed([], 9)) == []


async def test_a_duty_is_owed_once_for_its_space_kind_and_period(work: Work) -> None:
    others = [
        duty(space=NOA),
        duty(kind=DutyKind.PRUNE),
        duty("2026-01-13", attempts=2, reason="busy", due_at=after(9)),
    ]

    assert await owe(work, duty(), *others) == [True] * 4
    again = replace(duty(), due_at=after(60), attempts=9, reason="late")
    assert await owe(work, again, *others) == [False] * 4

    found = await owed(work)
    assert sorted(map(repr, found)) == sorted(map(repr, [duty(), *others]))


@pytest.mark.parametrize("state", [DutyState.DONE, DutyState.PASSED])
async def test_what_was_done_is_not_owed_again(work: Work, state: DutyState) -> None:
    over = replace(DONE, state=state)
    await owe(work, duty())
    await work.write(lambda stores: stores.duties.save(over))

    assert await owe(work, duty()) == [False]
    assert await owed(work) == []
    assert await latest(work) == [over]


async def test_a_try_that_failed_is_owed_later(work: Work) -> None:
    await owe(work, duty(), duty("2026-01-13", due_at=after(1)))
    failed = duty(attempts=1, reason="the model is busy", due_at=after(60))

    await work.write(lambda stores: stores.duties.save(failed))

    assert await owed(work) == [duty("2026-01-13", due_at=after(1)), failed]
    assert await owed(work, 1) == [duty("2026-01-13", due_at=after(1))]
    assert await owed(work, 0) == []


@pytest.mark.parametrize(
    "message",
    [
        pytest.param("", id="anew, without words"),
        pytest.param("a day off 🌊 “at last”\nby the sea", id="words of any kind"),
        pytest.param(None, id="nobody asked any more"),
    ],
)
async def test_what_an_owner_asks_for_is_owed_again_with_the_words(
    work: Work, message: str | None
) -> None:
    await owe(work, replace(DONE, message="before"))
    asked = duty(message=message, due_at=after(9))

    await work.write(lambda stores: stores.duties.save(asked))

    assert await owed(work) == [asked]
    assert await latest(work) == [asked]


async def test_what_is_owed_comes_by_due_time_then_period(work: Work) -> None:
    in_order = [
        duty("2026-01-14", due_at=after(-0.000001)),
        duty("2026-01-12"),
        duty("2026-01-13", space=NOA, kind=DutyKind.PRUNE),
        duty("2026-02-01", kind=DutyKind.PLAN_MONTH),
        duty("2026-01-11", due_at=after(0.000001)),
    ]

    await owe(work, *reversed(in_order))

    assert await owed(work) == in_order


async def test_a_duty_that_nobody_owes_is_not_saved(work: Work) -> None:
    await work.write(lambda stores: stores.duties.save(DONE))

    assert await latest(work) == []


async def test_the_last_duties_of_a_space_come_newest_first(work: Work) -> None:
    periods = ["2026-01-12", "2026-01-14", "2026-01-13"]
    await owe(work, *(duty(period) for period in periods), duty("2026-01-15", space=NOA))
    await work.write(lambda stores: stores.duties.save(DONE))

    assert await latest(work) == [duty("2026-01-14"), duty("2026-01-13"), DONE]
    assert await latest(work, limit=1) == [duty("2026-01-14")]
    assert await latest(work, limit=0) == []


class Crash(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("dies_after", ["the effect", "the row", "both"])
async def test_a_duty_and_what_it_brings_are_kept_together_or_not_at_all(
    work: Work, dies_after: str
) -> None:
    await owe(work, duty())

    def do(stores: Stores, dies_after: str | None = None) -> None:
        if dies_after != "the row":
            stores.plans.save_day(day_plan())
            stores.spending.add(MINA, DAY, "plan-day", 9)
        if dies_after == "the effect":
            raise Crash
        stores.duties.save(DONE)
        if dies_after is not None:
            raise Crash

    def seen(stores: Stores) -> tuple[object, ...]:
        return (
            stores.duties.owed([MINA], 9),
            stores.plans.days(MINA, MONDAY, MONDAY),
            stores.plans.revision(MINA),
            stores.spending.total(MINA, DAY),
        )

    with pytest.raises(Crash):
        await work.write(lambda stores: do(stores, dies_after))
    assert await work.read(seen) == ([duty()], [], 0, 0)

    await work.write(do)
    assert await work.read(seen) == ([], [day_plan()], 1, 9)


async def test_several_duties_of_one_unit_go_together(work: Work) -> None:
    def owe_two(stores: Stores) -> None:
        stores.duties.owe(duty())
        stores.duties.owe(duty("2026-01-13"))
        raise Crash

    with pytest.raises(Crash):
        await work.write(owe_two)

    assert await latest(work) == []
