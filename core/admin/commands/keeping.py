"""What an owner does to memories by `/memory`: add, correct, forget, bring back, erase."""

from collections.abc import Sequence
from typing import assert_never

from core.admin.commands import forgetting
from core.admin.commands.dictating import Dictated, keep, put_right
from core.admin.commands.recounting import (
    SHOWN,
    fact_row,
    owners_scope,
    reason_of,
    refs_told,
)
from core.admin.commands.telling import how_to_ask
from core.admin.model import Invocation
from core.admin.ports import Shelf
from core.admin.rules.memories import Picked, fact_ref, read_fact, read_picks, read_subject
from core.memory.model import (
    PERSONA,
    Drop,
    Fact,
    FactId,
    Keep,
    Merge,
    Quarantine,
    Status,
    Supersede,
    Why,
)
from core.memory.service.forgetting import Corrected
from core.memory.service.writing import Written
from core.phrases import Phrase, phrase

ADD_FORMS = (
    "/memory add persona I grew up in Busan.",
    "/memory add telegram:42 Ana plays the cello.",
)
CORRECT_FORMS = ("/memory correct #12 Ana lives in Porto.",)
FORGET_FORMS = ("/memory forget #12",)
UNDO_FORMS = ("/memory undo", "/memory undo #12")
ERASE_FORMS = ("/memory erase #12",)
LONGEST = 800
"""Characters behind an act that are looked at."""
FORMS = (*ADD_FORMS, *CORRECT_FORMS, *FORGET_FORMS, *UNDO_FORMS, *ERASE_FORMS)


def add(invocation: Invocation, shelf: Shelf) -> str:
    """Put something in, weighed as own words are."""
    language, rest = invocation.language, invocation.line(LONGEST)
    whom, _, statement = rest.partition(" ")
    subject = read_subject(whom)
    if subject is None or not statement:
        return how_to_ask(language, "", ADD_FORMS)
    done = keep(shelf, owners_scope(invocation), subject, _dictated(invocation, statement))
    return _kept(invocation, done)


def _kept(invocation: Invocation, done: Written) -> str:
    """Tell what became of it; a refusal says why and repeats nothing."""
    language = invocation.language
    match done.verdict:
        case Drop(why=why):
            return _refused(invocation, why)
        case Quarantine(why=why):
            what, reason = _row(invocation, done.fact), reason_of(why, language)
            return phrase(Phrase.MEMORY_ASIDE, language, what=what, reason=reason)
        case Merge():
            return phrase(Phrase.MEMORY_KNOWN, language, what=_row(invocation, done.fact))
        case Keep() | Supersede():
            told = phrase(Phrase.MEMORY_ADDED, language, what=_row(invocation, done.fact))
            return "\n".join((told, *_instead(invocation, done.closed)))
        case other:
            assert_never(other)


def correct(invocation: Invocation, shelf: Shelf) -> str:
    """Put something right; what was believed stays as past."""
    language, rest = invocation.language, invocation.line(LONGEST)
    number, _, statement = rest.partition(" ")
    fact = read_fact(number)
    if fact is None or not statement:
        return how_to_ask(language, "", CORRECT_FORMS)
    done = put_right(shelf, owners_scope(invocation), fact, _dictated(invocation, statement))
    if isinstance(done, Why):
        return _refused(invocation, done)
    if not isinstance(done, Corrected):
        return phrase(Phrase.MEMORY_NO_SUCH, language, got=refs_told([fact_ref(fact)]))
    told = phrase(Phrase.MEMORY_ADDED, language, what=_row(invocation, done.new))
    return "\n".join((told, *_instead(invocation, [done.old])))


def forget(invocation: Invocation, shelf: Shelf) -> str:
    """Hide what is named by number."""
    there, lacking = _named(invocation, shelf, (*SHOWN[:2], Status.QUARANTINED))
    if not there and not lacking:
        return how_to_ask(invocation.language, "", FORGET_FORMS)
    told = []
    if there:
        scope, picked = owners_scope(invocation), Picked(facts=tuple(there))
        told.append(forgetting.forgotten(invocation, shelf, scope, picked, "/memory undo"))
    return "\n\n".join((*told, *_no_such(invocation, lacking)))


def undo(invocation: Invocation, shelf: Shelf) -> str:
    """Take back the last forgetting, or that of the numbers."""
    scope, rest = owners_scope(invocation), invocation.line(LONGEST)
    if not rest:
        facts = forgetting.latest_gone(shelf.facts.listed(scope, statuses=SHOWN))
        return forgetting.taken_back(invocation, shelf, scope, facts)
    picked = read_picks(rest)
    if picked is None or picked.messages:
        return how_to_ask(invocation.language, "", UNDO_FORMS)
    return forgetting.taken_back(invocation, shelf, scope, picked.facts)


def erase(invocation: Invocation, shelf: Shelf) -> str:
    """Erase what is named by number for good."""
    there, lacking = _named(invocation, shelf, tuple(Status))
    if not there and not lacking:
        return how_to_ask(invocation.language, "", ERASE_FORMS)
    told = []
    if there:
        told.append(forgetting.erased(invocation, shelf, owners_scope(invocation), there))
    return "\n\n".join((*told, *_no_such(invocation, lacking)))


def _named(
    invocation: Invocation, shelf: Shelf, statuses: Sequence[Status]
) -> tuple[list[FactId], list[FactId]]:
    """Return the facts that are named and there, and those that are not; none for other words."""
    picked = read_picks(invocation.line(LONGEST))
    if picked is None or picked.messages:
        return [], []
    known = shelf.facts.some(owners_scope(invocation), picked.facts)
    there = [fact.id for fact in known if fact.status in statuses]
    return there, [fact for fact in picked.facts if fact not in there]


def _no_such(invocation: Invocation, lacking: Sequence[FactId]) -> list[str]:
    got = refs_told([fact_ref(fact) for fact in lacking])
    return [phrase(Phrase.MEMORY_NO_SUCH, invocation.language, got=got)] if lacking else []


def _dictated(invocation: Invocation, statement: str) -> Dictated:
    return Dictated(
        statement=statement,
        owner=invocation.sender,
        companion=invocation.persona_name,
        now=invocation.now,
    )


def _refused(invocation: Invocation, why: Why) -> str:
    reason = reason_of(why, invocation.language)
    return phrase(Phrase.MEMORY_REFUSED, invocation.language, reason=reason)


def _instead(invocation: Invocation, closed: Sequence[Fact]) -> list[str]:
    old = ", ".join(_row(invocation, fact) for fact in closed)
    return [phrase(Phrase.MEMORY_INSTEAD, invocation.language, old=old)] if closed else []


def _row(invocation: Invocation, fact: Fact | None) -> str:
    return "…" if fact is None else fact_row(invocation, fact, whose=fact.subject != PERSONA)
