"""`circadia check`: is everything set up?"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import typer

from bot.cli.keep import tally_of
from bot.cli.outcome import AsJson, ConfigPath, Exit, awaited, end, say, settings_from
from bot.config import Settings
from bot.settings.values import warnings
from core.errors import CircadiaError


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found about one part."""

    part: str
    ok: bool
    detail: str


def check(config: ConfigPath = None, as_json: AsJson = False) -> None:
    """Check the settings, and whether what they name can be reached.

    Tells every fault of the settings at once, each with its place and its cure. Changes nothing.

    \b
    circadia check
    circadia check --json
    """
    settings = settings_from(config, as_json=as_json)
    findings = tuple(_findings(settings))
    warned = warnings(settings)
    for finding in findings:
        mark = typer.style("ok  ", fg="green") if finding.ok else typer.style("FAIL", fg="red")
        say(f"{mark}  {finding.part}: {finding.detail}")
    for warning in warned:
        say(f"{typer.style('mind', fg='yellow')}  {warning}")
    ok = all(finding.ok for finding in findings)
    report = {"ok": ok, "checks": [asdict(one) for one in findings], "warnings": warned}
    end(Exit.OK if ok else Exit.FAILED, report if as_json else None)


def _findings(settings: Settings) -> Iterator[Finding]:
    who = settings.companion
    yield Finding(part="settings", ok=True, detail=f"{who.name} lives in {who.zone.key}")
    yield _database(settings)
    yield Finding(part="model", ok=True, detail=_model(settings))
    telegram = "not configured" if settings.telegram.token is None else "has a token"
    yield Finding(part="telegram", ok=True, detail=telegram)


def _database(settings: Settings) -> Finding:
    file = settings.database.file
    if file is not None and not file.exists():
        return Finding(part="database", ok=True, detail=f"{file} will be made at the first start")
    where = str(file) if file else f"{settings.database.address.host or 'this host'}"
    try:
        tally = awaited(lambda: tally_of(settings))
    except CircadiaError as error:
        return Finding(part="database", ok=False, detail=f"{where}: {error}")
    return Finding(part="database", ok=True, detail=f"{where} holds {tally.messages} messages")


def _model(settings: Settings) -> str:
    if not settings.model.configured:
        return "not configured; the built-in voice speaks"
    return f"{settings.model.name} at {settings.model.url}"
