"""What every messenger does behind the port Messenger, whatever platform stands behind it."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.availability.model import Mode
from core.conversation.model import AttachmentKind, Route
from core.engine.model import (
    BubbleKind,
    Delivered,
    Gifts,
    InDoubt,
    Missing,
    NotSent,
    Outbound,
    Refused,
    Unreachable,
)
from tests.contracts.messengers import (
    EVERY,
    GIFTLESS,
    HEARING,
    ROOMY,
    WIRED,
    Heard,
    Platform,
    Rooms,
    Stand,
)
from tests.contracts.pixels import DOT

NOBODY = "999999"
"""The id of a message that is not there."""
AT_ONCE_S = 4.0
"""Seconds that a call may take whose server answers, on a busy machine."""


def over(stands: Mapping[str, Any]) -> pytest.MarkDecorator:
    """Run a test over each of `stands`."""
    return pytest.mark.parametrize("up", stands.values(), ids=stands)


def bubble(route: Route, text: str = "hello", **more: Any) -> Outbound:
    return Outbound(**{"route": route, "text": text, "key": "t1b0", **more})


UpStand = Callable[[], AbstractAsyncContextManager[Stand]]
UpHeard = Callable[[], AbstractAsyncContextManager[Heard]]
UpRooms = Callable[[], AbstractAsyncContextManager[Rooms]]
UpPlatform = Callable[[], AbstractAsyncContextManager[Platform]]


# What is said.


@over(EVERY)
async def test_a_bubble_is_shown_as_it_is_and_has_a_number_of_its_own(up: UpStand) -> None:
    text = "Hello, Ann!\nHow are you?"

    async with up() as stand:
        first = await stand.messenger.send(bubble(stand.direct, text))
        other = await stand.messenger.send(bubble(stand.direct, text, key="t1b1"))
        shown = stand.shown(stand.direct)

    assert isinstance(first, Delivered)
    assert isinstance(other, Delivered)
    assert first.message_id != other.message_id
    assert first.at.tzinfo is not None
    assert shown == [text, text]


@over(EVERY)
@pytest.mark.parametrize("letter", ["x", "ж", "😀"], ids=["narrow", "wide", "beyond the BMP"])
async def test_a_text_of_the_full_limit_arrives_whole(up: UpStand, letter: str) -> None:
    async with up() as stand:
        limit = stand.messenger.limit
        text = letter * (limit.most // limit.length(letter))
        outcome = await stand.messenger.send(bubble(stand.direct, text))
        shown = stand.shown(stand.direct)

    assert isinstance(outcome, Delivered)
    assert shown == [text]


@over(EVERY)
async def test_bubbles_stand_in_the_order_in_which_they_were_said(up: UpStand) -> None:
    said = [f"line {number}" for number in range(20)]

    async with up() as stand:
        for number, text in enumerate(said):
            await stand.messenger.send(bubble(stand.direct, text, key=f"t1b{number}"))
        shown = stand.shown(stand.direct)

    assert shown == said


@over(EVERY)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("*_`[(~>#+-=|{}.!\\", id="all that Markdown knows"),
        pytest.param("**bold _and ```half", id="Markdown that does not end"),
        pytest.param("[a](tg://user?id=7) [b](javascript:1) ![c](<>)", id="odd links"),
        pytest.param("<b>&amp;</i><script>\x00", id="HTML and a NUL"),
        pytest.param("@everyone @here <@7> <@&1> <#2> </a:1>", id="the markup of Discord"),
        pytest.param("👩\u200d👩\u200d👧 \u202eright to left\u202c a\u0301\ufe0f", id="joined"),
        pytest.param("half \ud83d of a character", id="half of a surrogate pair"),
        pytest.param("# " * 300, id="headings without end"),
        pytest.param("> " * 40 + "deep", id="quotes in quotes"),
        pytest.param("| a |\n|---|\n| b |", id="a table"),
    ],
)
async def test_no_text_is_refused_for_what_it_looks_like(up: UpStand, text: str) -> None:
    async with up() as stand:
        outcome = await stand.messenger.send(bubble(stand.direct, text))
        shown = stand.shown(stand.direct)

    assert isinstance(outcome, Delivered)
    assert len(shown) == 1


@over(WIRED)
async def test_nothing_that_it_says_rings_for_everyone(up: UpPlatform) -> None:
    text = "@everyone @here @Ann <@7> [Ann](tg://user?id=7)"

    async with up() as stand:
        outcome = await stand.messenger.send(bubble(stand.group, text))

        assert isinstance(outcome, Delivered)
        assert not stand.pinged()


# Where it is said.


@over(ROOMY)
async def test_what_is_said_in_a_thread_stays_there(up: UpRooms) -> None:
    async with up() as stand:
        outcome = await stand.messenger.send(bubble(stand.thread))

        assert isinstance(outcome, Delivered)
        assert (stand.shown(stand.thread), stand.shown(stand.group)) == (["hello"], [])


@over(ROOMY)
@pytest.mark.parametrize("where", ["direct", "group", "thread"])
async def test_an_answer_to_a_message_that_vanished_stays_in_its_place(
    up: UpRooms, where: str
) -> None:
    async with up() as stand:
        route: Route = getattr(stand, where)
        outcome = await stand.messenger.send(bubble(route, reply_to=NOBODY))
        shown = [stand.shown(one) for one in (stand.direct, stand.group, stand.thread)]

    assert isinstance(outcome, Delivered)
    assert sorted(shown) == [[], [], ["hello"]]


@over(ROOMY)
@pytest.mark.parametrize("where", ["group", "thread"])
async def test_a_place_that_vanished_is_unreachable_and_nothing_is_said_elsewhere(
    up: UpRooms, where: str
) -> None:
    async with up() as stand:
        route: Route = getattr(stand, where)
        stand.vanishes(route)
        outcome = await stand.messenger.send(bubble(route))
        shown = [stand.shown(one) for one in (stand.direct, stand.group)]
        elsewhere = await stand.messenger.send(bubble(stand.direct, key="t2b0"))

    assert isinstance(outcome, Unreachable)
    assert shown == [[], []]
    assert isinstance(elsewhere, Delivered)


@over(WIRED)
async def test_a_closed_thread_is_unreachable_and_the_room_around_it_is_not(
    up: UpPlatform,
) -> None:
    async with up() as stand:
        stand.closes(stand.thread)
        closed = await stand.messenger.send(bubble(stand.thread))
        around = await stand.messenger.send(bubble(stand.group))

        assert isinstance(closed, Unreachable)
        assert isinstance(around, Delivered)
        assert stand.shown(stand.thread) == []


@over(ROOMY)
async def test_who_blocked_it_is_unreachable_and_everybody_else_is_not(up: UpRooms) -> None:
    async with up() as stand:
        stand.blocks()
        blocked = await stand.messenger.send(bubble(stand.direct))
        others = await stand.messenger.send(bubble(stand.group))

        assert isinstance(blocked, Unreachable)
        assert isinstance(others, Delivered)
        assert stand.shown(stand.direct) == []


# What it changes, and puts on messages.


@over(ROOMY)
async def test_a_changed_message_says_the_new_text_and_twice_is_once(up: UpRooms) -> None:
    async with up() as stand:
        said = await stand.messenger.send(bubble(stand.direct, "hel"))
        assert isinstance(said, Delivered)
        change = bubble(stand.direct, "hello **there**, Ann", amends=said.message_id)
        first = await stand.messenger.send(replace(change, text="hello there, Ann"))
        again = await stand.messenger.send(replace(change, text="hello there, Ann"))

        assert [one.message_id for one in (first, again) if isinstance(one, Delivered)] == (
            [said.message_id] * 2
        )
        assert stand.shown(stand.direct) == ["hello there, Ann"]


@over(ROOMY)
async def test_a_change_of_a_message_that_vanished_is_refused_and_says_nothing(
    up: UpRooms,
) -> None:
    async with up() as stand:
        outcome = await stand.messenger.send(bubble(stand.direct, amends=NOBODY))

        assert isinstance(outcome, Refused)
        assert stand.shown(stand.direct) == []


@over(ROOMY)
async def test_a_reaction_goes_on_its_message_and_twice_is_once(up: UpRooms) -> None:
    async with up() as stand:
        said = await stand.said()
        thumb = bubble(stand.direct, "👍", kind=BubbleKind.REACTION, reply_to=said)
        outcomes = [await stand.messenger.send(thumb) for _ in range(2)]

        assert all(isinstance(one, Delivered) for one in outcomes)
        assert stand.reactions(said) == ["👍"]
        assert stand.shown(stand.direct) == []


@over(GIFTLESS)
async def test_a_gift_that_it_lacks_is_refused_and_nothing_is_said_instead(up: UpStand) -> None:
    async with up() as stand:
        said = await stand.messenger.send(bubble(stand.direct))
        assert isinstance(said, Delivered)
        change = bubble(stand.direct, "hello there", amends=said.message_id)
        thumb = bubble(stand.direct, "👍", kind=BubbleKind.REACTION, reply_to=said.message_id)
        outcomes = [await stand.messenger.send(one) for one in (change, thumb)]

        assert all(isinstance(one, Refused) for one in outcomes)
        assert replace(stand.messenger.gifts, files=False) == Gifts()
        assert stand.shown(stand.direct) == ["hello"]


# Waits.


@over(ROOMY)
@pytest.mark.parametrize("seconds", [31, 14_000])
async def test_a_long_wait_is_told_at_once_and_holds_up_nobody(up: UpRooms, seconds: int) -> None:
    async with up() as stand:
        stand.floods(seconds)
        async with asyncio.timeout(AT_ONCE_S):
            outcome = await stand.messenger.send(bubble(stand.direct))
            other = await stand.messenger.send(bubble(stand.group))

        assert isinstance(outcome, NotSent)
        asked = timedelta(seconds=seconds)
        assert asked <= outcome.retry_after <= asked + timedelta(seconds=1)
        assert isinstance(other, Delivered)
        assert (stand.shown(stand.direct), stand.shown(stand.group)) == ([], ["hello"])


async def _waited(up: UpRooms, seconds: float, within_s: float) -> None:
    async with up() as stand:
        stand.floods(seconds)
        async with asyncio.timeout(within_s):
            outcome = await stand.messenger.send(bubble(stand.direct))
        if isinstance(outcome, NotSent):
            assert outcome.retry_after == timedelta(seconds=seconds)
            assert stand.shown(stand.direct) == []
            outcome = await stand.messenger.send(bubble(stand.direct))

        assert isinstance(outcome, Delivered)
        assert stand.shown(stand.direct) == ["hello"]


@over(ROOMY)
async def test_after_a_short_wait_it_is_said_once(up: UpRooms) -> None:
    await _waited(up, 1, AT_ONCE_S)


@pytest.mark.slow
@over(WIRED)
async def test_a_wait_of_seconds_is_told_or_sat_out_within_its_bound(up: UpPlatform) -> None:
    await _waited(up, 7, 7 + AT_ONCE_S)


# Faults.


@over(WIRED)
async def test_while_nobody_listens_it_is_not_sent_and_later_it_is_said_once(
    up: UpPlatform,
) -> None:
    async with up() as stand:
        await stand.unplugs()
        async with asyncio.timeout(AT_ONCE_S):
            unsent = await stand.messenger.send(bubble(stand.direct))
        assert stand.shown(stand.direct) == []
        await stand.plugs()
        sent = await stand.messenger.send(bubble(stand.direct))

        assert isinstance(unsent, NotSent)
        assert unsent.retry_after > timedelta(0)
        assert isinstance(sent, Delivered)
        assert stand.shown(stand.direct) == ["hello"]


@over(WIRED)
@pytest.mark.parametrize("kind", ["lost-answer", "reset", "hang", "malformed", "status"])
async def test_without_an_answer_it_never_shows_twice_and_none_claims_what_is_not_so(
    up: UpPlatform, kind: str
) -> None:
    async with up() as stand:
        stand.fails("send", kind)
        outcome = await stand.messenger.send(bubble(stand.direct))
        if isinstance(outcome, InDoubt):
            tried_at = stand.now()
            await stand.starts_anew()
            outcome = await stand.messenger.settle(bubble(stand.direct), tried_at)
        shown = stand.shown(stand.direct)

    match outcome:
        case Delivered():
            assert shown == ["hello"]
        case NotSent():
            assert shown == []
        case _:
            assert isinstance(outcome, InDoubt)
            assert shown in ([], ["hello"])


@over(WIRED)
async def test_after_a_restart_what_was_said_is_not_said_again(up: UpPlatform) -> None:
    async with up() as stand:
        tried_at = stand.now()
        said = await stand.messenger.send(bubble(stand.direct))
        await stand.starts_anew()
        outcome = await stand.messenger.settle(bubble(stand.direct), tried_at)

        assert isinstance(outcome, InDoubt) or outcome == said
        assert stand.shown(stand.direct) == ["hello"]


@over(WIRED)
async def test_after_a_restart_what_shows_once_however_often_is_done_again(
    up: UpPlatform,
) -> None:
    async with up() as stand:
        heard = await stand.said()
        said = await stand.messenger.send(bubble(stand.direct, "hel"))
        assert isinstance(said, Delivered)
        change = bubble(stand.direct, "hello", amends=said.message_id)
        thumb = bubble(stand.direct, "👍", kind=BubbleKind.REACTION, reply_to=heard)
        await stand.messenger.send(thumb)
        await stand.starts_anew()
        outcomes = [await stand.messenger.settle(one, stand.now()) for one in (change, thumb)]

        assert all(isinstance(one, Delivered) for one in outcomes)
        assert stand.shown(stand.direct) == ["hello"]
        assert stand.reactions(heard) == ["👍"]


@over(WIRED)
async def test_a_cancelled_call_leaves_nothing_broken(up: UpPlatform) -> None:
    async with up() as stand:
        stand.fails("send", "hang")
        async with asyncio.TaskGroup() as group:
            sending = group.create_task(stand.messenger.send(bubble(stand.direct, "lost")))
            await stand.until_called("send")
            sending.cancel()
        outcome = await stand.messenger.send(bubble(stand.direct, key="t1b1"))

        assert isinstance(outcome, Delivered)
        assert stand.shown(stand.direct) == ["hello"]


@over(WIRED)
@pytest.mark.parametrize("kind", ["reset", "hang", "malformed", "status", "flood", "refuse"])
async def test_typing_never_matters_whatever_fails(up: UpPlatform, kind: str) -> None:
    how: dict[str, Any] = {"retry_after": 14_000} if kind == "flood" else {}
    async with up() as stand:
        stand.fails("typing", kind, **how)
        async with asyncio.timeout(AT_ONCE_S):
            await stand.messenger.typing(stand.direct)
            outcome = await stand.messenger.send(bubble(stand.direct))

        assert stand.called("typing") >= 1
        assert isinstance(outcome, Delivered)


@over(EVERY)
async def test_typing_says_nothing(up: UpStand) -> None:
    async with up() as stand:
        await stand.messenger.typing(stand.direct)

        assert stand.shown(stand.direct) == []


@over(WIRED)
async def test_typing_where_nobody_listens_or_nothing_is_raises_nothing(up: UpPlatform) -> None:
    async with up() as stand:
        stand.vanishes(stand.group)
        await stand.messenger.typing(stand.group)
        await stand.unplugs()
        await stand.messenger.typing(stand.direct)
        await stand.leaves()
        await stand.messenger.typing(stand.direct)

        assert stand.shown(stand.direct) == []


# What comes in.


@over(HEARING)
async def test_what_a_person_writes_is_heard_and_answered_where_it_was_said(up: UpHeard) -> None:
    async with up() as stand:
        heard = await stand.hears("what about tea?", stand.direct)
        await stand.messenger.send(bubble(heard.route, "with pleasure"))

        assert heard.text == "what about tea?"
        assert heard.addressed
        assert heard.route == stand.direct
        assert stand.shown(stand.direct) == ["with pleasure"]


@over(WIRED)
@pytest.mark.parametrize("where", ["group", "thread"])
async def test_what_is_written_in_a_room_is_answered_there_and_nowhere_else(
    up: UpPlatform, where: str
) -> None:
    async with up() as stand:
        route: Route = getattr(stand, where)
        heard = await stand.hears("what about tea?", route)
        outcome = await stand.messenger.send(
            bubble(heard.route, "with pleasure", reply_to=heard.message_id)
        )
        shown = {one: stand.shown(one) for one in (stand.direct, stand.group, stand.thread)}

    assert heard.route == route
    assert isinstance(outcome, Delivered)
    assert {one for one, texts in shown.items() if texts} == {route}


@over(WIRED)
async def test_a_file_that_came_in_can_be_fetched_unless_it_is_too_large_or_gone(
    up: UpPlatform,
) -> None:
    content = b"%PDF-1.7 " * 50

    async with up() as stand:
        (file,) = (await stand.brings(content)).attachments
        whole = await stand.messenger.fetch(file, len(content))
        untold = await stand.messenger.fetch(replace(file, size=None), len(content) - 1)
        too_large = await stand.messenger.fetch(file, len(content) - 1)
        stand.fails("fetch", "status")
        cut = await stand.messenger.fetch(file, len(content))
        stand.loses_files()
        gone = await stand.messenger.fetch(file, len(content))
        await stand.unplugs()
        unreachable = await stand.messenger.fetch(file, len(content))

    assert file.kind is AttachmentKind.FILE
    assert whole == content
    assert (untold, too_large) == (Missing(reason="too large"), Missing(reason="too large"))
    assert gone == Missing(reason="gone")
    assert isinstance(cut, Missing)
    assert isinstance(unreachable, Missing)
    assert not any("127.0.0.1" in one.reason for one in (cut, unreachable))


# How it is.


@over(EVERY)
async def test_to_show_how_much_it_is_there_says_nothing_and_disturbs_nothing(up: UpStand) -> None:
    async with up() as stand:
        for mode in Mode:
            await stand.messenger.present(mode, "at work")
        await stand.messenger.present(Mode.ONLINE, "")
        outcome = await stand.messenger.send(bubble(stand.direct))

        assert isinstance(outcome, Delivered)
        assert stand.shown(stand.direct) == ["hello"]


@over(WIRED)
async def test_to_show_how_much_it_is_there_raises_nothing_where_nobody_listens(
    up: UpPlatform,
) -> None:
    async with up() as stand:
        await stand.unplugs()
        await stand.messenger.present(Mode.DO_NOT_DISTURB, "at work")
        await stand.plugs()
        await stand.starts_anew()
        await stand.leaves()
        await stand.messenger.present(Mode.OFFLINE, "")
        outcome = await stand.messenger.send(bubble(stand.direct))

        assert isinstance(outcome, NotSent)


@over(HEARING)
async def test_it_is_connected_while_it_serves_and_says_nothing_afterwards(up: UpHeard) -> None:
    async with up() as stand:
        await stand.hears("what about tea?", stand.direct)
        during = stand.messenger.health
        await stand.leaves()
        after = stand.messenger.health
        outcome = await stand.messenger.send(bubble(stand.direct))

        assert during.connected
        assert during.last_heard_at is not None
        assert not after.connected
        assert isinstance(outcome, NotSent)
        assert outcome.retry_after > timedelta(0)
        assert stand.shown(stand.direct) == []


# What it shows.


@over(ROOMY)
@pytest.mark.parametrize("where", ["direct", "group", "thread"])
async def test_a_picture_is_shown_with_its_text_in_its_place_alone(up: UpRooms, where: str) -> None:
    async with up() as stand:
        route: Route = getattr(stand, where)
        outcome = await stand.messenger.send(
            bubble(route, "my day", kind=BubbleKind.PICTURE, picture=DOT, reply_to=NOBODY)
        )
        places = (stand.direct, stand.group, stand.thread)
        shown = {one: (stand.pictures(one), stand.shown(one)) for one in places}

    assert isinstance(outcome, Delivered)
    assert shown.pop(route) == ([DOT], ["my day"])
    assert set(map(str, shown.values())) == {"([], [])"}


@over(GIFTLESS)
async def test_where_no_pictures_are_shown_one_is_refused_and_nothing_is_said_instead(
    up: UpStand,
) -> None:
    async with up() as stand:
        outcome = await stand.messenger.send(
            bubble(stand.direct, kind=BubbleKind.PICTURE, picture=DOT)
        )

        assert isinstance(outcome, Refused)
        assert stand.shown(stand.direct) == []


@over(ROOMY)
async def test_a_picture_that_was_not_drawn_is_refused_and_says_nothing(up: UpRooms) -> None:
    async with up() as stand:
        outcome = await stand.messenger.send(bubble(stand.direct, kind=BubbleKind.PICTURE))

        assert isinstance(outcome, Refused)
        assert stand.shown(stand.direct) == []


@over(WIRED)
async def test_after_a_restart_a_picture_is_not_shown_again(up: UpPlatform) -> None:
    async with up() as stand:
        day = bubble(stand.direct, "my day", kind=BubbleKind.PICTURE, picture=DOT)
        tried_at = stand.now()
        said = await stand.messenger.send(day)
        await stand.starts_anew()
        outcome = await stand.messenger.settle(replace(day, picture=DOT + b" anew"), tried_at)

        assert isinstance(outcome, InDoubt) or outcome == said
        assert stand.pictures(stand.direct) == [DOT]
