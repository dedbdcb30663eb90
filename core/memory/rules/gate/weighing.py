"""How much speaks for a draft."""

from dataclasses import replace

from core.memory.model import FactDraft, Why
from core.memory.rules.gate.invariants import own_words, refusal
from core.memory.rules.gate.model import Reason, Testimony, Weighed
from core.memory.rules.gate.orders import orders
from core.memory.rules.gate.reading import Reading
from core.memory.rules.gate.settling import settled
from core.memory.rules.gate.unreal import unreal
from core.memory.rules.gate.untold import unsaid, untold
from core.memory.rules.gate.yes import ENOUGH, coverage
from core.memory.rules.wording import guess

UNHEARD = 0.4
"""The score of a statement of which no word was said: a judge may know the words; our guess."""
HEARD = 0.95
"""The score of a statement that was said, with nothing against it."""


def weigh(draft: FactDraft, testimony: Testimony, told: str | None = None) -> Weighed:
    """Return `draft` with a score, and with what speaks against it.

    Its evidence is cut to what its subject said of it. What an invariant refuses has the score 0.
    `told` is weighed in place of the statement: what is left of it without the dates that were
    said.
    """
    why = refusal(draft, testimony)
    if why is not None:
        reasons = (Reason(why=why, weight=1.0),)
        return Weighed(score=0.0, why=why, draft=draft, reasons=reasons, refused=True)
    own = own_words(draft, testimony)
    kept = replace(draft, evidence=tuple(one.id for one in own))
    looked_at = kept if told is None else replace(kept, statement=told)
    reading = Reading(draft=looked_at, testimony=testimony, own=own, whole=draft.statement)
    found = orders(reading)
    if not draft.is_of_persona:
        found += [*unreal(reading), *untold(reading)]
    elif _comparable(reading):
        found += unsaid(reading)
    return settled(reading, _summed(reading, found), kept)


def _comparable(reading: Reading) -> bool:
    """Return whether a lesson and its words are of one language, however short they are."""
    return guess(reading.statement, reading.code) == reading.code


def _summed(reading: Reading, found: list[Reason]) -> Weighed:
    score = HEARD
    if not reading.draft.is_of_persona or _comparable(reading):
        score = UNHEARD + (HEARD - UNHEARD) * min(1.0, coverage(reading) / ENOUGH)
    for reason in found:
        score *= 1.0 - reason.weight
    heaviest = tuple(sorted(found, key=lambda one: (-one.weight, one.why)))
    why = heaviest[0].why if heaviest else None
    return Weighed(
        score=score,
        why=why if why is not None or score >= HEARD else Why.UNSURE,
        draft=reading.draft,
        reasons=heaviest,
        corrects=reading.any_said("correction"),
    )
