"""`/link` and `/unlink`: identities become one person when both sides agree, and part again."""

from collections.abc import Iterable
from datetime import timedelta
from random import Random

from core.admin.commands.telling import button, how_to_ask
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
EXAMPLE = "K7PQ2MXA"
"""A code, as it is shown where one is missing."""
AGREE, YES, NO = "/link agree", "/link yes", "/link no"


def linker(dice: Random) -> Run:
    """Return what `/link` does, with a code or without; `dice` are to be those of the system."""

    def link(invocation: Invocation, shelf: Shelf) -> str | Told:
        given = plain_code(invocation.line(LONGEST))
        return _warned(invocation, shelf, given) if given else _offered(invocation, shelf, dice)

    return link


def agree(invocation: Invocation, shelf: Shelf) -> str:
    """Note who gave a code, and tell no more than where it is to be confirmed."""
    language, given = invocation.language, plain_code(invocation.line(LONGEST))
    if not given:
        return how_to_ask(language, "", (f"{AGREE} {EXAMPLE}",))
    code = _found(invocation, shelf, given)
    if isinstance(code, str):
        return code
    shelf.links.take(given, invocation.sender)
    where = messenger_of(code.identity)
    return phrase(PeopleLine.LINK_GIVEN, language, where=where, yes=YES)


def confirm(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Join what both sides agreed to, where the account that gave the code is named by number."""
    language, links = invocation.language, shelf.links
    code = links.offered(invocation.sender)
    if code is None or _is_over(code, invocation):
        links.withdraw(invocation.sender)
        return how_to_ask(language, phrase(PeopleLine.LINK_NO_CODE, language), ("/link",))
    if code.other is None:
        return phrase(PeopleLine.LINK_WAITS, language)
    if invocation.arguments.strip() != _number(code.other):
        return _who_gave(code.other, language)
    links.withdraw(invocation.sender)
    together = links.of_all((invocation.sender, code.other))
    if len(together) > LINKED_MOST:
        return phrase(PeopleLine.LINK_FULL, language, most=str(LINKED_MOST))
    links.join(invocation.sender, code.other, invocation.now)
    who = _told(together - {invocation.sender})
    return phrase(PeopleLine.LINKED, language, who=who, form="/unlink")


def decline(invocation: Invocation, shelf: Shelf) -> str:
    """Let the code that was asked for here count no more, nor any that was given from here."""
    is_own = shelf.links.offered(invocation.sender) is not None
    shelf.links.withdraw(invocation.sender)
    shelf.links.refuse(invocation.sender)
    said = PeopleLine.LINK_DROPPED if is_own else PeopleLine.LINK_DECLINED
    return phrase(said, invocation.language)


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
        Choice(label=phrase(PeopleLine.LINK_NO, language), line=NO),
    )
    return Told(text="\n\n".join(lines), choices=choices)


def _warned(invocation: Invocation, shelf: Shelf, given: str) -> str | Told:
    """Ask before a code is taken: a link that somebody sent gives one, too."""
    code = _found(invocation, shelf, given)
    if isinstance(code, str):
        return code
    form, where = f"{AGREE} {given}", messenger_of(code.identity)
    return _asked(PeopleLine.LINK_WARNING, invocation.language, form, where=where)


def _who_gave(other: IdentityId, language: str) -> Told:
    """Ask whether it was they: whoever gave a code first holds it."""
    return _asked(PeopleLine.LINK_WHO, language, f"{YES} {_number(other)}", who=_told((other,)))


def _asked(line: PeopleLine, language: str, form: str, **values: str) -> Told:
    """Return a question that `form` agrees to."""
    choices = (
        *button(phrase(PeopleLine.LINK_MINE, language), form),
        *button(phrase(PeopleLine.LINK_NO, language), NO),
    )
    return Told(text=phrase(line, language, form=form, no=NO, **values), choices=choices)


def _found(invocation: Invocation, shelf: Shelf, given: str) -> LinkCode | str:
    """Return what waits under a code, or why it doesn't count here; a wrong one is a try."""
    language, sender, links = invocation.language, invocation.sender, shelf.links
    since = invocation.now - TRIES_WITHIN
    if links.tries(sender, since) >= TRIES:
        return phrase(PeopleLine.LINK_TRIES, language)
    code = links.find(given)
    if code is None:
        links.tried(sender, invocation.now, since)
        return how_to_ask(language, phrase(PeopleLine.LINK_WRONG, language), ("/link",))
    fault = _fault(invocation, shelf, code)
    return code if fault is None else phrase(fault, language)


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


def _number(identity: IdentityId) -> str:
    """Return what an account is called on its messenger, as an answer shows it."""
    return identity.partition(":")[2].replace("`", "")


def _told(identities: Iterable[IdentityId]) -> str:
    """Return identities by messenger and number."""
    return ", ".join(f"{messenger_of(one)} (`{_number(one)}`)" for one in sorted(identities))
