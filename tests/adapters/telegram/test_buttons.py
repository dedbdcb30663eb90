"""Buttons below answers, what a press brings, and where its answer shows."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from adapters.telegram.buttons import keyboard_of
from core.admin.model import Choice
from core.conversation.model import ChatKind, Inbound, Unreadable
from core.engine.model import BubbleKind, Delivered, InDoubt, NotSent, Outbound, SendOutcome
from tests.adapters.telegram.conftest import Ear, HastyClock, Maker, hearing
from tests.adapters.telegram.updates import ANN, BOT, GROUP, NOW, said
from tests.contracts.pixels import DOT
from tests.servers.telegram import BotApiServer, Chat, Person

NEXT = Choice(label="Next", line="/memory list 2")
YES = Choice(label="Yes", line="/forget #2 yes")
NO = Choice(label="No", line="/forget #2 no")
THERE = Choice(label="Go there", line="/memory", in_direct=True)


def answer(
    to: Inbound, text: str = "page", *choices: Choice, key: str = "t1b0", **more: Any
) -> Outbound:
    """Return the answer to a command, as the engine sends it."""
    plain = Outbound(route=to.route, text=text, key=key, choices=choices, answers=to.message_id)
    return replace(plain, **more)


def number(outcome: SendOutcome) -> int:
    assert isinstance(outcome, Delivered), outcome
    return int(outcome.message_id)


def labels(chat: Chat, message_id: int) -> list[list[str]]:
    rows = chat.messages[message_id].get("reply_markup", {}).get("inline_keyboard", [])
    return [[button["text"] for button in row] for row in rows]


class Table:
    """Ann and the bot, and a first answer with buttons."""

    def __init__(self, server: BotApiServer, ear: Ear) -> None:
        self.server, self.ear = server, ear
        self.ann: Person = server.person(7, "Ann")
        self.bo: Person = server.person(8, "Bo")
        self.group = server.group(-1001)

    async def gives(self, person: Person, chat: Chat, text: str = "/memory") -> Inbound:
        before = len(self.ear.updates)
        person.says(chat, text)
        return await self._next(before)

    async def presses(self, person: Person, chat: Chat, message_id: int, label: str) -> Inbound:
        before = len(self.ear.updates)
        person.presses(chat, message_id, label)
        return await self._next(before)

    async def _next(self, before: int) -> Inbound:
        await self.ear.hears(before + 1)
        newest = self.ear.updates[before]
        assert isinstance(newest, Inbound)
        return newest

    def texts(self, chat: Chat) -> list[str]:
        """Return what stands in a chat of the bot's, as it is now."""
        return [str(chat.messages[n].get("text")) for n in sorted(chat.own)]


@pytest.fixture
def table(server: BotApiServer, ear: Ear) -> Table:
    return Table(server, ear)


async def test_choices_are_buttons_with_their_lines(make: Maker, table: Table) -> None:
    telegram = make()
    async with hearing(telegram):
        asked = await table.gives(table.ann, table.ann.direct)
        await telegram.send(answer(asked, "**sure?**", YES, NO, THERE))

    (sent,) = table.server.sent
    assert sent.text == "sure?"
    assert [[(b["text"], b["callback_data"]) for b in row] for row in sent.buttons] == [
        [("Yes", "/forget #2 yes"), ("No", "/forget #2 no"), ("Go there", "/memory")],
    ]


async def test_in_a_group_what_belongs_into_the_direct_talk_leads_there(
    make: Maker, table: Table
) -> None:
    telegram = make()
    async with hearing(telegram):
        asked = await table.gives(table.ann, table.group)
        shown = number(await telegram.send(answer(asked, "better there", THERE)))
        before = len(table.ear.updates)
        assert table.ann.presses(table.group, shown, "Go there") == ""
        await table.ear.hears(before + 1)

    (sent,) = table.server.sent
    assert sent.buttons == (({"text": "Go there", "url": "https://t.me/mina_bot?start=memory"},),)
    assert (table.ear.inbounds[-1].text, table.ear.inbounds[-1].chat_kind) == (
        "/start memory",
        ChatKind.DIRECT,
    )


def test_without_a_name_there_is_no_link() -> None:
    assert keyboard_of((THERE,), is_direct=False, username="") is None
    assert keyboard_of((), is_direct=True, username="mina_bot") is None


def test_a_link_carries_one_argument_and_what_telegram_would_not_take_is_left_out() -> None:
    good = Choice(label="Pair", line="/pair K7PQ2MXA", in_direct=True)
    bad = Choice(label="Find", line="/find früher", in_direct=True)

    shown = keyboard_of((good, bad), is_direct=False, username="mina_bot")

    assert shown is not None
    (row,) = shown.inline_keyboard
    assert [button.url for button in row] == ["https://t.me/mina_bot?start=pair-K7PQ2MXA"]


def test_short_buttons_stand_beside_each_other_and_long_ones_below() -> None:
    def row_lengths(*names: str) -> list[int]:
        choices = [Choice(label=name, line="/x") for name in names]
        shown = keyboard_of(choices, is_direct=True, username="")
        return [] if shown is None else [len(row) for row in shown.inline_keyboard]

    assert row_lengths("yes", "no") == [2]
    assert row_lengths("a", "b", "c", "d", "e") == [4, 1]
    assert row_lengths("x" * 20, "y" * 20, "z") == [1, 2]
    assert row_lengths("x" * 64, "y") == [1, 1]
    assert sum(row_lengths(*["n"] * 150)) == 100


async def test_buttons_that_telegram_refuses_are_left_out(make: Maker, table: Table) -> None:
    telegram = make()
    async with hearing(telegram):
        asked = await table.gives(table.ann, table.ann.direct)
        table.server.fail("sendMessage", "refuse", description="Bad Request: BUTTON_DATA_INVALID")
        number(await telegram.send(answer(asked, "**sure?**", YES)))

    (sent,) = table.server.sent
    assert (sent.text, sent.buttons) == ("sure?", ())
    assert [e["type"] for e in sent.entities] == ["bold"]


async def test_a_press_is_the_command_behind_it(make: Maker, table: Table) -> None:
    clock = HastyClock()
    telegram = make(clock=clock)
    forum = table.server.group(-1002, forum=True)
    topic = table.server.topic(forum)
    async with hearing(telegram):
        table.ann.says(forum, "/memory", thread=topic)
        (asked,) = await table.ear.hears(1)
        assert isinstance(asked, Inbound)
        shown = number(await telegram.send(answer(asked, "page", NEXT)))
        press = await table.presses(table.bo, forum, shown, "Next")

    assert press.message_id.startswith("press-")
    assert (press.text, press.sender, press.sender_name) == ("/memory list 2", "telegram:8", "Bo")
    assert (press.route, press.chat_kind) == (asked.route, ChatKind.GROUP)
    assert (press.addressed, press.from_bot, press.language) == (True, False, "en")
    assert abs(press.sent_at - clock.now()) < timedelta(seconds=30)


async def test_a_press_is_acknowledged_once_it_is_stored_and_not_before(
    make: Maker, table: Table
) -> None:
    telegram = make()
    async with hearing(telegram):
        asked = await table.gives(table.ann, table.ann.direct)
        shown = number(await telegram.send(answer(asked, "page", NEXT)))

    table.ear.broken = True
    press = table.ann.presses(table.ann.direct, shown, "Next")
    with pytest.raises(OSError, match="disk is full"):
        await telegram.serve()
    assert table.server.world.callbacks[press].answered == 0

    table.ear.broken = False
    async with hearing(telegram):
        await table.ear.hears(2)
        await table.server.world.until(lambda: not table.server.world.updates)

    assert table.server.world.callbacks[press].answered == 1
    assert table.ear.texts == ["/memory", "/memory list 2"]


@pytest.mark.parametrize("kind", ["refuse", "hang", "malformed"])
async def test_an_acknowledgement_that_fails_is_nothing(
    kind: str, make: Maker, table: Table
) -> None:
    telegram = make()
    async with hearing(telegram):
        asked = await table.gives(table.ann, table.ann.direct)
        shown = number(await telegram.send(answer(asked, "page", NEXT)))
        table.server.fail("answerCallbackQuery", kind)
        await table.presses(table.ann, table.ann.direct, shown, "Next")
        await table.gives(table.ann, table.ann.direct, "and?")


async def test_the_answer_takes_the_place_of_the_message_with_the_button(
    make: Maker, table: Table
) -> None:
    telegram, talk = make(), table.ann.direct
    async with hearing(telegram):
        asked = await table.gives(table.ann, talk)
        first = number(await telegram.send(answer(asked, "page 1", NEXT)))
        press = await table.presses(table.ann, talk, first, "Next")
        again = number(await telegram.send(answer(press, "page **2**", YES, key="t2b0")))
        last = await table.presses(table.ann, talk, first, "Yes")
        number(await telegram.send(answer(last, "done", key="t3b0")))

    assert again == first
    assert [one.text for one in table.server.amended] == ["page 2", "done"]
    assert [[b["text"] for row in one.buttons for b in row] for one in table.server.amended] == [
        ["Yes"],
        [],
    ]
    assert table.texts(talk) == ["done"]


async def test_only_the_first_bubble_takes_the_place_however_often_it_is_tried(
    make: Maker, table: Table
) -> None:
    telegram, talk = make(), table.ann.direct
    async with hearing(telegram):
        asked = await table.gives(table.ann, talk)
        first = number(await telegram.send(answer(asked, "page 1", NEXT)))
        press = await table.presses(table.ann, talk, first, "Next")
        table.server.fail("editMessageText", "flood", retry_after=1)
        waits = await telegram.send(answer(press, "long", key="t2b0"))
        number(await telegram.send(answer(press, "long", key="t2b0")))
        number(await telegram.send(answer(press, "and on", YES, key="t2b1")))

    assert isinstance(waits, NotSent)
    assert table.texts(talk) == ["long", "and on"]
    assert [[b["text"] for row in one.buttons for b in row] for one in table.server.sent] == [
        ["Next"],
        ["Yes"],
    ]


async def test_an_answer_that_says_the_same_is_done(make: Maker, table: Table) -> None:
    telegram, talk = make(), table.ann.direct
    async with hearing(telegram):
        asked = await table.gives(table.ann, talk)
        first = number(await telegram.send(answer(asked, "page 1", NEXT)))
        press = await table.presses(table.ann, talk, first, "Next")
        same = number(await telegram.send(answer(press, "page 1", NEXT, key="t2b0")))

    assert same == first
    assert table.texts(talk) == ["page 1"]


async def test_without_an_answer_the_change_is_asked_for_once_more(
    make: Maker, table: Table
) -> None:
    telegram, talk = make(), table.ann.direct
    async with hearing(telegram):
        asked = await table.gives(table.ann, talk)
        first = number(await telegram.send(answer(asked, "page 1", NEXT)))
        press = await table.presses(table.ann, talk, first, "Next")
        table.server.fail("editMessageText", "lost-answer")
        number(await telegram.send(answer(press, "page 2", key="t2b0")))
        table.server.fail("editMessageText", "reset", times=2)
        doubt = await telegram.send(answer(press, "page 3", key="t2b0"))

    assert isinstance(doubt, InDoubt)
    assert table.texts(talk) == ["page 2"]


@pytest.mark.parametrize("how", ["deleted", "too old"])
async def test_where_the_message_is_gone_the_answer_is_one_of_its_own(
    how: str, make: Maker, table: Table
) -> None:
    telegram, talk = make(), table.ann.direct
    async with hearing(telegram):
        asked = await table.gives(table.ann, talk)
        first = number(await telegram.send(answer(asked, "page 1", NEXT)))
        before = len(table.ear.updates)
        table.ann.presses(talk, first, "Next", hidden=True)
        await table.ear.hears(before + 1)
        press = table.ear.inbounds[-1]
        if how == "deleted":
            table.ann.deletes(talk, first)
        else:
            said = "Bad Request: message can't be edited"
            table.server.fail("editMessageText", "refuse", description=said)
        second = number(await telegram.send(answer(press, "page 2", YES, key="t2b0")))

    assert second != first
    assert talk.messages[second]["text"] == "page 2"
    assert labels(talk, second) == [["Yes"]]
    if how == "too old":
        assert labels(talk, first) == []


async def test_after_a_restart_the_answer_to_an_older_press_is_one_of_its_own(
    make: Maker, table: Table
) -> None:
    before, after, talk = make(), make(), table.ann.direct
    async with hearing(before):
        asked = await table.gives(table.ann, talk)
        first = number(await before.send(answer(asked, "page 1", NEXT)))
        old = await table.presses(table.ann, talk, first, "Next")
    async with hearing(after):
        second = number(await after.send(answer(old, "page 2", key="t2b0")))
        new = await table.presses(table.ann, talk, first, "Next")
        third = number(await after.send(answer(new, "page 2 again", key="t3b0")))

    assert second != first
    assert third == first
    assert table.texts(talk) == ["page 2 again", "page 2"]


async def test_a_press_that_trembles_is_one(make: Maker, table: Table) -> None:
    telegram, talk = make(), table.ann.direct
    async with hearing(telegram):
        asked = await table.gives(table.ann, talk)
        first = number(await telegram.send(answer(asked, "sure?", YES)))
        presses = [table.ann.presses(talk, first, "Yes") for _ in range(2)]
        callbacks = table.server.world.callbacks
        await table.server.world.until(lambda: all(callbacks[one].answered for one in presses))
        number(await telegram.send(answer(table.ear.inbounds[-1], "done", key="t2b0")))
        await table.gives(table.ann, talk, "thanks")

    assert table.ear.texts == ["/memory", "/forget #2 yes", "thanks"]
    assert table.texts(talk) == ["done"]


async def test_the_same_button_can_be_pressed_again_a_while_later(
    make: Maker, table: Table
) -> None:
    clock, talk = HastyClock(), table.ann.direct
    telegram = make(clock=clock)
    async with hearing(telegram):
        asked = await table.gives(table.ann, talk)
        first = number(await telegram.send(answer(asked, "page 1", NEXT)))
        press = await table.presses(table.ann, talk, first, "Next")
        number(await telegram.send(answer(press, "page 2", NEXT, key="t2b0")))
        await clock.sleep(timedelta(seconds=3))
        await table.presses(table.ann, talk, first, "Next")

    assert table.ear.texts == ["/memory", "/memory list 2", "/memory list 2"]


async def test_two_people_who_press_at_once_are_two(make: Maker, table: Table) -> None:
    telegram = make()
    async with hearing(telegram):
        asked = await table.gives(table.ann, table.group)
        first = number(await telegram.send(answer(asked, "page 1", NEXT)))
        mine = await table.presses(table.ann, table.group, first, "Next")
        theirs = await table.presses(table.bo, table.group, first, "Next")
        third = number(await telegram.send(answer(theirs, "page 2 for Bo", NEXT, key="t2b0")))
        second = number(await telegram.send(answer(mine, "page 2 for Ann", key="t3b0")))
        on = await table.presses(table.bo, table.group, third, "Next")
        fourth = number(await telegram.send(answer(on, "page 3 for Bo", key="t4b0")))

    assert second == first
    assert fourth == third
    assert table.texts(table.group) == ["page 2 for Ann", "page 3 for Bo"]


@pytest.mark.parametrize("kind", [BubbleKind.PICTURE, BubbleKind.REMOVAL])
async def test_what_is_no_text_leaves_the_message_where_it_is(
    kind: BubbleKind, make: Maker, table: Table
) -> None:
    telegram, talk = make(), table.ann.direct
    async with hearing(telegram):
        asked = await table.gives(table.ann, talk)
        first = number(await telegram.send(answer(asked, "page 1", NEXT)))
        other = number(await telegram.send(answer(asked, "other", key="t1b1")))
        press = await table.presses(table.ann, talk, first, "Next")
        more: dict[str, Any] = {"kind": kind, "picture": DOT}
        if kind is BubbleKind.REMOVAL:
            more |= {"amends": str(other), "picture": None}
        number(await telegram.send(answer(press, "my day", key="t2b0", **more)))
        number(await telegram.send(answer(press, "below", key="t2b1")))

    assert talk.messages[first]["text"] == "page 1"
    assert labels(talk, first) == []
    assert table.texts(talk)[-1] == "below"


def query(data: object = "/memory", **more: object) -> dict[str, object]:
    shown = {"message_id": 5, "date": 1768080000, "chat": GROUP, "from": BOT, "text": "page"}
    body = {
        "id": "4242",
        "from": ANN,
        "message": shown,
        "chat_instance": "1",
        "data": data,
        **more,
    }
    return {
        "update_id": 1,
        "callback_query": {key: value for key, value in body.items() if value is not None},
    }


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(query("memory"), id="no command"),
        pytest.param(query(""), id="empty"),
        pytest.param(query(None, game_short_name="chess"), id="a game"),
        pytest.param(query(7), id="no text"),
        pytest.param(query(message=None, inline_message_id="x"), id="outside of every chat"),
        pytest.param(query(**{"from": None}), id="by nobody"),
        pytest.param(query(id=None), id="without a number"),
        pytest.param(query(message={"message_id": 5}), id="in no chat"),
    ],
)
def test_a_press_that_makes_no_sense_can_t_be_read(raw: dict[str, object]) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011 - each is one that `read` takes
        said(raw)


def test_a_press_at_a_message_that_is_not_shown_any_more_is_one() -> None:
    gone = {"message_id": 5, "date": 0, "chat": GROUP}

    (press,) = said(query(message=gone))

    assert isinstance(press, Inbound)
    assert (press.message_id, press.reply_to, press.route.chat) == ("press-4242", "5", "-1001")
    assert press.sent_at == NOW
    assert press.language == "ru"


async def test_forged_data_is_recorded_and_stops_nothing(make: Maker, table: Table) -> None:
    telegram, talk = make(), table.ann.direct
    async with hearing(telegram):
        asked = await table.gives(table.ann, talk)
        first = number(await telegram.send(answer(asked, "page 1", NEXT)))
        for data in ("drop table", None):
            table.ann.forges(talk, first, data)
        table.ann.says(talk, "and?")
        await table.ear.hears(4)

    assert [type(one) for one in table.ear.updates[1:]] == [Unreadable, Unreadable, Inbound]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("/start pair-K7PQ2MXA", "/start pair-K7PQ2MXA"),
        ("/start forget_me", "/start forget_me"),
        ("/start@mina_bot memory-Ab9", "/start memory-Ab9"),
    ],
)
async def test_what_a_link_carries_comes_through_as_it_is(
    written: str, text: str, make: Maker, table: Table
) -> None:
    async with hearing(make()):
        given = await table.gives(table.ann, table.ann.direct, written)

    assert given.text == text
