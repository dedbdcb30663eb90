"""Every messenger in a place of its own, and all that can happen to the two."""

import asyncio
import io
import os
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import Any, Protocol

from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from adapters.clock.virtual import VirtualClock
from adapters.scripted.messenger import ALL_GIFTS, ScriptedMessenger
from core.conversation.model import AccountId, Inbound, Route
from core.engine.model import Gifts, NotSent, Outbound, SendOutcome, Unreachable
from core.engine.ports import Messenger
from tests.adapters.console.talk import NOW, Talk, until
from tests.contracts.platforms import Act, DiscordStand, TelegramStand


class Stand(Protocol):
    """A messenger that is up, and a direct talk."""

    direct: Route

    @property
    def messenger(self) -> Messenger:
        """The one that is up now."""
        ...

    def shown(self, route: Route) -> list[str]:
        """Return what the companion's messages say there, as people see them now."""
        ...


class Heard(Stand, Protocol):
    """One that hears, too."""

    async def hears(self, text: str, route: Route) -> Inbound:
        """Let a person write, and return what `receive` was handed."""
        ...

    async def leaves(self) -> None:
        """End it for good."""
        ...


class Rooms(Stand, Protocol):
    """One with several places, in which it reacts, and which can close."""

    group: Route
    thread: Route
    """In the group."""

    async def said(self) -> str:
        """Let a person write in the direct talk, and return the message's id."""
        ...

    def reactions(self, message_id: str) -> list[str]:
        """Return the companion's reactions on a message of the direct talk."""
        ...

    def pictures(self, route: Route) -> list[bytes]:
        """Return the companion's pictures that people see there."""
        ...

    def blocks(self) -> None:
        """Let the person block the bot."""
        ...

    def vanishes(self, route: Route) -> None:
        """Let a place be no more."""
        ...

    def floods(self, seconds: float) -> None:
        """Ask for a wait at the next message."""
        ...


class Platform(Heard, Rooms, Protocol):
    """One over real sockets."""

    waits_itself: timedelta
    """The longest wait that its library sits out by itself, within one call."""

    def now(self) -> datetime:
        """Return the time by the messenger's clock."""
        ...

    def fails(self, act: Act, kind: str, **how: Any) -> None:
        """Let the next call of `act` fail; `kind` and `how` are the server's, a status is 502."""
        ...

    def called(self, act: Act) -> int:
        """Return how many calls of `act` came in."""
        ...

    async def until_called(self, act: Act) -> None:
        """Return once another call of `act` comes in."""
        ...

    async def unplugs(self) -> None:
        """Let nobody listen any more."""
        ...

    async def plugs(self) -> None:
        """Listen again."""
        ...

    async def starts_anew(self) -> None:
        """Put a new instance in the place of the old one, as a restart does."""
        ...

    async def brings(self, content: bytes) -> Inbound:
        """Let a person send a file, and return what `receive` was handed."""
        ...

    def closes(self, route: Route) -> None:
        """Let nobody write in a thread any more."""
        ...

    def loses_files(self) -> None:
        """Delete all files."""
        ...

    def pinged(self) -> bool:
        """Return whether anything that the bot said rang for more than the person answered."""
        ...


class ScriptedStand:
    """The double that the other tests trust."""

    def __init__(self, gifts: Gifts = ALL_GIFTS) -> None:
        self.messenger = ScriptedMessenger(VirtualClock(NOW), outcome=self._outcome, gifts=gifts)
        account = AccountId("scripted")
        self.direct = Route(account=account, chat="7")
        self.group = Route(account=account, chat="-100")
        self.thread = Route(account=account, chat="-100", thread="5")
        self._always: dict[Route, SendOutcome] = {}
        self._once: list[SendOutcome] = []

    def shown(self, route: Route) -> list[str]:
        return [said.text for _, said in self.messenger.shown if said.route == route]

    async def said(self) -> str:
        return "m1"

    def reactions(self, message_id: str) -> list[str]:
        return [put.text for _, put in self.messenger.reacted if put.reply_to == message_id]

    def pictures(self, route: Route) -> list[bytes]:
        here = [said for _, said in self.messenger.shown if said.route == route]
        return [said.picture for said in here if said.picture is not None]

    def blocks(self) -> None:
        self._always[self.direct] = Unreachable(reason="blocked")

    def vanishes(self, route: Route) -> None:
        self._always[route] = Unreachable(reason="gone")

    def floods(self, seconds: float) -> None:
        self._once.append(NotSent(reason="flood", retry_after=timedelta(seconds=seconds)))

    def _outcome(self, outbound: Outbound) -> SendOutcome | None:
        return self._once.pop() if self._once else self._always.get(outbound.route)


class ConsoleStand:
    """A console over pipes or on a screen that draws; there is one place, and few faults."""

    def __init__(self, talk: Talk, types: Callable[[str], object], read: Callable[[], str]) -> None:
        self._talk, self._types, self._read = talk, types, read
        self._serving: asyncio.Task[None] | None = None
        self.messenger: Messenger = talk.console
        self.direct = talk.console.route

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as tasks:
            self._serving = tasks.create_task(self._talk.console.serve())
            await until(lambda: self.messenger.health.connected)
            try:
                yield
            finally:
                self._serving.cancel()

    def shown(self, route: Route) -> list[str]:
        """Return the bubbles; each of their lines has two characters before it."""
        drawn = re.findall(r"Mina · \d+:\d+\n((?:│ .*\n)+)", self._read())
        written = re.findall(r"^Mina:( .*\n(?:  .*\n)*)", self._read(), re.M)
        blocks = drawn or [f" {one}" for one in written]
        return ["\n".join(line[2:] for line in one.splitlines()) for one in blocks]

    async def hears(self, text: str, route: Route) -> Inbound:
        before = len(self._talk.heard)
        self._types(text)
        await until(lambda: len(self._talk.heard) > before)
        return self._talk.heard[before]

    async def leaves(self) -> None:
        assert self._serving is not None
        self._serving.cancel()
        await until(self._serving.done)


@asynccontextmanager
async def scripted() -> AsyncIterator[ScriptedStand]:
    yield ScriptedStand()


@asynccontextmanager
async def giftless() -> AsyncIterator[ScriptedStand]:
    yield ScriptedStand(Gifts())


@asynccontextmanager
async def piped() -> AsyncIterator[ConsoleStand]:
    """Give a console over pipes."""
    (in_read, in_write), (out_read, out_write) = os.pipe(), os.pipe()
    os.set_blocking(out_read, False)
    paper = bytearray()

    def read() -> str:
        with suppress(BlockingIOError):
            while piece := os.read(out_read, 65_536):
                paper.extend(piece)
        return paper.decode("utf-8")

    with (
        open(in_read, encoding="utf-8") as stdin,
        open(in_write, "wb", buffering=0) as keyboard,
        open(out_write, "w", encoding="utf-8") as stdout,
        open(out_read, "rb", buffering=0),
    ):
        talk = Talk("lines", stdin=stdin, stdout=stdout)
        talk.silent = True
        stand = ConsoleStand(talk, lambda text: keyboard.write(f"{text}\n".encode()), read)
        async with stand.serving():
            yield stand


class _Paper(Vt100_Output):
    """A terminal that knows where its cursor is without being asked."""

    def get_rows_below_cursor_position(self) -> int:
        return 20


@asynccontextmanager
async def drawn() -> AsyncIterator[ConsoleStand]:
    """Give a console that draws on a screen."""
    paper = io.StringIO()
    output = _Paper(paper, lambda: Size(rows=24, columns=80), term="xterm", enable_cpr=False)
    escapes = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])")
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        stand = ConsoleStand(
            Talk("terminal"),
            lambda text: keys.send_text(f"{text}\r"),
            lambda: escapes.sub("", paper.getvalue()).replace("\r", ""),
        )
        async with stand.serving():
            await until(lambda: "›" in paper.getvalue())
            yield stand


Up = Callable[[], AbstractAsyncContextManager[Stand]]

EVERY: Mapping[str, Up] = {
    "scripted": scripted,
    "lines": piped,
    "terminal": drawn,
    "telegram": TelegramStand.up,
    "discord": DiscordStand.up,
}
"""Every implementation of the port."""
GIFTLESS: Mapping[str, Up] = {"lines": piped, "terminal": drawn, "scripted": giftless}
HEARING: Mapping[str, Callable[[], AbstractAsyncContextManager[Heard]]] = {
    "lines": piped,
    "terminal": drawn,
    "telegram": TelegramStand.up,
    "discord": DiscordStand.up,
}
ROOMY: Mapping[str, Callable[[], AbstractAsyncContextManager[Rooms]]] = {
    "scripted": scripted,
    "telegram": TelegramStand.up,
    "discord": DiscordStand.up,
}
WIRED: Mapping[str, Callable[[], AbstractAsyncContextManager[Platform]]] = {
    "telegram": TelegramStand.up,
    "discord": DiscordStand.up,
}
