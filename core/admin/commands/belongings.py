"""`/my_data` and `/forget_me`: everything that is kept of a person, had and erased."""

from collections.abc import Iterator

from core.admin.model import Invocation, Right, Told
from core.admin.ports import Shelf
from core.phrases import PrivacyLine, phrase
from core.privacy.model import Dossier, Scanned
from core.privacy.rules.writing import NAME
from core.privacy.service import forgotten

EXPORT = "circadia data export --person"
PLACES_SHOWN = 5
"""Of those where something is left."""


def my_data(invocation: Invocation, shelf: Shelf) -> Told:
    """Answer with a file, which is written when it is sent."""
    language, everyone = invocation.language, invocation.everyone
    dossier = shelf.belongings.gather(everyone, besides=invocation.conversation)
    if dossier.is_empty:
        return Told(text=phrase(PrivacyLine.NOTHING_KEPT, language))
    lines = [
        phrase(PrivacyLine.HERE_IT_IS, language, **_counts(dossier)),
        phrase(PrivacyLine.BY_TERMINAL, language, form=f"{EXPORT} {invocation.sender}"),
        phrase(PrivacyLine.FORGET_FORM, language, form="/forget_me"),
    ]
    return Told(text="\n\n".join(lines), file=NAME)


def forget_me(invocation: Invocation, shelf: Shelf) -> str:
    """Erase everything, look whether anything is left, and tell both."""
    language, everyone = invocation.language, invocation.everyone
    by_code = everyone & set(shelf.owners.all())
    done = forgotten(
        shelf.belongings, everyone, invocation.given_at, answering=invocation.conversation
    )
    counts = {
        "messages": str(done.erased.messages),
        "memories": str(done.erased.facts),
        "places": str(done.erased.places),
    }
    lines = [
        phrase(PrivacyLine.ERASED, language, **counts),
        *_found(done.scanned, language),
        phrase(PrivacyLine.LAST_ANSWER, language),
        phrase(PrivacyLine.NOT_HERE, language),
    ]
    if invocation.right is Right.OWNER and invocation.sender not in by_code:
        lines.append(phrase(PrivacyLine.STILL_OWNER, language, ids=invocation.sender))
    return "\n\n".join(lines)


def _found(scanned: Scanned, language: str) -> Iterator[str]:
    left = scanned.left
    if not left:
        yield phrase(PrivacyLine.NOTHING_LEFT, language, tables=str(scanned.tables))
    else:
        places = list(dict.fromkeys(one.where for one in left))
        where = ", ".join(f"`{one}`" for one in places[:PLACES_SHOWN])
        where += "…" if len(places) > PLACES_SHOWN else ""
        count = str(sum(one.count for one in left))
        yield phrase(PrivacyLine.STILL_LEFT, language, count=count, where=where)
    if scanned.mentions:
        yield phrase(PrivacyLine.MENTIONS, language, count=str(scanned.mentions))


def _counts(dossier: Dossier) -> dict[str, str]:
    sections = {"messages": "messages", "memories": "memories", "places": "places"}
    return {name: str(len(dossier.sections.get(at, ()))) for name, at in sections.items()}
