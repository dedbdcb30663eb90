"""What every unit of work promises: in memory, over SQLite and over PostgreSQL."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from core.admin.ports import Person
from core.conversation.model import ChatKind, Deletion, Edit, Moved, Reaction, Unreadable
from core.engine.model import Lane, Turn, TurnState
from core.engine.ports import Stores, Work
from core.errors import CircadiaError, Fatal
from core.persona.model import Persona, SpaceId
from tests.contracts.lives import MONDAY, day_plan, duty, later, line, month_plan, override
from tests.contracts.memories import draft, meaning, some
from tests.contracts.stores import (
    ANN,
    DAY,
    HOME,
    MINA,
    NOON,
    after,
    at,
    begin,
    bubble,
    hear,
    inbound,
)

PERSONA = Persona(space=MINA, display_name="Mina", seed="", zone=ZoneInfo("UTC"))

Write = Callable[[Stores, Turn], object]
WRITES: dict[str, Write] = {
    "a conversation": lambda to, _: at(to, replace(HOME, chat="200")),
    "a hold": lambda to, _: to.conversations.save(replace(at(to), held_until=NOON)),
    "a due time": lambda to, turn: to.conversations.due_at(turn.conversation, Lane.TALK, NOON),
    "a waking": lambda to, turn: to.conversations.wake(turn.conversation, Lane.TALK, NOON),
    "a rousing": lambda to, _: to.conversations.rouse(MINA, NOON),
    "a message": lambda to, _: hear(to, inbound("2")),
    "own words": lambda to, turn: to.messages.add_own(
        at(to), turn.id, "hello", NOON, message_id="3", reply_to=None
    ),
    "an edit": lambda to, _: to.messages.edit(
        Edit(route=HOME, message_id="1", text="changed", edited_at=NOON)
    ),
    "a deletion": lambda to, _: to.messages.delete(
        Deletion(route=HOME, message_ids=("1",), deleted_at=NOON)
    ),
    "a reaction": lambda to, _: to.messages.react(
        Reaction(route=HOME, message_id="1", sender=ANN, sender_name="Ann", emoji="👍")
    ),
    "what was heard": lambda to, turn: to.messages.hear(to.turns.messages(turn.id)[0].id, "hello"),
    "a server": lambda to, _: to.conversations.find_or_create(
        MINA, HOME, ChatKind.DIRECT, NOON, server="9"
    ),
    "a move": lambda to, _: to.conversations.move(
        Moved(account=HOME.account, old_chat=HOME.chat, new_chat="300"), NOON
    ),
    "a silence": lambda to, turn: to.messages.silence(
        [said.id for said in to.turns.messages(turn.id)], "too old"
    ),
    "an unreadable update": lambda to, _: to.messages.unreadable(
        Unreadable(account=HOME.account, update_id="7", reason="KeyError"), NOON
    ),
    "a turn": lambda to, _: begin(to),
    "a claim": lambda to, turn: to.turns.take(
        turn.id, [said.id for said in to.turns.messages(turn.id)]
    ),
    "a state": lambda to, turn: to.turns.save(replace(turn, state=TurnState.CLOSED)),
    "a trace": lambda to, turn: to.turns.save(turn, {"steps": 1}),
    "a bubble": lambda to, turn: to.turns.add_bubbles([bubble(turn, 1)]),
    "what became of a bubble": lambda to, turn: to.turns.save_bubble(bubble(turn, 0, tries=1)),
    "tokens": lambda to, _: spend(to, 1),
    "quiet": lambda to, _: to.people.save(ANN, Person(quiet_since=NOON)),
    "a space": lambda to, _: to.spaces.ensure(PERSONA, NOON),
    "another companion": lambda to, _: at(to, space=SpaceId("noa")),
    "a day": lambda to, _: to.plans.save_day(day_plan()),
    "a month": lambda to, _: to.plans.save_month(month_plan(line(MONDAY))),
    "a pruning": lambda to, _: to.plans.prune(MINA, later(1)),
    "an override": lambda to, _: to.overrides.put(MINA, override()),
    "the end of an override": lambda to, _: to.overrides.clear(MINA),
    "what is owed": lambda to, _: to.duties.owe(duty("2026-01-13")),
    "what became of a duty": lambda to, _: to.duties.save(duty(attempts=1)),
    "a fact": lambda to, _: to.facts.add(draft(), NOON),
    "a block": lambda to, _: to.facts.block(MINA, "Ann likes rain.", some(1)),
    "a withholding": lambda to, turn: to.sayings.withhold(
        [said.id for said in to.turns.messages(turn.id)], NOON
    ),
    "an erasure": lambda to, turn: to.sayings.erase(
        MINA, [said.id for said in to.turns.messages(turn.id)], []
    ),
    "a meaning": lambda to, turn: to.vectors.put(
        MINA, "model", {said.ref: meaning(1) for said in to.turns.messages(turn.id)}
    ),
    "a lesson": lambda to, turn: to.teaching.begin(turn.conversation, ANN, NOON),
}


def spend(stores: Stores, tokens: int) -> None:
    stores.spending.add(MINA, DAY, "conversation", tokens)


def total(stores: Stores) -> int:
    return stores.spending.total(MINA, DAY)


def hear_and_spend(stores: Stores) -> None:
    hear(stores, inbound("1"))
    spend(stores, 5)


def seen(stores: Stores) -> tuple[int, int, int]:
    """Return how much of `hear_and_spend` there is."""
    tally = stores.figures.tally(MINA, DAY)
    return tally.conversations, tally.messages, tally.tokens_today


async def test_what_a_unit_wrote_it_reads_itself_and_others_see_it_afterwards(work: Work) -> None:
    def write(stores: Stores) -> tuple[int, int, int]:
        hear_and_spend(stores)
        return seen(stores)

    assert await work.write(write) == (1, 1, 5)
    assert await work.read(seen) == (1, 1, 5)


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())
async def test_a_reader_that_writes_is_stopped(work: Work, write: Write) -> None:
    def prepare(stores: Stores) -> Turn:
        turn = begin(stores, hear(stores, inbound("1")))
        stores.turns.add_bubbles([bubble(turn, 0)])
        stores.plans.save_day(day_plan())
        stores.overrides.put(MINA, override())
        stores.duties.owe(duty())
        return turn

    turn = await work.write(prepare)

    with pytest.raises((TypeError, AttributeError, CircadiaError)):
        await work.read(lambda stores: write(stores, turn))
    assert await work.read(seen) == (1, 1, 0)
    await work.write(lambda stores: write(stores, turn))


class Halt(BaseException):
    """What no `except Exception` catches."""


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("x"), LookupError("x"), Fatal("x"), Halt("x")], ids=repr
)
async def test_a_unit_that_ends_with_an_error_leaves_nothing_behind(
    work: Work, error: BaseException
) -> None:
    def fail(stores: Stores) -> None:
        hear_and_spend(stores)
        raise error

    with pytest.raises(type(error)) as raised:
        await work.write(fail)

    assert raised.value is error
    assert await work.read(seen) == (0, 0, 0)
    await work.write(hear_and_spend)


async def test_an_error_that_no_coroutine_may_raise_comes_out_as_another(work: Work) -> None:
    def fail(stores: Stores) -> object:
        hear_and_spend(stores)
        return next(iter(()))

    with pytest.raises(RuntimeError, match="StopIteration"):
        await work.write(fail)
    with pytest.raises(RuntimeError, match="StopIteration"):
        await work.read(lambda stores: next(iter(())))

    assert await work.read(seen) == (0, 0, 0)


async def test_a_unit_that_was_cancelled_before_it_began_is_not_done(work: Work) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(work.write(hear_and_spend)).cancel()

    assert await work.read(seen) == (0, 0, 0)


async def test_a_unit_that_is_cancelled_while_it_runs_is_carried_to_its_end(work: Work) -> None:
    loop = asyncio.get_running_loop()

    def write(stores: Stores) -> None:
        loop.call_soon_threadsafe(writer.cancel)
        hear_and_spend(stores)

    async with asyncio.TaskGroup() as group:
        writer = group.create_task(work.write(write))

    assert await work.read(seen) == (1, 1, 5)


async def test_writers_follow_each_other(work: Work) -> None:
    def count(stores: Stores) -> int:
        already = total(stores)
        spend(stores, 1)
        return already

    counts = await asyncio.gather(*(work.write(count) for _ in range(20)))

    assert sorted(counts) == list(range(20))
    assert await work.read(total) == 20


async def test_readers_see_only_whole_units(work: Work) -> None:
    def write_two(stores: Stores) -> None:
        spend(stores, 1)
        stores.spending.add(MINA, "2026-01-11", "conversation", 1)

    def read_two(stores: Stores) -> tuple[int, int]:
        return total(stores), stores.spending.total(MINA, "2026-01-11")

    async with asyncio.TaskGroup() as group:
        pairs = [
            (group.create_task(work.write(write_two)), group.create_task(work.read(read_two)))
            for _ in range(20)
        ]

    reads = [reader.result() for _, reader in pairs]
    assert [one for one, other in reads if one != other] == []
    assert await work.read(read_two) == (20, 20)


async def test_instants_keep_their_microseconds(work: Work) -> None:
    def set_times(stores: Stores) -> None:
        here, there = at(stores), at(stores, replace(HOME, chat="200"), SpaceId("noa"))
        stores.conversations.due_at(here.id, Lane.TALK, after(0.000002))
        stores.conversations.due_at(there.id, Lane.TALK, after(0.000001))

    await work.write(set_times)

    upcoming = await work.read(lambda stores: stores.conversations.upcoming(2))
    assert [lane.due_at for lane in upcoming] == [after(0.000001), after(0.000002)]
    assert all(lane.due_at.utcoffset() is not None for lane in upcoming)
