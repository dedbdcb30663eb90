"""Identities that are one person, in memory."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from core.admin.ports import LinkCode
from core.conversation.model import IdentityId
from core.engine.memory.state import LINKS, Table
from core.memory.rules.blocking import keyed_digest


class Links(Table):
    """The port Links."""

    def of(self, identity: IdentityId) -> frozenset[IdentityId]:
        person = self._s.links.get(identity)
        if person is None:
            return frozenset((identity,))
        return frozenset(one for one, whose in self._s.links.items() if whose == person)

    def of_all(self, identities: Collection[IdentityId]) -> frozenset[IdentityId]:
        return frozenset(identities).union(*map(self.of, identities))

    def join(self, one: IdentityId, other: IdentityId, now: datetime) -> None:
        together = self.of(one) | self.of(other)
        if len(together) > 1:
            self._s.links.update(dict.fromkeys(together, min(together)))

    def leave(self, identity: IdentityId) -> None:
        left = self.of(identity) - {identity}
        self._s.links.pop(identity, None)
        for one in left:
            self._s.links.pop(one, None)
        if len(left) > 1:
            self._s.links.update(dict.fromkeys(left, min(left)))

    def offer(self, identity: IdentityId, code: str, now: datetime) -> None:
        self.withdraw(identity)
        self._s.link_codes[self._hash(code)] = LinkCode(identity=identity, made_at=now)

    def offered(self, identity: IdentityId) -> LinkCode | None:
        mine = (code for code in self._s.link_codes.values() if code.identity == identity)
        return next(mine, None)

    def find(self, code: str) -> LinkCode | None:
        return self._s.link_codes.get(self._hash(code))

    def take(self, code: str, other: IdentityId) -> None:
        known = self.find(code)
        if known is not None and known.other is None:
            self._s.link_codes[self._hash(code)] = replace(known, other=other)

    def withdraw(self, identity: IdentityId) -> None:
        codes = self._s.link_codes.items()
        for key in [key for key, code in codes if code.identity == identity]:
            del self._s.link_codes[key]

    def refuse(self, identity: IdentityId) -> None:
        codes = self._s.link_codes.items()
        for key in [key for key, code in codes if code.other == identity]:
            del self._s.link_codes[key]

    def tries(self, identity: IdentityId, since: datetime) -> int:
        began, count = self._s.link_tries.get(identity, (since, 0))
        return count if began >= since else 0

    def tried(self, identity: IdentityId, now: datetime, since: datetime) -> None:
        count = self.tries(identity, since)
        began = self._s.link_tries[identity][0] if count else now
        self._s.link_tries[identity] = (began, count + 1)

    def _hash(self, code: str) -> str:
        return keyed_digest(self._s.hash_keys[LINKS], code)
