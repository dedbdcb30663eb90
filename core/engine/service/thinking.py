"""From a claimed turn to words: nothing is locked while the model thinks."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from core.conversation.model import (
    Answer,
    Context,
    Failure,
    MessageId,
    Purse,
    ReplyRequest,
    RewriteDecision,
    RewriteRequest,
    Said,
)
from core.conversation.rules.context import conversation_window_label
from core.engine.model import BubbleState, Conversation, Dials, Lane, Turn
from core.engine.ports import Clock, Stores, Work
from core.engine.rules import INTERRUPTED
from core.engine.service.seat import Seat
from core.engine.service.typing import TypingLights
from core.phrases import bare_language

LONGEST_THOUGHT = timedelta(minutes=5)
"""No typing indicator outlives this, whatever the model does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What thinking brought, for the rows and the trace."""

    turn: Turn
    result: Answer | Failure
    purse: Purse
    history: tuple[Said, ...]
    started_at: datetime
    ended_at: datetime
    decision: RewriteDecision | None = None
    seen: tuple[MessageId, ...] = ()
    """Newer messages that the rewrite role was shown."""
    taken: tuple[MessageId, ...] = ()
    """Those that the new draft answers; where the old one stays, they wait for their own turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """What was read for one turn."""

    mine: tuple[Said, ...]
    history: tuple[Said, ...]
    unsaid: tuple[str, ...]
    greeted: bool


class Thinker:
    """Reads the context, asks the conversation role, and the rewrite role if need be."""

    def __init__(self, work: Work, clock: Clock, dials: Dials, lights: TypingLights) -> None:
        self._work = work
        self._clock = clock
        self._dials = dials
        self._lights = lights

    async def think(self, seat: Seat, conversation: Conversation, turn: Turn) -> Thought:
        """Return a thought for `turn`; the models' errors are values in it."""
        started_at = self._clock.now()
        async with self._work.read() as stores:
            view = await self._look(stores, turn)
        thought = Thought(
            turn=turn,
            result=Failure(reason="budget", detail="today's tokens are spent"),
            purse=Purse(turn.reserved),
            history=view.history,
            started_at=started_at,
            ended_at=started_at,
        )
        if turn.outcome == "budget":
            return thought
        route = conversation.route
        self._lights.light(seat.messenger, route, started_at + LONGEST_THOUGHT)
        try:
            request = self._request(seat, conversation, turn, view, thought.purse)
            result = await seat.conversation.reply(request)
            thought = replace(thought, result=result)
            if isinstance(result, Answer) and seat.rewrite is not None:
                thought = await self._reconsider(seat, request, thought, result)
        finally:
            self._lights.put_out(route)
        return replace(thought, ended_at=self._clock.now())

    async def _look(self, stores: Stores, turn: Turn) -> _View:
        mine = await stores.turns.messages(turn.id)
        recent = await stores.messages.recent(turn.conversation, self._dials.context_window)
        newest = max(said.id for said in mine)
        before = [s for s in recent if s.by_companion or (s.turn != turn.id and s.id < newest)]
        room = max(0, self._dials.context_window - len(mine))
        return _View(
            mine=tuple(mine),
            history=(*(before[-room:] if room else ()), *mine),
            unsaid=await self._unsaid(stores, turn),
            greeted=any(said.by_companion for said in recent)
            or await stores.messages.was_spoken_to(turn.conversation),
        )

    async def _unsaid(self, stores: Stores, turn: Turn) -> tuple[str, ...]:
        """Return what the turn before was about to say when it was interrupted."""
        records = await stores.turns.recent(turn.conversation, 3)
        before = [r for r in records if r.turn.lane is Lane.TALK and r.turn.id < turn.id]
        if not before:
            return ()
        return tuple(
            bubble.text
            for bubble in before[0].bubbles
            if bubble.state is BubbleState.DROPPED and bubble.reason == INTERRUPTED
        )

    def _request(
        self, seat: Seat, conversation: Conversation, turn: Turn, view: _View, purse: Purse
    ) -> ReplyRequest:
        now = self._clock.now()
        label = conversation_window_label(now, view.history, seat.persona.zone)
        return ReplyRequest(
            persona=seat.persona,
            now=now,
            mode="reply",
            context=Context(
                history=view.history, conversation_window_label=label, unsaid=view.unsaid
            ),
            chat_kind=conversation.chat_kind,
            user_message="\n".join(said.text for said in view.mine),
            language=bare_language(turn.language or seat.persona.language),
            greeted=view.greeted,
            purse=purse,
            dice=turn.id,
        )

    async def _reconsider(
        self, seat: Seat, request: ReplyRequest, thought: Thought, answer: Answer
    ) -> Thought:
        """Ask once whether the draft still fits, if the same speaker has said more."""
        turn = thought.turn
        async with self._work.read() as stores:
            desk = await stores.conversations.desk(turn.conversation, Lane.TALK)
            newer = {w.id for w in desk.waiting if w.sender == turn.speaker}
            if not newer or seat.rewrite is None:
                return thought
            recent = await stores.messages.recent(
                turn.conversation, self._dials.context_window + len(desk.waiting)
            )
        latest = (*thought.history, *(said for said in recent if said.id in newer))
        decision = await seat.rewrite.decide(
            RewriteRequest(
                persona=seat.persona,
                now=self._clock.now(),
                draft=answer.draft,
                context=request.context,
                latest_message_history=latest,
                language=request.language,
                purse=request.purse,
            )
        )
        thought = replace(thought, decision=decision, seen=tuple(sorted(newer)))
        if not decision.rewrite or decision.draft is None:
            return thought
        return replace(thought, result=replace(answer, draft=decision.draft), taken=thought.seen)
