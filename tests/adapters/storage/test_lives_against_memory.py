"""Whatever a life brings, SQLite and the plain stores in memory keep the same."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.storage import Database, DatabaseConfig
from core.availability.model import Mode, Override
from core.engine.memory import InMemoryWork
from core.engine.model import DutyKind, DutyState
from core.engine.ports import Stores, Work
from core.persona.model import SpaceId
from core.schedule.model import Activity, MadeBy
from tests.contracts.lives import day_plan, duty, later, line, month_plan, tiled
from tests.contracts.stores import HOME, after, at, hear, inbound

Act = Callable[[Stores], object]

SPACES = [SpaceId("mina"), SpaceId("노아")]
spaces = st.sampled_from(SPACES)
offsets = st.integers(-3, 3)
seconds = st.floats(-9, 99, allow_nan=False).map(lambda span: round(span, 6))
texts = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=8)
optional = st.none() | texts


@st.composite
def saved_days(draw: st.DrawFn) -> Act:
    day = later(draw(offsets))
    title, description = draw(texts), draw(optional)
    blocks = tuple(
        replace(block, title=title, description=description)
        for block in tiled(day, lengths=draw(st.lists(st.integers(1, 60), max_size=4)))
    )
    plan = day_plan(
        day,
        space=draw(spaces),
        blocks=blocks,
        made_by=draw(st.sampled_from(MadeBy)),
        made_at=after(draw(seconds)),
        source_message=draw(optional),
    )
    return lambda stores: stores.plans.save_day(plan)


@st.composite
def saved_months(draw: st.DrawFn) -> Act:
    lines = [
        line(
            later(number),
            draw(texts),
            description=draw(optional),
            activity=draw(st.sampled_from(Activity)),
        )
        for number in sorted(draw(st.sets(offsets)))
    ]
    plan = month_plan(*lines, space=draw(spaces))
    return lambda stores: stores.plans.save_month(plan)


@st.composite
def overlaid(draw: st.DrawFn) -> Act:
    space = draw(spaces)
    since, until = sorted(draw(st.sets(seconds, min_size=2, max_size=2)))
    override = Override(
        mode=draw(st.sampled_from(Mode)),
        since=after(since),
        until=after(until),
        reason=draw(texts),
    )
    return lambda stores: stores.overrides.put(space, override)


@st.composite
def owed(draw: st.DrawFn) -> Act:
    one = duty(
        later(draw(offsets)).isoformat(),
        space=draw(spaces),
        kind=draw(st.sampled_from(DutyKind)),
        due_at=after(draw(seconds)),
    )
    done = replace(
        one,
        state=draw(st.sampled_from(DutyState)),
        attempts=draw(st.integers(0, 9)),
        reason=draw(optional),
        done_at=draw(st.none() | seconds.map(after)),
    )
    if draw(st.booleans()):
        return lambda stores: stores.duties.owe(one)
    return lambda stores: stores.duties.save(done)


def pruned(space: SpaceId, offset: int) -> Act:
    return lambda stores: stores.plans.prune(space, later(offset))


def uncovered(space: SpaceId) -> Act:
    return lambda stores: stores.overrides.clear(space)


def placed(space: SpaceId) -> Act:
    return lambda stores: at(stores, space=space)


def heard(space: SpaceId) -> Act:
    def act(stores: Stores) -> object:
        number = len(stores.messages.recent(at(stores, space=space).id, 99))
        return hear(stores, inbound(f"{space} {number}"), space=space)

    return act


acts = (
    saved_days()
    | saved_months()
    | overlaid()
    | owed()
    | st.builds(pruned, spaces, offsets)
    | st.builds(uncovered, spaces)
    | st.builds(placed, spaces)
    | st.builds(heard, spaces)
)


def view(stores: Stores) -> list[object]:
    """Return all that a reader can see."""
    seen: list[object] = [
        stores.duties.owed(SPACES, 4),
        stores.conversations.at_chat(HOME.account, HOME.chat),
    ]
    for space in SPACES:
        seen += [
            stores.plans.days(space, later(-2), later(9)),
            stores.plans.lines(space, later(-9), later(2)),
            stores.plans.revision(space),
            stores.duties.latest(space, 4),
            stores.conversations.heard(HOME.account, {space}, 4),
            *(stores.overrides.active(space, after(when)) for when in (0, 9, 40)),
        ]
    return seen


async def answers(work: Work, lived: list[Act]) -> AsyncIterator[object]:
    """Yield what each act answers, and what is there after it."""
    for act in lived:
        yield await work.write(act)
        yield await work.read(view)


async def live(config: DatabaseConfig, lived: list[Act]) -> None:
    database = Database(config)
    try:
        theirs = [answer async for answer in answers(database, lived)]
    finally:
        await database.close()
    ours = [answer async for answer in answers(InMemoryWork(), lived)]
    assert ours == theirs


def test_sqlite_and_memory_keep_the_same(sqlite_template: Path) -> None:
    @settings(max_examples=25, deadline=None)
    @given(st.lists(acts, max_size=20))
    def same(lived: list[Act]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            config = DatabaseConfig(synchronous="normal").resolve(Path(folder))
            assert config.file is not None
            copyfile(sqlite_template, config.file)
            asyncio.run(live(config, lived))

    same()
