"""`/link` and `/unlink`: identities become one person when both sides agree, and part again."""

from collections.abc import Iterable
from datetime import timedelta
from random import Random

from core.admin.commands.telling import how_to_ask
from core.admin.model import Choice, Invocation, Told, new_code, plain_code
from core.admin.model.commands import Run
from core.admin.ports import LinkCode, Shelf
from core.conversation.model import IdentityId
from core.phrases import PeopleLine, phrase

VALID = timedelta(minutes=10)
"""How long a code counts, for both sides."""
TRIES = 10
"""Wrong codes of one identity within `TRIES_WITHIN`."""
TRIES_WITHIN = timedelta(hours=1)
LINKED_MOST = 10
"""Identities of one person; our guess."""
LONGEST = 40
"""Characters behind `/link` that are looked at."""
YES = "/link yes"


def linker(dice: Random) -> Run:
    """Return what `/link` does, with a code or without; `dice` are to be those of the system."""

    def link(invocation: Invocation, shelf: Shelf) -> str | Told:
        given = plain_code(invocation.line(LONGEST))
        return _given(invocation, shelf, given) if given else _offered(invocation, shelf, dice)

    return link


def confirm(invocation: Invocation, shelf: Shelf) -> str:
    """Join what both sides agreed to."""
    language, links = invocation.language, shelf.links
    code = links.offered(invocation.sender)
    if code is None or _is_over(code, invocation):
        links.withdraw(invocation.sender)
        return how_to_ask(language, phrase(PeopleLine.LINK_NO_CODE, language), ("/link",))
    if code.other is None:
        return phrase(PeopleLine.LINK_WAITS, language)
    links.withdraw(invocation.sender)
    together = links.of_all((invocation.sender, code.other))
    if len(together) > LINKED_MOST:
        return phrase(PeopleLine.LINK_FULL, language, most=str(LINKED_MOST))
    links.join(invocation.sender, code.other, invocation.now)
    who = _told(together - {invocation.sender})
    return phrase(PeopleLine.LINKED, language, who=who, form="/unlink")


def decline(invocation: Invocation, shelf: Shelf) -> str:
    """Let the code count no more."""
    shelf.links.withdraw(invocation.sender)
    return phrase(PeopleLine.LINK_DROPPED, invocation.language)


def unlink(invocation: Invocation, shelf: Shelf) -> str:
    """Take this identity out of its person."""
    language, others = invocation.language, shelf.links.of(invocation.sender) - {invocation.sender}
    if not others:
        return phrase(PeopleLine.UNLINK_NONE, language)
    shelf.links.leave(invocation.sender)
    return phrase(PeopleLine.UNLINKED, language, who=_told(others))


def _offered(invocation: Invocation, shelf: Shelf, dice: Random) -> Told:
    language, sender = invocation.language, invocation.sender
    code = new_code(dice)
    shelf.links.offer(sender, code, invocation.now)
    lines = [phrase(PeopleLine.LINK_CODE, language, form=f"/link {code}", yes=YES)]
    others = shelf.links.of(sender) - {sender}
    if others:
        lines.insert(0, phrase(PeopleLine.LINK_OTHERS, language, who=_told(others)))
    choices = (
        Choice(label=phrase(PeopleLine.LINK_YES, language), line=YES),
        Choice(label=phrase(PeopleLine.LINK_NO, language), line="/link no"),
    )
    return Told(text="\n\n".join(lines), choices=choices)


def _given(invocation: Invocation, shelf: Shelf, given: str) -> str:
    """Note who gave a code, and tell no more than where it is to be confirmed."""
    language, sender, links = invocation.language, invocation.sender, shelf.links
    since = invocation.now - TRIES_WITHIN
    if links.tries(sender, since) >= TRIES:
        return phrase(PeopleLine.LINK_TRIES, language)
    code = links.find(given)
    if code is None:
        links.tried(sender, invocation.now, since)
        return how_to_ask(language, phrase(PeopleLine.LINK_WRONG, language), ("/link",))
    fault = _fault(invocation, shelf, code)
    if fault is not None:
        return phrase(fault, language)
    links.take(given, sender)
    where = messenger_of(code.identity)
    return phrase(PeopleLine.LINK_GIVEN, language, where=where, yes=YES)


def _fault(invocation: Invocation, shelf: Shelf, code: LinkCode) -> PeopleLine | None:
    """Return why a code that is known doesn't count here."""
    if code.identity == invocation.sender:
        return PeopleLine.LINK_OWN
    if _is_over(code, invocation):
        return PeopleLine.LINK_OVER
    if code.other not in (None, invocation.sender):
        return PeopleLine.LINK_USED
    if code.identity in shelf.links.of(invocation.sender):
        return PeopleLine.LINK_ALREADY
    return None


def _is_over(code: LinkCode, invocation: Invocation) -> bool:
    return invocation.now - code.made_at > VALID


def messenger_of(identity: IdentityId) -> str:
    """Return the messenger of an identity as people call it: `Telegram`."""
    return identity.partition(":")[0].capitalize()


def _told(identities: Iterable[IdentityId]) -> str:
    """Return identities by their numbers: they are their person's own."""
    return ", ".join(
        f"{messenger_of(one)} (`{one.partition(':')[2].replace('`', '')}`)"
        for one in sorted(identities)
    )
