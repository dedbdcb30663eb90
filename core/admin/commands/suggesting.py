"""Which memories may be meant by the text of an option so far."""

from collections.abc import Iterable, Sequence

from core.admin.commands.memories import facts_of_self
from core.admin.commands.recounting import SHOWN, can_come_back, owners_scope, visible
from core.admin.commands.telling import quoted
from core.admin.model import Invocation, Suggestion
from core.admin.ports import Shelf
from core.admin.rules.memories import fact_ref
from core.memory.model import Fact, Status

MOST = 25
"""As many as the platform with most of them shows."""
LABEL = 100
"""Characters of what is shown of one."""
KNOWN = (Status.ACTIVE, Status.PAST)


def own(invocation: Invocation, shelf: Shelf) -> Sequence[Suggestion]:
    """Return what is remembered of who asks, the newest first."""
    facts = facts_of_self(invocation, shelf)
    return _fitting(invocation, (fact for fact in facts if fact.status in KNOWN))


def own_gone(invocation: Invocation, shelf: Shelf) -> Sequence[Suggestion]:
    """Return what can be brought back of who asks, the newest first."""
    return _fitting(invocation, filter(can_come_back, facts_of_self(invocation, shelf)))


def anyones(invocation: Invocation, shelf: Shelf) -> Sequence[Suggestion]:
    """Return what is remembered at all, the newest first; for an owner's command alone."""
    return _fitting(invocation, shelf.facts.listed(owners_scope(invocation), statuses=KNOWN))


def anyones_gone(invocation: Invocation, shelf: Shelf) -> Sequence[Suggestion]:
    """Return what can be brought back at all, the newest first; for an owner's command alone."""
    facts = visible(shelf.facts.listed(owners_scope(invocation), statuses=SHOWN))
    return _fitting(invocation, filter(can_come_back, facts))


def anyones_aside(invocation: Invocation, shelf: Shelf) -> Sequence[Suggestion]:
    """Return what was set aside, the newest first; for an owner's command alone."""
    aside = (Status.QUARANTINED,)
    return _fitting(invocation, shelf.facts.listed(owners_scope(invocation), statuses=aside))


def _fitting(invocation: Invocation, facts: Iterable[Fact]) -> list[Suggestion]:
    """Return those whose number begins with what is written, or whose words hold it."""
    wanted = invocation.line(LABEL).casefold()
    number = wanted.removeprefix("#")
    fitting = [
        fact
        for fact in facts
        if str(fact.id).startswith(number) or wanted in fact.statement.casefold()
    ]
    return [_suggested(fact) for fact in fitting[: -MOST - 1 : -1]]


def _suggested(fact: Fact) -> Suggestion:
    ref = fact_ref(fact.id)
    return Suggestion(label=f"{ref} {quoted(fact.statement, LABEL - len(ref) - 1)}", value=ref)
