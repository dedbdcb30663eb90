"""Turns, tokens, people and figures in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from core.admin.ports import Person, Tally, Totals
from core.conversation.model import (
    ConversationId,
    IdentityId,
    MessageId,
    Said,
    TurnId,
)
from core.engine.memory.state import Table, bubbles_of, numbered
from core.engine.model import (
    ANSWERED,
    FAILED,
    INTERRUPTED,
    RESERVED,
    SILENT,
    Bubble,
    BubbleState,
    Lane,
    Turn,
    TurnRecord,
    TurnState,
)
from core.persona.model import Persona, SpaceId


class Turns(Table):
    """The port Turns."""

    def open(
        self,
        conversation: ConversationId,
        lane: Lane,
        first: Sequence[MessageId],
        speaker: IdentityId,
        speaker_name: str,
        now: datetime,
        *,
        language: str | None,
        reserved: int,
        reserved_day: str,
        waited: Mapping[str, object] | None = None,
    ) -> Turn:
        turn = Turn(
            id=TurnId(numbered(self._s, "turn")),
            conversation=conversation,
            lane=lane,
            state=TurnState.THINKING,
            speaker=speaker,
            speaker_name=speaker_name,
            opened_at=now,
            attempts=1,
            reserved=reserved,
            reserved_day=reserved_day,
            language=language,
            waited=waited,
        )
        self._s.turns[turn.id] = turn
        self.take(turn.id, first)
        return turn

    def take(self, turn: TurnId, ids: Sequence[MessageId]) -> None:
        for id_ in ids:
            kept = self._s.kept[id_]
            self._s.kept[id_] = replace(kept, waits=False, said=replace(kept.said, turn=turn))

    def save(self, turn: Turn, trace: Mapping[str, object] | None = None) -> None:
        if turn.id not in self._s.turns:
            return
        self._s.turns[turn.id] = turn
        if trace is not None:
            self._s.traces[turn.id] = dict(trace)

    def add_bubbles(self, bubbles: Sequence[Bubble]) -> None:
        for bubble in bubbles:
            if bubble.turn not in self._s.turns:
                continue
            self._s.bubbles[bubble.turn, bubble.position] = bubble

    def save_bubble(self, bubble: Bubble) -> None:
        if (bubble.turn, bubble.position) not in self._s.bubbles:
            return
        self._s.bubbles[bubble.turn, bubble.position] = bubble

    def messages(self, turn: TurnId) -> list[Said]:
        return [
            kept.said.with_voice(kept.heard)
            for kept in self._s.kept.values()
            if kept.said.turn == turn and not kept.said.by_companion and kept.deleted_at is None
        ]

    def unsaid(self, turn: Turn) -> tuple[str, ...]:
        before = max(
            (
                other.id
                for other in self._s.turns.values()
                if (other.conversation, other.lane) == (turn.conversation, turn.lane)
                and other.id < turn.id
            ),
            default=None,
        )
        if before is None:
            return ()
        return tuple(
            bubble.text
            for bubble in bubbles_of(self._s, before)
            if bubble.state is BubbleState.DROPPED and bubble.reason == INTERRUPTED
        )

    def recent(self, conversation: ConversationId, limit: int) -> list[TurnRecord]:
        turns = [turn for turn in self._s.turns.values() if turn.conversation == conversation]
        return [
            TurnRecord(
                turn=turn,
                bubbles=bubbles_of(self._s, turn.id),
                trace=self._s.traces.get(turn.id, {}),
            )
            for turn in sorted(turns, key=lambda turn: -turn.id)[:limit]
        ]


class Spending(Table):
    """The port Spending."""

    def add(self, space: SpaceId, day: str, kind: str, tokens: int) -> None:
        key = (space, day, kind)
        self._s.tokens[key] = self._s.tokens.get(key, 0) + tokens

    def of_kind(self, space: SpaceId, day: str, kind: str) -> int:
        return self._s.tokens.get((space, day, kind), 0)

    def total(self, space: SpaceId, day: str) -> int:
        return sum(n for (s, d, _), n in self._s.tokens.items() if (s, d) == (space, day))


class People(Table):
    """The port People."""

    def get(self, identity: IdentityId) -> Person:
        return self._s.people.get(identity, Person())

    def save(self, identity: IdentityId, person: Person) -> None:
        self._s.people.pop(identity, None)
        if person != Person():
            self._s.people[identity] = person


class Figures(Table):
    """The port Figures."""

    def tally(self, space: SpaceId, day: str) -> Tally:
        mine = {id_ for id_, known in self._s.conversations.items() if known.space == space}
        talk = [
            kept for kept in self._s.kept.values() if kept.conversation in mine and kept.in_history
        ]
        states = [
            bubble.state
            for bubble in self._s.bubbles.values()
            if self._s.turns[bubble.turn].conversation in mine
        ]
        return Tally(
            messages=len(talk),
            conversations=len(mine),
            waiting=sum(kept.waits for kept in talk),
            in_doubt=states.count(BubbleState.IN_DOUBT),
            failed=states.count(BubbleState.FAILED),
            unreachable=sum(self._s.conversations[id_].unreachable is not None for id_ in mine),
            unreadable=len(self._s.unreadables),
            tokens_today=Spending(self._s).total(space, day),
            last_at=max((kept.said.sent_at for kept in talk), default=None),
        )

    def totals(self, space: SpaceId, since: datetime) -> Totals:
        mine = {id_ for id_, known in self._s.conversations.items() if known.space == space}
        talk = [
            kept
            for kept in self._s.kept.values()
            if kept.conversation in mine and kept.in_history and kept.received_at >= since
        ]
        heard = [kept for kept in talk if not kept.said.by_companion]
        turns = [
            turn
            for turn in self._s.turns.values()
            if turn.conversation in mine and turn.lane is Lane.TALK and turn.opened_at >= since
        ]
        outcomes = [turn.outcome or "" for turn in turns]
        took = [self._s.traces.get(turn.id, {}).get("took_s") for turn in turns]
        seconds = [one for one in took if isinstance(one, float)]
        return Totals(
            heard=len(heard),
            said=len(talk) - len(heard),
            people=len({kept.said.sender for kept in heard}),
            conversations=len({kept.conversation for kept in heard}),
            answered=sum(one in ANSWERED for one in outcomes),
            silent=sum(one.startswith(SILENT) for one in outcomes),
            failed=sum(one.startswith(FAILED) for one in outcomes),
            seconds=sum(seconds) / len(seconds) if seconds else None,
        )

    def tokens(self, space: SpaceId, since_day: str) -> Mapping[str, int]:
        spent: dict[str, int] = {}
        for (of, day, kind), tokens in self._s.tokens.items():
            if of == space and day >= since_day and kind != RESERVED:
                spent[kind] = spent.get(kind, 0) + tokens
        return spent


class Spaces(Table):
    """The port Spaces."""

    def ensure(self, persona: Persona, now: datetime) -> None:
        self._s.spaces[persona.space] = self._s.spaces.get(persona.space, now)
