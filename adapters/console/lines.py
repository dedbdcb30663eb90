"""Plain lines in and out, for pipes and files: no colour, no cursor."""

import asyncio
import codecs
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TextIO

from adapters.console.errors import NOBODY_READS
from adapters.console.translate import printable

CHUNK = 65_536
"""Bytes of one read."""


class Lines:
    """A screen of plain lines; each line that comes in is one message."""

    patient = True
    """The next line is read when the last one is answered."""

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self._in = stdin.fileno()
        self._out = stdout.fileno()
        self._encoding = stdout.encoding or "utf-8"
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")(errors="replace")
        self._buffer = ""
        self._ended = False
        self._gone = False
        self._writing = asyncio.Lock()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Hold nothing."""
        yield

    async def read(self) -> str | None:
        """Return the next line, or None at the end or when nobody reads the answers any more."""
        while not self._gone:
            line, newline, rest = self._buffer.partition("\n")
            if newline or self._ended:
                self._buffer = rest
                return line.removesuffix("\r") if newline or line else None
            await self._fill()
        return None

    async def say(self, name: str, text: str, at: datetime, *, past: bool = False) -> None:
        """Write `name: text`; further lines are indented, and what is past bears its date."""
        when = f"{at:%Y-%m-%d %H:%M} " if past else ""
        first, *others = printable(text).split("\n")
        await self._write([f"{when}{printable(name)}: {first}", *(f"  {line}" for line in others)])

    async def echo(self, name: str, text: str, at: datetime) -> None:
        """Write nothing: who typed it has it."""

    async def note(self, lines: Sequence[str]) -> None:
        """Write lines that nobody said."""
        await self._write([f"  | {printable(line)}" for line in lines])

    def redraw(self) -> None:
        """Draw nothing: a line once written stands."""

    async def _fill(self) -> None:
        await _readable(self._in)
        try:
            read = await asyncio.to_thread(os.read, self._in, CHUNK)
        except BlockingIOError:  # someone else took what was there
            return
        except OSError:  # a terminal that hung up
            read = b""
        self._buffer += self._decoder.decode(read, final=not read)
        self._ended = not read

    async def _write(self, lines: Sequence[str]) -> None:
        data = "".join(f"{line}\n" for line in lines).encode(self._encoding, errors="replace")
        async with self._writing:
            try:
                await asyncio.to_thread(_write_all, self._out, data)
            except NOBODY_READS:
                self._gone = True
                raise


async def _readable(fd: int) -> None:
    """Return when `fd` has something to read or has ended; a cancelled wait leaves nothing."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    try:
        loop.add_reader(fd, ready.set)
    except PermissionError:  # a plain file, which is always ready, can't be waited for
        return
    try:
        await ready.wait()
    finally:
        loop.remove_reader(fd)


def _write_all(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]
