"""One lane of one conversation, worked on until it rests.

Each round is one write transaction and one act in the world. The transaction records what the
last act brought, decides by `next_step` until something outside is needed, and commits; then
the act is done with nothing locked. Whatever a crash cuts short, the rows say where to go on.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from core.admin.model import Invocation
from core.admin.rules import parse_command
from core.admin.service import Dispatcher
from core.conversation.model import AccountId, ConversationId
from core.engine.model import (
    BubbleState,
    Desk,
    Dials,
    Lane,
    Outbound,
    Turn,
    TurnRecord,
    TurnState,
    Waiting,
)
from core.engine.ports import Clock, Stores, Work
from core.engine.rules import (
    Close,
    Drop,
    GiveUp,
    Open,
    Pass,
    Rest,
    Settle,
    Speak,
    Step,
    Think,
    local_day,
    next_step,
)
from core.engine.service.delivery import Sent, record_sent
from core.engine.service.drafting import apologise, record_thought, speak
from core.engine.service.news import News
from core.engine.service.seat import Seat
from core.engine.service.thinking import Thinker, Thought
from core.engine.service.typing import TypingLights
from core.phrases import Phrase, bare_language


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """A command's turn is claimed: run it."""

    turn: Turn


Happened = Thought | Sent | Ordered
Act = Think | Speak | Settle | Rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What every lane of a process works with."""

    work: Work
    clock: Clock
    dials: Dials
    seats: Mapping[AccountId, Seat]
    dispatcher: Dispatcher
    thinker: Thinker
    lights: TypingLights
    about: Callable[[], Mapping[str, str]]
    """What `/status` tells of the process."""
    on_turn: Callable[[TurnRecord], Awaitable[None]] | None = None
    """Called after each closed turn; for the debug view."""


class LaneWorker:
    """Works on one lane; made anew whenever the lane is due."""

    def __init__(self, conversation: ConversationId, lane: Lane, around: Surroundings) -> None:
        self._conversation = conversation
        self._lane = lane
        self._around = around

    async def work(self) -> None:
        """Go on until the lane rests."""
        happened: Happened | None = None
        while True:
            news = News(self._conversation)
            async with self._around.work.write() as stores:
                desk = await stores.conversations.desk(self._conversation, self._lane)
                resumed = happened is None and desk.turn is not None
                if happened is not None:
                    desk = await self._record(stores, desk, happened, news)
                desk, act = await self._advance(stores, desk, news, resumed=resumed)
            news.tell()
            await self._show(news)
            if isinstance(act, Rest):
                self._light_pause(desk, act)
                return
            happened = await self._do(desk, act)

    async def _show(self, news: News) -> None:
        if self._around.on_turn is not None:
            for record in news.closed:
                await self._around.on_turn(record)

    def _light_pause(self, desk: Desk, rest: Rest) -> None:
        """Show that it types while a bubble waits for its time."""
        if self._lane is Lane.COMMAND or desk.turn is None or rest.until is None:
            return
        if any(bubble.tries for bubble in desk.bubbles if not bubble.state.settled):
            return  # the platform asked for a wait: nothing is typed
        messenger = self._seat(desk).messenger
        self._around.lights.light(messenger, desk.conversation.route, rest.until)

    def _seat(self, desk: Desk) -> Seat:
        return self._around.seats[desk.conversation.route.account]

    async def _do(self, desk: Desk, act: Think | Speak | Settle) -> Happened:
        """Act in the world, with nothing locked."""
        seat = self._seat(desk)
        if isinstance(act, Think):
            if self._lane is Lane.COMMAND:
                return Ordered(turn=act.turn)
            return await self._around.thinker.think(seat, desk.conversation, act.turn)
        bubble = act.bubble
        outbound = Outbound(
            route=desk.conversation.route,
            text=bubble.text,
            key=bubble.key,
            reply_to=bubble.reply_to,
        )
        if isinstance(act, Settle):
            outcome = await seat.messenger.settle(outbound, bubble.due_at)
        else:
            outcome = await seat.messenger.send(outbound)
        if self._lane is Lane.TALK:
            self._around.lights.put_out(desk.conversation.route)
        return Sent(bubble=bubble, outcome=outcome)

    async def _record(self, stores: Stores, desk: Desk, happened: Happened, news: News) -> Desk:
        now, dials = self._around.clock.now(), self._around.dials
        seat = self._seat(desk)
        match happened:
            case Thought():
                return await record_thought(stores, desk, seat, happened, now, dials, news)
            case Sent():
                return await record_sent(stores, desk, happened, now, dials.rhythm, news)
            case Ordered(turn=turn):
                answer = await self._obey(stores, desk, seat, turn)
                return await speak(stores, desk, seat, turn, (answer,), now, notice=True)
            case _:
                assert_never(happened)

    async def _obey(self, stores: Stores, desk: Desk, seat: Seat, turn: Turn) -> str:
        """Run the command; what it writes commits together with its answer."""
        said = (await stores.turns.messages(turn.id))[0]
        name, arguments = parse_command(said.text) or ("", "")
        now = self._around.clock.now()
        route = desk.conversation.route
        call = Invocation(
            name=name,
            arguments=arguments,
            sender=turn.speaker,
            right=self._around.dispatcher.right_of(turn.speaker, route.chat),
            route=route,
            chat_kind=desk.conversation.chat_kind,
            space=seat.persona.space,
            language=bare_language(turn.language or seat.persona.language),
            now=now,
            day=local_day(now, seat.persona),
            facts=self._around.about(),
        )
        return await self._around.dispatcher.run(call, stores)

    async def _advance(
        self, stores: Stores, desk: Desk, news: News, *, resumed: bool
    ) -> tuple[Desk, Act]:
        """Take every step that needs only rows; return the first that needs the world."""
        if resumed and desk.turn is not None and desk.turn.state is TurnState.THINKING:
            turn = replace(desk.turn, attempts=desk.turn.attempts + 1)
            await stores.turns.save(turn)
            desk = replace(desk, turn=turn)
        while True:
            now = self._around.clock.now()
            step = next_step(desk, now, self._around.dials, self._around.dispatcher.asks_less)
            match step:
                case Think() | Settle():
                    return desk, step
                case Speak(bubble=bubble):
                    sending = replace(bubble, state=BubbleState.SENDING, due_at=now)
                    await stores.turns.save_bubble(sending)
                    return desk, Speak(bubble=sending)
                case Rest(until=until):
                    if until != desk.due_at:
                        await stores.conversations.due_at(desk.conversation.id, self._lane, until)
                    return desk, step
                case _:
                    desk = await self._take(stores, desk, step, news)

    async def _take(self, stores: Stores, desk: Desk, step: Step, news: News) -> Desk:
        now = self._around.clock.now()
        match step:
            case Open(messages=messages):
                return await self._open(stores, desk, messages)
            case Pass(messages=messages, reason=reason):
                await stores.messages.silence([m.id for m in messages], reason)
                news.note("messages.passed", count=len(messages), reason=reason)
                return _without(desk, messages)
            case GiveUp(turn=turn):
                news.warn("turn.given_up", turn=turn.id, attempts=turn.attempts)
                turn = replace(turn, outcome="failed: given up")
                return await apologise(stores, desk, self._seat(desk), turn, Phrase.FAILED, now)
            case Drop(bubbles=bubbles, reason=reason):
                dropped = {
                    b.position: replace(b, state=BubbleState.DROPPED, reason=reason)
                    for b in bubbles
                }
                for bubble in dropped.values():
                    await stores.turns.save_bubble(bubble)
                news.note("bubbles.dropped", count=len(dropped), reason=reason)
                kept = tuple(dropped.get(b.position, b) for b in desk.bubbles)
                return replace(desk, bubbles=kept)
            case Close(turn=turn, outcome=outcome):
                return await self._close(stores, desk, turn, outcome, news)
            case Rest() | Think() | Speak() | Settle():
                raise AssertionError(f"{step!r} needs the world")
            case _:
                assert_never(step)

    async def _open(self, stores: Stores, desk: Desk, messages: tuple[Waiting, ...]) -> Desk:
        seat, last = self._seat(desk), messages[-1]
        now = self._around.clock.now()
        day = local_day(now, seat.persona)
        need = seat.most_tokens if self._lane is Lane.TALK else 0
        spent = await stores.spending.total(seat.persona.space, day) if need else 0
        broke = need > 0 and spent + need > self._around.dials.tokens_per_day
        if need and not broke:
            await stores.spending.add(seat.persona.space, day, "reserved", need)
        turn = await stores.turns.open(
            desk.conversation.id,
            self._lane,
            [m.id for m in messages],
            last.sender,
            last.sender_name,
            now,
            language=last.language,
            reserved=0 if broke else need,
            reserved_day=day,
        )
        if broke:
            turn = replace(turn, outcome="budget")
            await stores.turns.save(turn)
        return replace(_without(desk, messages), turn=turn, bubbles=())

    async def _close(
        self, stores: Stores, desk: Desk, turn: Turn, outcome: str, news: News
    ) -> Desk:
        turn = replace(turn, state=TurnState.CLOSED, outcome=outcome)
        await stores.turns.save(turn)
        news.note(
            "turn.closed",
            turn=turn.id,
            lane=turn.lane.value,
            outcome=outcome,
            bubbles=len(desk.bubbles),
            took_s=(self._around.clock.now() - turn.opened_at).total_seconds(),
        )
        if self._around.on_turn is not None:
            news.closed.extend(await stores.turns.recent(desk.conversation.id, 1))
        return replace(desk, turn=None, bubbles=())


def _without(desk: Desk, messages: tuple[Waiting, ...]) -> Desk:
    taken = {message.id for message in messages}
    return replace(desk, waiting=tuple(w for w in desk.waiting if w.id not in taken))
