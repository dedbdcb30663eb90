"""`/forget`: a person takes something back that is remembered of them."""

from collections.abc import Sequence

from core.admin.commands import forgetting
from core.admin.commands.finding import Memory, found, memory_rows
from core.admin.commands.memories import facts_of_self
from core.admin.commands.recounting import own_scope, refs_told, selves_of
from core.admin.commands.telling import bullets, button, echo, how_to_ask
from core.admin.model import Invocation, Told
from core.admin.ports import Shelf
from core.admin.rules.memories import Picked, read_picks
from core.admin.rules.searching import LONGEST, has_weight
from core.memory.model import Fact, Saying, Status
from core.phrases import Phrase, phrase

FORMS = (
    "/forget my address",
    "/forget #12",
    "/forget m12",
    "/forget undo",
    "/forget undo #12",
    "/forget erase #12",
    "/forget erase m12",
)


def forget(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Forget what is named by number or by words."""
    given = invocation.line(LONGEST)
    picked = read_picks(given)
    if picked is not None:
        return _forget(invocation, shelf, picked)
    if not has_weight(given):
        return how_to_ask(invocation.language, "", FORMS)
    return _by_words(invocation, shelf, given)


def _forget(invocation: Invocation, shelf: Shelf, picked: Picked) -> str:
    """Forget what is theirs; of the rest tell nothing but its numbers."""
    theirs, others = _theirs(invocation, shelf, picked, (Status.ACTIVE, Status.PAST))
    told = []
    if theirs.refs:
        scope = own_scope(invocation)
        told.append(forgetting.forgotten(invocation, shelf, scope, theirs, "/forget undo"))
    if others:
        told.append(phrase(Phrase.MEMORY_NO_SUCH, invocation.language, got=refs_told(others)))
    return "\n\n".join(told)


def _by_words(invocation: Invocation, shelf: Shelf, query: str) -> str | Told:
    """Forget the one memory that fits; of several, let the person choose."""
    language, got = invocation.language, echo(query)
    known = [one for one in facts_of_self(invocation, shelf) if one.status is not Status.HIDDEN]
    finds = found(shelf, own_scope(invocation), known, query)
    if not finds:
        return phrase(Phrase.MEMORY_NOT_FOUND, language, got=got)
    if len(finds) == 1:
        return _forget(invocation, shelf, _picked(finds))
    form = f"/forget {' '.join(_picked(finds[:2]).refs)}"
    intro = phrase(Phrase.FORGET_WHICH, language, got=got, form=form)
    rows = memory_rows(invocation, finds)
    choices = [
        one
        for ref in _picked(finds[: len(rows)]).refs
        for one in button(f"/forget {ref}", f"/forget {ref}")
    ]
    return Told(text=bullets(intro, *rows), choices=tuple(choices))


def _picked(memories: Sequence[Memory]) -> Picked:
    return Picked(
        facts=tuple(one.id for one in memories if isinstance(one, Fact)),
        messages=tuple(one.id for one in memories if isinstance(one, Saying)),
    )


def undo(invocation: Invocation, shelf: Shelf) -> str:
    """Take back the last forgetting, or that of the numbers; only of what is theirs."""
    scope, facts = own_scope(invocation), facts_of_self(invocation, shelf)
    rest = invocation.line(LONGEST)
    if not rest:
        return forgetting.taken_back(invocation, shelf, scope, forgetting.latest_gone(facts))
    picked = read_picks(rest)
    if picked is None or picked.messages:
        return how_to_ask(invocation.language, "", FORMS[3:5])
    theirs = [fact.id for fact in facts if fact.id in picked.facts]
    return forgetting.taken_back(invocation, shelf, scope, theirs)


def erase(invocation: Invocation, shelf: Shelf) -> str:
    """Erase what is named by number for good."""
    picked = read_picks(invocation.line(LONGEST))
    if picked is None:
        return how_to_ask(invocation.language, "", FORMS[-2:])
    theirs, others = _theirs(invocation, shelf, picked, tuple(Status))
    told = []
    if theirs.refs:
        scope = own_scope(invocation)
        gone = forgetting.erased(invocation, shelf, scope, theirs.facts, theirs.messages)
        told.append(gone)
    if others:
        told.append(phrase(Phrase.MEMORY_NO_SUCH, invocation.language, got=refs_told(others)))
    return "\n\n".join(told)


def _theirs(
    invocation: Invocation, shelf: Shelf, picked: Picked, statuses: tuple[Status, ...]
) -> tuple[Picked, tuple[str, ...]]:
    """Return what of it this person may forget, and the numbers of the rest."""
    scope, selves = own_scope(invocation), selves_of(invocation)
    facts = tuple(
        fact.id
        for fact in shelf.facts.some(scope, picked.facts)
        if fact.subject in selves and fact.status in statuses
    )
    messages = tuple(one.id for one in shelf.sayings.some(scope, picked.messages))
    theirs = Picked(facts=facts, messages=messages)
    return theirs, tuple(ref for ref in picked.refs if ref not in theirs.refs)
