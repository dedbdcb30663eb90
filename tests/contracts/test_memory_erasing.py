"""What is left of what was erased: nothing, in any table, in memory and in databases."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, LargeBinary, Text, cast, select

from adapters.storage import Database
from adapters.storage.tables import metadata
from core.availability.model import Mode, Override
from core.conversation.model import (
    Attachment,
    AttachmentKind,
    ConversationId,
    MessageId,
    Reaction,
    TurnId,
)
from core.engine.memory import InMemoryWork
from core.engine.model import BubbleState, Turn, TurnState
from core.engine.ports import Stores, Work
from core.memory.model import FactId
from tests.contracts.memories import (
    BEN,
    BENS,
    MODEL,
    NOA,
    answers,
    draft,
    eye,
    history,
    meaning,
    place,
    says,
    some,
    turn_on,
)
from tests.contracts.stores import ANN, HOME, MINA, NOON, after, bubble

CANARY = "Zanzibar"
STATEMENT = "Ann moved to Zanzibar."
PHOTO = Attachment(kind=AttachmentKind.IMAGE, handle="https://x/zanzibar.png", name="zanzibar.png")


async def dumped(work: Work) -> str:
    """Return all that there is, of every table and column, as one text in lower case."""
    if isinstance(work, Database):
        return "\n".join(await work.administer(rows)).casefold()
    assert isinstance(work, InMemoryWork)
    return "\n".join(cells(work._state)).casefold()


def rows(connection: Connection) -> list[str]:
    return [
        str(row)
        for table in metadata.sorted_tables
        for row in connection.execute(select(*map(readable, table.c)))
    ]


def readable(column: Column[Any]) -> ColumnElement[Any]:
    return column if isinstance(column.type, LargeBinary) else cast(column, Text)


def cells(value: object) -> Iterator[str]:
    if is_dataclass(value):
        for one in fields(value):
            yield from cells(getattr(value, one.name))
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from cells(name)
            yield from cells(one)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from cells(one)
    else:
        yield str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lived:
    """What was erased later."""

    said: MessageId
    fact: FactId


def turn_of(stores: Stores, turn: TurnId) -> Turn:
    here = place(stores).id
    return next(one.turn for one in stores.turns.recent(here, 99) if one.turn.id == turn)


def live(stores: Stores) -> Lived:
    """Let Ann say it, the companion answer it, and recall bring it up again later."""
    here = place(stores)
    said = says(stores, f"I moved to {CANARY}!", here, attachments=(PHOTO,))
    key = str(stores.messages.recent(here.id, 1)[0].message_id)
    stores.messages.hear(said, f"{CANARY} it is")
    stores.messages.react(
        Reaction(route=HOME, message_id=key, sender=ANN, sender_name="Ann", emoji=f":{CANARY}:")
    )
    fact = stores.facts.add(draft(STATEMENT, evidence=(said,), topics=(CANARY,)), NOON)
    stores.vectors.put(MINA, MODEL, dict.fromkeys((f"msg:{said}", fact.ref), meaning(1)))

    first = turn_on(stores, here, said)
    answer(stores, first, f"{CANARY}? So far away.", reasoning=f"She is in {CANARY} now.")
    later = turn_on(stores, here, says(stores, "where am I?", here, at=after(9)))
    answer(stores, later, f"In {CANARY}s capital?", items=[{"ref": fact.ref, "part": "memory"}])
    stores.overrides.put(
        MINA,
        Override(mode=Mode.OFFLINE, since=NOON, until=after(9), reason=f"off to {CANARY}"),
    )
    return Lived(said=said, fact=fact.id)


def answer(stores: Stores, turn: TurnId, text: str, **trace: object) -> None:
    here = place(stores)
    opened = turn_of(stores, turn)
    for number, words in enumerate((text, "How nice!")):
        stores.turns.add_bubbles([bubble(opened, number, text=words, state=BubbleState.DELIVERED)])
        answers(stores, words, here, turn)
    kept = {"started_at": NOON.isoformat(), "rewrite": {"reason": text, "saw": []}, **trace}
    stores.turns.save(replace(opened, state=TurnState.CLOSED), kept)


async def erase(work: Work, lived: Lived) -> int:
    def body(stores: Stores) -> int:
        lost = stores.sayings.erase(MINA, [lived.said], [STATEMENT], [lived.fact])
        stores.facts.block(MINA, STATEMENT, [lived.said])
        stores.facts.delete(MINA, [lived.fact])
        return lost

    return await work.write(body)


async def test_nothing_is_left_of_it_in_any_table(work: Work) -> None:
    lived = await work.write(live)
    assert CANARY.casefold() in await dumped(work)

    lost = await erase(work, lived)

    assert CANARY.casefold() not in await dumped(work)
    assert lost == 1 + 2 + 2 + 2 + 1  # the message, two answers, bubbles, traces, the override
    assert await work.read(lambda stores: stores.vectors.counts(MINA)) == {}


async def test_what_says_nothing_of_it_stays(work: Work) -> None:
    lived = await work.write(live)
    await erase(work, lived)

    window, records = await work.read(
        lambda stores: (
            history(stores, place_now(stores)),
            stores.turns.recent(place_now(stores), 9),
        )
    )
    assert window == ["How nice!", "where am I?", "How nice!"]
    assert [[one.text for one in record.bubbles] for record in records] == [["", "How nice!"]] * 2
    assert [record.trace["started_at"] for record in records] == [NOON.isoformat()] * 2
    assert records[0].trace["items"] == [{"ref": f"fact:{lived.fact}", "part": "memory"}]
    assert records[1].trace["reasoning"] == ""


def place_now(stores: Stores) -> ConversationId:
    return stores.conversations.at_chat(HOME.account, HOME.chat)[0].id


async def test_it_is_not_learned_again(work: Work) -> None:
    lived = await work.write(live)
    await erase(work, lived)

    blocked = await work.read(
        lambda s: (
            s.facts.is_blocked(MINA, "ann moved to zanzibar", []),
            s.facts.is_blocked(MINA, "x", [lived.said]),
        )
    )
    assert blocked == (True, True)


async def test_what_others_said_in_other_turns_and_spaces_stays(work: Work) -> None:
    def elsewhere(stores: Stores) -> None:
        says(stores, f"{CANARY} is mine", place(stores, BENS), by=BEN)
        noas = place(stores, replace(HOME, chat="7"), NOA)
        number = says(stores, f"{CANARY} too", noas)
        answers(stores, f"{CANARY} three", noas, turn_on(stores, noas, number))
        answers(stores, f"{CANARY} four", place(stores), turn_on(stores, place(stores)))

    lived = await work.write(live)
    await work.write(elsewhere)
    await erase(work, lived)

    heard = await work.read(lambda s: [s.sayings.heard(eye(space)) for space in (MINA, NOA)])
    texts = [one.text for sayings in heard for one in sayings if CANARY in one.text]
    assert texts == [f"{CANARY} {what}" for what in ("is mine", "four", "too", "three")]


async def test_a_message_of_another_space_is_not_erased(work: Work) -> None:
    lived = await work.write(live)

    lost = await work.write(lambda s: s.sayings.erase(NOA, [lived.said], [STATEMENT]))

    assert lost == 0
    assert CANARY.casefold() in await dumped(work)


async def test_what_was_deleted_before_is_erased_as_well(work: Work) -> None:
    lived = await work.write(live)
    await work.write(lambda stores: stores.sayings.withhold([lived.said], NOON))
    await work.write(lambda stores: stores.sayings.erase(MINA, [lived.said], []))

    await erase(work, lived)

    assert CANARY.casefold() not in await dumped(work)


async def test_what_is_not_sent_yet_is_never_sent(work: Work) -> None:
    def begin(stores: Stores) -> MessageId:
        here = place(stores)
        said = says(stores, f"I moved to {CANARY}!", here)
        opened = turn_of(stores, turn_on(stores, here, said))
        states = (BubbleState.DELIVERED, BubbleState.SENDING, BubbleState.PENDING)
        stores.turns.add_bubbles(
            [bubble(opened, at, text=CANARY, state=state) for at, state in enumerate(states)]
        )
        return said

    said = await work.write(begin)
    await work.write(lambda stores: stores.sayings.erase(MINA, [said], []))

    bubbles = await work.read(lambda s: s.turns.recent(place_now(s), 1)[0].bubbles)
    assert [(one.text, one.state, one.reason) for one in bubbles] == [
        ("", BubbleState.DELIVERED, None),
        ("", BubbleState.DROPPED, "erased"),
        ("", BubbleState.DROPPED, "erased"),
    ]


async def test_turns_are_found_by_any_of_many_references(work: Work) -> None:
    def begin(stores: Stores) -> list[MessageId]:
        here = place(stores)
        numbers = [says(stores, f"{CANARY} {one}", here, at=after(one)) for one in range(120)]
        answer(stores, turn_on(stores, here), CANARY, left_out=[{"ref": f"msg:{numbers[117]}"}])
        answer(stores, turn_on(stores, here), CANARY, left_out=[{"ref": "msg:1170"}])
        return numbers

    numbers = await work.write(begin)
    await work.write(lambda stores: stores.sayings.erase(MINA, numbers, []))

    records = await work.read(lambda s: s.turns.recent(place_now(s), 2))
    assert [record.bubbles[0].text for record in records] == [CANARY, ""]


async def test_nothing_to_erase_is_nothing_lost(work: Work) -> None:
    assert await work.write(lambda stores: stores.sayings.erase(MINA, [], [])) == 0
    assert await work.write(lambda stores: stores.sayings.erase(MINA, some(77), ["x"])) == 0


async def test_an_erasing_is_to_be_followed_by_a_scrub(work: Work) -> None:
    before = await work.read(lambda stores: stores.sayings.unscrubbed())
    await work.write(lambda stores: stores.sayings.erase(MINA, [], ["Ana sails."]))
    after = await work.read(lambda stores: stores.sayings.unscrubbed())
    await work.write(lambda stores: stores.sayings.scrubbed(after))

    assert (before, set(after)) == ({}, {MINA})
    assert await work.read(lambda stores: stores.sayings.unscrubbed()) == {}


async def test_what_is_erased_during_a_scrub_is_still_to_be_scrubbed(work: Work) -> None:
    await work.write(lambda stores: stores.sayings.erase(MINA, [], ["Ana sails."]))
    before = await work.read(lambda stores: stores.sayings.unscrubbed())
    await work.write(lambda stores: stores.sayings.erase(MINA, [], ["Ana climbs."]))
    await work.write(lambda stores: stores.sayings.scrubbed(before))

    assert set(await work.read(lambda stores: stores.sayings.unscrubbed())) == {MINA}
