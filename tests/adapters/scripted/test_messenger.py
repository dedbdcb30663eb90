"""What the scripted messenger does beyond saying something."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adapters.clock.virtual import VirtualClock
from adapters.scripted.messenger import ScriptedMessenger
from core.conversation.model import AccountId, Attachment, AttachmentKind, Route
from core.engine.model import (
    BubbleKind,
    Delivered,
    Gifts,
    InDoubt,
    Missing,
    NotSent,
    Outbound,
    Refused,
)
from core.engine.ports import Messenger

NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)
HERE = Route(account=AccountId("scripted"), chat="7")
HELLO = Outbound(route=HERE, text="hel", key="t1b0")
GROWN = replace(HELLO, text="hello there", amends="own-1")
HEART = Outbound(route=HERE, text="❤", key="t1b1", kind=BubbleKind.REACTION, reply_to="m1")
DAY = replace(HELLO, text="my day", key="t1b2", kind=BubbleKind.PICTURE, picture=b"png")
VOICE = Attachment(kind=AttachmentKind.VOICE, handle="v1")


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(NOW)


async def test_a_reaction_stands_beside_the_talk_and_never_in_it(clock: VirtualClock) -> None:
    messenger = ScriptedMessenger(clock)

    outcomes = [await messenger.send(one) for one in (HELLO, HEART)]

    assert outcomes[1] == Delivered(message_id="m1", at=NOW)
    assert messenger.texts == ["hel"]
    assert messenger.reacted == [(NOW, HEART)]


async def test_a_picture_stands_in_the_talk_with_its_text(clock: VirtualClock) -> None:
    messenger = ScriptedMessenger(clock)

    outcomes = [await messenger.send(one) for one in (HELLO, DAY)]

    assert outcomes[1] == Delivered(message_id="own-2", at=NOW)
    assert messenger.shown == [(NOW, HELLO), (NOW, DAY)]


async def test_a_picture_is_known_by_its_key_and_shows_once(clock: VirtualClock) -> None:
    messenger = ScriptedMessenger(clock, settles="asks")
    await messenger.send(DAY)
    redrawn = replace(DAY, picture=b"another")

    assert await messenger.settle(redrawn, NOW) == Delivered(message_id="own-1", at=NOW)
    assert messenger.shown == [(NOW, DAY)]


async def test_what_people_see_in_the_end_is_the_last_text(clock: VirtualClock) -> None:
    messenger = ScriptedMessenger(clock)
    await messenger.send(HELLO)
    await messenger.send(replace(HELLO, text="tea?", key="t1b1"))
    later = NOW + timedelta(seconds=3)
    clock.advance(later)

    outcome = await messenger.send(GROWN)

    assert outcome == Delivered(message_id="own-1", at=later)
    assert messenger.texts == ["hello there", "tea?"]
    assert messenger.amended == [(later, GROWN)]
    assert messenger.shown[0][0] == NOW


@pytest.mark.parametrize("settles", ["doubt", "asks"])
async def test_a_reaction_and_a_change_show_once_however_often_they_are_done(
    clock: VirtualClock, settles: str
) -> None:
    messenger: ScriptedMessenger = ScriptedMessenger(
        clock,
        settles="asks" if settles == "asks" else "doubt",
    )
    await messenger.send(HELLO)

    for outbound in (HEART, GROWN):
        for outcome in (
            await messenger.settle(outbound, NOW),
            await messenger.send(outbound),
            await messenger.settle(outbound, NOW),
        ):
            assert isinstance(outcome, Delivered)

    assert (len(messenger.reacted), len(messenger.amended)) == (1, 1)
    assert messenger.texts == ["hello there"]


async def test_a_grown_message_is_still_known_by_its_key(clock: VirtualClock) -> None:
    messenger = ScriptedMessenger(clock, settles="asks")
    for outbound in (HELLO, GROWN):
        await messenger.send(outbound)

    assert await messenger.settle(HELLO, NOW) == Delivered(message_id="own-1", at=NOW)
    assert messenger.texts == ["hello there"]


async def test_a_text_stays_in_doubt_where_nobody_can_be_asked(clock: VirtualClock) -> None:
    assert isinstance(await ScriptedMessenger(clock).settle(HELLO, NOW), InDoubt)


@pytest.mark.parametrize(
    "outbound",
    [
        pytest.param(HEART, id="a reaction"),
        pytest.param(GROWN, id="a change"),
        pytest.param(DAY, id="a picture"),
    ],
)
async def test_a_gift_that_it_lacks_is_refused(clock: VirtualClock, outbound: Outbound) -> None:
    messenger = ScriptedMessenger(clock, gifts=Gifts())
    await messenger.send(HELLO)

    assert isinstance(await messenger.send(outbound), Refused)
    assert messenger.texts == ["hel"]
    assert messenger.reacted == []


@pytest.mark.parametrize(
    "outbound",
    [
        pytest.param(replace(GROWN, amends="own-9"), id="of a message that is not there"),
        pytest.param(replace(GROWN, route=replace(HERE, chat="8")), id="of another chat's"),
        pytest.param(replace(HEART, reply_to=None), id="a reaction to nothing"),
        pytest.param(replace(DAY, picture=None), id="a picture of nothing"),
    ],
)
async def test_nonsense_is_refused(clock: VirtualClock, outbound: Outbound) -> None:
    messenger = ScriptedMessenger(clock)
    await messenger.send(HELLO)

    assert isinstance(await messenger.send(outbound), Refused)


async def test_it_fails_as_it_is_told_in_whatever_it_does(clock: VirtualClock) -> None:
    later = NotSent(reason="flood", retry_after=timedelta(seconds=5))
    messenger = ScriptedMessenger(
        clock, outcome=lambda one: later if one.kind is BubbleKind.REACTION else None
    )

    assert await messenger.send(HEART) == later
    assert messenger.reacted == []


async def test_what_it_has_no_file_of_is_missing(clock: VirtualClock) -> None:
    messenger: Messenger = ScriptedMessenger(clock, files={"v1": b"OggS"})

    assert await messenger.fetch(VOICE, 4) == b"OggS"
    assert await messenger.fetch(VOICE, 3) == Missing(reason="too large")
    assert await messenger.fetch(replace(VOICE, handle="v2"), 4) == Missing(reason="gone")
