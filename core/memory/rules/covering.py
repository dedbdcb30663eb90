"""Whether what was said in one place comes up wherever another thing does."""

from core.memory.model.scope import EVERYONE, Audience, Subject, direct, is_direct


def covers(one: Audience, other: Audience) -> bool:
    """Return whether a person's fact that `one` heard comes up wherever what `other` heard does.

    What they said of themself in a room comes up in their own direct talk, not the other way.
    """
    return one in (EVERYONE, other) or (is_direct(other) and not is_direct(one))


def once_closed(old: Audience, new: Audience, subject: Subject) -> Audience:
    """Return who hears a fact that is past since a new one was heard by `new`.

    A room that did not hear the new one hears the old one no more: that it is past was not said
    there. The person still hears it.
    """
    return old if covers(new, old) else direct(subject)
