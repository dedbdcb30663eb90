"""What stores promise of turns, tokens, people and figures, wherever they keep them."""

from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from core.conversation.model import AccountId, IdentityId, Route, TurnId, Unreadable
from core.engine.model import BubbleState, Lane, TurnState
from core.engine.ports import Work
from core.persona.model import Persona, SpaceId
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


async def test_a_turn_claims_messages(work: Work) -> None:
    async with work.write() as stores:
        first = await hear(stores, inbound("1", "one"))
        second = await hear(stores, inbound("2", "two"))
        await hear(stores, inbound("3", "three"))
        turn = await begin(stores, first)
        await stores.turns.take(turn.id, [second])
        await stores.turns.take(turn.id, [])
        here = (await at(stores)).id

    async with work.read() as stores:
        desk = await stores.conversations.desk(here, Lane.TALK)
        claimed = await stores.turns.messages(turn.id)
        other = await stores.conversations.desk(here, Lane.COMMAND)
    assert desk.turn == turn
    assert (turn.state, turn.attempts, turn.outcome) == (TurnState.THINKING, 1, None)
    assert (turn.reserved, turn.reserved_day, turn.language) == (500, DAY, "en")
    assert (turn.speaker, turn.speaker_name, turn.opened_at) == (ANN, "Ann", NOON)
    assert [waiting.text for waiting in desk.waiting] == ["three"]
    assert [(said.text, said.turn) for said in claimed] == [("one", turn.id), ("two", turn.id)]
    assert other.turn is None


async def test_what_a_turn_answers_holds_commands_but_not_its_own_words(work: Work) -> None:
    async with work.write() as stores:
        turn = await begin(stores, await hear(stores, inbound("1", "/why"), lane=Lane.COMMAND))
        await stores.messages.add_own(
            await at(stores), turn.id, "because", NOON, message_id="2", reply_to=None
        )

    async with work.read() as stores:
        assert [said.text for said in await stores.turns.messages(turn.id)] == ["/why"]
        assert await stores.turns.messages(TurnId(turn.id + 1)) == []


async def test_a_closed_turn_leaves_the_desk(work: Work) -> None:
    async with work.write() as stores:
        turn = await begin(stores, await hear(stores, inbound("1")))
        speaking = replace(turn, state=TurnState.SPEAKING, attempts=2, reserved=0)
        await stores.turns.save(speaking)
        open_desk = await stores.conversations.desk(turn.conversation, Lane.TALK)
        closed = replace(speaking, state=TurnState.CLOSED, outcome="answered")
        await stores.turns.save(closed)

    async with work.read() as stores:
        desk = await stores.conversations.desk(turn.conversation, Lane.TALK)
        (record,) = await stores.turns.recent(turn.conversation, 10)
    assert open_desk.turn == speaking
    assert desk.turn is None
    assert (record.turn, record.bubbles, record.trace) == (closed, (), {})


async def test_bubbles_lie_on_the_desk_in_their_order_and_keep_their_text(work: Work) -> None:
    async with work.write() as stores:
        turn = await begin(stores, await hear(stores, inbound("1")))
        zero, one = bubble(turn, 0, reply_to="1"), bubble(turn, 1, notice=True)
        await stores.turns.add_bubbles([one, zero])
        await stores.turns.add_bubbles([])
    async with work.write() as stores:
        sent = replace(
            zero,
            text="not this",
            state=BubbleState.IN_DOUBT,
            due_at=after(60),
            tries=2,
            reason="cut off",
        )
        await stores.turns.save_bubble(sent)

    async with work.read() as stores:
        desk = await stores.conversations.desk(turn.conversation, Lane.TALK)
    assert desk.bubbles == (replace(sent, text=zero.text), one)


async def test_the_last_turns_come_newest_first_with_bubbles_and_traces(work: Work) -> None:
    async with work.write() as stores:
        turns = [await begin(stores) for _ in range(3)]
        await begin(stores, route=replace(HOME, chat="200"))
        await stores.turns.add_bubbles([bubble(turns[2], 1), bubble(turns[2], 0)])
        await stores.turns.trace(turns[2].id, {"steps": [1]})
        await stores.turns.trace(turns[2].id, {"steps": [1, {"text": "é"}], "none": None})
        here = turns[0].conversation

    async with work.read() as stores:
        records = await stores.turns.recent(here, 2)
        assert await stores.turns.recent(here, 0) == []
    assert [record.turn for record in records] == [turns[2], turns[1]]
    assert [one.position for one in records[0].bubbles] == [0, 1]
    assert records[0].trace == {"steps": [1, {"text": "é"}], "none": None}
    assert (records[1].bubbles, records[1].trace) == ((), {})


async def test_tokens_add_up_by_space_and_day(work: Work) -> None:
    async with work.write() as stores:
        for kind, tokens in (("conversation", 700), ("conversation", -200), ("rewrite", 40)):
            await stores.spending.add(MINA, DAY, kind, tokens)
        await stores.spending.add(MINA, "2026-01-11", "conversation", 3)
        await stores.spending.add(SpaceId("noa"), DAY, "conversation", 5)

    async with work.read() as stores:
        assert await stores.spending.total(MINA, DAY) == 540
        assert await stores.spending.total(MINA, "2026-01-12") == 0


async def test_quiet_holds_until_it_is_ended(work: Work) -> None:
    async with work.write() as stores:
        await stores.people.set_quiet(ANN, NOON)
        await stores.people.set_quiet(ANN, after(5))
        during = await stores.people.quiet_since(ANN)
        await stores.people.set_quiet(ANN, None)
        await stores.people.set_quiet(IdentityId("telegram:2"), None)

    async with work.read() as stores:
        assert (during, await stores.people.quiet_since(ANN)) == (after(5), None)


async def test_an_empty_space_has_nothing_to_count(work: Work) -> None:
    async with work.read() as stores:
        tally = await stores.figures.tally(MINA, DAY)

    assert (tally.messages, tally.conversations, tally.waiting, tally.in_doubt) == (0, 0, 0, 0)
    assert (tally.failed, tally.unreachable, tally.unreadable) == (0, 0, 0)
    assert (tally.tokens_today, tally.last_at) == (0, None)


async def test_figures_count_one_space(work: Work) -> None:
    async with work.write() as stores:
        await hear(stores, inbound("1", sent_at=after(50)))
        await hear(stores, inbound("2"), silence="overheard")
        turn = await begin(stores, await hear(stores, inbound("3", "/why"), lane=Lane.COMMAND))
        states = [BubbleState.IN_DOUBT, BubbleState.FAILED, BubbleState.FAILED]
        await stores.turns.add_bubbles(
            [bubble(turn, number, state=state) for number, state in enumerate(states)]
        )
        gone = await at(stores, replace(HOME, chat="200"))
        await stores.conversations.save(replace(gone, unreachable="blocked"))
        theirs = Route(account=AccountId("other"), chat="1")
        await at(stores, theirs, SpaceId("noa"))
        await hear(stores, inbound("9", "theirs", theirs, sent_at=after(99)))
        passed = Unreadable(account=HOME.account, update_id="77", reason="KeyError")
        await stores.messages.unreadable(passed, NOON)
        await stores.messages.unreadable(passed, after(9))
        await stores.spending.add(MINA, DAY, "conversation", 12)

    async with work.read() as stores:
        tally = await stores.figures.tally(MINA, DAY)
    assert (tally.messages, tally.conversations, tally.waiting) == (2, 2, 1)
    assert (tally.in_doubt, tally.failed, tally.unreachable, tally.unreadable) == (1, 2, 1, 1)
    assert (tally.tokens_today, tally.last_at) == (12, after(50))


async def test_a_space_may_be_made_sure_of_again(work: Work) -> None:
    mina = Persona(space=MINA, display_name="Mina", seed="", zone=ZoneInfo("UTC"))
    for day in range(2):
        async with work.write() as stores:
            await stores.spaces.ensure(mina, NOON + timedelta(days=day))
