"""Starts `circadia` commands quickly: everything is imported once, then each run is a fork.

Reads one JSON object a line from standard input and answers each with the process id of the new
run on a line of its own. An order holds `args`, `cwd` and three files: `out` and `log` get the two
outputs, and `code` gets the exit code, unless a signal ends the run. `typed` comes to the run
through a pipe, which then ends. A run is the real entry point in a process of its own, from the
parsing of its arguments to the end of its last thread; only the seconds of importing and of
forgetting everything imported are saved.
"""

import atexit
import json
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

# What the commands import when they are called is to be there after the fork.
import bot.app
import bot.casting
import bot.cli.app  # noqa: F401
from adapters.calendar.dates.client import SpokenDates
from bot.__main__ import main
from tests.scenarios.processes import Order


def serve() -> None:
    """Fork for every line until standard input ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the killed
    SpokenDates()  # its tables are there after the fork
    for line in sys.stdin:
        order: Order = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(order)
        print(child, flush=True)  # noqa: T201  # the answer


def _run(order: Order) -> NoReturn:
    """Become `circadia ARGS` with outputs of its own."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.chdir(order["cwd"])
    os.dup2(_typed(order["typed"]), 0)
    os.dup2(_appending(order["out"]), 1)
    os.dup2(_appending(order["log"]), 2)
    sys.argv = ["circadia", *order["args"]]
    code = 1
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
        raise
    finally:
        Path(order["code"]).write_text(str(code))
        atexit.register(_leave, code)  # called once every thread has ended
    sys.exit()


def _leave(code: int) -> NoReturn:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _typed(text: str) -> int:
    """Return the reading end of a pipe that holds `text` and has ended."""
    reads, writes = os.pipe()
    os.write(writes, text.encode("utf-8"))
    os.close(writes)
    return reads


def _appending(file: str) -> int:
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)


if __name__ == "__main__":
    serve()
