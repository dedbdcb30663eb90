"""What belongs to a person, in tables."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection

from adapters.storage import departing
from adapters.storage.blocked import forgotten_at
from adapters.storage.gathering import Gathering
from adapters.storage.leaving import Leaving
from adapters.storage.scanning import scan
from adapters.storage.theirs import Theirs
from core.conversation.model import ConversationId, IdentityId, TurnId
from core.privacy.model import Dossier, Erased, Scanned, Signs
from core.privacy.rules.seeking import LEAST


class SqlBelongings:
    """The port Belongings."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def gather(
        self, identities: frozenset[IdentityId], *, besides: ConversationId | None = None
    ) -> Dossier:
        return Gathering(self._connection, identities, besides).dossier()

    def signs(self, identities: frozenset[IdentityId]) -> Signs:
        theirs = Theirs(self._connection, identities)
        return Signs(
            identities=identities,
            names=theirs.names,
            words=frozenset(text for text in theirs.texts if len(text) >= LEAST),
            places=theirs.chats,
        )

    def erase(
        self,
        identities: frozenset[IdentityId],
        said_until: datetime,
        *,
        answering: ConversationId | None = None,
    ) -> Erased:
        return Leaving(self._connection, identities, said_until, answering).erased()

    def let_go(self, turn: TurnId) -> bool:
        return departing.let_go(self._connection, turn)

    def let_go_late(self, before: datetime) -> int:
        return departing.let_go_late(self._connection, before)

    def is_forgotten(self, identity: IdentityId, said_at: datetime) -> bool:
        at = forgotten_at(self._connection, identity)
        return at is not None and said_at <= at

    def scan(self, signs: Signs, *, besides: ConversationId | None = None) -> Scanned:
        return scan(self._connection, signs, self._passed(signs, besides))

    def _passed(
        self, signs: Signs, besides: ConversationId | None
    ) -> Mapping[str, tuple[str, object]]:
        """Return the rows that stay for the answer to a command under way there."""
        theirs = Theirs(self._connection, signs.identities, besides)
        if besides is None or theirs.running is None:
            return {}
        here = theirs.directs.get(besides)
        return {
            **({} if here is None else {"hosts": ("chat", here["chat"])}),
            "conversations": ("id", besides),
            "turns": ("id", theirs.running),
            "bubbles": ("turn", theirs.running),
        }
