"""One raw update at a time, so that a broken one stops no other."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime

import structlog
from telegram.error import TelegramError

from adapters.telegram.errors import UNPARSED
from adapters.telegram.translate import Me, translate
from core.conversation.model import AccountId, Unreadable, Update

log = structlog.get_logger()

Receive = Callable[[Sequence[Update]], Awaitable[None]]
"""Stores what it is given; what it returns from is committed."""


def read(
    raw: Mapping[str, object], number: int, *, account: AccountId, me: Me, now: datetime
) -> tuple[Update, ...]:
    """Return what the update says, or that it can't be read."""
    try:
        return translate(raw, account=account, me=me, now=now)
    except (TelegramError, *UNPARSED) as error:
        kind = type(error).__name__
        log.warning("telegram.update.unreadable", account=account, update=number, reason=kind)
        return (Unreadable(account=account, update_id=str(number), reason=kind),)
