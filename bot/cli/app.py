"""The commands, put together."""

import os
from importlib.metadata import version
from typing import Annotated

import typer

from bot.cli.belongings import data
from bot.cli.bench import bench
from bot.cli.check import check
from bot.cli.init import init
from bot.cli.keep import backup, migrate, restore, status
from bot.cli.memory import memory
from bot.cli.outcome import CODES, say
from bot.cli.schedule import schedule
from bot.cli.talk import chat, run

app = typer.Typer(
    name="circadia",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,  # its tracebacks show the values of variables
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=CODES,
)


def _version(wanted: bool) -> None:
    if wanted:
        say(version("circadia"))
        raise typer.Exit


@app.callback()
def circadia(
    _show: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """A companion with a life of its own, on messengers and in your terminal.

    Start with circadia chat: it needs no settings, no key and no network.
    """
    os.umask(0o077)  # what people said is for the owner's eyes: databases, backups, settings


for command in (chat, run, init, check, migrate, backup, restore, status, schedule):
    app.command(epilog=CODES)(command)
app.add_typer(memory)
app.add_typer(data)
app.add_typer(bench)
