"""`/memory`: what an owner sees of all that is remembered, and does to it."""

from core.admin.commands import keeping, quarantine
from core.admin.commands.finding import finds_told, looked_up
from core.admin.commands.recounting import SHOWN, owners_scope, paged, visible
from core.admin.commands.telling import bullets, how_to_ask
from core.admin.model import Invocation
from core.admin.ports import Shelf
from core.admin.rules.memories import read_page, read_subject
from core.phrases import Phrase, phrase

LONGEST = 800
"""Characters behind `/memory` that are looked at."""
PEOPLE = "people"
LIST_FORMS = (
    "/memory list",
    "/memory list persona",
    "/memory list people 2",
    "/memory list telegram:42",
)
SEARCH_FORMS = ("/memory search Lisbon",)
FORMS = (*LIST_FORMS, *SEARCH_FORMS, *keeping.FORMS, *quarantine.FORMS)


def counts(invocation: Invocation, shelf: Shelf) -> str:
    """Tell how much there is, and what can be done with it."""
    known = shelf.facts.counts(invocation.space)
    intro = phrase(
        Phrase.MEMORY_COUNTS,
        invocation.language,
        persona=str(known.persona),
        people=str(known.people),
        aside=str(known.quarantined),
        hidden=str(known.hidden),
    )
    return bullets(intro, *(f"`{form}`" for form in FORMS))


def listed(invocation: Invocation, shelf: Shelf) -> str:
    """List what is remembered of all, of the persona, of people, or of one person."""
    language, words = invocation.language, invocation.line(LONGEST).split()
    page = read_page(words[-1]) if words else 1
    of = words if page is None or not words else words[:-1]
    if len(of) > 1:
        return how_to_ask(language, "", LIST_FORMS)
    whom = of[0] if of else ""
    subject = read_subject(whom)
    if whom and subject is None and whom.casefold() != PEOPLE:
        return how_to_ask(language, "", LIST_FORMS)
    facts = visible(shelf.facts.listed(owners_scope(invocation), subject=subject, statuses=SHOWN))
    if whom.casefold() == PEOPLE:
        facts = [fact for fact in facts if not fact.is_of_persona]
    if not facts:
        return phrase(Phrase.MEMORY_NONE, language)
    form = f"/memory list {whom}".strip()
    return paged(invocation, facts, 1 if page is None else page, Phrase.MEMORY_HEAD, form)


def search(invocation: Invocation, shelf: Shelf) -> str:
    """Look something up, in facts and in what was said."""
    rest = invocation.line(LONGEST)
    if not rest:
        return how_to_ask(invocation.language, "", SEARCH_FORMS)
    scope = owners_scope(invocation)
    facts = visible(shelf.facts.listed(scope, statuses=SHOWN))
    return finds_told(invocation, looked_up(shelf, scope, facts, rest), rest, whose=True)
