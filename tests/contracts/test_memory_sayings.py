"""What memory sees of what was said: in memory, over SQLite and over PostgreSQL."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.conversation.model import ChatKind, ConversationId, Deletion, Edit, MessageId
from core.engine.model import Lane
from core.engine.ports import Stores, Work
from core.memory.model import OWNER, PERSONA, Saying, Scope, direct, room
from tests.contracts.memories import (
    ANN_ELSEWHERE,
    BEN,
    BENS,
    NOA,
    OTHER_ROOM,
    ROOM,
    answers,
    eye,
    history,
    in_room,
    place,
    says,
    scope,
    some,
    turn_on,
)
from tests.contracts.stores import ANN, HOME, MINA, NOON, after

ELSEWHERE = replace(HOME, chat="900")
BOT = replace(HOME, chat="901")
NEW = replace(HOME, chat="902")


def texts(sayings: list[Saying]) -> list[str]:
    return [saying.text for saying in sayings]


def everywhere(stores: Stores) -> None:
    """Let something be said in every kind of place, in two spaces."""
    for space in (MINA, NOA):
        for route, by, kind in (
            (HOME, ANN, ChatKind.DIRECT),
            (BENS, BEN, ChatKind.DIRECT),
            (ELSEWHERE, ANN_ELSEWHERE, ChatKind.DIRECT),
            (ROOM, ANN, ChatKind.GROUP),
            (OTHER_ROOM, BEN, ChatKind.CHANNEL),
        ):
            here = place(stores, replace(route, chat=f"{space}{route.chat}"), space, kind)
            turn = turn_on(stores, here, says(stores, f"{space}{route.chat} in", here, by=by))
            answers(stores, f"{space}{route.chat} out", here, turn)
        nobody = place(stores, replace(NEW, chat=f"{space}902"), space)
        answers(stores, f"{space}902 out", nobody, turn_on(stores, nobody))


def both(*chats: str) -> list[str]:
    return [f"mina{chat} {side}" for chat in chats for side in ("in", "out")]


HEARD = [
    pytest.param(lambda _: scope(), both("100"), id="a direct talk, both sides"),
    pytest.param(
        lambda _: scope(persons=(ANN, ANN_ELSEWHERE)), both("100", "900"), id="of one who is linked"
    ),
    pytest.param(lambda _: scope(direct(BEN), (BEN,)), both("200"), id="another direct talk"),
    pytest.param(lambda _: scope(direct(BEN), ()), both("200"), id="with nobody known"),
    pytest.param(
        lambda stores: in_room(place(stores, replace(ROOM, chat="mina-300")), ANN, BEN),
        both("-300"),
        id="a room",
    ),
    pytest.param(
        lambda stores: scope(room(place(stores, replace(HOME, chat="mina100")).id), (ANN,)),
        [],
        id="a direct talk is no room",
    ),
    pytest.param(
        lambda stores: scope(room(place(stores, replace(ROOM, chat="noa-300"), NOA).id), (ANN,)),
        [],
        id="a room of another space",
    ),
    pytest.param(lambda _: scope(personal=False), [], id="while it is taught"),
    pytest.param(lambda _: replace(eye(), personal=False), [], id="nor by an owner's eye then"),
    pytest.param(lambda _: scope(direct(PERSONA), (PERSONA,)), [], id="nobody"),
    pytest.param(
        lambda _: eye(),
        [*both("100", "200", "900", "-300", "-400"), "mina902 out"],
        id="the owner's eye",
    ),
]


@pytest.mark.parametrize(("here", "heard"), HEARD)
async def test_what_was_said_is_heard_where_it_was_said(
    work: Work, here: Callable[[Stores], Scope], heard: list[str]
) -> None:
    await work.write(everywhere)
    where = await work.write(here)
    every = some(*range(1, 40))

    found, chosen, around = await work.read(
        lambda stores: (
            stores.sayings.heard(where),
            stores.sayings.some(where, every),
            {one.text for middle in every for one in stores.sayings.around(where, middle, 99)},
        )
    )

    assert texts(found) == heard
    assert chosen == found
    assert around == set(heard)


async def test_a_saying_tells_who_said_what_and_who_heard_it(work: Work) -> None:
    def live(stores: Stores) -> tuple[MessageId, ConversationId]:
        here = place(stores, ROOM, kind=ChatKind.GROUP)
        number = says(stores, "hi", here, at=after(3), sender_name="Ann")
        answers(stores, "hello", here, turn_on(stores, here, number))
        return number, here.id

    number, here = await work.write(live)

    first, second = await work.read(lambda stores: stores.sayings.heard(eye()))
    assert first == Saying(
        id=number,
        conversation=here,
        by_companion=False,
        sender=ANN,
        sender_name="Ann",
        text="hi",
        sent_at=after(3),
        audience=room(here),
    )
    assert (second.by_companion, second.sender, second.sender_name) == (True, None, "")


async def test_the_words_of_a_voice_belong_to_what_was_said(work: Work) -> None:
    def live(stores: Stores) -> None:
        here = place(stores)
        stores.messages.hear(says(stores, "[voice 0:12]", here), "I moved to Oslo")
        stores.messages.hear(says(stores, "", here, at=after(1)), "alone")

    await work.write(live)

    assert await work.read(lambda stores: texts(stores.sayings.heard(scope()))) == [
        "[voice 0:12] I moved to Oslo",
        "alone",
    ]


async def test_only_what_came_later_is_asked_for(work: Work) -> None:
    def live(stores: Stores) -> list[MessageId]:
        return [says(stores, str(one), place(stores), at=after(one)) for one in range(4)]

    numbers = await work.write(live)

    found = await work.read(
        lambda stores: [texts(stores.sayings.heard(scope(), after=one)) for one in numbers]
    )
    assert found == [["1", "2", "3"], ["2", "3"], ["3"], []]


@pytest.mark.parametrize(
    ("each_side", "found"),
    [
        pytest.param(0, ["c"], id="alone"),
        pytest.param(1, ["b", "c", "d"], id="between two"),
        pytest.param(2, ["a", "b", "c", "d"], id="to the end"),
        pytest.param(-1, ["c"], id="less than nothing"),
    ],
)
async def test_a_message_stands_between_its_neighbours(
    work: Work, each_side: int, found: list[str]
) -> None:
    def live(stores: Stores) -> MessageId:
        here, other = place(stores), place(stores, BENS)
        known = {}
        for number, text in enumerate("aXbYcd"):
            where, by = (other, BEN) if text.isupper() else (here, ANN)
            known[text] = says(stores, text, where, by=by, at=after(number))
        return known["c"]

    middle = await work.write(live)

    around = await work.read(lambda stores: stores.sayings.around(scope(), middle, each_side))
    assert texts(around) == found


async def test_a_direct_talk_belongs_to_the_person_who_wrote_first(work: Work) -> None:
    def live(stores: Stores) -> None:
        here, bots = place(stores), place(stores, BOT)
        says(stores, "from a bot", here, by=BEN, from_bot=True)
        says(stores, "from Ann", here)
        says(stores, "a bot alone", bots, by=BEN, from_bot=True)

    await work.write(live)

    ann, ben = await work.read(
        lambda s: (s.sayings.heard(scope()), s.sayings.heard(scope(direct(BEN), (BEN,))))
    )
    assert (texts(ann), texts(ben)) == (["from a bot", "from Ann"], ["a bot alone"])
    assert {one.audience for one in ann} == {direct(ANN)}


async def test_where_nobody_wrote_yet_only_the_owner_hears(work: Work) -> None:
    def live(stores: Stores) -> None:
        here = place(stores)
        answers(stores, "hello?", here, turn_on(stores, here))

    await work.write(live)

    seen = await work.read(lambda stores: stores.sayings.heard(eye()))
    assert [one.audience for one in seen] == [OWNER]
    assert await work.read(lambda stores: stores.sayings.heard(scope())) == []


# What is left out.


def deleted(stores: Stores) -> None:
    says(stores, "LEFT OUT", place(stores))
    key = stores.messages.recent(place(stores).id, 1)[0].message_id
    stores.messages.delete(Deletion(route=HOME, message_ids=(str(key),), deleted_at=NOON))


def withheld(stores: Stores) -> None:
    stores.sayings.withhold([says(stores, "LEFT OUT again", place(stores))], NOON)


def taught(stores: Stores) -> None:
    here = place(stores)
    answers(stores, "LEFT OUT too", here, turn_on(stores, here, lesson(stores)))


def lesson(stores: Stores) -> MessageId:
    return says(stores, "LEFT OUT", place(stores), taught=True)


def commanded(stores: Stores) -> None:
    says(stores, "/LEFT OUT", place(stores), lane=Lane.COMMAND)


LEFT_OUT = [deleted, withheld, taught, commanded]


@pytest.mark.parametrize("act", LEFT_OUT)
async def test_what_is_no_talk_or_was_taken_back_is_left_out(
    work: Work, act: Callable[[Stores], None]
) -> None:
    def live(stores: Stores) -> MessageId:
        here = place(stores)
        first = says(stores, "before", here)
        act(stores)
        says(stores, "after", here, at=after(9))
        return first

    first = await work.write(live)

    found = await work.read(
        lambda stores: [
            stores.sayings.heard(scope()),
            stores.sayings.heard(eye()),
            stores.sayings.some(eye(), some(*range(9))),
            stores.sayings.around(scope(), first, 5),
        ]
    )
    assert [texts(one) for one in found] == [["before", "after"]] * 4
    missing = await work.read(lambda stores: stores.vectors.missing(MINA, "any", 99))
    assert [text for _, text in missing] == ["after", "before"]


async def test_the_window_holds_what_was_taught_but_not_what_was_withheld(work: Work) -> None:
    def live(stores: Stores) -> None:
        taught(stores)
        withheld(stores)

    await work.write(live)

    window = await work.read(lambda stores: history(stores, place_of(stores)))
    assert window == ["LEFT OUT", "LEFT OUT too"]


async def test_what_was_deleted_or_erased_is_gone_and_what_was_withheld_is_not(work: Work) -> None:
    def live(stores: Stores) -> list[MessageId]:
        here = place(stores)
        stays, off, lost = (says(stores, text, here) for text in ("stays", "off", "lost"))
        stores.sayings.withhold([stays], NOON)
        stores.sayings.erase(MINA, [lost], [])
        return [stays, off, lost]

    stays, off, lost = await work.write(live)
    await work.write(deleted)

    asked = [stays, off, lost, MessageId(lost + 1), MessageId(99)]
    gone = await work.read(lambda stores: stores.sayings.gone(asked))
    assert gone == {lost, lost + 1, 99}  # of what has no row, none knows that it was never there
    assert await work.read(lambda stores: stores.sayings.gone([])) == set()


def place_of(stores: Stores) -> ConversationId:
    return stores.conversations.at_chat(HOME.account, HOME.chat)[0].id


async def test_what_was_withheld_comes_back(work: Work) -> None:
    def live(stores: Stores) -> None:
        number = says(stores, "here again", place(stores))
        stores.sayings.withhold([number], NOON)
        stores.sayings.withhold([number, MessageId(99)], None)

    await work.write(live)

    assert await work.read(lambda stores: texts(stores.sayings.heard(scope()))) == ["here again"]


async def test_an_edit_and_a_deletion_let_recall_read_anew(work: Work) -> None:
    def live(stores: Stores) -> list[tuple[int, int]]:
        says(stores, "Oslo", place(stores))
        key = str(stores.messages.recent(place_of(stores), 1)[0].message_id)
        seen = [stores.facts.revision(MINA)]
        for at, text in ((2, "Bergen"), (1, "an older edit")):
            edit = Edit(route=HOME, message_id=key, text=text, edited_at=after(at))
            stores.messages.edit(edit)
            seen.append(stores.facts.revision(MINA))
        for one in (key, "unknown"):
            gone = Deletion(route=HOME, message_ids=(one,), deleted_at=NOON)
            stores.messages.delete(gone)
            seen.append(stores.facts.revision(MINA))
        return [(one.number, one.epoch) for one in seen]

    assert await work.write(live) == [(0, 0), (1, 1), (1, 1), (2, 2), (2, 2)]


# Lessons.


async def test_a_lesson_begins_goes_on_and_ends(work: Work) -> None:
    def live(stores: Stores) -> list[object]:
        here = place(stores).id
        teaching = stores.teaching
        seen: list[object] = [teaching.since(here)]
        teaching.go_on(here, NOON)
        teaching.end(here)
        seen.append(teaching.since(here))
        teaching.begin(here, ANN, NOON)
        teaching.go_on(here, after(5))
        seen.append(teaching.since(here))
        teaching.begin(here, BEN, after(9))
        seen.append(teaching.since(here))
        teaching.end(here)
        return [*seen, teaching.since(here)]

    lesson_by_ann, lesson_by_ben = (ANN, NOON, after(5)), (BEN, after(9), after(9))
    assert await work.write(live) == [None, None, lesson_by_ann, lesson_by_ben, None]
