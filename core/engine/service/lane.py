"""One lane of one conversation, worked on until it rests.

Each round is one write transaction and one act in the world. The transaction records what the
last act brought, decides by `next_step` until something outside is needed, and commits; then
the act is done with nothing locked. Whatever a crash cuts short, the rows say where to go on.
"""

import asyncio
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import assert_never

from core.conversation.model import Answer, ConversationId, TurnId
from core.engine.model import (
    BubbleState,
    Desk,
    Elsewhere,
    Lane,
    NoConversation,
    Turn,
    TurnState,
)
from core.engine.ports import Stores
from core.engine.rules import (
    Close,
    Drop,
    GiveUp,
    Open,
    Pass,
    Rest,
    Settle,
    Speak,
    Think,
)
from core.engine.service.acts import Act, Happened, Order, Ordered, Ponder, Round, Surroundings
from core.engine.service.claiming import claim
from core.engine.service.closing import tell_closed
from core.engine.service.delivery import Sent, record_sent
from core.engine.service.desk import store, tried_again, with_bubbles, without
from core.engine.service.drafting import apologise, pay_for, record_thought, tell
from core.engine.service.news import News
from core.engine.service.obeying import invoked, prepared
from core.engine.service.outgoing import outgoing
from core.engine.service.remembering import forget_late, is_outdated
from core.engine.service.seat import Seat
from core.engine.service.stepping import step_of
from core.engine.service.thinking import Thought
from core.engine.service.watching import Watch
from core.errors import Misconfigured
from core.phrases import Phrase

RESERVED_WAIT = timedelta(seconds=2)
"""How soon it looks again whether others have given tokens back."""


class LaneWorker:
    """Works on one lane; made anew whenever the lane is due."""

    def __init__(self, conversation: ConversationId, lane: Lane, around: Surroundings) -> None:
        self._conversation = conversation
        self._lane = lane
        self._around = around
        self._watch = Watch(conversation, lane)
        self._pondered: TurnId | None = None
        self._places = -1
        """How often its place had changed when it looked last."""
        self._epoch: int | None = None
        """That of memory when the turn began; None after a restart."""

    @property
    def thinks(self) -> bool:
        """Return whether it only waits for a model: what comes of it can be had again."""
        shown = self._around.thinker.showing
        return self._pondered is not None and self._pondered not in shown

    async def work(self) -> None:
        """Go on until the lane rests; cancelled while it thinks, it leaves the turn as it was."""
        try:
            desk, act = await self._transact(self._begin)
        except NoConversation:
            return  # it was erased since the motor saw it
        while not isinstance(act, Rest):
            self._pondered = act.turn.id if isinstance(act, Ponder) else None
            try:
                happened = await self._do(desk, act)
            except asyncio.CancelledError:
                await self._unthink(desk)
                raise
            finally:
                self._pondered = None
            desk, act = await self._transact(partial(self._go_on, desk=desk, happened=happened))
            if isinstance(happened, Ordered) or _takes_leave(happened):
                await self._around.changed()
        self._light_pause(desk, act)

    async def _unthink(self, desk: Desk) -> None:
        """Take the attempt back: it was no crash that ended it."""
        turn = desk.turn
        if turn is not None and turn.state is TurnState.THINKING:
            untried = replace(turn, attempts=turn.attempts - 1)
            await self._around.work.write(lambda stores: stores.turns.save(untried))

    async def _transact(self, round_: Round) -> tuple[Desk, Act]:
        """Run one transaction; tell of it once it is kept."""
        news = News(self._conversation)
        desk, act = await self._around.work.write(lambda stores: round_(stores, news))
        news.tell()
        await self._show(desk, news)
        return desk, act

    def _begin(self, stores: Stores, news: News) -> tuple[Desk, Act]:
        desk = self._watch.begin(stores)
        self._places = self._around.stirred.places(desk.conversation.route)
        return self._advance(stores, tried_again(desk), desk, news)

    def _go_on(
        self, stores: Stores, news: News, *, desk: Desk, happened: Happened
    ) -> tuple[Desk, Act]:
        """Record what happened. What waits and the place may change; the turn may be erased."""
        if (lost := self._watch.lost(stores, desk)) is not None:
            return self._let_go(stores, lost, happened, news)
        waiting = stores.conversations.waiting(self._conversation, self._lane)
        places = self._around.stirred.places(desk.conversation.route)
        if places != self._places:
            desk = replace(desk, conversation=stores.conversations.get(self._conversation))
            self._places = self._around.stirred.places(desk.conversation.route)
        if isinstance(happened, Thought) and happened.shown is not None:
            shown = happened.shown
            if happened.route != desk.conversation.route:
                shown = replace(shown, message_id=None)  # it stands in the chat that was
            desk = replace(desk, bubbles=(*desk.bubbles[:-1], shown))
        now_known = self._record(stores, replace(desk, waiting=waiting), happened, news)
        return self._advance(stores, now_known, desk, news)

    def _let_go(self, stores: Stores, desk: Desk, came: Happened, news: News) -> tuple[Desk, Act]:
        """Go on without the turn; the tokens that it took count."""
        news.note("turn.erased")
        if isinstance(came, Thought):
            pay_for(stores, desk, self._seat(desk), came)
        if self._watch.vanished:
            return desk, Rest(until=None)
        return self._advance(stores, desk, desk, news)

    async def _show(self, desk: Desk, news: News) -> None:
        if news.closed:
            self._around.said(desk.conversation.space)
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
        here = desk.conversation
        seat = self._around.seats.at(here.route.account, here.space)
        if seat is None:
            raise Misconfigured(
                f"nobody speaks for {here.space} on the account {here.route.account}: set the"
                " account up again, or leave what is due there"
            )
        return seat

    async def _do(self, desk: Desk, act: Order | Ponder | Speak | Settle) -> Happened:
        """Act in the world, with nothing locked."""
        seat = self._seat(desk)
        if isinstance(act, Order):
            call = await prepared(self._around, seat, act.call)
            return Ordered(turn=act.turn, call=call)
        if isinstance(act, Ponder):
            return await self._around.thinker.think(seat, desk, act.turn, act.view)
        bubble = act.bubble
        outbound = await outgoing(self._around, seat, desk, bubble)
        async with self._around.mouths.of(desk.conversation.route):
            if isinstance(act, Settle):
                outcome = await seat.messenger.settle(outbound, bubble.due_at)
            else:
                outcome = await seat.messenger.send(outbound)
        if self._lane is Lane.TALK:
            self._around.lights.put_out(desk.conversation.route)
        return Sent(bubble=bubble, outcome=outcome)

    def _record(self, stores: Stores, desk: Desk, happened: Happened, news: News) -> Desk:
        now, seat = self._around.clock.now(), self._seat(desk)
        dials = seat.over(self._around.turned())
        match happened:
            case Thought(memory=memory, history=history) if is_outdated(
                stores, seat, memory, history, since=self._epoch
            ):
                news.note("turn.thought_anew", turn=happened.turn.id)
                return pay_for(stores, desk, seat, happened)
            case Thought():
                return record_thought(stores, desk, seat, happened, now, dials, news)
            case Sent():
                if isinstance(happened.outcome, Elsewhere):
                    old_chat = desk.conversation.route.chat
                    self._around.dispatcher.moved(old_chat, happened.outcome.chat)
                return record_sent(stores, desk, happened, now, dials.rhythm, news)
            case Ordered(turn=turn, call=call):
                told = self._around.dispatcher.run(call, stores)
                left = stores.conversations.waiting(self._conversation, self._lane)
                desk = replace(desk, waiting=left)  # it may have erased some
                return tell(desk, seat, turn, call, told, now)
            case _:
                assert_never(happened)

    def _advance(self, stores: Stores, desk: Desk, stored: Desk, news: News) -> tuple[Desk, Act]:
        """Take every step that needs only rows, store them, and return what needs the world."""
        while True:
            now, dials = self._around.clock.now(), self._around.turned()
            step = step_of(self._around, stores, self._seat(desk), desk, now)
            match step:
                case Think() | Settle() | Speak() | Rest():
                    return self._outward(stores, desk, stored, step)
                case Close(turn=turn, outcome=outcome):
                    closed = replace(turn, state=TurnState.CLOSED, outcome=outcome)
                    desk = store(stores, stored, replace(desk, turn=closed))
                    self._forget_late(stores, desk, closed)
                    tell_closed(self._around, stores, closed, desk, news)
                    if self._lane is Lane.COMMAND:
                        stores.belongings.let_go(closed.id)
                    desk = stored = replace(desk, turn=None, bubbles=())
                case Open():
                    opened = claim(stores, self._seat(desk), desk, step, now, dials)
                    if opened is None:
                        return self._outward(stores, desk, stored, Rest(until=now + RESERVED_WAIT))
                    desk = stored = opened
                case Pass(messages=messages, reason=reason):
                    stores.messages.silence([m.id for m in messages], reason)
                    news.note("messages.passed", count=len(messages), reason=reason)
                    desk = without(desk, messages)
                case GiveUp(turn=turn):
                    news.warn("turn.given_up", turn=turn.id, attempts=turn.attempts)
                    turn = replace(turn, outcome="failed: given up")
                    desk = apologise(desk, self._seat(desk), turn, Phrase.FAILED, now)
                case Drop(bubbles=bubbles, reason=reason):
                    news.note("bubbles.dropped", count=len(bubbles), reason=reason)
                    dropped = BubbleState.DROPPED
                    desk = with_bubbles(
                        desk, *(replace(b, state=dropped, reason=reason) for b in bubbles)
                    )
                case _:
                    assert_never(step)

    def _forget_late(self, stores: Stores, desk: Desk, turn: Turn) -> None:
        """Look whether something was forgotten since the turn began: it may have said it."""
        seat = self._seat(desk)
        if seat.memory is None or self._lane is not Lane.TALK:
            return
        if stores.facts.revision(seat.persona.space).epoch != self._epoch:
            forget_late(stores, seat, turn, self._around.clock.now())

    def _outward(
        self, stores: Stores, desk: Desk, stored: Desk, step: Think | Settle | Speak | Rest
    ) -> tuple[Desk, Act]:
        """Store the desk and return the act that follows the commit."""
        act: Act
        if isinstance(step, Think) and self._lane is Lane.COMMAND:
            seat = self._seat(desk)
            call = invoked(self._around, stores, desk.conversation, seat, step.turn)
            act = Order(turn=step.turn, call=call)
        elif isinstance(step, Think):
            self._epoch = stores.facts.revision(desk.conversation.space).epoch
            view = self._around.thinker.look(stores, self._seat(desk), desk, step.turn)
            act = Ponder(turn=step.turn, view=view)
        elif isinstance(step, Speak):
            now = self._around.clock.now()
            sending = replace(step.bubble, state=BubbleState.SENDING, due_at=now)
            desk, act = with_bubbles(desk, sending), Speak(bubble=sending)
        else:
            act = step
            if isinstance(step, Rest):
                desk = replace(desk, due_at=step.until)
        return store(stores, stored, desk), act


def _takes_leave(happened: Happened) -> bool:
    answer = happened.result if isinstance(happened, Thought) else None
    return isinstance(answer, Answer) and answer.draft.leave is not None
