"""Identities that are one person, in tables."""

from collections.abc import Collection
from datetime import datetime
from secrets import token_bytes

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from adapters.storage import memory_tables as mt
from adapters.storage import steering_tables as t
from adapters.storage.chunks import chunks
from adapters.storage.inserts import InsertInto
from adapters.storage.rows import Row
from core.admin.ports import LinkCode
from core.conversation.model import IdentityId
from core.memory.rules.blocking import KEY_BYTES, keyed_digest

_NAME = "links"
_DRAW = InsertInto(mt.hash_keys, lambda into: into.on_conflict_do_nothing())
_KEY = select(mt.hash_keys.c.key).where(mt.hash_keys.c.name == _NAME)

_PERSONS = select(t.links.c.person).where(
    t.links.c.identity.in_(bindparam("identities", expanding=True))
)
_TOGETHER = select(t.links.c.identity).where(t.links.c.person.in_(_PERSONS))
_LINK = InsertInto(
    t.links,
    lambda into: into.on_conflict_do_update(
        index_elements=["identity"], set_={"person": into.excluded.person}
    ),
)
_UNLINK = delete(t.links).where(t.links.c.identity.in_(bindparam("identities", expanding=True)))
_RENAME = (
    update(t.links)
    .where(t.links.c.identity.in_(bindparam("identities", expanding=True)))
    .values(person=bindparam("first"))
)

_codes = t.link_codes.c
_OFFERED = select(t.link_codes).where(_codes.identity == bindparam("who"))
_FOUND = select(t.link_codes).where(_codes.hash == bindparam("with_hash"))
_TAKE = (
    update(t.link_codes)
    .where(_codes.hash == bindparam("with_hash"), _codes.other.is_(None))
    .values(other=bindparam("by"))
)
_WITHDRAW = delete(t.link_codes).where(_codes.identity == bindparam("who"))
_REFUSE = delete(t.link_codes).where(_codes.other == bindparam("who"))

_TRIES = select(t.link_tries.c.tries, t.link_tries.c.since).where(
    t.link_tries.c.identity == bindparam("who"), t.link_tries.c.since >= bindparam("from_then")
)
_TRIED = InsertInto(
    t.link_tries,
    lambda into: into.on_conflict_do_update(
        index_elements=["identity"],
        set_={name: into.excluded[name] for name in ("since", "tries")},
    ),
)


class SqlLinks:
    """The port Links."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, identity: IdentityId) -> frozenset[IdentityId]:
        return self.of_all((identity,))

    def of_all(self, identities: Collection[IdentityId]) -> frozenset[IdentityId]:
        found = set(identities)
        for some in chunks(sorted(set(identities))):
            together = self._connection.scalars(_TOGETHER, {"identities": some})
            found.update(map(IdentityId, together))
        return frozenset(found)

    def join(self, one: IdentityId, other: IdentityId, now: datetime) -> None:
        together = sorted(self.of_all((one, other)))
        if len(together) > 1:
            rows = [{"identity": each, "person": together[0], "since": now} for each in together]
            self._connection.execute(_LINK.on(self._connection), rows)

    def leave(self, identity: IdentityId) -> None:
        left = sorted(self.of(identity) - {identity})
        gone = [identity, *(left if len(left) == 1 else ())]
        self._connection.execute(_UNLINK, {"identities": gone})
        if len(left) > 1:
            self._connection.execute(_RENAME, {"identities": left, "first": left[0]})

    def offer(self, identity: IdentityId, code: str, now: datetime) -> None:
        self.withdraw(identity)
        draw = {"name": _NAME, "key": token_bytes(KEY_BYTES)}
        self._connection.execute(_DRAW.on(self._connection), draw)
        row = {"hash": self._hash(code), "identity": identity, "made_at": now}
        self._connection.execute(insert(t.link_codes), row)

    def offered(self, identity: IdentityId) -> LinkCode | None:
        row = self._connection.execute(_OFFERED, {"who": identity}).mappings().first()
        return None if row is None else _code(row)

    def find(self, code: str) -> LinkCode | None:
        row = self._connection.execute(_FOUND, {"with_hash": self._hash(code)}).mappings().first()
        return None if row is None else _code(row)

    def take(self, code: str, other: IdentityId) -> None:
        self._connection.execute(_TAKE, {"with_hash": self._hash(code), "by": other})

    def withdraw(self, identity: IdentityId) -> None:
        self._connection.execute(_WITHDRAW, {"who": identity})

    def refuse(self, identity: IdentityId) -> None:
        self._connection.execute(_REFUSE, {"who": identity})

    def tries(self, identity: IdentityId, since: datetime) -> int:
        return self._tries(identity, since)[0]

    def tried(self, identity: IdentityId, now: datetime, since: datetime) -> None:
        count, began = self._tries(identity, since)
        row = {"identity": identity, "since": began or now, "tries": count + 1}
        self._connection.execute(_TRIED.on(self._connection), row)

    def _tries(self, identity: IdentityId, since: datetime) -> tuple[int, datetime | None]:
        which = {"who": identity, "from_then": since}
        row = self._connection.execute(_TRIES, which).one_or_none()
        return (0, None) if row is None else (row.tries, row.since)

    def _hash(self, code: str) -> str:
        """Return the hash of a code; "" before the first one, where nothing is found by it."""
        key = self._connection.execute(_KEY).scalar_one_or_none()
        return "" if key is None else keyed_digest(key, code)


def _code(row: Row) -> LinkCode:
    other = row["other"]
    return LinkCode(
        identity=IdentityId(row["identity"]),
        made_at=row["made_at"],
        other=None if other is None else IdentityId(other),
    )
