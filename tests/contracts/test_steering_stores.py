"""What stores promise of owners, audits, questions, pauses, and talk that is taken back."""

from dataclasses import replace
from datetime import timedelta

import pytest

from core.admin.ports import Audited, Exchange, Totals
from core.conversation.model import AccountId, ConversationId, IdentityId, Route
from core.engine.model import RESERVED, TAKEN_BACK, Lane, Turn, TurnState
from core.engine.ports import Stores, Work
from core.memory.model import OWNER, Scope
from core.persona.model import SpaceId
from tests.contracts.stores import ANN, DAY, MINA, NOON, after, at, begin, bubble, hear, inbound

BEN = IdentityId("discord:2")
NOA = SpaceId("noa")
ROOM = Route(account=AccountId("tg"), chat="-9")


async def test_owners_stay_in_the_order_of_their_coming(work: Work) -> None:
    def come(stores: Stores) -> None:
        stores.owners.add(BEN, after(1))
        stores.owners.add(ANN, after(2))
        stores.owners.add(BEN, after(3))

    await work.write(come)

    assert await work.read(lambda stores: stores.owners.all()) == [BEN, ANN]


async def test_what_was_done_is_listed_newest_first(work: Work) -> None:
    done = [
        Audited(
            at=after(n),
            space=(MINA, NOA)[n % 2],
            actor=ANN,
            act=f"act {n}",
            account="tg",
            chat="100",
        )
        for n in range(5)
    ]

    def note(stores: Stores) -> None:
        for one in done:
            stores.audits.add(one)

    await work.write(note)

    assert await work.read(lambda stores: stores.audits.latest(2)) == [done[4], done[3]]
    assert await work.read(lambda stores: stores.audits.latest(9, before=3)) == [
        done[1],
        done[0],
    ]
    assert await work.read(lambda stores: stores.audits.count()) == 5


async def test_one_question_waits_for_each_person_and_place(work: Work) -> None:
    def ask(stores: Stores) -> ConversationId:
        here, there = at(stores).id, at(stores, ROOM).id
        stores.questions.ask(ANN, here, "/reset history", NOON)
        stores.questions.ask(ANN, here, "/reset persona", after(1))
        stores.questions.ask(ANN, there, "/forget_me", after(2))
        stores.questions.ask(BEN, here, "/unlink", after(3))
        return here

    here = await work.write(ask)

    taken = await work.write(lambda stores: stores.questions.answer(ANN, here))
    assert taken == ("/reset persona", after(1))
    assert await work.write(lambda stores: stores.questions.answer(ANN, here)) is None
    assert await work.write(lambda stores: stores.questions.answer(BEN, here)) == (
        "/unlink",
        after(3),
    )


async def test_a_pause_holds_where_it_was_begun(work: Work) -> None:
    def pause(stores: Stores) -> tuple[ConversationId, ConversationId]:
        here, there = at(stores).id, at(stores, ROOM).id
        stores.pauses.begin(MINA, here, NOON)
        stores.pauses.begin(MINA, here, after(9))
        return here, there

    here, there = await work.write(pause)

    def since(stores: Stores) -> list[object]:
        return [stores.pauses.since(MINA, one) for one in (here, there, None)]

    assert await work.read(since) == [NOON, None, None]
    assert await work.read(lambda stores: stores.pauses.since(NOA, here)) is None
    await work.write(lambda stores: stores.pauses.begin(MINA, None, after(5)))
    assert await work.read(since) == [NOON, after(5), after(5)]


async def test_ending_a_pause_everywhere_ends_every_one(work: Work) -> None:
    def pause(stores: Stores) -> ConversationId:
        here = at(stores).id
        stores.pauses.begin(MINA, here, NOON)
        stores.pauses.begin(MINA, None, NOON)
        return here

    here = await work.write(pause)

    assert await work.write(lambda stores: stores.pauses.end(MINA, here))
    assert await work.read(lambda stores: stores.pauses.since(MINA, here)) == NOON
    assert await work.write(lambda stores: stores.pauses.end(MINA, None))
    assert not await work.write(lambda stores: stores.pauses.end(MINA, None))
    assert await work.read(lambda stores: stores.pauses.since(MINA, here)) is None


def exchange(stores: Stores, *keys: str, answers: int = 2) -> Turn:
    """Store an answered turn."""
    turn = begin(stores, *(hear(stores, inbound(key, f"question {key}")) for key in keys))
    for number in range(answers):
        key = f"own-{keys[0]}-{number}"
        here = at(stores)
        stores.messages.add_own(
            here, turn.id, f"answer {number}", after(number), message_id=key, reply_to=None
        )
    closed = replace(turn, state=TurnState.CLOSED, outcome="answered")
    stores.turns.add_bubbles([bubble(turn, 0)])
    stores.turns.save(closed, {"took_s": 0.5})
    return closed


async def last(work: Work) -> Exchange | None:
    return await work.read(lambda stores: stores.exchanges.last(at_home(stores)))


def at_home(stores: Stores) -> ConversationId:
    return stores.conversations.at_chat(AccountId("tg"), "100")[0].id


async def test_the_last_exchange_has_both_sides(work: Work) -> None:
    await work.write(lambda stores: exchange(stores, "1", "2"))
    turn = await work.write(lambda stores: exchange(stores, "3", "4"))

    found = await last(work)

    assert found is not None
    assert (found.turn, found.speaker, found.is_open) == (turn.id, ANN, False)
    assert (len(found.asked), len(found.answered)) == (2, 2)
    assert found.shown == ("own-3-0", "own-3-1")


async def test_where_nothing_was_answered_there_is_no_exchange(work: Work) -> None:
    await work.write(lambda stores: hear(stores, inbound("1")))

    assert await last(work) is None


@pytest.mark.parametrize("how", ["an open turn", "something waits"])
async def test_an_exchange_is_open_while_anything_is_under_way(work: Work, how: str) -> None:
    def speak(stores: Stores) -> None:
        turn = exchange(stores, "1")
        if how == "an open turn":
            stores.turns.save(replace(turn, state=TurnState.SPEAKING, outcome=None))
        else:
            hear(stores, inbound("2"))

    await work.write(speak)

    found = await last(work)
    assert found is not None
    assert found.is_open


async def test_another_answer_lets_the_question_wait_again(work: Work) -> None:
    turn = await work.write(lambda stores: exchange(stores, "1", "2"))
    found = await last(work)
    assert found is not None

    await work.write(lambda stores: stores.exchanges.answer_again(found, after(60)))

    desk = await work.read(lambda stores: stores.conversations.desk(turn.conversation, Lane.TALK))
    assert [waiting.text for waiting in desk.waiting] == ["question 1", "question 2"]
    assert (desk.turn, desk.due_at) == (None, after(60))
    said = await work.read(lambda stores: stores.messages.recent(turn.conversation, 9))
    assert [one.text for one in said] == ["question 1", "question 2"]
    (record,) = await work.read(lambda stores: stores.turns.recent(turn.conversation, 9))
    assert record.turn.outcome == TAKEN_BACK
    assert await last(work) is None


async def test_taking_back_takes_both_sides_and_the_one_before_is_last(work: Work) -> None:
    before = await work.write(lambda stores: exchange(stores, "1"))
    await work.write(lambda stores: exchange(stores, "2"))
    found = await last(work)
    assert found is not None
    epoch = await work.read(lambda stores: stores.facts.revision(MINA).epoch)

    await work.write(lambda stores: stores.exchanges.take_back(found, after(60)))

    said = await work.read(lambda stores: stores.messages.recent(before.conversation, 9))
    assert [one.text for one in said] == ["question 1", "answer 0", "answer 1"]
    assert await work.read(lambda stores: stores.facts.revision(MINA).epoch) > epoch
    gone = await work.read(lambda stores: stores.sayings.gone([*found.asked, *found.answered]))
    assert gone == {*found.asked, *found.answered}
    again = await last(work)
    assert again is not None
    assert again.turn == before.id


@pytest.mark.parametrize(("everywhere", "count", "left"), [(False, 3, 1), (True, 4, 0)])
async def test_clearing_takes_every_word_of_the_talk(
    work: Work, everywhere: bool, count: int, left: int
) -> None:
    def talk(stores: Stores) -> ConversationId:
        turn = exchange(stores, "1")
        hear(stores, inbound("2", "/help"), lane=Lane.COMMAND)
        hear(stores, inbound("1", "elsewhere", ROOM))
        hear(stores, inbound("3", "of another", ROOM), space=NOA)
        return turn.conversation

    here = await work.write(talk)
    where = None if everywhere else here

    cleared = await work.write(lambda stores: stores.exchanges.clear(MINA, where, after(9)))

    assert cleared == count
    owner = Scope(space=MINA, here=OWNER)
    assert len(await work.read(lambda stores: stores.sayings.heard(owner))) == left
    (record,) = await work.read(lambda stores: stores.turns.recent(here, 9))
    assert (record.trace, [one.text for one in record.bubbles]) == ({}, [""])
    assert MINA in await work.read(lambda stores: stores.sayings.unscrubbed())
    others = Scope(space=NOA, here=OWNER)
    assert len(await work.read(lambda stores: stores.sayings.heard(others))) == 1
    assert await work.write(lambda stores: stores.exchanges.clear(MINA, where, after(9))) == 0


async def test_commands_that_have_run_are_emptied_and_no_others(work: Work) -> None:
    def give(stores: Stores) -> list[Turn]:
        turns = []
        for key, state in (("1", TurnState.CLOSED), ("2", TurnState.SPEAKING)):
            command = hear(stores, inbound(key, f"/memory add {key}"), lane=Lane.COMMAND)
            here = at(stores).id
            turn = stores.turns.open(
                here,
                Lane.COMMAND,
                [command],
                ANN,
                "Ann",
                NOON,
                language="en",
                reserved=0,
                reserved_day=DAY,
            )
            stores.turns.add_bubbles([bubble(turn, 0, text=f"kept {key}")])
            stores.turns.save(replace(turn, state=state))
            turns.append(turn)
        hear(stores, inbound("3", "/memory add 3"), lane=Lane.COMMAND)
        hear(stores, inbound("4", "said"))
        return turns

    turns = await work.write(give)

    await work.write(lambda stores: stores.exchanges.clear_commands(MINA))

    def texts(stores: Stores) -> list[str]:
        given = [one.text for turn in turns for one in stores.turns.messages(turn.id)]
        told = [
            one.text
            for record in stores.turns.recent(turns[0].conversation, 9)
            for one in record.bubbles
        ]
        desks = (stores.conversations.desk(turns[0].conversation, lane) for lane in Lane)
        return [*given, *sorted(told), *(one.text for desk in desks for one in desk.waiting)]

    assert await work.read(texts) == [
        "",
        "/memory add 2",
        "",
        "kept 2",
        "said",
        "/memory add 3",
    ]


async def test_totals_count_from_an_instant_on(work: Work) -> None:
    def talk(stores: Stores) -> None:
        exchange(stores, "1", "2", answers=1)
        hear(stores, inbound("9", "in a room", ROOM, sender=BEN))
        hear(stores, inbound("/", "/help"), lane=Lane.COMMAND)
        silent = begin(stores, hear(stores, inbound("4")))
        stores.turns.save(
            replace(silent, state=TurnState.CLOSED, outcome="silent: nothing to say"),
            {"took_s": 1.5},
        )
        failed = begin(stores, hear(stores, inbound("5")))
        stores.turns.save(replace(failed, state=TurnState.CLOSED, outcome="failed: busy"))

    await work.write(talk)

    found = await work.read(lambda stores: stores.figures.totals(MINA, NOON))
    assert found == Totals(
        heard=5, said=1, people=2, conversations=2, answered=1, silent=1, failed=1, seconds=1.0
    )
    later = NOON + timedelta(days=1)
    assert await work.read(lambda stores: stores.figures.totals(MINA, later)) == Totals(
        heard=0, said=0, people=0, conversations=0, answered=0, silent=0, failed=0, seconds=None
    )


async def test_what_somebody_said_is_counted_over_all_places_from_an_instant_on(
    work: Work,
) -> None:
    def talk(stores: Stores) -> None:
        exchange(stores, "1", "2", answers=1)
        hear(stores, inbound("3", "elsewhere", ROOM), space=NOA)
        hear(stores, inbound("4", "of another", ROOM, sender=BEN))
        hear(stores, inbound("5", "/help"), lane=Lane.COMMAND)

    await work.write(talk)

    def counts(stores: Stores) -> list[int]:
        return [stores.messages.said_by(ANN, since) for since in (NOON, after(1))]

    assert await work.read(counts) == [3, 0]


async def test_tokens_are_told_by_kind_from_a_day_on(work: Work) -> None:
    def spend(stores: Stores) -> None:
        for day, kind, tokens in (
            ("2026-01-08", "turn", 1),
            (DAY, "turn", 10),
            ("2026-01-11", "turn", 5),
            (DAY, "schedule", 3),
            (DAY, RESERVED, 99),
        ):
            stores.spending.add(MINA, day, kind, tokens)
        stores.spending.add(NOA, DAY, "turn", 7)

    await work.write(spend)

    found = await work.read(lambda stores: stores.figures.tokens(MINA, "2026-01-09"))
    assert found == {"turn": 15, "schedule": 3}
