"""Who speaks where, what personas were told, and what was chosen, in tables."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, exists, select, update

from adapters.storage import steering_tables as t
from adapters.storage import tables
from adapters.storage.inserts import InsertInto
from core.conversation.model import AccountId, Route
from core.persona.model import SpaceId, ToldPersona

_PLACE = (
    t.hosts.c.account == bindparam("of_account"),
    t.hosts.c.chat == bindparam("in_chat"),
    t.hosts.c.thread == bindparam("in_thread"),
)
_AT = select(t.hosts.c.space).where(*_PLACE)
_LEAVE = delete(t.hosts).where(*_PLACE)
_PUT = InsertInto(
    t.hosts,
    lambda into: into.on_conflict_do_update(
        index_elements=["account", "chat", "thread"],
        set_={name: into.excluded[name] for name in ("space", "since")},
    ),
)
_OF = (
    select(t.hosts)
    .where(t.hosts.c.account == bindparam("of_account"))
    .order_by(t.hosts.c.chat, t.hosts.c.thread)
)
_ONE = t.personas.c.space == bindparam("of_space")
_told = select(*(t.personas.c[name] for name in ("space", "told", "made_at", "changed_at")))
_GET = _told.where(_ONE)
_ALL = _told.order_by(t.personas.c.space)
_SAVE = InsertInto(
    t.personas,
    lambda into: into.on_conflict_do_update(
        index_elements=["space"],
        set_={name: into.excluded[name] for name in ("told", "changed_at")},
    ),
)
_PICTURE = select(t.personas.c.picture).where(_ONE)
_KNOW = InsertInto(t.personas, lambda into: into.on_conflict_do_nothing())
_SHOW_AS = (
    update(t.personas).where(_ONE).values(picture=bindparam("shown"), changed_at=bindparam("at"))
)
_DROP = delete(t.personas).where(_ONE)
_TAKEN = select(exists().where(_ONE) | exists().where(tables.spaces.c.id == bindparam("of_space")))
_CHOICES = select(t.choices.c.name, t.choices.c.value).order_by(t.choices.c.name)
_CHOOSE = InsertInto(
    t.choices,
    lambda into: into.on_conflict_do_update(
        index_elements=["name"],
        set_={name: into.excluded[name] for name in ("value", "since")},
    ),
)
_UNCHOOSE = delete(t.choices).where(t.choices.c.name == bindparam("of_name"))


class SqlHosts:
    """The port Hosts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def at(self, route: Route) -> SpaceId | None:
        space = self._connection.execute(_AT, _place(route)).scalar_one_or_none()
        return None if space is None else SpaceId(space)

    def put(self, route: Route, space: SpaceId | None, now: datetime) -> None:
        if space is None:
            self._connection.execute(_LEAVE, _place(route))
            return
        row = {
            "account": route.account,
            "chat": route.chat,
            "thread": route.thread or "",
            "space": space,
            "since": now,
        }
        self._connection.execute(_PUT.on(self._connection), row)

    def of(self, account: AccountId) -> list[tuple[Route, SpaceId]]:
        rows = self._connection.execute(_OF, {"of_account": account})
        return [
            (
                Route(account=AccountId(row.account), chat=row.chat, thread=row.thread or None),
                SpaceId(row.space),
            )
            for row in rows
        ]


class SqlPersonas:
    """The port Personas."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, space: SpaceId) -> ToldPersona | None:
        row = self._connection.execute(_GET, {"of_space": space}).one_or_none()
        return None if row is None else _to_told(row)

    def all(self) -> list[ToldPersona]:
        return [_to_told(row) for row in self._connection.execute(_ALL)]

    def save(self, told: ToldPersona) -> None:
        row = {
            "space": told.space,
            "told": told.told,
            "made_at": told.made_at,
            "changed_at": told.changed_at,
        }
        self._connection.execute(_SAVE.on(self._connection), row)

    def drop(self, space: SpaceId) -> None:
        self._connection.execute(_DROP, {"of_space": space})

    def picture(self, space: SpaceId) -> bytes | None:
        found = self._connection.execute(_PICTURE, {"of_space": space}).scalar_one_or_none()
        return None if found is None else bytes(found)

    def show_as(self, space: SpaceId, picture: bytes | None, now: datetime) -> None:
        row = {"space": space, "told": "{}", "changed_at": now}
        self._connection.execute(_KNOW.on(self._connection), row)
        values = {"of_space": space, "shown": picture, "at": now}
        self._connection.execute(_SHOW_AS, values)

    def is_taken(self, space: SpaceId) -> bool:
        return bool(self._connection.execute(_TAKEN, {"of_space": space}).scalar_one())


class SqlChoices:
    """The port Choices."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> dict[str, str]:
        return {row.name: row.value for row in self._connection.execute(_CHOICES)}

    def put(self, name: str, value: str, since: datetime) -> None:
        row = {"name": name, "value": value, "since": since}
        self._connection.execute(_CHOOSE.on(self._connection), row)

    def drop(self, name: str) -> None:
        self._connection.execute(_UNCHOOSE, {"of_name": name})


def _place(route: Route) -> dict[str, str]:
    return {
        "of_account": route.account,
        "in_chat": route.chat,
        "in_thread": route.thread or "",
    }


def _to_told(row: Row[Any]) -> ToldPersona:
    return ToldPersona(
        space=SpaceId(row.space),
        told=row.told,
        made_at=row.made_at,
        changed_at=row.changed_at,
    )
