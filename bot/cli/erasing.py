"""What `circadia memory` takes away for good, and what the gate set aside."""

import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from adapters.storage import Database
from bot.cli.outcome import AsJson, ConfigPath, Exit, end, fail, plainly, say, working
from bot.cli.remembered import (
    ByCompanion,
    Ids,
    Opened,
    end_with,
    fact_report,
    facts_of,
    missing_of,
    none_such,
    opened,
    say_fact,
)
from core.admin.commands.quarantine import dropped, released
from core.admin.commands.recounting import reason_of
from core.admin.rules.memories import fact_ref
from core.engine.ports import Stores
from core.memory.model import Fact, FactId, Status
from core.memory.service import forgetting
from core.memory.service.forgetting import Erased
from core.memory.service.scrubbing import scrubbed


def erase(
    ids: Ids,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
    companion: ByCompanion = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Delete memories for good, with the words that they rest on and what repeats them.

    The automatic backups are removed and the journal of the database is emptied, so that nothing
    of it is left in these files. Backups made by hand still hold it: delete them yourself.

    \b
    circadia memory erase 12
    circadia memory erase 12 15 --yes
    """
    here = opened(config, companion, as_json=as_json)
    facts = facts_of(ids, as_json=as_json)
    if not yes:
        _confirm(facts, as_json=as_json)
    with plainly(as_json=as_json):
        with working("Erasing"):
            done, is_clean = here.with_database(lambda database: _erased(database, here, facts))
        if not done.facts:
            none_such(facts, as_json=as_json)
        told = ", ".join(map(fact_ref, done.facts))
        say(f"Erased for good: {told}. Rows that lost words: {done.rows}.")
        missing = missing_of(facts, done.facts)
        if not is_clean:
            say("Its journal is being read and may still hold it, until the bot stops.")
        say("Backups made by hand still hold it: delete those that you don't need.")
        report = {
            "ok": True,
            "erased": list(done.facts),
            "missing": missing,
            "rows": done.rows,
            "scrubbed": is_clean,
        }
        end(Exit.OK, report if as_json else None)


async def _erased(database: Database, here: Opened, facts: Sequence[FactId]) -> tuple[Erased, bool]:
    """Erase, and let nothing of it be left in the files; return whether that was done."""
    done = await database.write(lambda stores: forgetting.erase(stores, here.scope, facts))
    if not done.facts:
        return done, True
    return done, await scrubbed(database, database.scrub) is not False


def _confirm(facts: Sequence[FactId], *, as_json: bool) -> None:
    if not sys.stdin.isatty():
        problem = "erase can't be taken back, and this is no terminal to ask: add --yes."
        fail(problem, Exit.USAGE, as_json=as_json)
    typer.confirm(f"Erase {', '.join(map(fact_ref, facts))} for good?", abort=True)


def quarantine(
    keep: Annotated[
        list[str] | None,
        typer.Option("--keep", metavar="ID", help="Make a memory of it; may be given again."),
    ] = None,
    drop: Annotated[
        list[str] | None,
        typer.Option("--drop", metavar="ID", help="Delete it; may be given again."),
    ] = None,
    companion: ByCompanion = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Show what was set aside and why, or keep or drop some of it.

    No model ever sees what is set aside: it reads like an instruction, or is not sure enough.

    \b
    circadia memory quarantine
    circadia memory quarantine --keep 12 --drop 13 --drop 14
    """
    here = opened(config, companion, as_json=as_json)
    wanted = facts_of(keep, as_json=as_json) if keep else []
    unwanted = facts_of(drop, as_json=as_json) if drop else []
    with plainly(as_json=as_json):
        if not wanted and not unwanted:
            _show(here)

        def body(stores: Stores) -> tuple[list[Fact], list[FactId]]:
            kept = released(stores, here.scope, wanted)
            return kept, dropped(stores, here.scope, unwanted)

        kept, gone = here.write(body)
        if not kept and not gone:
            none_such([*wanted, *unwanted], as_json=as_json)
        if gone:
            say(f"Dropped: {', '.join(map(fact_ref, gone))}.")
        if kept:
            say("Kept:")
        end_with(here, kept, asked=[*wanted, *(one for one in unwanted if one not in gone)])


def _show(here: Opened) -> NoReturn:
    def body(stores: Stores) -> list[Fact]:
        return stores.facts.listed(here.scope, statuses=(Status.QUARANTINED,))

    facts = here.read(body)[::-1]
    for one in facts:
        say_fact(one, here.who)
        say(f"    because {reason_of(one.reason, 'en')}")
    if not facts:
        say("Nothing is set aside.")
    report = {"ok": True, "facts": [fact_report(one) for one in facts]}
    end(Exit.OK, report if here.as_json else None)
