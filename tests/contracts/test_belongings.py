"""What is kept of a person can be had, and erased, and nothing of it is left anywhere."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import pytest

from core.conversation.model import ChatKind, ConversationId, IdentityId
from core.engine.model import Lane, NoConversation, Turn, TurnState
from core.engine.ports import Stores, Work
from core.memory.model import Status
from core.privacy.model import Dossier, Erased, Forgetting, Scanned, Sign, Signs
from core.privacy.rules.writing import as_json
from core.privacy.service import forgotten
from tests.contracts.belongings import (
    ANNS,
    BENS_OWN,
    DIRECT,
    NAME,
    SIGNS,
    WORD,
    anns,
    bens,
    live,
    meet,
    opened,
    told,
)
from tests.contracts.memories import BEN, BENS, NOA, ROOM, eye, place
from tests.contracts.stores import ANN, MINA, NOON, after, bubble
from tests.contracts.test_memory_erasing import dumped


def apart(dossier: Dossier) -> str:
    """Return all of it, without a reaction of Ann's on a message of Ben's."""
    mark = {"sender": ANN, "sender_name": NAME, "emoji": f":{WORD}:"}
    return str(dossier).replace(f"{mark}, ", "")


NOBODY = frozenset((IdentityId("telegram:11"),))


async def lived(work: Work, *, met: bool = False) -> None:
    def body(stores: Stores) -> None:
        live(stores)
        if met:
            meet(stores)

    await work.write(body)


async def gather(work: Work, who: frozenset[IdentityId] = ANNS) -> Dossier:
    return await work.read(lambda stores: stores.belongings.gather(who))


async def erase(work: Work, who: frozenset[IdentityId] = ANNS) -> Erased:
    return await work.write(lambda stores: stores.belongings.erase(who, NOON))


async def scan(work: Work, signs: Signs = SIGNS) -> Scanned:
    return await work.read(lambda stores: stores.belongings.scan(signs))


async def test_everything_of_a_person_can_be_had(work: Work) -> None:
    await lived(work)

    dossier = await gather(work)

    sections = dossier.sections
    texts = [one.get("text") for one in sections["messages"]]
    assert f"I moved to {WORD}, {MINA}" in texts
    assert f"I moved to {WORD}, {NOA}" in texts
    assert f"hello from {WORD}, my friends" in texts
    assert texts.count(f"{WORD}? So far away.") == 2
    assert f"Hello {NAME}!" in texts
    assert "I bake bread" not in texts
    assert [one["statement"] for one in sections["memories"]] == [
        f"{NAME} moved to {WORD}.",
        f"{NAME} moved to {WORD}.",
        f"I love {WORD}.",
    ]
    assert {name: len(rows) for name, rows in sections.items()} == {
        "places": 2,
        "messages": 7,
        "turns": 4,
        "answers": 4,
        "reactions": 1,
        "memories": 3,
        "meanings": 1,
        "not learned from": 2,
        "orders for plans": 1,
        "reasons to be away": 1,
        "acts": 1,
        "settings": 1,
        "lessons": 1,
        "ownership": 1,
        "questions": 1,
    }


async def test_what_a_look_finds_is_in_the_file(work: Work) -> None:
    await lived(work)

    dossier, scanned = await gather(work), await scan(work)

    file = as_json(dossier, NOON)
    assert all(sign in file for sign in (WORD, NAME, ANN))
    assert {one.sign for one in scanned.left} == set(Sign)


async def test_nothing_is_kept_of_somebody_unknown(work: Work) -> None:
    await lived(work)

    assert (await gather(work, NOBODY)).is_empty
    assert await erase(work, NOBODY) == Erased()


async def test_nothing_is_left_in_any_table(work: Work) -> None:
    await lived(work, met=True)
    assert WORD.casefold() in await dumped(work)

    await erase(work)

    everything = await dumped(work)
    assert WORD.casefold() not in everything
    assert NAME.casefold() not in everything
    assert ANN not in everything
    assert (await scan(work)).findings == ()
    assert (await gather(work)).sections.keys() == {"erased before"}


async def test_what_is_gone_is_counted(work: Work) -> None:
    await lived(work)

    done = await erase(work)

    assert (done.messages, done.facts, done.places) == (7, 3, 2)
    assert done.rows > 20
    assert await erase(work) == Erased()


async def test_what_is_of_others_stays_as_it_is(work: Work) -> None:
    await lived(work)
    before = await gather(work, BENS_OWN)

    await erase(work)

    assert apart(await gather(work, BENS_OWN)) == apart(before)
    assert "Ben has a dog." in str(before)
    facts = await work.read(lambda stores: stores.facts.listed(eye(), statuses=tuple(Status)))
    assert "I am 25." in [one.statement for one in facts]


async def test_what_others_were_told_of_it_goes_and_their_own_words_stay(work: Work) -> None:
    await lived(work, met=True)
    await erase(work)

    def body(stores: Stores) -> list[str]:
        here = place(stores, ROOM, kind=ChatKind.GROUP).id
        return [one.text for one in stores.messages.recent(here, 99)]

    facts = await work.read(lambda stores: stores.facts.listed(eye(), statuses=tuple(Status)))
    assert await work.write(body) == ["I bake bread", "Rye?", "where is she?", "sorry, where?"]
    asks = next(one for one in facts if one.statement == "Ben asks.")
    assert len(asks.evidence) == 1


async def test_what_others_say_of_a_person_is_a_mention_and_stays(work: Work) -> None:
    await lived(work)

    def gossip(stores: Stores) -> None:
        here = place(stores, BENS).id
        bens(stores, f"I heard that {NAME} is in {WORD}", here, at=after(8))

    await work.write(gossip)
    await erase(work)

    scanned = await scan(work)
    assert scanned.left == ()
    assert scanned.mentions == 2  # a name, and a word
    assert f"I heard that {NAME} is in {WORD}" in str(await gather(work, BENS_OWN))


async def test_what_was_said_before_is_not_taken_in_again(work: Work) -> None:
    await lived(work)
    await erase(work)

    def body(stores: Stores) -> list[bool]:
        ask = stores.belongings.is_forgotten
        return [ask(ANN, NOON), ask(ANN, after(-9)), ask(ANN, after(1)), ask(BEN, NOON)]

    assert await work.read(body) == [True, True, False, False]


def _wished(stores: Stores, at: datetime) -> None:
    stores.belongings.erase(ANNS, at)


async def test_the_latest_wish_counts(work: Work) -> None:
    for at in (after(5), after(-5)):
        await work.write(partial(_wished, at=at))

    assert await work.read(lambda stores: stores.belongings.is_forgotten(ANN, after(5)))


async def test_erasing_is_followed_by_a_scrub_and_read_anew(work: Work) -> None:
    await lived(work)
    before = await work.read(lambda s: [s.facts.revision(one).epoch for one in (MINA, NOA)])
    await erase(work)

    marks, epochs = await work.read(
        lambda s: (
            s.sayings.unscrubbed(),
            [s.facts.revision(one).epoch for one in (MINA, NOA)],
        )
    )
    assert set(marks) == {MINA, NOA}
    assert all(now > then for now, then in zip(epochs, before, strict=True))


async def test_an_open_turn_is_let_go_of_and_gives_its_tokens_back(work: Work) -> None:
    def body(stores: Stores) -> None:
        live(stores)
        here = place(stores, DIRECT).id
        stores.spending.add(MINA, "2026-01-10", "reserved", 500)
        turn = opened(stores, here, ANN, anns(stores, "wait", here, at=after(8)), reserved=500)
        stores.turns.add_bubbles([bubble(turn, 0)])

    await work.write(body)
    await erase(work)

    assert await work.read(lambda s: s.spending.total(MINA, "2026-01-10")) == 0


async def test_a_late_write_brings_nothing_back(work: Work) -> None:
    def body(stores: Stores) -> Turn:
        live(stores)
        here = place(stores, DIRECT).id
        return opened(stores, here, ANN, anns(stores, "wait", here, at=after(8)))

    turn = await work.write(body)
    await erase(work)

    def late(stores: Stores) -> None:
        stores.turns.save(replace(turn, attempts=2))
        stores.turns.add_bubbles([bubble(turn, 0, text=WORD)])
        stores.turns.save_bubble(bubble(turn, 0, text=WORD))

    await work.write(late)
    assert (await scan(work)).findings == ()


async def asked(work: Work) -> ConversationId:
    """Let Ann give a command that is being run, and return where."""

    def body(stores: Stores) -> ConversationId:
        live(stores)
        here = place(stores, DIRECT).id
        line = anns(stores, "/forget_me yes", here, lane=Lane.COMMAND, at=after(9))
        opened(stores, here, ANN, line, lane=Lane.COMMAND)
        return here

    return await work.write(body)


async def forget(work: Work, here: ConversationId) -> Forgetting:
    return await work.write(
        lambda stores: forgotten(stores.belongings, ANNS, after(9), answering=here)
    )


async def test_the_way_of_the_answer_stays_until_it_is_closed(work: Work) -> None:
    here = await asked(work)

    done = await forget(work, here)

    assert done.scanned.left == ()
    desk = await work.read(lambda stores: stores.conversations.desk(here, Lane.COMMAND))
    turn = desk.turn
    assert turn is not None
    assert desk.conversation.route == DIRECT
    await work.write(lambda stores: told(stores, turn, "Gone."))
    assert await work.write(lambda stores: stores.belongings.let_go(turn.id))
    assert (await scan(work)).findings == ()
    with pytest.raises(NoConversation):
        await work.read(lambda stores: stores.conversations.get(here))


async def test_a_word_said_meanwhile_stays(work: Work) -> None:
    here = await asked(work)
    await forget(work, here)
    turn = (await work.read(lambda s: s.conversations.desk(here, Lane.COMMAND))).turn
    assert turn is not None
    await work.write(lambda stores: anns(stores, "hello again", here, at=after(20)))
    await work.write(lambda stores: stores.belongings.let_go(turn.id))

    texts = [one["text"] for one in (await gather(work)).sections["messages"]]
    assert texts == ["hello again"]


async def test_an_answer_that_never_arrives_keeps_nothing_for_ever(work: Work) -> None:
    here = await asked(work)
    await forget(work, here)

    late = await work.write(lambda s: s.belongings.let_go_late(after(9) + timedelta(days=1)))

    assert late == 1
    assert (await scan(work)).findings == ()


async def test_any_other_turn_is_not_let_go(work: Work) -> None:
    await lived(work)
    before = await gather(work)

    def body(stores: Stores) -> list[bool]:
        here = place(stores, DIRECT).id
        every = stores.turns.recent(here, 99)
        return [stores.belongings.let_go(one.turn.id) for one in every]

    assert not any(await work.write(body))
    assert await gather(work) == before


async def test_the_question_itself_is_left_out(work: Work) -> None:
    def body(stores: Stores) -> ConversationId:
        here = place(stores, DIRECT).id
        line = anns(stores, "/my_data", here, lane=Lane.COMMAND)
        turn = opened(stores, here, ANN, line, lane=Lane.COMMAND)
        assert turn.state is TurnState.THINKING
        return here

    here = await work.write(body)
    dossier = await work.read(lambda s: s.belongings.gather(ANNS, besides=here))

    assert dossier.is_empty
