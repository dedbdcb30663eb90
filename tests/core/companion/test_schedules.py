"""Planning days, pruning them, and what follows for availability."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from core import (
    Activity,
    Block,
    Companion,
    DayLine,
    Granularity,
    InMemoryStore,
    Mode,
    Models,
    PlanRequest,
    ScheduleEntry,
    create_monthly_schedule_entries,
    create_ten_minute_daily_schedule,
)
from core.errors import ModelBusy
from tests.core.companion.cast import DAY, HOUR, MIDNIGHT, NOON, Ear, Plan, Planning


class AppendOnly(InMemoryStore):
    async def delete_schedule_entries_before(
        self, space_id: str, cutoff_exclusive: datetime
    ) -> int:
        return 0


async def mina(
    store: InMemoryStore | None = None,
    role: Planning | None = None,
    zone: str = "UTC",
    ear: Ear | None = None,
) -> Companion:
    return await Companion.create(
        "Mina",
        "Mina likes quiet cafes.",
        store=store,
        models=Models(schedule=role),
        zone=zone,
        on_event=ear,
        now=NOON,
    )


def two_blocks(request: PlanRequest) -> list[Block]:
    middle = request.window_start_at + 8 * HOUR
    return [
        Block(
            start_at=request.window_start_at,
            end_at=middle,
            activity=Activity.SLEEP,
            title="Sleeping",
        ),
        Block(
            start_at=middle,
            end_at=request.window_end_at,
            activity=Activity.SOCIAL,
            title="A long party",
            description="at Yui's",
        ),
    ]


def lines(request: PlanRequest) -> list[DayLine]:
    return [DayLine(day=day, activity=Activity.TRAVEL, title="On the road") for day in request.days]


# A day.


async def test_tomorrow_has_144_entries_that_are_kept_and_are_those_of_the_pure_helper() -> None:
    store = InMemoryStore()
    companion = await mina(store)
    space = await companion.ready()

    entries = await companion.create_daily_schedule(NOON, "study for the exam")

    assert len(entries) == 144
    assert (entries[0].start_at, entries[-1].end_at) == (MIDNIGHT + DAY, MIDNIGHT + 2 * DAY)
    assert entries == create_ten_minute_daily_schedule(
        space_id=space.id, now=NOON, message="study for the exam"
    )
    assert await store.list_schedule_entries(space.id, NOON, NOON + 9 * DAY) == entries


@pytest.mark.parametrize(
    ("message", "activity"),
    [
        ("A trip to the sea", "travel"),
        ("부산 여행", "travel"),
        ("STUDY hard", "study"),
        ("시험 기간", "study"),
        ("She wants a job", "job-search"),
        ("취업 준비", "job-search"),
        ("회사", "work"),
        ("Nothing special", "work"),
    ],
)
async def test_the_words_of_the_message_decide_the_day(message: str, activity: str) -> None:
    entries = await (await mina()).create_daily_schedule(NOON, message)

    at_ten = next(entry for entry in entries if entry.start_at == MIDNIGHT + DAY + 10 * HOUR)
    assert at_ten.activity == activity
    assert at_ten.granularity == "ten-minute"
    assert at_ten.source_message == message


@pytest.mark.parametrize(
    ("zone", "now", "start", "count"),
    [
        pytest.param("Asia/Seoul", NOON, "2026-05-01T15:00Z", 144, id="the local midnight"),
        pytest.param("Asia/Seoul", NOON + 4 * HOUR, "2026-05-02T15:00Z", 144, id="the local day"),
        pytest.param("Europe/Berlin", "2026-03-28T12:00Z", "2026-03-28T23:00Z", 138, id="spring"),
        pytest.param("Europe/Berlin", "2026-10-24T12:00Z", "2026-10-24T22:00Z", 150, id="autumn"),
    ],
)
async def test_the_zone_decides_which_day_is_tomorrow(
    zone: str, now: datetime | str, start: str, count: int
) -> None:
    entries = await (await mina(zone=zone)).create_daily_schedule(now, "work")

    assert entries[0].start_at == datetime.fromisoformat(start)
    assert len(entries) == count


async def test_planning_the_same_day_again_replaces_it() -> None:
    store = InMemoryStore()
    companion = await mina(store)
    await companion.create_daily_schedule(NOON, "work")

    entries = await companion.create_daily_schedule(NOON, "travel")

    space = await companion.ready()
    assert await store.list_schedule_entries(space.id, NOON, NOON + 9 * DAY) == entries


# A month.


async def test_a_month_has_thirty_entries_from_tomorrow_on() -> None:
    store = InMemoryStore()
    companion = await mina(store)
    space = await companion.ready()

    entries = await companion.create_monthly_schedule(NOON, "travel")

    assert [entry.start_at for entry in entries] == [MIDNIGHT + n * DAY for n in range(1, 31)]
    assert {(entry.granularity, entry.activity) for entry in entries} == {("day", "travel")}
    assert entries == create_monthly_schedule_entries(space_id=space.id, now=NOON, message="travel")
    assert await store.list_schedule_entries(space.id, NOON, NOON + 90 * DAY) == entries


# The schedule role.


async def test_the_role_plans_the_day_that_it_is_asked_for() -> None:
    role = Planning(two_blocks)
    companion = await mina(role=role, zone="Asia/Seoul")

    entries = await companion.create_daily_schedule(NOON, "a party")

    assert len(entries) == 144
    assert {entry.title for entry in entries} == {"Sleeping", "A long party"}
    assert entries[-1].description == "at Yui's"
    [asked] = role.asked
    assert (asked.message, asked.now, asked.problems) == ("a party", NOON, ())
    assert (asked.granularity, asked.days) == (Granularity.TEN_MINUTE, (date(2026, 5, 2),))
    assert asked.window_start_at == datetime(2026, 5, 1, 15, tzinfo=UTC)
    assert asked.window_end_at - asked.window_start_at == DAY
    assert asked.persona == await companion.ready()


async def test_the_role_plans_a_month_line_by_line() -> None:
    role = Planning(lines)

    entries = await (await mina(role=role)).create_monthly_schedule(NOON, "a tour")

    assert {entry.title for entry in entries} == {"On the road"}
    assert len(entries) == len(role.asked[0].days) == 30


async def test_plain_strings_and_local_times_in_a_plan_become_ours() -> None:
    def told(request: PlanRequest) -> list[Block]:
        seoul = [
            replace(
                block,
                start_at=block.start_at.astimezone(request.zone),
                end_at=block.end_at.astimezone(request.zone),
            )
            for block in two_blocks(request)
        ]
        return [replace(block, activity=str(block.activity)) for block in seoul]  # type: ignore[arg-type]  # as models write it

    entries = await (await mina(role=Planning(told), zone="Asia/Seoul")).create_daily_schedule(
        NOON, "a party"
    )

    assert entries[0].activity is Activity.SLEEP
    assert entries[0].start_at.tzinfo is UTC


def gap(request: PlanRequest) -> Plan:
    return two_blocks(request)[:1]


def unknown(request: PlanRequest) -> Plan:
    return [replace(block, activity="dreaming") for block in two_blocks(request)]  # type: ignore[arg-type]  # as models write it


def naive(request: PlanRequest) -> Plan:
    first, second = two_blocks(request)
    return [replace(first, start_at=first.start_at.replace(tzinfo=None)), second]


def nonsense(_: PlanRequest) -> Plan:
    return ["09:00 work"]  # type: ignore[return-value]  # as models write it


def answer(given: object) -> Callable[[PlanRequest], Plan]:
    return lambda _: given  # type: ignore[return-value]  # as builders get it wrong


def with_words(**changes: object) -> Callable[[PlanRequest], Plan]:
    """Return a plan whose first block holds something else."""

    def plan(request: PlanRequest) -> Plan:
        first, second = two_blocks(request)
        return [replace(first, **changes), second]  # type: ignore[arg-type]  # on purpose

    return plan


def with_day(day: object) -> Callable[[PlanRequest], Plan]:
    def plan(request: PlanRequest) -> Plan:
        first, *rest = lines(request)
        return [replace(first, day=day), *rest]  # type: ignore[arg-type]  # on purpose

    return plan


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        pytest.param(gap, "nothing is planned", id="a gap"),
        pytest.param(lambda _: [], "nothing is planned", id="nothing"),
        pytest.param(unknown, "no known activity", id="an unknown activity"),
        pytest.param(naive, "time zone", id="a naive time"),
        pytest.param(nonsense, "got str", id="something else"),
        pytest.param(lines, "got DayLine", id="lines for a day"),
        pytest.param(answer(None), "got NoneType", id="None"),
        pytest.param(answer(7), "got int", id="a number"),
        pytest.param(with_words(activity=["work"]), "got list", id="a list of activities"),
        pytest.param(with_words(activity=None), "got NoneType", id="no activity"),
        pytest.param(with_words(title=None), "got NoneType", id="no title"),
        pytest.param(with_words(title=7), "got int", id="a number for a title"),
        pytest.param(with_words(title=" \n\t"), "shows nothing", id="a blank title"),
        pytest.param(with_words(title="\ud800\x00\u202e"), "shows nothing", id="half a character"),
        pytest.param(with_words(description=b"x"), "got bytes", id="bytes for a description"),
        pytest.param(with_words(start_at=[0]), "an instant is", id="a list for a time"),
        pytest.param(
            with_words(start_at=datetime.min.replace(tzinfo=UTC)), "years", id="before all years"
        ),
    ],
)
async def test_a_faulty_day_is_asked_for_once_more_with_its_faults_named(
    wrong: Callable[[PlanRequest], Plan], named: str
) -> None:
    role = Planning(wrong, two_blocks)

    entries = await (await mina(role=role, zone="America/New_York")).create_daily_schedule(
        NOON, "a party"
    )

    assert entries[-1].title == "A long party"
    assert len(role.asked) == 2
    assert named in "; ".join(role.asked[1].problems)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        pytest.param(lambda asked: lines(asked)[1:], "2026-05-02 is not planned", id="too few"),
        pytest.param(
            lambda asked: [*lines(asked), replace(lines(asked)[0], day=date(2026, 7, 1))],
            "2026-07-01 was not asked for",
            id="too many",
        ),
        pytest.param(lambda asked: lines(asked)[::-1], "not in order", id="backwards"),
        pytest.param(two_blocks, "got Block", id="blocks for a month"),
        pytest.param(answer(None), "got NoneType", id="None"),
        pytest.param(with_day("2026-05-02"), "got str", id="a word for a day"),
        pytest.param(with_day(None), "got NoneType", id="no day"),
        pytest.param(with_day(NOON), "got datetime", id="an instant for a day"),
        pytest.param(
            lambda asked: [replace(lines(asked)[0], title=""), *lines(asked)[1:]],
            "shows nothing",
            id="no title",
        ),
    ],
)
async def test_a_faulty_month_is_asked_for_once_more_with_its_faults_named(
    wrong: Callable[[PlanRequest], Plan], named: str
) -> None:
    role = Planning(wrong, lines)

    entries = await (await mina(role=role)).create_monthly_schedule(NOON, "a tour")

    assert entries[0].title == "On the road"
    assert named in "; ".join(role.asked[1].problems)


@pytest.mark.parametrize(
    ("role", "asked"),
    [
        pytest.param(Planning(gap, gap), 2, id="two faulty plans"),
        pytest.param(Planning(ModelBusy("busy")), 1, id="a model that fails"),
        pytest.param(Planning(gap, ModelBusy("busy")), 2, id="one that fails at the repair"),
    ],
)
async def test_a_role_that_can_not_plan_leaves_it_to_the_rules(role: Planning, asked: int) -> None:
    ear = Ear()
    companion = await mina(role=role, ear=ear)

    entries = await companion.create_daily_schedule(NOON, "travel")

    assert entries == create_ten_minute_daily_schedule(
        space_id=(await companion.ready()).id, now=NOON, message="travel"
    )
    assert len(role.asked) == asked
    assert ear.heard[0].data["made_by"] == "rules"


async def test_all_faults_of_a_plan_are_named_and_two_such_plans_leave_it_to_the_rules() -> None:
    def wrong(request: PlanRequest) -> Plan:
        first, second = two_blocks(request)
        untitled = replace(first, title=None)  # type: ignore[arg-type]  # on purpose
        return [untitled, replace(second, activity=7), "late"]  # type: ignore[arg-type,return-value]

    role = Planning(wrong, wrong)
    companion = await mina(role=role)

    entries = await companion.create_daily_schedule(NOON, "travel")

    assert [fault.split(", got ")[1] for fault in role.asked[1].problems] == [
        "NoneType",
        "int",
        "str",
    ]
    assert entries == create_ten_minute_daily_schedule(
        space_id=(await companion.ready()).id, now=NOON, message="travel"
    )


async def test_the_words_of_a_plan_are_kept_as_one_clean_line() -> None:
    long = "\x1b[31m\ud83dA long\nparty\u202e " + "x\x00" * 5_000
    role = Planning(with_words(title=long, description=long))

    entries = await (await mina(role=role)).create_daily_schedule(NOON, "a party")

    clean = "[31mA long party " + "x" * 5_000
    assert (entries[0].title, entries[0].description) == (clean[:120], clean[:300])


async def test_an_error_that_is_not_a_models_passes_through_and_nothing_is_kept() -> None:
    store = InMemoryStore()
    companion = await mina(store, Planning(KeyError("a bug")))

    with pytest.raises(KeyError):
        await companion.create_daily_schedule(NOON, "work")

    space = await companion.ready()
    assert await store.list_schedule_entries(space.id, NOON, NOON + 9 * DAY) == []


# Pruning.


@pytest.mark.parametrize("call", ["delete_schedules_before", "delete_schedules_older_than"])
async def test_pruning_deletes_what_has_ended_and_leaves_a_fact(call: str) -> None:
    store = InMemoryStore()
    companion = await mina(store)
    space = await companion.ready()
    await companion.create_daily_schedule(NOON, "work")
    cutoff = MIDNIGHT + DAY + 10 * HOUR

    assert await getattr(companion, call)(cutoff) == 60

    left = await store.list_schedule_entries(space.id, NOON, NOON + 9 * DAY)
    assert left[0].start_at == cutoff
    [fact] = await store.find_facts(space.id, ["persona.schedule.deleted"])
    assert fact.source == "circadia.schedule.prune"
    assert fact.metadata == {"cutoff": "2026-05-02T10:00:00.000Z", "deleted": 60}


@pytest.mark.parametrize("store", [InMemoryStore(), AppendOnly()], ids=["nothing", "append-only"])
async def test_pruning_leaves_its_fact_also_when_nothing_was_deleted(store: InMemoryStore) -> None:
    companion = await mina(store)
    if isinstance(store, AppendOnly):
        await companion.create_daily_schedule(NOON, "work")

    assert await companion.delete_schedules_before(NOON + 9 * DAY) == 0

    space = await companion.ready()
    [fact] = await store.find_facts(space.id, ["persona.schedule.deleted"])
    assert fact.metadata["deleted"] == 0


# Availability.


async def test_availability_follows_from_the_entries_of_two_days() -> None:
    companion = await mina()
    await companion.create_daily_schedule(NOON - DAY, "work")

    snapshot = await companion.get_today_scheduled_availability(NOON)

    assert (snapshot.window_start_at, snapshot.window_end_at) == (MIDNIGHT, MIDNIGHT + 2 * DAY)
    assert snapshot.generated_at == NOON
    modes = {
        hour: next(
            one.mode
            for one in snapshot.ranges
            if one.start_at <= MIDNIGHT + hour * HOUR < one.end_at
        )
        for hour in (3, 10, 12, 30)
    }
    assert modes == {3: "offline", 10: "do-not-disturb", 12: "online", 30: "online"}
    assert snapshot.ranges[-1].source_schedule_ids == ()


async def test_the_window_begins_at_the_local_midnight() -> None:
    companion = await mina(zone="Asia/Seoul")

    snapshot = await companion.get_today_scheduled_availability(NOON)

    assert snapshot.window_start_at == datetime(2026, 4, 30, 15, tzinfo=UTC)
    assert snapshot.window_end_at - snapshot.window_start_at == 2 * DAY


async def test_the_snapshot_stays_the_same_while_day_and_entries_do() -> None:
    companion = await mina()
    await companion.create_daily_schedule(NOON, "work")

    first = await companion.get_today_scheduled_availability(NOON)
    await companion.create_daily_schedule(NOON + 9 * DAY, "travel")

    assert await companion.get_today_scheduled_availability(NOON + 5 * HOUR) is first


async def plan_anew(companion: Companion, _: InMemoryStore) -> None:
    await companion.create_daily_schedule(NOON, "travel")


async def prune(companion: Companion, _: InMemoryStore) -> None:
    await companion.delete_schedules_before(NOON + 9 * DAY)


async def write_past_it(companion: Companion, store: InMemoryStore) -> None:
    space = await companion.ready()
    entry = ScheduleEntry(
        id="by hand",
        space_id=space.id,
        start_at=NOON,
        end_at=NOON + HOUR,
        activity=Activity.SLEEP,
        title="A nap",
        granularity=Granularity.TEN_MINUTE,
    )
    await store.save_schedule_entries(space.id, [entry])


@pytest.mark.parametrize("change", [plan_anew, prune, write_past_it])
async def test_the_snapshot_is_made_anew_when_the_entries_change(
    change: Callable[[Companion, InMemoryStore], Awaitable[None]],
) -> None:
    store = InMemoryStore()
    companion = await mina(store)
    await companion.create_daily_schedule(NOON, "work")
    first = await companion.get_today_scheduled_availability(NOON)

    await change(companion, store)

    second = await companion.get_today_scheduled_availability(NOON + timedelta(minutes=1))
    assert second.generated_at == NOON + timedelta(minutes=1)
    assert second.ranges != first.ranges


async def test_the_snapshot_is_made_anew_on_another_day() -> None:
    companion = await mina()
    first = await companion.get_today_scheduled_availability(NOON)

    second = await companion.get_today_scheduled_availability(NOON + DAY)

    assert second.window_start_at == first.window_start_at + DAY


def test_modes_are_their_strings() -> None:
    assert [Mode.ONLINE, Mode.DO_NOT_DISTURB, Mode.OFFLINE] == [
        "online",
        "do-not-disturb",
        "offline",
    ]
