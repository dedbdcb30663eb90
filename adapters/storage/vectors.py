"""Embeddings, in a table; broken rows are passed by."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Column, Connection, Select, bindparam, delete, func, null, select

from adapters.storage import memory_tables as mt
from adapters.storage import tables as t
from adapters.storage.broken import understood
from adapters.storage.chunks import chunks
from adapters.storage.inserts import InsertInto
from adapters.storage.revisions import written
from adapters.storage.rows import Row
from core.memory.model import Embedding, Ref, Status
from core.memory.rules.packing import Packed, packed, unpacked
from core.memory.rules.refs import FACT, MESSAGE, numbers_of
from core.persona.model import SpaceId

_v = mt.vectors.c
_m = t.messages.c
_BLANKS = "".join(chr(code) for code in range(0x3001) if chr(code).isspace())
_SHOWN = [Status.ACTIVE.value, Status.PAST.value]
_KEY = ("space", "kind", "number")
_PUT = InsertInto(
    mt.vectors,
    lambda into: into.on_conflict_do_update(
        index_elements=_KEY,
        set_={one.name: into.excluded[one.name] for one in mt.vectors.c if one.name not in _KEY},
    ),
)
_OF_MODEL = (_v.space == bindparam("in_space")) & (_v.model == bindparam("of_model"))
_AFTER = bindparam("after", type_=t.Number)
_FACTS = select(mt.facts.c.id, mt.facts.c.statement.label("text"), null().label("heard")).where(
    mt.facts.c.space == bindparam("in_space"), mt.facts.c.status.in_(_SHOWN)
)
_SAID = (
    select(_m.id, _m.text, _m.heard)
    .join(t.conversations, t.conversations.c.id == _m.conversation)
    .where(t.conversations.c.space == bindparam("in_space"), t.is_saying)
)


def _without(some: Select[Any], number: Column[Any], kind: str, *, new: bool) -> Select[Any]:
    """Return those of `some` that have no vector of the model.

    A difference of sets reads the index of models alone. SQLite answers `NOT EXISTS` by the primary
    key, row by row with all their numbers, which takes ten times as long.
    """
    embedded = select(_v.number).where(_OF_MODEL, _v.kind == kind)
    if new:
        some, embedded = some.where(number > _AFTER), embedded.where(_v.number > _AFTER)
    return some.where(number.in_(some.with_only_columns(number).except_(embedded)))


def _missing(kind: str, *, new: bool) -> Select[Any]:
    if kind == FACT:
        return _without(_FACTS, mt.facts.c.id, FACT, new=new).order_by(mt.facts.c.id.desc())
    told = func.trim(_m.text + func.coalesce(_m.heard, ""), _BLANKS) != ""
    return _without(_SAID, _m.id, MESSAGE, new=new).where(told).order_by(_m.id.desc())


# Two of each: what is new is found by its number, all of a space by its space.
_MISSING = {
    kind: {new: _missing(kind, new=new) for new in (False, True)} for kind in (FACT, MESSAGE)
}
_NEWEST = {FACT: select(func.max(mt.facts.c.id)), MESSAGE: select(func.max(_m.id))}
_THERE = {
    FACT: _FACTS.where(mt.facts.c.id.in_(bindparam("known", expanding=True))),
    MESSAGE: _SAID.where(_m.id.in_(bindparam("known", expanding=True))),
}
_LOAD = select(mt.vectors).where(
    _OF_MODEL, _v.kind == bindparam("of_kind"), _v.number.in_(bindparam("known", expanding=True))
)
_DROP = delete(mt.vectors).where(
    _v.space == bindparam("in_space"),
    _v.kind == bindparam("of_kind"),
    _v.number.in_(bindparam("known", expanding=True)),
)
_COUNTS = (
    select(_v.model, func.count().label("number"))
    .where(_v.space == bindparam("in_space"))
    .group_by(_v.model)
)


class SqlVectors:
    """The port Vectors."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def missing(
        self, space: SpaceId, model: str, limit: int, *, after: Collection[Ref] = ()
    ) -> list[tuple[Ref, str]]:
        found: list[tuple[Ref, str]] = []
        for kind, asked in _MISSING.items():
            known = max(numbers_of(after, kind), default=0)
            which: dict[str, Any] = {"in_space": space, "of_model": model}
            if known:
                which["after"] = known
            few = asked[known > 0].limit(max(0, limit - len(found)))
            rows = self._connection.execute(few, which)
            found += [(f"{kind}:{row.id}", _words(row.text, row.heard)) for row in rows]
        return found

    def newest(self) -> tuple[Ref, ...]:
        found = {kind: self._connection.execute(asked).scalar() for kind, asked in _NEWEST.items()}
        return tuple(f"{kind}:{number}" for kind, number in found.items() if number is not None)

    def put(
        self,
        space: SpaceId,
        model: str,
        embeddings: Mapping[Ref, Embedding],
        *,
        texts: Mapping[Ref, str] | None = None,
    ) -> None:
        meant = texts or {}
        rows = [
            _to_row(space, model, kind, number, embeddings[f"{kind}:{number}"])
            for kind in _THERE
            for number, text in self._there(space, kind, embeddings).items()
            if meant.get(f"{kind}:{number}", text) == text
        ]
        if rows:
            self._connection.execute(_PUT.on(self._connection), rows)
            written(self._connection, space)

    def load(self, space: SpaceId, model: str, refs: Collection[Ref]) -> Mapping[Ref, Embedding]:
        found: dict[Ref, Embedding] = {}
        for kind in _THERE:
            for some in chunks(numbers_of(refs, kind)):
                which = {"in_space": space, "of_model": model, "of_kind": kind, "known": some}
                rows = self._connection.execute(_LOAD, which).mappings()
                found |= dict(understood(_from_row, rows, "vector.broken", key=_KEY))
        return found

    def counts(self, space: SpaceId) -> Mapping[str, int]:
        rows = self._connection.execute(_COUNTS, {"in_space": space})
        return {row.model: row.number for row in rows}

    def _there(self, space: SpaceId, kind: str, refs: Collection[Ref]) -> Mapping[int, str]:
        """Return what of `refs` is there to be embedded, with its words."""
        there: dict[int, str] = {}
        for some in chunks(numbers_of(refs, kind)):
            which = {"in_space": space, "known": some}
            for row in self._connection.execute(_THERE[kind], which):
                there[row.id] = _words(row.text, row.heard)
        return {number: text for number, text in there.items() if text.strip()}


def drop(connection: Connection, space: SpaceId, kind: str, numbers: Collection[int]) -> None:
    """Delete what these mean, whatever model said so."""
    for some in chunks(numbers):
        connection.execute(_DROP, {"in_space": space, "of_kind": kind, "known": some})


def _words(text: str, heard: str | None) -> str:
    return f"{text} {heard}".strip() if heard else text


def _to_row(
    space: SpaceId, model: str, kind: str, number: int, embedding: Embedding
) -> dict[str, object]:
    content = packed(embedding)
    return {
        "space": space,
        "kind": kind,
        "number": number,
        "model": model,
        "size": content.size,
        "vector": content.vector,
        "rows": content.rows,
        "tokens": content.tokens,
    }


def _from_row(row: Row) -> tuple[Ref, Embedding]:
    content = Packed(size=row["size"], vector=row["vector"], rows=row["rows"], tokens=row["tokens"])
    return f"{row['kind']}:{row['number']}", unpacked(content)
