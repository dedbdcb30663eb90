"""Starts `circadia` commands quickly: everything is imported once, then each run is a fork.

Reads one JSON object a line from standard input, `{"args": [...], "log": "path", "cwd": "path"}`,
and answers each with the process id of the new run on a line of its own. A run is the real entry
point in a process of its own; only the seconds of importing are saved.
"""

import json
import os
import signal
import sys

import bot.app
import bot.cli  # noqa: F401  # all of these are imported to be there after the fork
from bot.__main__ import main


def serve() -> None:
    """Fork for every line until standard input ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the killed
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(order["args"], order["log"], order["cwd"])
        print(child, flush=True)  # noqa: T201  # the answer


def _run(args: list[str], log: str, cwd: str) -> None:
    """Become `circadia ARGS`, logging to a file."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.chdir(cwd)
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(out, 2)
    sys.argv = ["circadia", *args]
    code = 1
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        os._exit(code)


if __name__ == "__main__":
    serve()
