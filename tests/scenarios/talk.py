"""One talk for every crash to cut short, and what must hold of it afterwards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from adapters.clock.virtual import VirtualClock
from adapters.scripted.messenger import ScriptedMessenger
from adapters.scripted.role import ScriptedRole
from core.conversation.model import ChatKind, Edit, IdentityId, Inbound, Said
from core.engine.model import RHYTHMS, BubbleState, Dials, Lane, TurnRecord, TurnState
from core.engine.ports import Stores, Work
from tests.scenarios.crash import Fuse, Life, Platform
from tests.world import ANNA, DIRECT, MINA

START = datetime(2026, 1, 10, 12, tzinfo=UTC)
QUICK = Dials(rhythm=RHYTHMS["quick"])
HEARD = ("hey", "are you there?", "so I got the job!", "/help", "one more thing")

Settles = Literal["doubt", "asks"]


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


def a_talk() -> Platform:
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


def a_life(work: Work, settles: Settles) -> Life:
    """Return a life over empty stores, with the whole talk ahead."""
    clock = VirtualClock(START)
    answer = ("first of it all", "second of it all", "third of it all")
    role = ScriptedRole([answer], clock=clock, loop=True)
    messenger = ScriptedMessenger(clock, settles=settles)
    return Life(work, clock, messenger, role, a_talk(), QUICK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What the stores hold after the last life."""

    history: Sequence[Said]
    turns: Sequence[TurnRecord]
    reported: int
    """Bubbles in doubt, as `/status` counts them."""


async def rows_of(work: Work) -> Rows:
    """Return what is kept of the one conversation."""

    def body(stores: Stores) -> Rows:
        known = stores.conversations.find_or_create(MINA.space, DIRECT, ChatKind.DIRECT, START)
        return Rows(
            history=stores.messages.recent(known.id, 1000),
            turns=stores.turns.recent(known.id, 1000),
            reported=stores.figures.tally(MINA.space, "2026-01-10").in_doubt,
        )

    return await work.write(body)


async def check(life: Life, fuses: Sequence[Fuse]) -> None:
    """Assert that nothing was lost or doubled, and that every doubt was reported."""
    where = [fuse.blown_at for fuse in fuses]
    rows = await rows_of(life.work)
    heard = [said.text for said in rows.history if not said.by_companion]
    own = [said for said in rows.history if said.by_companion]
    bubbles = [bubble for record in rows.turns for bubble in record.bubbles]
    shown = Counter(outbound.key for _, outbound in life.messenger.shown)
    doubt = [bubble for bubble in bubbles if bubble.state is BubbleState.IN_DOUBT]
    crashes = sum(w is not None for w in where)

    assert heard == [text for text in HEARD if not text.startswith("/")], where
    assert all(record.turn.state is TurnState.CLOSED for record in rows.turns), where
    assert not [key for key, times in shown.items() if times > 1], where
    assert len(doubt) <= len(Lane) * crashes, where
    assert rows.reported == len(doubt), where
    said_keys = Counter(said.text for said in own)
    told = Counter(
        bubble.text
        for bubble in bubbles
        if bubble.state in (BubbleState.DELIVERED, BubbleState.IN_DOUBT) and not bubble.notice
    )
    assert said_keys == told, where
    delivered = {b.key for b in bubbles if b.state is BubbleState.DELIVERED}
    assert delivered <= set(shown) <= delivered | {b.key for b in doubt}, where
    commands = [record for record in rows.turns if record.turn.lane is Lane.COMMAND]
    assert len(commands) == 1, where
    answered = {said.turn for said in rows.history if not said.by_companion}
    assert None not in answered, where
    talk = [record for record in rows.turns if record.turn.lane is Lane.TALK]
    assert all(_was_said(record) for record in talk), where


def _was_said(record: TurnRecord) -> bool:
    said = (BubbleState.DELIVERED, BubbleState.IN_DOUBT)
    return any(bubble.state in said for bubble in record.bubbles)
