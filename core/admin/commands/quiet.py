"""`/quiet` and `/wake`: whether it may write first."""

from dataclasses import replace

from core.admin.model import Invocation
from core.admin.persons import person_of
from core.admin.ports import Shelf
from core.phrases import Phrase, phrase


def be_quiet(invocation: Invocation, shelf: Shelf) -> str:
    """Remember that this person wants no message out of the blue; asked twice, the first counts."""
    if person_of(shelf, invocation.sender).quiet_since is not None:
        return phrase(Phrase.QUIET_ALREADY, invocation.language)
    person = shelf.people.get(invocation.sender)
    shelf.people.save(invocation.sender, replace(person, quiet_since=invocation.now))
    return phrase(Phrase.QUIET_ON, invocation.language)


def wake(invocation: Invocation, shelf: Shelf) -> str:
    """Let this person be written to out of the blue again."""
    if person_of(shelf, invocation.sender).quiet_since is None:
        return phrase(Phrase.WAKE_ALREADY, invocation.language)
    for one in sorted(invocation.everyone):
        shelf.people.save(one, replace(shelf.people.get(one), quiet_since=None))
    return phrase(Phrase.WAKE_ON, invocation.language)
