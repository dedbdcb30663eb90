"""`circadia data`: everything that is kept of a person, to be saved, looked for and erased."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from adapters.clock.system import SystemClock
from adapters.storage import Database
from bot.cli.outcome import CODES, AsJson, ConfigPath, Exit, end, fail, plainly, say, working
from bot.cli.remembered import opened, plain
from bot.settings.values import access
from core.admin.model import STABLE_ID
from core.conversation.model import IdentityId
from core.engine.ports import Stores
from core.memory.service.scrubbing import scrubbed
from core.privacy.model import Forgetting, Scanned
from core.privacy.rules.writing import Written, written
from core.privacy.service import forgotten

data = typer.Typer(
    name="data",
    help="Everything that is kept of a person, of all companions: save it, look for it, erase it."
    " All of it also works while the companion runs.",
    no_args_is_help=True,
    epilog=CODES,
)

OfPerson = Annotated[
    str,
    typer.Option(
        "--person",
        metavar="ID",
        help="Whose, as telegram:42; with all identities that are linked to it.",
        show_default=False,
    ),
]


@data.command(epilog=CODES)
def export(
    person: OfPerson,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Where to. Left out: my-data-DAY.json in this folder.",
            show_default=False,
        ),
    ] = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Save everything that is kept of a person as a file, the same that /my_data sends.

    \b
    circadia data export --person telegram:42
    circadia data export --person telegram:42 --out anna.json
    """
    who = _person(person, as_json=as_json)
    here = opened(config, None, as_json=as_json)
    now, zone = SystemClock().now(), here.who.zone
    with plainly(as_json=as_json):
        dossier = here.read(lambda stores: stores.belongings.gather(stores.links.of(who)))
        if dossier.is_empty:
            say(f"Nothing is kept of {who}.")
            end(Exit.OK, {"ok": True, "file": None, "rows": 0} if as_json else None)
        made = written(dossier, now, zone, most=sys.maxsize)
        file = _saved(made, out, as_json=as_json)
        rows = {name: len(entries) for name, entries in dossier.sections.items()}
        say(f"Saved in {file}, for its owner's eyes: {sum(rows.values())} rows.")
        for name, count in rows.items():
            say(f"  {name}: {count}")
        report = {"ok": True, "file": str(file), "rows": sum(rows.values()), "sections": rows}
        end(Exit.OK, report if as_json else None)


@data.command(epilog=CODES)
def forget(
    person: OfPerson,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Erase everything that is kept of a person for good, the same that /forget_me does.

    Automatic backups are removed and the journal of the database is emptied. Backups made by hand
    still hold it: delete them yourself. Log files may hold numbers of people, never their words.

    \b
    circadia data forget --person telegram:42
    circadia data forget --person telegram:42 --yes --json
    """
    who = _person(person, as_json=as_json)
    here = opened(config, None, as_json=as_json)
    if not yes:
        _confirm(who, as_json=as_json)
    now = SystemClock().now()
    with plainly(as_json=as_json):

        def body(stores: Stores) -> Forgetting:
            return forgotten(stores.belongings, stores.links.of(who), now)

        async def erased(database: Database) -> tuple[Forgetting, bool]:
            done = await database.write(body)
            return done, await scrubbed(database, database.scrub) is not False

        with working("Erasing"):
            done, is_clean = here.with_database(erased)
        gone = done.erased
        say(
            f"Erased for good: {gone.messages} messages, {gone.facts} memories,"
            f" {gone.places} direct talks; {gone.rows} rows in all, and {gone.changed} that stay"
            " lost something."
        )
        _tell(done.scanned)
        if not is_clean:
            say("Its journal is being read and may still hold it, until the bot stops.")
        say("Backups made by hand still hold it: delete those that you don't need.")
        if who in access(here.settings).owners:
            say(f"{who} stands among the owners in the settings: take it out there.")
        report = {
            "ok": not done.scanned.left,
            "messages": gone.messages,
            "memories": gone.facts,
            "places": gone.places,
            "rows": gone.rows,
            "changed": gone.changed,
            "scrubbed": is_clean,
            **_report(done.scanned),
        }
        code = Exit.FAILED if done.scanned.left else Exit.OK
        end(code, report if as_json else None)


@data.command(epilog=CODES)
def scan(person: OfPerson, config: ConfigPath = None, as_json: AsJson = False) -> None:
    """Look for a person in every column of every table: identity, number, names, words.

    After an erasing names and words are not known any more: then it looks for the rest. Fails if
    anything is found.

    \b
    circadia data scan --person telegram:42
    circadia data scan --person telegram:42 --json
    """
    who = _person(person, as_json=as_json)
    here = opened(config, None, as_json=as_json)
    with plainly(as_json=as_json):

        def body(stores: Stores) -> Scanned:
            signs = stores.belongings.signs(stores.links.of(who))
            return stores.belongings.scan(signs)

        with working("Looking"):
            found = here.read(body)
        _tell(found)
        code = Exit.FAILED if found.left else Exit.OK
        end(code, {"ok": not found.left, **_report(found)} if as_json else None)


def _person(person: str, *, as_json: bool) -> IdentityId:
    if not STABLE_ID.fullmatch(person):
        problem = f"--person takes an id as telegram:42; got {plain(person)!r}."
        fail(problem, Exit.USAGE, as_json=as_json)
    return IdentityId(person)


def _saved(made: Written, out: Path | None, *, as_json: bool) -> Path:
    file = out or Path(made.name)
    if file.exists():
        fail(f"{file} is there already: choose another name.", Exit.USAGE, as_json=as_json)
    file.write_bytes(made.content)
    return file


def _confirm(who: IdentityId, *, as_json: bool) -> None:
    if not sys.stdin.isatty():
        problem = "forget can't be taken back, and this is no terminal to ask: add --yes."
        fail(problem, Exit.USAGE, as_json=as_json)
    typer.confirm(f"Erase everything of {who} for good?", abort=True)


def _tell(found: Scanned) -> None:
    if not found.left:
        say(f"Looked through {found.tables} tables: nothing is left.")
    for one in found.left:
        say(f"  {one.where}: {one.sign} in {one.count} rows")
    if found.mentions:
        say(f"Others speak of them in {found.mentions} places; that is theirs.")


def _report(found: Scanned) -> dict[str, object]:
    return {
        "tables": found.tables,
        "left": [{"where": one.where, "sign": one.sign, "count": one.count} for one in found.left],
        "mentions": found.mentions,
    }
