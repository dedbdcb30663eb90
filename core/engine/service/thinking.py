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
from core.engine.model import Conversation, Dials, Lane, Turn
from core.engine.ports import Clock, Stores, Work
from core.engine.service.seat import Seat
from core.engine.service.typing import TypingLights
from core.phrases import bare_language

BROKE = "budget"
"""The outcome that a turn has from its start when the day's tokens don't reach for it."""
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
class View:
    """What was read for one turn."""

    mine: tuple[Said, ...]
    """What is to be answered."""
    history: tuple[Said, ...]
    """Within the window, oldest first; `mine` stands last."""
    unsaid: tuple[str, ...]
    greeted: bool


class Thinker:
    """Reads the context, asks the conversation role, and the rewrite role if need be."""

    def __init__(self, work: Work, clock: Clock, dials: Dials, lights: TypingLights) -> None:
        self._work = work
        self._clock = clock
        self._dials = dials
        self._lights = lights

    async def think(
        self, seat: Seat, conversation: Conversation, turn: Turn, view: View
    ) -> Thought:
        """Return a thought for `turn`; the models' errors are values in it."""
        started_at = self._clock.now()
        thought = Thought(
            turn=turn,
            result=Failure(reason="budget", detail="today's tokens are spent"),
            purse=Purse(turn.reserved),
            history=view.history,
            started_at=started_at,
            ended_at=started_at,
        )
        if turn.outcome == BROKE:
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

    def look(self, stores: Stores, turn: Turn) -> View:
        """Return what `turn` is answered from, within the unit of work that claims it."""
        mine = stores.turns.messages(turn.id)
        recent = stores.messages.recent(turn.conversation, self._dials.context_window)
        newest = max(said.id for said in mine)
        before = [s for s in recent if s.by_companion or (s.turn != turn.id and s.id < newest)]
        room = max(0, self._dials.context_window - len(mine))
        return View(
            mine=tuple(mine),
            history=(*(before[-room:] if room else ()), *mine),
            unsaid=stores.turns.unsaid(turn),
            greeted=any(said.by_companion for said in recent)
            or stores.messages.was_spoken_to(turn.conversation),
        )

    def _request(
        self, seat: Seat, conversation: Conversation, turn: Turn, view: View, purse: Purse
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

        def newer_ones(stores: Stores) -> tuple[Said, ...]:
            waiting = stores.conversations.waiting(turn.conversation, Lane.TALK)
            newer = {w.id for w in waiting if w.sender == turn.speaker}
            if not newer:
                return ()
            limit = self._dials.context_window + len(waiting)
            recent = stores.messages.recent(turn.conversation, limit)
            return tuple(said for said in recent if said.id in newer)

        newer = await self._work.read(newer_ones)
        if not newer or seat.rewrite is None:
            return thought
        decision = await seat.rewrite.decide(
            RewriteRequest(
                persona=seat.persona,
                now=self._clock.now(),
                draft=answer.draft,
                context=request.context,
                latest_message_history=(*thought.history, *newer),
                language=request.language,
                purse=request.purse,
            )
        )
        thought = replace(thought, decision=decision, seen=tuple(said.id for said in newer))
        if not decision.rewrite or decision.draft is None:
            return thought
        return replace(thought, result=replace(answer, draft=decision.draft), taken=thought.seen)
