"""Tokens, people, figures and spaces, in tables."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from datetime import datetime

from sqlalchemy import Connection, bindparam, case, delete, func, select

from adapters.storage import tables as t
from adapters.storage.inserts import InsertInto
from adapters.storage.types import UtcDateTime
from core.admin.ports import Person, Tally, Totals
from core.conversation.model import IdentityId
from core.engine.model import ANSWERED, FAILED, RESERVED, SILENT, BubbleState
from core.persona.model import Persona, SpaceId

_SPEND = InsertInto(
    t.spending,
    lambda into: into.on_conflict_do_update(
        index_elements=["space", "day", "kind"],
        set_={"tokens": t.spending.c.tokens + into.excluded.tokens},
    ),
)
_TOTAL = select(func.coalesce(func.sum(t.spending.c.tokens), 0)).where(
    t.spending.c.space == bindparam("in_space"), t.spending.c.day == bindparam("on_day")
)
_OF_KIND = select(t.spending.c.tokens).where(
    t.spending.c.space == bindparam("in_space"),
    t.spending.c.day == bindparam("on_day"),
    t.spending.c.kind == bindparam("of_kind"),
)
_PERSON = select(
    t.people.c.quiet_since, t.people.c.zone, t.people.c.language, t.people.c.refused_at
).where(t.people.c.identity == bindparam("who"))
_SAVE = InsertInto(
    t.people,
    lambda into: into.on_conflict_do_update(
        index_elements=["identity"],
        set_={one.name: into.excluded[one.name] for one in fields(Person)},
    ),
)
_NOBODY = delete(t.people).where(t.people.c.identity == bindparam("who"))
_ENSURE = InsertInto(t.spaces, lambda into: into.on_conflict_do_nothing())

_HERE = t.conversations.c.space == bindparam("in_space")
_PLACES = select(func.count(), func.count(t.conversations.c.unreachable)).where(_HERE)
_TALK = (
    select(func.count(), func.max(t.messages.c.sent_at))
    .select_from(t.conversations)
    .join(t.messages, t.messages.c.conversation == t.conversations.c.id)
    .where(_HERE, t.in_history)
)
_WAITING = (
    select(func.count())
    .select_from(t.conversations)
    .join(t.messages, t.messages.c.conversation == t.conversations.c.id)
    .where(_HERE, t.in_history, t.WAITS)
)
_WRONG = (
    select(t.bubbles.c.state, func.count().label("number"))
    .select_from(t.bubbles)
    .join(t.turns, t.turns.c.id == t.bubbles.c.turn)
    .join(t.conversations, t.conversations.c.id == t.turns.c.conversation)
    .where(_HERE, t.went_wrong)
    .group_by(t.bubbles.c.state)
)
_FROM_ON = bindparam("since", type_=UtcDateTime)
_PERSON_SAID = case((~t.BY_COMPANION, 1))
_SPOKEN = (
    select(
        func.count(_PERSON_SAID).label("heard"),
        func.count(case((t.BY_COMPANION, 1))).label("said"),
        func.count(case((~t.BY_COMPANION, t.messages.c.sender)).distinct()).label("people"),
        func.count(case((~t.BY_COMPANION, t.messages.c.conversation)).distinct()).label(
            "conversations"
        ),
    )
    .select_from(t.conversations)
    .join(t.messages, t.messages.c.conversation == t.conversations.c.id)
    .where(_HERE, t.in_history, t.messages.c.received_at >= _FROM_ON)
)
_OUTCOME = t.turns.c.outcome
_ENDED = (
    select(
        func.count(case((_OUTCOME.in_(ANSWERED), 1))).label("answered"),
        func.count(case((_OUTCOME.startswith(SILENT), 1))).label("silent"),
        func.count(case((_OUTCOME.startswith(FAILED), 1))).label("failed"),
        func.avg(t.turns.c.trace["took_s"].as_float()).label("seconds"),
    )
    .select_from(t.conversations)
    .join(t.turns, t.turns.c.conversation == t.conversations.c.id)
    .where(_HERE, t.turns.c.lane == t.TALK, t.turns.c.opened_at >= _FROM_ON)
)
_BY_KIND = (
    select(t.spending.c.kind, func.sum(t.spending.c.tokens).label("tokens"))
    .where(
        t.spending.c.space == bindparam("in_space"),
        t.spending.c.day >= bindparam("since_day"),
        t.spending.c.kind != RESERVED,
    )
    .group_by(t.spending.c.kind)
)
_UNREADABLE = select(func.count()).select_from(t.unreadables)


class SqlSpending:
    """The port Spending."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, space: SpaceId, day: str, kind: str, tokens: int) -> None:
        values = {"space": space, "day": day, "kind": kind, "tokens": tokens}
        self._connection.execute(_SPEND.on(self._connection), values)

    def of_kind(self, space: SpaceId, day: str, kind: str) -> int:
        here = {"in_space": space, "on_day": day, "of_kind": kind}
        return self._connection.execute(_OF_KIND, here).scalar_one_or_none() or 0

    def total(self, space: SpaceId, day: str) -> int:
        return _total(self._connection, space, day)


class SqlPeople:
    """The port People."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, identity: IdentityId) -> Person:
        row = self._connection.execute(_PERSON, {"who": identity}).mappings().one_or_none()
        return Person() if row is None else Person(**row)

    def save(self, identity: IdentityId, person: Person) -> None:
        if person == Person():
            self._connection.execute(_NOBODY, {"who": identity})
            return
        values = {"identity": identity, **asdict(person)}
        self._connection.execute(_SAVE.on(self._connection), values)


class SqlFigures:
    """The port Figures."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def tally(self, space: SpaceId, day: str) -> Tally:
        here = {"in_space": space}

        conversations, unreachable = self._connection.execute(_PLACES, here).one()
        messages, last_at = self._connection.execute(_TALK, here).one()
        wrong = {row.state: row.number for row in self._connection.execute(_WRONG, here)}
        return Tally(
            messages=messages,
            conversations=conversations,
            waiting=self._connection.execute(_WAITING, here).scalar_one(),
            in_doubt=wrong.get(BubbleState.IN_DOUBT.value, 0),
            failed=wrong.get(BubbleState.FAILED.value, 0),
            unreachable=unreachable,
            unreadable=self._connection.execute(_UNREADABLE).scalar_one(),
            tokens_today=_total(self._connection, space, day),
            last_at=last_at,
        )

    def totals(self, space: SpaceId, since: datetime) -> Totals:
        which = {"in_space": space, "since": since}
        said = self._connection.execute(_SPOKEN, which).one()
        turns = self._connection.execute(_ENDED, which).one()
        return Totals(
            heard=said.heard,
            said=said.said,
            people=said.people,
            conversations=said.conversations,
            answered=turns.answered,
            silent=turns.silent,
            failed=turns.failed,
            seconds=None if turns.seconds is None else float(turns.seconds),
        )

    def tokens(self, space: SpaceId, since_day: str) -> Mapping[str, int]:
        rows = self._connection.execute(_BY_KIND, {"in_space": space, "since_day": since_day})
        return {row.kind: int(row.tokens) for row in rows}


class SqlSpaces:
    """The port Spaces."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def ensure(self, persona: Persona, now: datetime) -> None:
        values = {"id": persona.space, "created_at": now}
        self._connection.execute(_ENSURE.on(self._connection), values)


def _total(connection: Connection, space: SpaceId, day: str) -> int:
    return int(connection.execute(_TOTAL, {"in_space": space, "on_day": day}).scalar_one())
