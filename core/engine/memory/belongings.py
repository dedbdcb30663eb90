"""What belongs to a person, in memory."""

from datetime import datetime

from core.conversation.model import ConversationId, IdentityId, TurnId
from core.engine.memory import leaving
from core.engine.memory.gathering import gathered
from core.engine.memory.state import BLOCKS, Table
from core.engine.memory.theirs import Theirs, flat, tables
from core.memory.rules.blocking import identity_hash
from core.privacy.model import Dossier, Erased, Scanned, Signs
from core.privacy.rules.seeking import LEAST, Seeker


class Belongings(Table):
    """The port Belongings."""

    def gather(
        self, identities: frozenset[IdentityId], *, besides: ConversationId | None = None
    ) -> Dossier:
        return gathered(self._s, identities, besides)

    def signs(self, identities: frozenset[IdentityId]) -> Signs:
        theirs = Theirs(self._s, identities)
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
        return leaving.Leaving(self._s, identities, said_until, answering).erased()

    def let_go(self, turn: TurnId) -> bool:
        return leaving.let_go(self._s, turn)

    def let_go_late(self, before: datetime) -> int:
        late = [turn for turn, since in self._s.departures.items() if since < before]
        return sum(leaving.let_go(self._s, turn) for turn in late)

    def is_forgotten(self, identity: IdentityId, said_at: datetime) -> bool:
        key = self._s.hash_keys[BLOCKS]
        at = self._s.forgotten.get(identity_hash(key, identity))
        return at is not None and said_at <= at

    def scan(self, signs: Signs, *, besides: ConversationId | None = None) -> Scanned:
        running = Theirs(self._s, signs.identities, besides).running
        passed: dict[str, object] = {}
        if running is not None:
            passed = {"conversations": besides, "turns": running, "bubbles": running}
        seeker = Seeker(signs)
        for name, rows in tables(self._s):
            seeker.table(name)
            for key, row in rows.items():
                number = key[0] if name == "bubbles" and isinstance(key, tuple) else key
                if name not in passed or number != passed[name]:
                    seeker.row(name, {**flat(key, "key"), **flat(row, "")})
        return seeker.scanned()
