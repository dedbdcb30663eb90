"""`circadia check`: is everything set up?"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import SystemRandom
from typing import Annotated

import typer

from adapters import storage
from adapters.clock.system import SystemClock
from bot.cli.keep import tallies_of
from bot.cli.outcome import AsJson, ConfigPath, Exit, awaited, end, say, settings_from
from bot.config import Settings
from bot.settings.accounts import MESSENGERS
from bot.settings.values import Account, accounts, personas, warnings
from core.conversation.model import Completion, Line, Prompt
from core.errors import CircadiaError

QUESTION = "Say hello in one short sentence."
ANSWER_TOKENS = 300
"""Enough for a model that thinks first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found about one part."""

    part: str
    ok: bool
    detail: str


def check(
    config: ConfigPath = None,
    model: Annotated[
        bool, typer.Option("--model", help="Ask the model for one line, too; that takes tokens.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check the settings and the database, and with --model whether the model answers.

    Tells every fault of the settings at once, each with its place and its cure. Changes nothing.

    \b
    circadia check
    circadia check --model
    circadia check --json
    """
    settings = settings_from(config, as_json=as_json)
    findings = [*_findings(settings)]
    if model:
        findings.append(awaited(lambda: _answer(settings)))
    warned = (*warnings(settings), *_meagre(settings))
    for finding in findings:
        mark = typer.style("ok  ", fg="green") if finding.ok else typer.style("FAIL", fg="red")
        say(f"{mark}  {finding.part}: {finding.detail}")
    for warning in warned:
        say(f"{typer.style('mind', fg='yellow')}  {warning}")
    ok = all(finding.ok for finding in findings)
    report = {"ok": ok, "checks": [asdict(one) for one in findings], "warnings": warned}
    end(Exit.OK if ok else Exit.FAILED, report if as_json else None)


def _findings(settings: Settings) -> Iterator[Finding]:
    everybody = personas(settings)
    lives = [f"{who.display_name} lives in {who.zone.key}" for who in everybody.values()]
    yield Finding(part="settings", ok=True, detail="; ".join(lives))
    yield _database(settings)
    yield Finding(part="model", ok=True, detail=_model(settings))
    yield _embeddings(settings)
    if settings.transcription.configured:
        heard = settings.transcription
        yield Finding(part="transcription", ok=True, detail=f"{heard.model} at {heard.url}")
    there = {str(account.id): account for account in accounts(settings)}
    for name in dict.fromkeys((*MESSENGERS, *there)):
        told = _speaking(settings, there[name]) if name in there else "not configured"
        yield Finding(part=name, ok=True, detail=told)


def _embeddings(settings: Settings) -> Finding:
    """Return what finds memories by meaning; loads nothing and asks nobody."""
    from adapters.embeddings.client import packaged

    chosen = settings.embeddings
    if chosen.model == "none":
        return Finding(part="embeddings", ok=True, detail="none: words alone are searched")
    if chosen.model == "endpoint":
        detail = f"{chosen.name} at {chosen.url}; not asked"
        return Finding(part="embeddings", ok=True, detail=detail)
    try:
        packaged(chosen.model, threads=chosen.threads)
    except CircadiaError as error:
        return Finding(part="embeddings", ok=False, detail=str(error))
    return Finding(part="embeddings", ok=True, detail=chosen.model)


def _speaking(settings: Settings, account: Account) -> str:
    """Return what an account is; of its token, nothing is known but its shape."""
    messenger = account.messenger.capitalize()
    told = "has a token"
    if account.id != account.messenger:
        told += f" for {messenger}"
    if settings.companions:
        told += f" and speaks as {personas(settings)[account.space].display_name}"
    return f"{told}; not asked whether {messenger} takes it"


def _database(settings: Settings) -> Finding:
    file = settings.database.file
    if file is not None and not file.exists():
        return Finding(part="database", ok=True, detail=f"{file} will be made at the first start")
    where = str(file) if file else f"{settings.database.address.host or 'this host'}"
    try:
        awaited(lambda: _known(settings))
        tallies = awaited(lambda: tallies_of(settings)).values()
    except CircadiaError as error:
        return Finding(part="database", ok=False, detail=f"{where}: {error}")
    messages = sum(tally.messages for tally in tallies)
    return Finding(part="database", ok=True, detail=f"{where} holds {messages} messages")


async def _known(settings: Settings) -> None:
    """Let the error out that a start would end with, where the database is of another version."""
    database = storage.Database(settings.database)
    try:
        await storage.pending(database)
    finally:
        await database.close()


def _model(settings: Settings) -> str:
    if not settings.model.configured:
        return "not configured; the built-in voice speaks"
    return f"{settings.model.name} at {settings.model.url}"


def _meagre(settings: Settings) -> tuple[str, ...]:
    """Return what a start would warn of because of the budget; asks nobody."""
    if not settings.model.configured:
        return ()
    from bot.wiring import roles  # it imports the model's client

    cast = roles(settings, SystemClock(), SystemRandom())
    awaited(cast.close)
    return cast.warnings(settings.budget.tokens_per_day)


async def _answer(settings: Settings) -> Finding:
    """Ask the model of the conversation for a line, and show it as it comes."""
    if not settings.model.configured:
        return Finding(
            part="answer", ok=False, detail="no model is configured: set model.url and model.name"
        )
    from adapters.openai.client import OpenAIChat  # half a second that --help should not take

    chat = OpenAIChat(
        settings.model.servers("conversation"), clock=SystemClock(), rng=SystemRandom()
    )
    prompt = Prompt(lines=(Line(role="user", text=QUESTION),), max_tokens=ANSWER_TOKENS)
    detail = "it ended without a word"
    try:
        async for piece in chat.stream(prompt):
            if isinstance(piece, Completion):
                detail = f"{piece.model}, {piece.usage.tokens} tokens, ended by {piece.finish}"
            else:
                typer.echo(piece, nl=False, err=True)
        typer.echo(err=True)
    except CircadiaError as error:
        return Finding(part="answer", ok=False, detail=str(error))
    finally:
        await chat.close()
    return Finding(part="answer", ok=True, detail=detail)
