"""How every command ends: a sentence or a JSON object, and a plain exit code."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import Annotated, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bot import logs
from bot.config import DEFAULT_PATH, Settings, environment, load
from bot.settings.faults import Faults
from bot.settings.sections import LogSection
from bot.settings.values import secrets
from core.errors import AlreadyRunning, CircadiaError, Misconfigured

T = TypeVar("T")

ConfigPath = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="PATH",
        help=f"The settings file. Left out: {DEFAULT_PATH} of this folder, or defaults without it.",
        show_default=False,
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="End with one line that is a JSON object, for scripts.")
]


class Exit(IntEnum):
    """Exit codes."""

    OK = 0
    FAILED = 1
    USAGE = 2
    """Wrong options or settings."""
    RUNNING = 3
    """Another process holds the database or the account."""
    INTERRUPTED = 130


CODES = "Exit codes: 0 fine, 1 failed, 2 wrong options or settings, 3 already running, 130 stopped."


def say(text: str) -> None:
    """Print a line of the answer."""
    typer.echo(text)


def end(code: int, report: Mapping[str, object] | None = None) -> NoReturn:
    """Leave with `code`, after a last line of JSON if there is a `report`."""
    if report is not None:
        typer.echo(json.dumps({"exit": int(code), **report}, ensure_ascii=False, default=str))
    raise typer.Exit(int(code))


def fail(problem: str, code: Exit, *, as_json: bool = False) -> NoReturn:
    """Leave with a sentence on standard error."""
    typer.echo(problem, err=True)
    end(code, {"ok": False, "error": problem} if as_json else None)


def settings_from(config: Path | None, *, as_json: bool = False) -> Settings:
    """Return the settings, with logs set up by them; tell all faults and leave if there are any."""
    settings = load(config, environment())
    if isinstance(settings, Faults):
        fail(str(settings), Exit.USAGE, as_json=as_json)
    logs.configure(settings.log, secrets(settings))
    return settings


def quietened(told: LogSection) -> LogSection:
    """Return the same without what is no warning."""
    return told.model_copy(update={"level": "warning"})


def rereading(
    config: Path | None, settings: Settings, *, quiet: bool = False
) -> Callable[[], Settings | Faults]:
    """Return what reads the settings anew as they were read; logs go by what is found.

    Secrets of before are masked for as long as the process lives.
    """
    known = set(secrets(settings))

    def read() -> Settings | Faults:
        found = load(config, environment())
        if not isinstance(found, Faults):
            known.update(secrets(found))
            logs.configure(quietened(found.log) if quiet else found.log, known)
        return found

    return read


@contextmanager
def plainly(*, as_json: bool = False) -> Iterator[None]:
    """Turn expected errors into sentences and exit codes; no traceback for what is no bug."""
    try:
        yield
    except KeyboardInterrupt:
        fail("Stopped.", Exit.INTERRUPTED, as_json=as_json)
    except AlreadyRunning as error:
        fail(str(error), Exit.RUNNING, as_json=as_json)
    except Misconfigured as error:
        fail(str(error), Exit.USAGE, as_json=as_json)
    except CircadiaError as error:
        fail(str(error), Exit.FAILED, as_json=as_json)
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        fail(f"{error.strerror or error}{where}.", Exit.FAILED, as_json=as_json)


def awaited(start: Callable[[], Coroutine[object, object, T]]) -> T:
    """Run `start` in an event loop whose stray errors are logged, masked like all else."""
    with asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(logs.loop_failed)
        return runner.run(start())


@contextmanager
def working(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show on a terminal that something takes its time; yields what tells how far it is."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as on:
        task = on.add_task(what, total=None)

        def tell(done: int, total: int) -> None:
            on.update(task, completed=done, total=total)

        yield tell
