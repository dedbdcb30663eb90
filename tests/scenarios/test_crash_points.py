"""Whatever a crash cuts short: nothing is lost, nothing is doubled, doubt is reported."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest

from adapters.clock.virtual import VirtualClock
from adapters.scripted.messenger import ScriptedMessenger
from adapters.scripted.role import ScriptedRole
from core.conversation.model import ChatKind, Edit, IdentityId, Inbound, Said
from core.engine.memory import InMemoryWork
from core.engine.model import RHYTHMS, BubbleState, Dials, Lane, TurnRecord, TurnState
from core.engine.ports import Work
from tests.scenarios.crash import Fuse, Life, Platform
from tests.world import ANNA, DIRECT, MINA

START = datetime(2026, 1, 10, 12, tzinfo=UTC)
QUICK = Dials(rhythm=RHYTHMS["quick"])
HEARD = ("hey", "are you there?", "so I got the job!", "/help", "one more thing")


def _said(number: int, text: str, sender: IdentityId = ANNA) -> Inbound:
    return Inbound(
        route=DIRECT,
        chat_kind=ChatKind.DIRECT,
        message_id=str(number),
        sender=sender,
        sender_name="Anna",
        text=text,
        sent_at=START + timedelta(seconds=number),
        addressed=True,
    )


def _a_talk() -> Platform:
    """Two quick lines, an edit, a third, a command, and something said between two bubbles."""
    corrected = Edit(
        route=DIRECT,
        message_id="1",
        text="are you there?",
        edited_at=START + timedelta(seconds=3),
    )
    return Platform(
        (timedelta(seconds=0), [_said(0, "hey"), _said(1, "are you their?")]),
        (timedelta(seconds=1), [corrected, _said(2, "so I got the job!")]),
        (timedelta(seconds=4), [_said(3, "/help")]),
        (timedelta(seconds=5), [_said(4, "one more thing")]),
    )


def _life(work: Work, settles: Literal["doubt", "asks"]) -> Life:
    clock = VirtualClock(START)
    role = ScriptedRole([lambda request: f"re: {request.user_message}"], clock=clock, loop=True)
    replies = ScriptedRole(
        [("first of it all", "second of it all", "third of it all")], clock=clock, loop=True
    )
    del role
    messenger = ScriptedMessenger(clock, settles=settles)
    return Life(work, clock, messenger, replies, _a_talk(), QUICK)


async def _rows(work: Work) -> tuple[list[Said], list[TurnRecord]]:
    async with work.write() as stores:
        known = await stores.conversations.find_or_create(
            MINA.space, DIRECT, ChatKind.DIRECT, START
        )
        return (
            await stores.messages.recent(known.id, 1000),
            await stores.turns.recent(known.id, 1000),
        )


async def _check(life: Life, fuses: list[Fuse]) -> None:
    where = [fuse.blown_at for fuse in fuses]
    history, turns = await _rows(life.work)
    heard = [said.text for said in history if not said.by_companion]
    own = [said for said in history if said.by_companion]
    bubbles = [bubble for record in turns for bubble in record.bubbles]
    shown = Counter(outbound.key for _, outbound in life.messenger.shown)
    doubt = [bubble for bubble in bubbles if bubble.state is BubbleState.IN_DOUBT]
    crashes = sum(w is not None for w in where)

    assert heard == [text for text in HEARD if not text.startswith("/")], where
    assert all(record.turn.state is TurnState.CLOSED for record in turns), where
    assert not [key for key, times in shown.items() if times > 1], where
    assert len(doubt) <= len(Lane) * crashes, where
    assert await _reported(life.work) == len(doubt), where
    said_keys = Counter(said.text for said in own)
    told = Counter(
        bubble.text
        for bubble in bubbles
        if bubble.state in (BubbleState.DELIVERED, BubbleState.IN_DOUBT) and not bubble.notice
    )
    assert said_keys == told, where
    delivered = {b.key for b in bubbles if b.state is BubbleState.DELIVERED}
    assert delivered <= set(shown) <= delivered | {b.key for b in doubt}, where
    commands = [record for record in turns if record.turn.lane is Lane.COMMAND]
    assert len(commands) == 1, where
    answered = {said.turn for said in history if not said.by_companion}
    assert None not in answered, where
    talk = [record for record in turns if record.turn.lane is Lane.TALK]
    assert all(_was_said(record) for record in talk), where


async def _reported(work: Work) -> int:
    async with work.read() as stores:
        return (await stores.figures.tally(MINA.space, "2026-01-10")).in_doubt


def _was_said(record: TurnRecord) -> bool:
    said = (BubbleState.DELIVERED, BubbleState.IN_DOUBT)
    return any(bubble.state in said for bubble in record.bubbles)


async def _calls(settles: Literal["doubt", "asks"]) -> int:
    fuse = Fuse(None)
    life = _life(InMemoryWork(), settles)
    await life.live(fuse)
    await _check(life, [fuse])
    return fuse.count


async def test_a_life_without_a_crash_answers_everything_once() -> None:
    life = _life(InMemoryWork(), "doubt")

    await life.live(Fuse(None))

    await _check(life, [Fuse(None)])
    assert len(life.messenger.texts) >= 4


@pytest.mark.parametrize("settles", ["doubt", "asks"])
async def test_no_crash_at_any_port_call_loses_or_doubles_a_word(
    settles: Literal["doubt", "asks"],
) -> None:
    calls = await _calls(settles)

    for number in range(1, calls + 1):
        life = _life(InMemoryWork(), settles)
        fuses = [Fuse(number), Fuse(None)]
        for fuse in fuses:
            await life.live(fuse)
        assert fuses[0].blown_at is not None
        await _check(life, fuses)


@pytest.mark.parametrize("settles", ["doubt", "asks"])
async def test_a_platform_that_can_be_asked_leaves_no_doubt(
    settles: Literal["doubt", "asks"],
) -> None:
    calls = await _calls("asks")
    doubts = 0

    for number in range(1, calls + 1):
        life = _life(InMemoryWork(), settles)
        for fuse in (Fuse(number), Fuse(None)):
            await life.live(fuse)
        _, turns = await _rows(life.work)
        doubts += sum(b.state is BubbleState.IN_DOUBT for r in turns for b in r.bubbles)

    assert (doubts == 0) is (settles == "asks")


async def test_three_crashes_in_a_row_anywhere_change_nothing_either() -> None:
    seed = 20260110
    dice = random.Random(seed)
    calls = await _calls("doubt")

    for _ in range(400):
        life = _life(InMemoryWork(), "doubt")
        fuses = [Fuse(dice.randint(1, calls)) for _ in range(3)]
        for fuse in (*fuses, Fuse(None)):
            await life.live(fuse)
        await _check(life, fuses)
