"""Who may hear a fact again."""

from core.memory.model.facts import Fact, FactDraft, Status
from core.memory.model.scope import (
    EVERYONE,
    OWNER,
    Audience,
    Scope,
    Subject,
    direct,
    is_direct,
)


def may_hear(scope: Scope, fact: FactDraft) -> bool:
    """Return whether `fact` may come up in `scope`; its status is another question.

    A direct talk hears what was said in direct talks with the same person, and what that person
    said of themself in rooms. A room hears what was said in it, and what a person
    shared with it of their own direct talk, as long as that holds. Everywhere is heard what is for
    everyone. Where memories of people are not read at all, only facts of the persona come up.
    """
    if fact.space != scope.space or not (scope.personal or fact.is_of_persona):
        return False
    if scope.here == OWNER or fact.audience in (EVERYONE, scope.here):
        return True
    if not scope.is_direct:
        return is_shared_with(scope.here, fact)
    if fact.audience in {direct(person) for person in scope.persons}:
        return True
    of_person = fact.subject in scope.persons and fact.speaker in scope.persons
    return of_person and not is_direct(fact.audience)


def selves_in(scope: Scope, subject: Subject) -> frozenset[Subject]:
    """Return all identities of a subject: in a direct talk those of its person are one."""
    linked = scope.is_direct and subject in scope.persons
    return frozenset(map(Subject, scope.persons)) if linked else frozenset((subject,))


def is_shared_with(room: Audience, fact: FactDraft) -> bool:
    """Return whether its person released `fact` to a room; what is past was not released."""
    return isinstance(fact, Fact) and fact.status is Status.ACTIVE and room in fact.shared


def may_hear_talk(scope: Scope, audience: Audience) -> bool:
    """Return whether what was said to `audience` may come up again in `scope`, word for word.

    Unlike facts, words of a room are heard nowhere else, not even their speaker's own.
    """
    if not scope.personal:
        return False
    if scope.here == OWNER or audience == scope.here:
        return True
    return scope.is_direct and audience in {direct(person) for person in scope.persons}
