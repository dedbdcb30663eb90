"""`circadia chat` and `circadia run`: the companion at work."""

from typing import Annotated

import typer

from bot import logs
from bot.cli.outcome import ConfigPath, awaited, end, plainly, quietened, rereading, settings_from
from bot.settings.values import secrets


def chat(
    config: ConfigPath = None,
    debug: Annotated[
        bool,
        typer.Option("--debug", help="Show after each answer what it was made of, and the log."),
    ] = False,
    education: Annotated[
        bool,
        typer.Option("--education", help="Tell it who it is; at the end it says what it learned."),
    ] = False,
) -> None:
    """Talk with your companion, here in the terminal.

    Works without any settings, key or network: a built-in voice answers until you name a model.
    What is said is kept in the same database that `circadia run` uses. Leave with Ctrl-D.

    \b
    circadia chat
    circadia chat --debug
    circadia chat --education
    """
    settings = settings_from(config)
    quiet = not debug and settings.log.level in ("debug", "info")
    if quiet:
        # The log would run through the talk.
        logs.configure(quietened(settings.log), secrets(settings))
    teaching = education or settings.memory.start_mode == "education"
    from bot.app import chat as talk

    with plainly():
        read = rereading(config, settings, quiet=quiet)
        end(awaited(lambda: talk(settings, debug=debug, teaching=teaching, read=read)))


def run(config: ConfigPath = None) -> None:
    """Run your companion on every messenger that the settings name, until it is stopped.

    Ctrl-C or SIGTERM stops it: what is being sent is finished first, the rest is taken up at the
    next start.

    \b
    circadia run
    circadia run --config mina/config.toml
    """
    settings = settings_from(config)
    from bot.app import run as live

    with plainly():
        end(awaited(lambda: live(settings, rereading(config, settings))))
