"""How well and how fast recall finds what was said, by the path that a turn uses."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.bench.dialogues import Dialogue, Question, Turn
from bot.bench.figures import in_ms, percentile
from core.conversation.model import (
    AccountId,
    ChatKind,
    IdentityId,
    Inbound,
    MessageId,
    Route,
    TurnId,
)
from core.engine.memory import InMemoryWork
from core.engine.model import Lane
from core.engine.ports import Stores
from core.memory.model import Embedding, Ref, Scope, direct
from core.memory.ports import Dates, Embedder, Lexicon
from core.memory.rules.ranking import Weights
from core.memory.service.recall import Recall, RecallSettings
from core.persona.model import SpaceId

SPACE = SpaceId("bench")
PERSON = IdentityId("bench:1")
ZONE = ZoneInfo("UTC")
ASKED_AFTER = timedelta(days=1)
NAMED_DATE = "named-date"
"""Under this name stand the questions that name a period, whatever their category is."""
PORTION = 200
"""Texts that are embedded in one call."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class _Answer:
    """What was found for one question."""

    question: Question
    found: tuple[str, ...]
    took_s: float
    names_period: bool = False


@dataclass(frozen=True, slots=True)
class _Talk:
    """One conversation that recall remembers."""

    recall: Recall
    scope: Scope
    turns: Mapping[Ref, str]
    index_s: float


class Bench:
    """Asks all questions of some dialogues."""

    def __init__(
        self, embedder: Embedder | None, lexicon: Lexicon, dates: Dates, ks: Sequence[int]
    ) -> None:
        """Measure at each of `ks` turns."""
        self._embedder, self._ks = embedder, tuple(sorted(set(ks)))
        self._lexicon, self._dates = lexicon, dates

    async def measured(
        self, given: Sequence[Dialogue], progress: Progress, weights: Weights | None = None
    ) -> Mapping[str, Any]:
        """Return shares and times over all questions, each in its own conversation."""
        weights = weights or Weights()
        answers: list[_Answer] = []
        index_s, asked = 0.0, sum(len(one.questions) for one in given)
        for dialogue in given:
            talk = await self._remembered(dialogue, dialogue.turns, weights)
            index_s += talk.index_s
            for question in dialogue.questions:
                answers.append(await self._asked(talk, dialogue, question))
                progress(len(answers), asked)
        turns = sum(len(one.turns) for one in given)
        return {
            **shares(answers, self._ks),
            "latency_ms": latency([one.took_s for one in answers]),
            "index_ms_per_turn": round(index_s * 1000 / turns, 3),
        }

    async def crowded(
        self, given: Sequence[Dialogue], turns: int, progress: Progress
    ) -> Mapping[str, Any]:
        """Return how long a question takes where so many turns lie in one scope."""
        said = [turn for dialogue in given for turn in dialogue.turns]
        many = [renamed(said[number % len(said)], f"{number}") for number in range(turns)]
        talk = await self._remembered(given[0], many, Weights())
        asked = [(dialogue, one) for dialogue in given for one in dialogue.questions]
        took: list[float] = []
        for dialogue, question in asked:
            took.append((await self._asked(talk, dialogue, question)).took_s)
            progress(len(took), len(asked))
        return {
            "turns": turns,
            **latency(took),
            "index_ms_per_turn": round(talk.index_s * 1000 / turns, 3),
        }

    async def _remembered(
        self, dialogue: Dialogue, turns: Sequence[Turn], weights: Weights
    ) -> _Talk:
        """Let a talk take place, and everything of it be embedded and indexed."""
        work = InMemoryWork()
        known = await work.write(lambda stores: _said(stores, dialogue, turns))
        began_s = time.perf_counter()
        if self._embedder is not None:
            await self._embed(work, self._embedder)
        settings = RecallSettings(said_k=self._ks[-1], weights=weights)
        recall = Recall(work, self._embedder, self._lexicon, self._dates, ZONE, settings)
        scope = Scope(space=SPACE, here=direct(PERSON), persons=frozenset({PERSON}))
        talk = _Talk(recall, scope, known, 0.0)
        await self._asked(talk, dialogue, Question(id="", text=".", category="", evidence=()))
        return replace(talk, index_s=time.perf_counter() - began_s)

    async def _embed(self, work: InMemoryWork, embedder: Embedder) -> None:
        missing = await work.read(
            lambda stores: stores.vectors.missing(SPACE, embedder.model, 1_000_000)
        )
        made: dict[Ref, Embedding] = {}
        for first in range(0, len(missing), PORTION):
            portion = missing[first : first + PORTION]
            vectors = await embedder.embed([text for _, text in portion], query=False)
            made.update(zip((ref for ref, _ in portion), vectors, strict=True))
        await work.write(lambda stores: stores.vectors.put(SPACE, embedder.model, made))

    async def _asked(self, talk: _Talk, dialogue: Dialogue, question: Question) -> _Answer:
        now, language = dialogue.ended_at + ASKED_AFTER, dialogue.language
        periods = self._dates.periods(question.text, at=now, zone=ZONE, language=language)
        began_s = time.perf_counter()
        recollection = await talk.recall.passive(
            talk.scope,
            question.text,
            now=now,
            language=language,
            speaker=dialogue.speakers[0],
            seen=(),
            names=(dialogue.speakers[1],),
        )
        took_s = time.perf_counter() - began_s
        found = tuple(talk.turns[one.ref] for one in recollection.said)
        return _Answer(question, found, took_s, names_period=bool(periods))


def renamed(turn: Turn, number: str) -> Turn:
    """Return `turn` under another id."""
    return turn.model_copy(update={"id": number})


def shares(answers: Sequence[_Answer], ks: Sequence[int]) -> dict[str, Any]:
    """Return `n`, and per category and for all the shares of evidence and of hits.

    Questions without evidence are left out. Beside the categories stand the questions that name a
    day, month or the like.
    """
    groups: defaultdict[str, list[_Answer]] = defaultdict(list)
    for answer in answers:
        if answer.question.evidence:
            groups["all"].append(answer)
            groups[answer.question.category].append(answer)
            if answer.names_period:
                groups[NAMED_DATE].append(answer)
    return {
        "n": {name: len(group) for name, group in groups.items()},
        "recall": {name: _each(group, ks, _recall) for name, group in groups.items()},
        "hit": {name: _each(group, ks, _hit) for name, group in groups.items()},
        "mrr": _mean([_reciprocal(one) for one in groups["all"]]),
    }


def latency(took_s: Sequence[float]) -> dict[str, float]:
    """Return the percentiles of some times."""
    return {"p50": in_ms(percentile(took_s, 0.50)), "p99": in_ms(percentile(took_s, 0.99))}


def _each(
    group: Sequence[_Answer], ks: Sequence[int], share: Callable[[_Answer, int], float]
) -> dict[str, float]:
    return {str(k): _mean([share(one, k) for one in group]) for k in ks}


def _recall(answer: _Answer, k: int) -> float:
    evidence = set(answer.question.evidence)
    return len(evidence & set(answer.found[:k])) / len(evidence)


def _hit(answer: _Answer, k: int) -> float:
    return float(bool(set(answer.question.evidence) & set(answer.found[:k])))


def _reciprocal(answer: _Answer) -> float:
    evidence = set(answer.question.evidence)
    ranks = (rank for rank, one in enumerate(answer.found, 1) if one in evidence)
    return 1 / next(ranks, float("inf"))


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0


def _said(stores: Stores, dialogue: Dialogue, turns: Sequence[Turn]) -> Mapping[Ref, str]:
    """Let everything be said in one direct talk; return which message is which turn."""
    route = Route(account=AccountId("bench"), chat=dialogue.id)
    place = stores.conversations.find_or_create(SPACE, route, ChatKind.DIRECT, turns[0].time)
    known: dict[Ref, str] = {}
    for number, turn in enumerate(turns):
        if turn.speaker == dialogue.speakers[1]:
            stores.messages.add_own(
                place,
                TurnId(0),
                turn.text,
                turn.time,
                message_id=str(number),
                reply_to=None,
            )
        else:
            stores.messages.add(
                place, _inbound(route, turn, number), turn.time, lane=Lane.TALK, silence="bench"
            )
        known[f"msg:{MessageId(number + 1)}"] = turn.id
    return known


def _inbound(route: Route, turn: Turn, number: int) -> Inbound:
    return Inbound(
        route=route,
        chat_kind=ChatKind.DIRECT,
        message_id=str(number),
        sender=PERSON,
        sender_name=turn.speaker,
        text=turn.text,
        sent_at=turn.time,
        addressed=True,
    )
