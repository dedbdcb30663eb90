"""What the commands of memory share: options, the way to the database, and how a memory looks."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, NoReturn, TypeVar

import typer

from adapters.storage import Database, pending
from bot.cli.keep import needs_database
from bot.cli.outcome import Exit, awaited, end, fail, say, settings_from
from bot.config import Settings
from bot.settings.values import personas
from core.admin.rules.memories import fact_ref, message_ref, read_picks, read_subject
from core.days import day_of
from core.engine.ports import Stores
from core.memory.model import OWNER, Fact, FactId, Saying, Scope, Status, Subject
from core.persona.model import Persona, SpaceId

T = TypeVar("T")

ByCompanion = Annotated[
    str | None,
    typer.Option(
        "--companion",
        metavar="SPACE",
        help="Whose memory, by its space. Left out: that of \\[companion].",
        show_default=False,
    ),
]
OfPerson = Annotated[
    str | None,
    typer.Option(
        "--person",
        metavar="ID",
        help="Only what is remembered of this person, as telegram:42, or of the persona.",
        show_default=False,
    ),
]
Ids = Annotated[list[str], typer.Argument(metavar="ID...", help="Numbers, as list shows them.")]
SHOWN = (Status.ACTIVE, Status.PAST, Status.HIDDEN)
"""What lists show; what is set aside has a command of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The memory of one companion, in a database that a bot may be using."""

    settings: Settings
    who: Persona
    as_json: bool

    @property
    def scope(self) -> Scope:
        """What whoever has the database may see: all of it."""
        return Scope(space=self.who.space, here=OWNER)

    def read(self, body: Callable[[Stores], T]) -> T:
        """Return what `body` reads."""
        return self.with_database(lambda database: database.read(body))

    def write(self, body: Callable[[Stores], T]) -> T:
        """Return what `body` returns, once it is written; a running bot sees it when it looks."""
        return self.with_database(lambda database: database.write(body))

    def with_database(self, act: Callable[[Database], Coroutine[object, object, T]]) -> T:
        """Return what `act` does with the database; leave if it is of an older version."""

        async def work() -> tuple[T] | None:
            database = Database(self.settings.database)
            try:
                return None if await pending(database) else (await act(database),)
            finally:
                await database.close()

        done = awaited(work)
        if done is None:
            problem = "The database is of an older version: circadia migrate brings it to this one."
            fail(problem, Exit.FAILED, as_json=self.as_json)
        return done[0]


def opened(config: Path | None, companion: str | None, *, as_json: bool) -> Opened:
    """Return the memory of a companion by its space; leave if there is none of that name."""
    settings = settings_from(config, as_json=as_json)
    everybody = personas(settings)
    who = everybody.get(SpaceId(companion or settings.companion.space))
    if who is None:
        problem = f"There is no companion {companion}; there are {', '.join(everybody)}."
        fail(problem, Exit.USAGE, as_json=as_json)
    needs_database(settings.database, as_json=as_json)
    return Opened(settings=settings, who=who, as_json=as_json)


def subject_of(person: str | None, *, as_json: bool) -> Subject | None:
    """Return whom `--person` names, None if it is left out; leave if it is no id."""
    if person is None:
        return None
    subject = read_subject(person)
    if subject is None:
        problem = f"--person takes an id as telegram:42, or persona; got {plain(person)!r}."
        fail(problem, Exit.USAGE, as_json=as_json)
    return subject


def facts_of(ids: Sequence[str], *, as_json: bool) -> list[FactId]:
    """Return the facts that `12` or `#12` name; leave if one is no number."""
    picked = read_picks(" ".join(ids))
    if picked is None or picked.messages:
        problem = f"A memory is named by its number, as 12 or '#12'; got {plain(' '.join(ids))!r}."
        fail(problem, Exit.USAGE, as_json=as_json)
    return list(picked.facts)


def none_such(ids: Sequence[FactId], *, as_json: bool) -> NoReturn:
    """Leave: nothing is remembered under these numbers."""
    told = ", ".join(map(fact_ref, ids))
    fail(f"Nothing is remembered under {told}.", Exit.FAILED, as_json=as_json)


def end_with(
    here: Opened,
    facts: Sequence[Fact],
    *,
    instead: Sequence[Fact] = (),
    asked: Sequence[FactId] = (),
) -> NoReturn:
    """Print what was done to `facts`, what they stand for, what of `asked` was not there; leave."""
    for one in facts:
        say_fact(one, here.who)
    if instead:
        say("In the place of:")
    for one in instead:
        say_fact(one, here.who)
    missing = missing_of(asked, [one.id for one in facts])
    report = {
        "ok": True,
        "facts": [fact_report(one) for one in facts],
        "instead_of": [fact_report(one) for one in instead],
        "missing": missing,
    }
    end(Exit.OK, report if here.as_json else None)


def missing_of(asked: Sequence[FactId], there: Sequence[FactId]) -> list[FactId]:
    """Return what of `asked` is not `there`, and say so."""
    missing = [fact for fact in asked if fact not in there]
    if missing:
        say(f"Nothing like it is under {', '.join(map(fact_ref, missing))}.")
    return missing


def say_fact(one: Fact, who: Persona) -> None:
    """Print a memory on one line."""
    status = "" if one.status is Status.ACTIVE else f" [{one.status}{_because(one)}]"
    head = f"{fact_ref(one.id)}  {_day(one.created_at, who)}  {plain(one.subject)}"
    say(f"{head}: {plain(one.statement)}{status}")


def say_saying(one: Saying, who: Persona) -> None:
    """Print a message on one line."""
    name = who.display_name if one.by_companion else f"{plain(one.sender_name)} ({one.sender})"
    say(f"{message_ref(one.id)}  {_day(one.sent_at, who)}  {name}: “{plain(one.text)}”")


def fact_report(one: Fact) -> dict[str, object]:
    """Return a memory for a JSON report."""
    return {
        "id": one.id,
        "subject": one.subject,
        "statement": one.statement,
        "status": one.status,
        "reason": one.reason,
        "audience": one.audience,
        "source": one.source,
        "speaker": one.speaker,
        "evidence": list(one.evidence),
        "attribute": one.attribute,
        "importance": one.importance,
        "confidence": one.confidence,
        "valid_from": one.valid_from.isoformat(),
        "valid_until": _iso(one.valid_until),
        "created_at": one.created_at.isoformat(),
        "closed_at": _iso(one.closed_at),
        "superseded_by": one.superseded_by,
        "mentions": one.mentions,
    }


def saying_report(one: Saying) -> dict[str, object]:
    """Return a message for a JSON report."""
    return {
        "id": one.id,
        "by_companion": one.by_companion,
        "sender": one.sender,
        "sender_name": one.sender_name,
        "text": one.text,
        "sent_at": one.sent_at.isoformat(),
        "audience": one.audience,
    }


def plain(text: str) -> str:
    """Return a text on one line, unable to steer a terminal."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())


def _because(one: Fact) -> str:
    return f": {plain(one.reason)}" if one.reason else ""


def _day(at: datetime, who: Persona) -> str:
    return day_of(at, who.zone).isoformat()


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
