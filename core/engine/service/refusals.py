"""Who was turned away, told to the owner's log, but not for every message."""

from datetime import datetime, timedelta
from typing import Final

import structlog

from core.conversation.model import AccountId, IdentityId, Route

log = structlog.get_logger(__name__)

AGAIN_AFTER: Final = timedelta(hours=1)
"""How long the same person in the same chat is not told of again."""
MOST_REMEMBERED: Final = 1000
"""Of people in chats; beyond, the one told first is forgotten."""

Key = tuple[AccountId, str, IdentityId]


class Refusals:
    """Writes who was refused to the log, once an hour for each person and chat."""

    def __init__(self) -> None:
        self._told: dict[Key, datetime] = {}

    def note(self, sender: IdentityId, route: Route, now: datetime) -> None:
        """Tell that `sender` was refused, unless that was told within the hour before `now`."""
        self._let_go(now)
        key = (route.account, route.chat, sender)
        last = self._told.get(key)
        if last is not None and now - last < AGAIN_AFTER:
            return
        self._told.pop(key, None)
        self._told[key] = now
        if len(self._told) > MOST_REMEMBERED:
            del self._told[next(iter(self._told))]
        log.info(
            "access.refused",
            sender=sender,
            account=route.account,
            chat=route.chat,
            cure="add the sender to access.friends or access.owners",
        )

    def _let_go(self, now: datetime) -> None:
        """Hold nobody's number for longer than it is needed; those told first come first."""
        for key, last in list(self._told.items()):
            if now - last < AGAIN_AFTER:
                return
            del self._told[key]
