"""`/teach`: an owner tells the persona who it is, and what it says then is no talk."""

from datetime import datetime, timedelta

from core.admin.commands.recounting import fact_row, owners_scope
from core.admin.commands.telling import bullets, moment
from core.admin.model import Invocation
from core.admin.ports import Shelf
from core.conversation.model import IdentityId
from core.memory.model import PERSONA, Fact
from core.phrases import Phrase, phrase

FORGOTTEN = timedelta(hours=1)
"""After so long a silence it begins anew: nobody thinks of it as the same lesson. A guess."""
SOURCE = "circadia.teach"
"""Of what is learned while an owner teaches."""


def begin(invocation: Invocation, shelf: Shelf) -> str:
    """Begin the teaching in this conversation."""
    known, now = shelf.teaching.since(invocation.conversation), invocation.now
    goes_on = known is not None and known[0] == invocation.sender and now - known[2] < FORGOTTEN
    if goes_on:  # the end tells all that was learned
        shelf.teaching.go_on(invocation.conversation, now)
    else:
        shelf.teaching.begin(invocation.conversation, invocation.sender, now)
    return phrase(Phrase.TEACH_BEGUN, invocation.language, form="/teach stop")


def status(invocation: Invocation, shelf: Shelf) -> str:
    """Tell whether the persona is taught here."""
    language, known = invocation.language, shelf.teaching.since(invocation.conversation)
    if known is None:
        return phrase(Phrase.TEACH_OFF, language, form="/teach")
    owner, since, last = known
    return phrase(
        Phrase.TEACH_STATUS,
        language,
        since=moment(since, invocation.now, invocation.zone, language),
        last=moment(last, invocation.now, invocation.zone, language),
        count=str(len(_learned(invocation, shelf, owner, since))),
    )


def stop(invocation: Invocation, shelf: Shelf) -> str:
    """End the teaching, and tell what was learned."""
    language, known = invocation.language, shelf.teaching.since(invocation.conversation)
    if known is None:
        return phrase(Phrase.TEACH_OFF, language, form="/teach")
    shelf.teaching.end(invocation.conversation)
    facts = _learned(invocation, shelf, known[0], known[1])
    if not facts:
        return phrase(Phrase.TEACH_NOTHING, language)
    rows = [fact_row(invocation, fact) for fact in facts]
    return bullets(phrase(Phrase.TEACH_LEARNED, language), *rows)


def _learned(
    invocation: Invocation, shelf: Shelf, owner: IdentityId, since: datetime
) -> list[Fact]:
    """Return what this owner has taught since then, by id."""
    return [
        fact
        for fact in shelf.facts.listed(owners_scope(invocation), subject=PERSONA)
        if fact.source == SOURCE and fact.speaker == owner and fact.created_at >= since
    ]
