"""Real `circadia` processes for tests: started, killed, ended."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One process of the entry point."""

    pid: int
    log: Path

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

    def _signal(self, number: signal.Signals) -> None:
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            return


class ForkServer:
    """Starts runs in a fraction of a second each."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def start(self, args: Sequence[str], *, cwd: Path, log: Path) -> Run:
        """Return a new run of `circadia ARGS` in `cwd`, its output going to `log`."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("the fork server has no pipes")
        order = {"args": list(args), "log": str(log), "cwd": str(cwd)}
        stdin.write(json.dumps(order).encode() + b"\n")
        await stdin.drain()
        answer = await stdout.readline()
        if not answer:
            raise RuntimeError("the fork server has ended; is an import broken?")
        return Run(pid=int(answer), log=log)


@asynccontextmanager
async def fork_server() -> AsyncIterator[ForkServer]:
    """Hold a fork server for as long as the block lasts."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.scenarios.forkserver",
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield ForkServer(process)
    finally:
        if process.stdin is not None:
            process.stdin.close()
            await process.stdin.wait_closed()
        await process.wait()
