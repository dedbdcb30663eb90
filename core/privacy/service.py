"""Erasing a person, and looking afterwards whether anything is left."""

from datetime import datetime

from core.conversation.model import ConversationId, IdentityId
from core.privacy.model import Forgetting
from core.privacy.ports import Belongings


def forgotten(
    belongings: Belongings,
    identities: frozenset[IdentityId],
    said_until: datetime,
    *,
    answering: ConversationId | None = None,
) -> Forgetting:
    """Erase everything of a person in one unit of work, and look through all tables for it.

    What was said until `said_until`, by the platform's clock, is not taken in again. `answering` is
    where a command of theirs waits for its answer.
    """
    signs = belongings.signs(identities)
    erased = belongings.erase(identities, said_until, answering=answering)
    return Forgetting(erased=erased, scanned=belongings.scan(signs, besides=answering))
