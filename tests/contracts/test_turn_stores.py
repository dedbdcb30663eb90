"""What stores promise of turns, tokens, people and figures, wherever they keep them."""

from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from core.admin.model import Choice
from core.admin.ports import Person
from core.conversation.model import AccountId, IdentityId, Route, TurnId, Unreadable
from core.engine.model import Bubble, BubbleKind, BubbleState, Desk, Lane, Turn, TurnState
from core.engine.ports import Stores, Work
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


async def test_a_turn_keeps_why_it_waited(work: Work) -> None:
    waited = {"reason": "woke", "draws": [{"kind": "yawn", "u": 0.25}], "urgent": None}
    turn = await work.write(lambda stores: begin(stores, hear(stores, inbound("1")), waited=waited))

    desk = await work.read(lambda stores: stores.conversations.desk(turn.conversation, Lane.TALK))
    assert desk.turn == turn
    assert turn.waited == waited


async def test_a_turn_claims_messages(work: Work) -> None:
    def claim(stores: Stores) -> Turn:
        first, second, _ = (hear(stores, inbound(key, f"text {key}")) for key in "123")
        turn = begin(stores, first)
        stores.turns.take(turn.id, [second])
        stores.turns.take(turn.id, [])
        return turn

    turn = await work.write(claim)

    desk, other = await work.read(
        lambda stores: [stores.conversations.desk(turn.conversation, lane) for lane in Lane]
    )
    claimed = await work.read(lambda stores: stores.turns.messages(turn.id))
    assert (desk.turn, other.turn) == (turn, None)
    assert (turn.state, turn.attempts, turn.outcome) == (TurnState.THINKING, 1, None)
    assert (turn.reserved, turn.reserved_day, turn.language) == (500, DAY, "en")
    assert (turn.speaker, turn.speaker_name, turn.opened_at) == (ANN, "Ann", NOON)
    assert [waiting.text for waiting in desk.waiting] == ["text 3"]
    assert [(said.text, said.turn) for said in claimed] == [
        ("text 1", turn.id),
        ("text 2", turn.id),
    ]


async def test_what_a_turn_answers_holds_commands_but_not_its_own_words(work: Work) -> None:
    def answer(stores: Stores) -> Turn:
        turn = begin(stores, hear(stores, inbound("1", "/why"), lane=Lane.COMMAND))
        here = at(stores)
        stores.messages.add_own(here, turn.id, "because", NOON, message_id="2", reply_to=None)
        return turn

    turn = await work.write(answer)

    said = await work.read(lambda stores: stores.turns.messages(turn.id))
    assert [one.text for one in said] == ["/why"]
    unknown = TurnId(turn.id + 1)
    assert await work.read(lambda stores: stores.turns.messages(unknown)) == []


async def test_a_closed_turn_leaves_the_desk(work: Work) -> None:
    turn = await work.write(begin)
    speaking = replace(turn, state=TurnState.SPEAKING, attempts=2, reserved=0)
    closed = replace(speaking, state=TurnState.CLOSED, outcome="answered")

    def desk_with(stores: Stores, saved: Turn) -> Desk:
        stores.turns.save(saved)
        return stores.conversations.desk(turn.conversation, Lane.TALK)

    assert (await work.write(lambda stores: desk_with(stores, speaking))).turn == speaking
    assert (await work.write(lambda stores: desk_with(stores, closed))).turn is None
    (record,) = await work.read(lambda stores: stores.turns.recent(turn.conversation, 10))
    assert (record.turn, record.bubbles, record.trace) == (closed, (), {})


async def test_bubbles_lie_on_the_desk_in_their_order_as_they_were_saved_last(work: Work) -> None:
    def draft(stores: Stores) -> tuple[Bubble, Bubble]:
        turn = begin(stores)
        zero, one = bubble(turn, 0, reply_to="1"), bubble(turn, 1, notice=True)
        stores.turns.add_bubbles([one, zero])
        stores.turns.add_bubbles([])
        return zero, one

    zero, one = await work.write(draft)
    sent = replace(
        zero,
        text="more of it",
        state=BubbleState.IN_DOUBT,
        due_at=after(60),
        notice=True,
        reply_to=None,
        tries=2,
        reason="cut off",
        kind=BubbleKind.REACTION,
        message_id="9",
    )
    await work.write(lambda stores: stores.turns.save_bubble(sent))

    here = await work.write(at)
    desk = await work.read(lambda stores: stores.conversations.desk(here.id, Lane.TALK))
    assert desk.bubbles == (sent, one)


async def test_a_bubble_keeps_what_goes_with_it_and_whose_eyes_it_is_for(work: Work) -> None:
    def draft(stores: Stores) -> list[Bubble]:
        turn, name = begin(stores), "day:2026-05-02:light"
        full = {
            "kind": BubbleKind.PICTURE,
            "picture": name,
            "file": "my-data",
            "choices": (Choice(label="Yes", line="/x yes"), Choice(label="Go", line="/x")),
            "only_for": ANN,
        }
        drawn = [bubble(turn, n, **full) for n in (0, 1)]
        stores.turns.add_bubbles(drawn)
        changed = replace(
            drawn[1],
            picture="day:2026-05-03:dark",
            file=None,
            choices=(Choice(label="There", line="/x", in_direct=True),),
            only_for=None,
            tries=1,
        )
        stores.turns.save_bubble(changed)
        return [drawn[0], changed]

    drawn = await work.write(draft)

    here = await work.write(at)
    desk = await work.read(lambda stores: stores.conversations.desk(here.id, Lane.TALK))
    assert desk.bubbles == tuple(drawn)


async def test_the_last_turns_come_newest_first_with_bubbles_and_traces(work: Work) -> None:
    def fill(stores: Stores) -> list[Turn]:
        turns = [begin(stores) for _ in range(3)]
        begin(stores, route=replace(HOME, chat="200"))
        stores.turns.add_bubbles([bubble(turns[2], 1), bubble(turns[2], 0)])
        stores.turns.save(turns[2], {"steps": [1, {"text": "é"}], "none": None})
        return turns

    first, second, third = await work.write(fill)

    records = await work.read(lambda stores: stores.turns.recent(first.conversation, 2))
    assert [record.turn for record in records] == [third, second]
    assert [one.position for one in records[0].bubbles] == [0, 1]
    assert records[0].trace == {"steps": [1, {"text": "é"}], "none": None}
    assert (records[1].bubbles, records[1].trace) == ((), {})
    assert await work.read(lambda stores: stores.turns.recent(first.conversation, 0)) == []


async def test_the_last_trace_of_a_turn_is_kept_until_there_is_another(work: Work) -> None:
    turn = await work.write(begin)

    def save(stores: Stores) -> None:
        for trace in ({"steps": [1, 2]}, {"steps": 3}, None):
            stores.turns.save(turn, trace)

    await work.write(save)

    (record,) = await work.read(lambda stores: stores.turns.recent(turn.conversation, 1))

    assert record.trace == {"steps": 3}


async def test_tokens_add_up_by_space_and_day(work: Work) -> None:
    def spend(stores: Stores) -> None:
        for kind, tokens in (("conversation", 700), ("conversation", -200), ("rewrite", 40)):
            stores.spending.add(MINA, DAY, kind, tokens)
        stores.spending.add(MINA, "2026-01-11", "conversation", 3)
        stores.spending.add(SpaceId("noa"), DAY, "conversation", 5)

    await work.write(spend)

    assert await work.read(lambda stores: stores.spending.total(MINA, DAY)) == 540
    assert await work.read(lambda stores: stores.spending.total(MINA, "2026-01-12")) == 0


async def test_what_holds_for_a_person_stays_until_it_is_ended(work: Work) -> None:
    told = Person(quiet_since=NOON, zone="Asia/Seoul", language="ko", refused_at=after(1))

    def tell(stores: Stores) -> Person:
        stores.people.save(ANN, Person(quiet_since=after(5)))
        stores.people.save(ANN, told)
        return stores.people.get(ANN)

    def end_it(stores: Stores) -> None:
        stores.people.save(ANN, Person())
        stores.people.save(IdentityId("telegram:2"), Person())

    assert await work.write(tell) == told
    await work.write(end_it)
    assert await work.read(lambda stores: stores.people.get(ANN)) == Person()


async def test_an_empty_space_has_nothing_to_count(work: Work) -> None:
    tally = await work.read(lambda stores: stores.figures.tally(MINA, DAY))

    assert (tally.messages, tally.conversations, tally.waiting, tally.in_doubt) == (0, 0, 0, 0)
    assert (tally.failed, tally.unreachable, tally.unreadable) == (0, 0, 0)
    assert (tally.tokens_today, tally.last_at) == (0, None)


async def test_figures_count_one_space(work: Work) -> None:
    def fill(stores: Stores) -> None:
        hear(stores, inbound("1", sent_at=after(50)))
        hear(stores, inbound("2"), silence="overheard")
        turn = begin(stores, hear(stores, inbound("3", "/why"), lane=Lane.COMMAND))
        states = [BubbleState.IN_DOUBT, BubbleState.FAILED, BubbleState.FAILED]
        stores.turns.add_bubbles(
            [bubble(turn, number, state=state) for number, state in enumerate(states)]
        )
        gone = at(stores, replace(HOME, chat="200"))
        stores.conversations.save(replace(gone, unreachable="blocked"))
        theirs = Route(account=AccountId("other"), chat="1")
        hear(stores, inbound("9", "theirs", theirs, sent_at=after(99)), space=SpaceId("noa"))
        passed = Unreadable(account=HOME.account, update_id="77", reason="KeyError")
        stores.messages.unreadable(passed, NOON)
        stores.messages.unreadable(passed, after(9))
        stores.spending.add(MINA, DAY, "conversation", 12)

    await work.write(fill)

    tally = await work.read(lambda stores: stores.figures.tally(MINA, DAY))
    assert (tally.messages, tally.conversations, tally.waiting) == (2, 2, 1)
    assert (tally.in_doubt, tally.failed, tally.unreachable, tally.unreadable) == (1, 2, 1, 1)
    assert (tally.tokens_today, tally.last_at) == (12, after(50))


async def test_a_space_may_be_made_sure_of_again(work: Work) -> None:
    mina = Persona(space=MINA, display_name="Mina", seed="", zone=ZoneInfo("UTC"))

    def ensure_twice(stores: Stores) -> None:
        stores.spaces.ensure(mina, NOON)
        stores.spaces.ensure(mina, NOON + timedelta(days=1))

    await work.write(ensure_twice)
    await work.write(ensure_twice)


async def test_tokens_are_summed_by_kind_and_all_together(work: Work) -> None:
    def spend(stores: Stores) -> None:
        stores.spending.add(MINA, DAY, "reserved", 500)
        stores.spending.add(MINA, DAY, "turn", 30)
        stores.spending.add(MINA, DAY, "reserved", -200)
        stores.spending.add(MINA, "2026-01-11", "reserved", 7)

    await work.write(spend)

    def sums(stores: Stores) -> tuple[int, ...]:
        kinds = ("reserved", "turn", "unheard of")
        by_kind = (stores.spending.of_kind(MINA, DAY, kind) for kind in kinds)
        return (*by_kind, stores.spending.total(MINA, DAY))

    assert await work.read(sums) == (300, 30, 0, 330)
