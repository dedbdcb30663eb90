"""`/memories`: what it remembers of who asks, told to nobody else."""

from dataclasses import replace

from core.admin.commands.finding import finds_told, looked_up
from core.admin.commands.recounting import SHOWN, own_scope, paged, selves_of, visible
from core.admin.model import Invocation, Told
from core.admin.ports import Shelf
from core.admin.rules.memories import fact_ref, last_page, read_page
from core.admin.rules.searching import LONGEST
from core.memory.model import Fact
from core.phrases import Phrase, phrase

SEARCH_FORM = "/memories Lisbon"


def memories(invocation: Invocation, shelf: Shelf) -> str | Told:
    """List what is remembered of this person, or look something up."""
    given = invocation.line(LONGEST)
    page = read_page(given or "1")
    if page is None:
        facts = facts_of_self(invocation, shelf)
        return finds_told(invocation, looked_up(shelf, own_scope(invocation), facts, given), given)
    return _page(invocation, facts_of_self(invocation, shelf), page)


def facts_of_self(invocation: Invocation, shelf: Shelf) -> list[Fact]:
    """Return what this person can see of themself, by id."""
    scope = own_scope(invocation)
    facts = [
        fact
        for subject in selves_of(invocation)
        for fact in shelf.facts.listed(scope, subject=subject, statuses=SHOWN)
    ]
    return sorted(visible(facts), key=lambda fact: fact.id)


def _page(invocation: Invocation, facts: list[Fact], page: int) -> str | Told:
    language = invocation.language
    told = paged(invocation, facts, page, Phrase.MEMORIES_HEAD, "/memories", whose=False)
    if not 1 <= page <= last_page(len(facts)):
        return told
    if not facts:
        return phrase(Phrase.MEMORIES_NONE, language)
    form = f"/forget {fact_ref(facts[-1].id)}"
    hint = phrase(Phrase.MEMORIES_HINT, language, form=form, more=SEARCH_FORM)
    return replace(told, text=f"{told.text}\n\n{hint}")
