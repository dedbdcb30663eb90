"""What is done, and told, when memories are forgotten, brought back or erased."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.admin.commands.recounting import (
    can_come_back,
    fact_row,
    refs_told,
    selves_of,
    undone_until,
)
from core.admin.commands.telling import bullets
from core.admin.model import Invocation
from core.admin.ports import Shelf
from core.admin.rules.memories import Picked, fact_ref, message_ref
from core.conversation.model import MessageId
from core.memory.model import Fact, FactId, Scope, Status
from core.memory.service.forgetting import (
    Forgotten,
    Restored,
    erase,
    forget,
    undo,
)
from core.memory.service.withholding import put_back, words_forgotten
from core.phrases import Phrase, phrase


def forgotten(invocation: Invocation, shelf: Shelf, scope: Scope, picked: Picked, form: str) -> str:
    """Forget facts and words, and tell which, what goes along, and by which `form` they come back.

    All that is picked has to be there, and theirs.
    """
    language, now = invocation.language, invocation.now
    tried = [forget(shelf, scope, fact, now) for fact in picked.facts]
    gone = [one.facts for one in tried if isinstance(one, Forgotten)]
    if picked.messages:
        gone += words_forgotten(shelf, scope, picked.messages, selves_of(invocation), now)
    if not gone:
        return phrase(Phrase.MEMORY_NONE, language)
    rows = [_row(invocation, facts[0]) for facts in gone]
    lines = [bullets(phrase(Phrase.FORGET_DONE, language), *rows), ""]
    resting = {message for facts in gone for fact in facts for message in fact.evidence}
    resting -= set(picked.messages)
    if resting:
        lines.append(phrase(Phrase.FORGET_ALONG, language, count=str(len(resting))))
    day = undone_until(invocation, now)
    lines.append(phrase(Phrase.FORGET_UNDO, language, form=form, day=day))
    return "\n".join(lines)


def taken_back(invocation: Invocation, shelf: Shelf, scope: Scope, facts: Iterable[FactId]) -> str:
    """Take forgettings back, corrections too, and tell what is remembered again."""
    language, now = invocation.language, invocation.now
    tried = [undo(shelf, scope, fact, now) for fact in facts]
    back = [one for one in tried if isinstance(one, Restored)]
    if not back:
        return phrase(Phrase.FORGET_NOT_UNDONE, language)
    rows = [_row(invocation, one.facts[0]) for one in back]
    put_back(shelf, [fact for one in back for fact in one.facts])
    told = bullets(phrase(Phrase.FORGET_UNDONE, language), *rows)
    removed = [fact_ref(fact) for one in back for fact in one.removed]
    if removed:
        dropped = phrase(Phrase.QUARANTINE_DROPPED, language, refs=refs_told(removed))
        return f"{told}\n\n{dropped}"
    return told


def erased(
    invocation: Invocation,
    shelf: Shelf,
    scope: Scope,
    facts: Sequence[FactId],
    messages: Sequence[MessageId] = (),
) -> str:
    """Erase facts and words for good and tell from how many places words are gone."""
    selves, now = selves_of(invocation), invocation.now
    words = words_forgotten(shelf, scope, messages, selves, now) if messages else []
    done = erase(shelf, scope, (*facts, *(fact.id for gone in words for fact in gone)))
    refs = refs_told([*map(fact_ref, facts), *map(message_ref, messages)])
    return phrase(Phrase.FORGET_ERASED, invocation.language, refs=refs, count=str(done.rows))


def latest_gone(facts: Iterable[Fact]) -> list[FactId]:
    """Return what of `facts` was taken away last, all of one command; [] if nothing was."""
    gone = [fact for fact in facts if can_come_back(fact)]
    at = max((fact.closed_at for fact in gone if fact.closed_at is not None), default=None)
    return [fact.id for fact in gone if fact.closed_at == at]


def _row(invocation: Invocation, fact: Fact) -> str:
    """Return a memory without what has just become of it, which stands above the list."""
    return fact_row(invocation, replace(fact, status=Status.ACTIVE, shared=frozenset()))
