"""`/pair`: the code that was printed at the start makes the first owner."""

from core.admin.model import Invocation
from core.admin.ports import Shelf
from core.admin.rules.auditing import audited
from core.phrases import CommandLine, phrase

LONGEST = 40
"""Characters behind `/pair` that are looked at."""


def pair(invocation: Invocation, shelf: Shelf) -> str:
    """Make who knows the code an owner, once."""
    pairing, language = invocation.pairing, invocation.language
    if pairing is None or not pairing.is_open or shelf.owners.all():
        return phrase(CommandLine.PAIR_CLOSED, language)
    if not pairing.fits(invocation.line(LONGEST)):
        return phrase(CommandLine.PAIR_WRONG, language)
    shelf.owners.add(invocation.sender, invocation.now)
    shelf.audits.add(audited(invocation, invocation.name))
    return phrase(CommandLine.PAIRED, language)
