"""From a claimed turn to words: nothing is locked while the model thinks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from core.conversation.model import (
    Answer,
    ChatKind,
    Context,
    Failure,
    MessageId,
    Purse,
    ReplyRequest,
    RewriteDecision,
    RewriteRequest,
    Route,
    Said,
    Silence,
    TurnId,
)
from core.conversation.rules.context import conversation_window_label
from core.engine.model import Bubble, Conversation, Desk, Dials, Lane, Turn
from core.engine.ports import Clock, Stores, Work
from core.engine.service.agenda import Agenda
from core.engine.service.chiming import why_not_chime_in
from core.engine.service.company import Company, company
from core.engine.service.growth import Growth
from core.engine.service.mouths import Mouths
from core.engine.service.outlook import Outlook, outlook
from core.engine.service.remembering import brought, goes_on_teaching, held_to_its_word
from core.engine.service.seat import Seat
from core.engine.service.senses import Senses
from core.engine.service.stirred import Stirred
from core.engine.service.typing import TypingLights
from core.memory.service.turn import TurnMemory
from core.phrases import bare_language

TAKEN_BACK = "taken back"
"""Why nothing is said: what it would have answered was deleted."""
BROKE = "budget"
"""The outcome that a turn has from its start when the day's tokens don't reach for it."""
LONGEST_THOUGHT = timedelta(minutes=5)
"""No typing indicator outlives this, whatever the model does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What thinking brought, for the rows and the trace."""

    turn: Turn
    route: Route
    """Where it was asked; the chat may have moved since."""
    result: Answer | Failure | Silence
    purse: Purse
    history: tuple[Said, ...]
    started_at: datetime
    ended_at: datetime
    decision: RewriteDecision | None = None
    seen: tuple[MessageId, ...] = ()
    """Newer messages that the rewrite role was shown."""
    taken: tuple[MessageId, ...] = ()
    """Those that the new draft answers; where the old one stays, they wait for their own turn."""
    shown: Bubble | None = None
    """The first bubble, if it was shown while it was written."""
    memory: TurnMemory | None = None
    """What memory brought, and what is to be kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What was read for one turn."""

    mine: tuple[Said, ...]
    """What is to be answered."""
    history: tuple[Said, ...]
    """Within the window, oldest first; `mine` stands last."""
    unsaid: tuple[str, ...]
    greeted: bool
    words: int = 0
    """How often words had been changed in the chat when it was read."""
    outlook: Outlook = field(default_factory=Outlook)
    teaching: bool = False
    """Whether an owner teaches the persona here."""
    around: Company = field(default_factory=Company)


class Thinker:
    """Reads the context, asks the conversation role, and the rewrite role if need be."""

    def __init__(
        self,
        work: Work,
        clock: Clock,
        dials: Callable[[], Dials],
        lights: TypingLights,
        mouths: Mouths,
        agenda: Agenda,
        stirred: Stirred,
    ) -> None:
        self._work, self._clock, self._dials = work, clock, dials
        self._agenda, self._stirred = agenda, stirred
        self._lights, self._mouths = lights, mouths
        self.showing: set[TurnId] = set()
        """Turns whose first bubble is being shown for the first time."""
        self._senses = Senses(work, clock, lambda: dials().images_most)

    async def think(self, seat: Seat, desk: Desk, turn: Turn, view: View) -> Thought:
        """Return a thought for `turn`; the models' errors are values in it.

        Where nobody asked for an answer, failures are silence.
        """
        started_at = self._clock.now()
        thought = Thought(
            turn=turn,
            route=desk.conversation.route,
            result=Failure(reason="budget", detail="today's tokens are spent"),
            purse=Purse(turn.reserved),
            history=view.history,
            started_at=started_at,
            ended_at=started_at,
        )
        if not view.mine:
            return replace(thought, result=Silence(reason=TAKEN_BACK))
        asked_for = any(said.addressed for said in view.mine)
        if turn.outcome != BROKE:
            thought = await self._answer(seat, desk, thought, view, asked_for=asked_for)
        if isinstance(thought.result, Failure) and not asked_for:
            reason = f"not addressed, and it failed: {thought.result.reason}"
            thought = replace(thought, result=Silence(reason=reason))
        return replace(thought, ended_at=self._clock.now())

    async def _answer(
        self, seat: Seat, desk: Desk, thought: Thought, view: View, *, asked_for: bool
    ) -> Thought:
        threshold = self._dials().manners.chime_threshold
        if not asked_for:
            why_not = await why_not_chime_in(
                self._clock, seat, view.history, thought.purse, threshold
            )
            if why_not is not None:
                return replace(thought, result=Silence(reason=why_not))
        route = desk.conversation.route
        self._lights.light(seat.messenger, route, self._clock.now() + LONGEST_THOUGHT)
        try:
            return await self._found_words(seat, desk, thought, view)
        finally:
            self._lights.put_out(route)

    async def _found_words(self, seat: Seat, desk: Desk, thought: Thought, view: View) -> Thought:
        turn = thought.turn
        heard = await self._senses.heard(seat, view.mine)
        view = replace(view, mine=heard, history=with_latest(view.history, heard))
        growth = self._growth(seat, desk, turn)
        now, here = self._clock.now(), desk.conversation
        sight = (view.mine, view.history)
        purse = thought.purse
        memory = await brought(
            seat, here, turn, *sight, now, purse, around=view.around, teaching=view.teaching
        )
        if memory is not None:
            view = replace(view, history=memory.in_sight(view.history))
        request = replace(
            self._request(seat, here, turn, view, purse, memory),
            may_react=seat.messenger.gifts.reacts,
            may_leave=seat.life.is_lived and desk.conversation.chat_kind is ChatKind.DIRECT,
            images=await self._senses.seen(seat, view.mine),
            growing=None if growth is None else growth.grow,
        )
        result = await seat.conversation.reply(request, memory.tools if memory else ())
        shown = None if growth is None else growth.bubble
        thought = replace(thought, result=result, history=view.history, shown=shown, memory=memory)
        if isinstance(result, Answer):
            thought = await self._reconsider(seat, request, thought, result, view)
        return replace(thought, result=await held_to_its_word(memory, thought.result))

    def _growth(self, seat: Seat, desk: Desk, turn: Turn) -> Growth | None:
        """Return who shows the first bubble; one that was shown before a crash goes on."""
        shown = desk.bubbles[-1] if desk.bubbles else None
        grows = self._dials().grows and seat.messenger.gifts.amends
        if not grows and shown is None:
            return None
        around = (self._work, self._clock, self._mouths)
        return Growth(*around, seat, desk.conversation, turn, shown, self.showing)

    def look(self, stores: Stores, seat: Seat, desk: Desk, turn: Turn) -> View:
        """Return what `turn` is answered from, within the unit of work that claims it."""
        now, words = self._clock.now(), self._stirred.words(desk.conversation.route)
        mine = stores.turns.messages(turn.id)
        if not mine:
            return View(mine=(), history=(), unsaid=(), greeted=True)
        window = self._dials().context_window
        recent = stores.messages.recent(turn.conversation, window)
        newest = max(said.id for said in mine)
        before = [s for s in recent if s.by_companion or (s.turn != turn.id and s.id < newest)]
        room = max(0, window - len(mine))
        return View(
            mine=tuple(mine),
            history=(*(before[-room:] if room else ()), *mine),
            unsaid=stores.turns.unsaid(turn),
            greeted=any(said.by_companion for said in recent)
            or stores.messages.was_spoken_to(turn.conversation),
            words=words,
            outlook=outlook(self._agenda.days(stores, seat, now), desk.conversation, now),
            teaching=goes_on_teaching(stores, seat, turn.conversation, turn.speaker, now),
            around=company(stores, desk.conversation, turn, (*before, *mine)),
        )

    def _request(
        self,
        seat: Seat,
        conversation: Conversation,
        turn: Turn,
        view: View,
        purse: Purse,
        memory: TurnMemory | None,
    ) -> ReplyRequest:
        now = self._clock.now()
        label = conversation_window_label(now, view.history, seat.persona.zone)
        return ReplyRequest(
            persona=seat.persona,
            now=now,
            mode="reply",
            context=Context(
                history=view.history,
                conversation_window_label=label,
                unsaid=view.unsaid,
                schedule=view.outlook.schedule,
                availability=view.outlook.availability,
                recollection=memory.recollection if memory else None,
            ),
            chat_kind=conversation.chat_kind,
            user_message="\n".join(said.text for said in view.mine),
            language=bare_language(turn.language or seat.persona.language),
            greeted=view.greeted,
            purse=purse,
            dice=turn.id,
            teaching=view.teaching,
            their_zone=view.around.zone,
        )

    async def _reconsider(
        self, seat: Seat, request: ReplyRequest, thought: Thought, answer: Answer, view: View
    ) -> Thought:
        """Ask once whether the draft still fits, if the same speaker has said more or edited.

        What was taken back altogether is not answered, unless people have seen half of the answer.
        """
        stirred = self._stirred.words(thought.route) != view.words
        if seat.rewrite is None and not stirred:
            return thought
        mine, newer = await self._work.read(lambda stores: self._meanwhile(stores, thought.turn))
        if not mine:
            silence = replace(thought, result=Silence(reason=TAKEN_BACK))
            return silence if thought.shown is None else thought
        was = {said.id: said.edited for said in view.mine}
        edited = any(said.edited and not was.get(said.id, False) for said in mine)
        if not (newer or edited) or seat.rewrite is None:
            return thought
        latest = with_latest(thought.history, mine)
        decision = await seat.rewrite.decide(
            RewriteRequest(
                persona=seat.persona,
                now=self._clock.now(),
                draft=answer.draft,
                context=request.context,
                latest_message_history=(*latest, *newer),
                language=request.language,
                purse=request.purse,
            )
        )
        thought = replace(thought, decision=decision, seen=tuple(said.id for said in newer))
        if not decision.rewrite or decision.draft is None:
            return thought
        return replace(thought, result=replace(answer, draft=decision.draft), taken=thought.seen)

    def _meanwhile(self, stores: Stores, turn: Turn) -> tuple[tuple[Said, ...], tuple[Said, ...]]:
        """Return the turn's messages as they are now, and what its speaker has said since."""
        mine = tuple(stores.turns.messages(turn.id))
        waiting = stores.conversations.waiting(turn.conversation, Lane.TALK)
        newer = {w.id for w in waiting if w.sender == turn.speaker}
        if not newer:
            return mine, ()
        recent = stores.messages.recent(
            turn.conversation, self._dials().context_window + len(waiting)
        )
        return mine, tuple(said for said in recent if said.id in newer)


def with_latest(history: Sequence[Said], latest: Sequence[Said]) -> tuple[Said, ...]:
    """Return `history` with these messages as they are now."""
    by_id = {said.id: said for said in latest}
    return tuple(by_id.get(said.id, said) for said in history)
