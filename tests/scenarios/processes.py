"""Real `circadia` processes for tests: started, killed, ended."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TypedDict

from adapters.clock.system import SystemClock
from bot.config import environment
from tests.servers.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
CLOCK = SystemClock()
GLANCE = timedelta(seconds=0.02)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One process of the entry point."""

    pid: int
    out: Path
    """Where its standard output goes."""
    log: Path
    """Where its standard error goes."""
    ends: Path
    """Where its exit code is put."""

    @property
    def code(self) -> int | None:
        """Return its exit code; None while it runs, and where a signal ended it."""
        return int(self.ends.read_text()) if not self.lives() and self.ends.exists() else None

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._signal(signal.SIGKILL)

    def end(self) -> None:
        """Ask it to end."""
        self._signal(signal.SIGTERM)

    def lives(self) -> bool:
        """Return whether it still runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    async def gone(self, *, within_s: float = PATIENCE_S) -> int | None:
        """Return its exit code once it is gone."""
        await until(lambda: not self.lives(), within_s=within_s, what=self._told)
        return self.code

    async def tells(self, *words: str, within_s: float = PATIENCE_S) -> None:
        """Return once each of `words` stands in its log."""

        def told() -> bool:
            log = self.log.read_text() if self.log.exists() else ""
            return all(word in log for word in words)

        await until(told, within_s=within_s, what=self._told)

    def _told(self) -> str:
        log = self.log.read_text() if self.log.exists() else "none"
        return f"the process {self.pid}; its log:\n{log[-3000:]}"

    def _signal(self, number: signal.Signals) -> None:
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            return


class Order(TypedDict):
    """One run, as the fork server is asked for it."""

    args: list[str]
    cwd: str
    out: str
    log: str
    code: str
    typed: str


async def until(holds: Callable[[], bool], *, within_s: float, what: Callable[[], str]) -> None:
    """Return once `holds`; fail with `what` if it does not in time."""
    ends_at = CLOCK.now() + timedelta(seconds=within_s)
    while not holds():
        assert CLOCK.now() < ends_at, f"after {within_s} s: {what()}"
        await CLOCK.sleep(GLANCE)


class ForkServer:
    """Starts runs in a fraction of a second each."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._runs = 0

    async def start(
        self,
        args: Sequence[str],
        *,
        cwd: Path,
        log: Path,
        out: Path | None = None,
        typed: str = "",
    ) -> Run:
        """Return a new run of `circadia ARGS` in `cwd`.

        `log` gets its standard error, and its standard output too unless `out` is given. Its
        standard input is a pipe that holds `typed` and ends.
        """
        self._runs += 1
        ends = log.with_name(f"{log.name}.{self._runs}.code")
        out = out or log
        order = Order(
            args=list(args),
            cwd=str(cwd),
            out=str(out),
            log=str(log),
            code=str(ends),
            typed=typed,
        )
        answer = await asyncio.to_thread(self._answer, json.dumps(order))
        if not answer:
            raise RuntimeError("the fork server has ended; is an import broken?")
        return Run(pid=int(answer), out=out, log=log, ends=ends)

    def _answer(self, order: str) -> str:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("the fork server has no pipes")
        stdin.write(f"{order}\n")
        stdin.flush()
        return stdout.readline()


@contextmanager
def serving_forks() -> Iterator[ForkServer]:
    """Hold a fork server for as long as the block lasts; its runs know no other claims."""
    with (
        tempfile.TemporaryDirectory() as state,
        subprocess.Popen(
            [sys.executable, "-m", "tests.scenarios.forkserver"],
            cwd=ROOT,
            env={**environment(), "XDG_STATE_HOME": state},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as process,
    ):
        yield ForkServer(process)


@asynccontextmanager
async def fork_server() -> AsyncIterator[ForkServer]:
    """Hold a fork server, in a block that is async."""
    with serving_forks() as forks:
        yield forks
