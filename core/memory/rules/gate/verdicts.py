"""What becomes of a weighed draft among what is known."""

from collections.abc import Sequence
from dataclasses import replace

from core.memory.model import (
    Drop,
    Fact,
    FactDraft,
    Keep,
    Merge,
    Quarantine,
    Status,
    Supersede,
    Verdict,
    Why,
)
from core.memory.rules.attributes import Attribute, attribute_of, ends, supposes
from core.memory.rules.gate.model import GateDials, Weighed
from core.memory.rules.wording import guess
from core.memory.rules.wording.content import holds, plain, says, weighty
from core.memory.rules.wording.mine import PLANNED

UNSTORED = frozenset({Why.SECRET, Why.PROMPT_TEXT, Why.RECALLED, Why.OWN_WORDS})
"""Why nothing is kept at all, not even for the owner's eye."""
HALF = 0.5
"""The share of a known statement's words that a correction has to name again; our guess."""


def verdict(
    weighed: Weighed,
    known: Sequence[Fact],
    dials: GateDials,
    language: str | None = None,
) -> Verdict:
    """Return what becomes of a draft; `known` are facts of the same space, of any subject.

    Only an attribute that has one value, words that end something, or an explicit correction let
    a draft take a fact's place. A likeness alone never does.
    """
    if weighed.refused and weighed.why is Why.NO_EVIDENCE:
        return _repeated(weighed, known, language)
    if weighed.refused or weighed.score < dials.quarantine or weighed.why in UNSTORED:
        why = weighed.why or Why.UNSURE
        if weighed.score < dials.keep or weighed.refused or why in UNSTORED:
            return Drop(why=why)
    if weighed.score < dials.keep:
        return Quarantine(draft=weighed.draft, why=weighed.why or Why.UNSURE)
    return among(weighed, known, language)


def _repeated(weighed: Weighed, known: Sequence[Fact], language: str | None) -> Verdict:
    """Return the verdict on what nobody said just now: if it is known, that changes nothing."""
    bare = replace(weighed, draft=replace(weighed.draft, evidence=()))
    found = among(bare, known, language)
    return found if isinstance(found, Merge) else Drop(why=Why.NO_EVIDENCE)


def among(weighed: Weighed, known: Sequence[Fact], language: str | None = None) -> Verdict:
    """Return the place of a draft that is kept among what is known."""
    draft = weighed.draft
    active = [one for one in known if one.status is Status.ACTIVE and _comparable(one, draft)]
    said = attribute_of(draft.statement, language)
    over = ends(draft.statement, language)
    ahead = not over and not weighed.corrects and _is_ahead(draft, language)
    for fact in active:
        if holds(fact.statement, draft.statement, language) or (
            not over and _same_value(fact, said, language)
        ):
            return Merge(draft=draft, into=fact.id)
    old = tuple(
        fact.id
        for fact in active
        if (not ahead and _replaced(fact, draft, said, language))
        or (over and _ended(fact, draft, language))
        or (weighed.corrects and _corrected(fact, draft, language))
    )
    return Supersede(draft=draft, old=old) if old else Keep(draft=draft)


def _is_ahead(draft: FactDraft, language: str | None) -> bool:
    """Return whether the draft tells a plan: until it comes true, the old value holds."""
    return bool(PLANNED[guess(draft.statement, language)].search(draft.statement))


def _comparable(fact: Fact, draft: FactDraft) -> bool:
    return fact.subject == draft.subject and fact.space == draft.space


def _same_value(fact: Fact, said: Attribute | None, language: str | None) -> bool:
    before = attribute_of(fact.statement, language)
    if said is None or before is None or before.ends:
        return False
    return before.name == said.name and bool(said.value) and before.value == said.value


def _replaced(fact: Fact, draft: FactDraft, said: Attribute | None, language: str | None) -> bool:
    """Return whether another value of the same single attribute was believed."""
    if said is None or not said.single:
        return False
    before = attribute_of(fact.statement, language)
    name = fact.attribute or (None if before is None else before.name)
    if name != (draft.attribute or said.name) or (before is not None and before.ends):
        return False
    return before is None or not _refines(before.value, said.value)


def _refines(before: str, now: str) -> bool:
    """Return whether one value is a part of the other, as `Berlin` of `Berlin Mitte`."""
    one, other = set(before.split()), set(now.split())
    return one != other and bool(one) and bool(other) and (one <= other)


def _ended(fact: Fact, draft: FactDraft, language: str | None) -> bool:
    """Return whether the draft tells the end of the very thing that the fact tells."""
    code = guess(fact.statement, language)
    if ends(fact.statement, language):
        return False
    told = plain(draft.statement)
    things = _things(fact, draft, language)
    return any(says(told, word, code) for word in things)


def _corrected(fact: Fact, draft: FactDraft, language: str | None) -> bool:
    """Return whether a correction names most of what the fact says, and says it otherwise.

    What would be, or is wished, corrects no more than another wish.
    """
    if supposes(draft.statement, language) and not supposes(fact.statement, language):
        return False
    code = guess(fact.statement, language)
    things = _things(fact, draft, language)
    held = sum(says(plain(draft.statement), word, code) for word in things)
    return bool(things) and HALF <= held / len(things) < 1


def _things(fact: Fact, draft: FactDraft, language: str | None) -> tuple[str, ...]:
    """Return the fact's words of weight without the name that both statements begin with."""
    words = weighty(fact.statement, language)
    other = weighty(draft.statement, language)
    if words and other and says(other[0], words[0], guess(fact.statement, language)):
        return words[1:]
    return words
