"""`/memory quarantine`: what the gate set aside, for an owner to keep or to drop."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from core.admin.commands.recounting import fact_row, owners_scope, paged, refs_told
from core.admin.commands.telling import bullets, how_to_ask
from core.admin.model import Invocation, Told
from core.admin.ports import Shelf
from core.admin.rules.memories import fact_ref, read_page, read_picks
from core.memory.model import Fact, FactId, Scope, Status
from core.memory.ports import MemoryShelf
from core.memory.service.forgetting import Restored, release_quarantine
from core.phrases import Phrase, phrase

KEEP_FORM, DROP_FORM = "/memory quarantine keep #12", "/memory quarantine drop #12"
FORMS = ("/memory quarantine list", KEEP_FORM, DROP_FORM)
LONGEST = 400
"""Characters behind an act that are looked at."""
ASIDE = (Status.QUARANTINED,)


def quarantine(invocation: Invocation, shelf: Shelf) -> str | Told:
    """List what is set aside, and why."""
    page = read_page(invocation.line(LONGEST) or "1")
    if page is None:
        return how_to_ask(invocation.language, "", FORMS)
    facts = shelf.facts.listed(owners_scope(invocation), statuses=ASIDE)
    if not facts:
        return phrase(Phrase.QUARANTINE_NONE, invocation.language)
    told = paged(invocation, facts, page, Phrase.QUARANTINE_HEAD, FORMS[0])
    return replace(told, text=bullets(told.text, f"`{KEEP_FORM}`", f"`{DROP_FORM}`"))


def released(shelf: MemoryShelf, scope: Scope, facts: Iterable[FactId]) -> list[Fact]:
    """Make facts of what was set aside, and return them."""
    tried = [release_quarantine(shelf, scope, fact) for fact in facts]
    return [one.facts[0] for one in tried if isinstance(one, Restored)]


def dropped(shelf: MemoryShelf, scope: Scope, facts: Collection[FactId]) -> list[FactId]:
    """Delete facts that are set aside, and return which; they are not set aside again.

    The words that they rest on stay: those were said.
    """
    aside = [one for one in shelf.facts.some(scope, facts) if one.status in ASIDE]
    for fact in aside:
        shelf.facts.block(fact.space, fact.statement, ())
    gone = [fact.id for fact in aside]
    shelf.facts.delete(scope.space, gone)
    return gone


def keep(invocation: Invocation, shelf: Shelf) -> str:
    """Make facts of what was set aside."""
    facts, language = _picked(invocation), invocation.language
    if not facts:
        return how_to_ask(language, "", FORMS[1:])
    kept = released(shelf, owners_scope(invocation), facts)
    lines = [
        phrase(Phrase.MEMORY_ADDED, language, what=fact_row(invocation, one, whose=True))
        for one in kept
    ]
    return "\n".join((*lines, *_others(invocation, facts, [one.id for one in kept])))


def drop(invocation: Invocation, shelf: Shelf) -> str:
    """Delete what was set aside."""
    facts = _picked(invocation)
    if not facts:
        return how_to_ask(invocation.language, "", FORMS[1:])
    gone = dropped(shelf, owners_scope(invocation), facts)
    refs = refs_told([fact_ref(fact) for fact in gone])
    done = [phrase(Phrase.QUARANTINE_DROPPED, invocation.language, refs=refs)] if gone else []
    return "\n".join((*done, *_others(invocation, facts, gone)))


def _picked(invocation: Invocation) -> tuple[FactId, ...]:
    """Return the facts that are named; () for anything else."""
    picked = read_picks(invocation.line(LONGEST))
    return () if picked is None or picked.messages else picked.facts


def _others(invocation: Invocation, asked: tuple[FactId, ...], done: list[FactId]) -> list[str]:
    left = [fact_ref(fact) for fact in asked if fact not in done]
    got = refs_told(left)
    return [phrase(Phrase.MEMORY_NO_SUCH, invocation.language, got=got)] if left else []
