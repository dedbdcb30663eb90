"""How well the gate does on judged cases: what it keeps, and what it keeps out.

A case is a dialogue, a draft that a careless model made of it, and what a careful reader would do.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from core.conversation.model import ConversationId, IdentityId, MessageId
from core.memory.model import (
    Drop,
    Fact,
    FactDraft,
    FactId,
    Keep,
    Merge,
    Quarantine,
    Saying,
    Subject,
    Supersede,
    Verdict,
    room,
)
from core.memory.rules.attributes import attribute_of
from core.memory.rules.gate import GateDials, Testimony, Weighed, verdict, weigh
from core.memory.rules.lasting import valid_until
from core.persona.model import SpaceId

Case = Mapping[str, Any]
"""As in the file: id, language, kind, dialogue, draft, expect; known, recalled, passes."""

THRESHOLDS = (0.35, 0.5, 0.6, 0.7, 0.8)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SPACE = SpaceId("mina")
HERE = room(ConversationId(1))
NAMES: Mapping[type[Verdict], str] = {
    Keep: "keep",
    Merge: "merge",
    Supersede: "supersede",
    Quarantine: "out",
    Drop: "out",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How drafts were told apart. To be let in is to be kept, merged, or to take a place."""

    rightly_in: int = 0
    wrongly_in: int = 0
    rightly_out: int = 0
    wrongly_out: int = 0
    exact: int = 0
    """Of all, those whose very verdict was the expected one."""

    @property
    def cases(self) -> int:
        """Return how many there were."""
        return self.rightly_in + self.wrongly_in + self.rightly_out + self.wrongly_out

    @property
    def precision(self) -> float:
        """Return how much of what was let in belongs there; 1.0 if nothing was."""
        let_in = self.rightly_in + self.wrongly_in
        return self.rightly_in / let_in if let_in else 1.0

    @property
    def recall(self) -> float:
        """Return how much of what belongs in was let in; 1.0 if nothing does."""
        belong = self.rightly_in + self.wrongly_out
        return self.rightly_in / belong if belong else 1.0

    def plus(self, expected: str, got: str) -> "Tally":
        """Return the tally with one case more."""
        name = f"{'rightly' if (expected == 'out') == (got == 'out') else 'wrongly'}"
        field = f"{name}_{'out' if got == 'out' else 'in'}"
        counted = {field: getattr(self, field) + 1, "exact": self.exact + (expected == got)}
        return replace(self, **counted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What was measured."""

    all: Tally
    """At the thresholds of the default dials."""
    by_language: Mapping[str, Tally]
    by_kind: Mapping[str, Tally]
    by_threshold: Mapping[float, Tally]
    """With `keep` at so much."""
    passing: tuple[int, int]
    """Of the states that pass, those that were given an end, and all of them."""
    ended_wrongly: int
    """Lasting facts that were given an end."""
    wrong: tuple[str, ...]
    """The cases that went to the wrong side: their ids, with what came out."""

    def __str__(self) -> str:
        lines = [f"all       {_shown(self.all)}"]
        lines += [f"{name:<9} {_shown(one)}" for name, one in sorted(self.by_language.items())]
        lines += [f"{name:<15} {_shown(one)}" for name, one in sorted(self.by_kind.items())]
        lines += [f"keep>={at:<4} {_shown(one)}" for at, one in sorted(self.by_threshold.items())]
        lines.append(f"passing   {self.passing[0]} of {self.passing[1]} end")
        lines.append(f"lasting   {self.ended_wrongly} end though they last")
        return "\n".join([*lines, *self.wrong])


def measure(cases: Sequence[Case], dials: GateDials | None = None) -> Figures:
    """Return how the gate does on `cases`, without a judge and without dates."""
    used = dials or GateDials()
    whole, wrong = Tally(), []
    languages: defaultdict[str, Tally] = defaultdict(Tally)
    kinds: defaultdict[str, Tally] = defaultdict(Tally)
    for case in cases:
        got, expected = judged(case, used), case["expect"]
        whole = whole.plus(expected, got)
        languages[case["language"]] = languages[case["language"]].plus(expected, got)
        kinds[case["kind"]] = kinds[case["kind"]].plus(expected, got)
        if (expected == "out") != (got == "out"):
            wrong.append(f"{case['id']}: {got}, not {expected}")
    passes = [case for case in cases if case.get("passes")]
    lasts = [case for case in cases if case["expect"] != "out" and not case.get("passes")]
    return Figures(
        all=whole,
        by_language=dict(languages),
        by_kind=dict(kinds),
        by_threshold={at: _at(cases, at) for at in THRESHOLDS},
        passing=(sum(map(ends, passes)), len(passes)),
        ended_wrongly=sum(map(ends, lasts)),
        wrong=tuple(wrong),
    )


def _at(cases: Iterable[Case], keep: float) -> Tally:
    dials = GateDials(keep=keep, quarantine=min(keep, GateDials().quarantine))
    tally = Tally()
    for case in cases:
        tally = tally.plus(case["expect"], judged(case, dials))
    return tally


def judged(case: Case, dials: GateDials) -> str:
    """Return what becomes of a case: keep, merge, supersede or out."""
    known = [fact(at, one) for at, one in enumerate(case.get("known", ()), 1)]
    return NAMES[type(verdict(weighed(case), known, dials, case["language"]))]


def weighed(case: Case) -> Weighed:
    """Return the draft of a case, weighed."""
    told = case["draft"]
    sayings = tuple(map(saying, case["dialogue"]))
    subject = Subject(IdentityId(told["subject"]))
    people = {one["by"] for one in case["dialogue"]} - {"companion", told["subject"]}
    draft = FactDraft(
        space=SPACE,
        subject=subject,
        statement=told["statement"],
        audience=HERE,
        source="circadia.judged",
        speaker=subject,
        evidence=tuple(map(MessageId, told["evidence"])),
    )
    testimony = Testimony(
        evidence=tuple(one for one in sayings if one.id in draft.evidence),
        around=sayings,
        recalled=tuple(case.get("recalled", ())),
        subject_name=told["subject"].title(),
        present=tuple(sorted(one.title() for one in people)),
        language=case["language"],
    )
    return weigh(draft, testimony)


def saying(said: Mapping[str, Any]) -> Saying:
    """Return one line of a dialogue as memory sees it, a minute after the one before."""
    own = said["by"] == "companion"
    return Saying(
        id=MessageId(said["id"]),
        conversation=ConversationId(1),
        by_companion=own,
        sender=None if own else IdentityId(said["by"]),
        sender_name="" if own else said["by"].title(),
        text=said["text"],
        sent_at=NOON + timedelta(minutes=said["id"]),
        audience=HERE,
    )


def fact(number: int, known: Mapping[str, str]) -> Fact:
    """Return what was believed before."""
    subject = Subject(IdentityId(known["subject"]))
    attribute = attribute_of(known["statement"])
    return Fact(
        id=FactId(number),
        space=SPACE,
        subject=subject,
        statement=known["statement"],
        audience=HERE,
        source="circadia.judged",
        speaker=subject,
        attribute=None if attribute is None else attribute.name,
        valid_from=NOON,
        created_at=NOON,
    )


def ends(case: Case) -> bool:
    """Return whether the statement of a case is given an end, by its kind alone."""
    until = valid_until(case["draft"]["statement"], NOON, (), case["language"])
    return until is not None


def _shown(tally: Tally) -> str:
    return (
        f"{tally.cases:>4} cases  precision {tally.precision:.3f}  recall {tally.recall:.3f}  "
        f"exact {tally.exact / max(1, tally.cases):.3f}"
    )
