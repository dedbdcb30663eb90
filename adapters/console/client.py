"""The console as a messenger: one person, one companion, one place."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import TextIO

from adapters.console.commands import OWN, leaves, shown_of
from adapters.console.config import ConsoleConfig
from adapters.console.errors import NOBODY_READS, outcome_of
from adapters.console.files import told_of, written
from adapters.console.lines import Lines
from adapters.console.screen import Screen
from adapters.console.terminal import Terminal
from adapters.console.trace import trace_lines
from adapters.console.translate import Numbers, choice_lines, route_of, to_inbound
from core.admin.model import MenuEntry
from core.availability.model import Mode
from core.conversation.model import (
    AccountId,
    Attachment,
    IdentityId,
    Inbound,
    Route,
    Said,
    TextLimit,
    Update,
)
from core.engine.model import (
    BubbleKind,
    Delivered,
    Gifts,
    Health,
    InDoubt,
    Missing,
    NotSent,
    Outbound,
    Refused,
    SendOutcome,
    TurnRecord,
)
from core.engine.ports import Clock
from core.phrases import Phrase, bare_language, phrase

TYPING_SHOWN = timedelta(seconds=5)
"""How long one call of `typing` shows; Telegram's own span."""
LIMIT = TextLimit(most=4096, unit="character")
"""A terminal has no limit; a bubble should not fill it."""
CLOSED_RETRY = timedelta(seconds=1)


class Console:
    """The port Messenger over standard input and output."""

    def __init__(
        self,
        config: ConsoleConfig,
        *,
        account: AccountId,
        clock: Clock,
        receive: Callable[[Sequence[Update]], Awaitable[None]],
        persona_name: str,
        persona_language: str = "en",
        person_name: str | None = None,
        settled: Callable[[], Awaitable[None]] | None = None,
        history: Sequence[Said] = (),
        menu: Sequence[MenuEntry] = (),
        zone: tzinfo = UTC,
        first: str | None = None,
        last: str | None = None,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
        folder: Path = Path(),
    ) -> None:
        """Take what it needs; nothing is opened before `serve`.

        `receive` stores what was typed. `settled` returns when all of it has been answered:
        plain lines wait for it. `history` is shown first, oldest first. Times are shown in
        `zone`. `first` and `last` are commands that are given, unseen, when the talk begins and
        ends; what they answer is shown. `person_name` wins over the one in `config`, whose
        language wins over the persona's for the console's own lines. Files are written into
        `folder`, which is where the process was started.
        """
        self._config = config
        self.route = route_of(account)
        """The console's only place."""
        self._clock = clock
        self._receive = receive
        self._persona_name = persona_name
        self._person_name = person_name or config.person
        self._settled = settled
        self._history = history
        self._zone = zone
        self._first, self._last = first, last
        self._stdin = stdin or sys.stdin
        self._stdout = stdout or sys.stdout
        self._language = bare_language(config.language or persona_language)
        self._menu = (*shown_of(menu), OWN)
        self._folder = folder
        self._numbers = Numbers(history)
        self._screen: Screen | None = None
        self._heard_at: datetime | None = None
        self._typing_until: datetime | None = None
        self._lit = asyncio.Event()

    @property
    def limit(self) -> TextLimit:
        """How long one message may be."""
        return LIMIT

    @property
    def gifts(self) -> Gifts:
        """Files, which are written beside; what stands on the screen stands."""
        return Gifts(files=True)

    @property
    def health(self) -> Health:
        """Whether the talk is on, and when the person last wrote."""
        return Health(connected=self._screen is not None, last_heard_at=self._heard_at)

    @property
    def interactive(self) -> bool:
        """Whether it draws on a terminal, rather than writing plain lines."""
        return is_interactive(self._config, self._stdin, self._stdout)

    @property
    def status(self) -> str:
        """The line below: that the companion types, or how to use the console."""
        if self._typing_until is not None and self._clock.now() < self._typing_until:
            return phrase(Phrase.TYPING, self._language, name=self._persona_name)
        return phrase(Phrase.CONSOLE_KEYS, self._language)

    async def serve(self) -> None:
        """Talk until the person leaves or the input ends; plain lines are answered by then."""
        screen: Screen = (
            Terminal(self._menu, self._language, lambda: self.status)
            if self.interactive
            else Lines(self._stdin, self._stdout)
        )
        async with asyncio.TaskGroup() as tasks:
            fading = tasks.create_task(self._fade())
            try:
                with screen.opened():
                    await self._show_history(screen)
                    self._screen = screen
                    await self._converse(screen)
            finally:
                self._screen = None
                fading.cancel()

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Show one bubble; the typing indicator ends with it.

        A file is written first, and where it is stands below the text; so do the choices, as
        lines to type.
        """
        kind = outbound.kind
        if kind not in (BubbleKind.TEXT, BubbleKind.FILE) or outbound.amends is not None:
            return Refused(reason="the console shows texts and writes files, and no more")
        self._put_out()
        screen, now = self._screen, self._clock.now()
        if screen is None:
            return NotSent(reason="the console is closed", retry_after=CLOSED_RETRY)
        below = choice_lines(outbound.choices)
        if kind is BubbleKind.FILE:
            if outbound.file is None:
                return Refused(reason="a file without a file")
            try:
                path = await asyncio.to_thread(written, self._folder, outbound.file)
            except OSError as error:
                return Refused(reason=f"the file can't be written: {type(error).__name__}")
            below = [told_of(path), *below]
        try:
            if outbound.text.strip() or not below:
                await screen.say(self._persona_name, outbound.text, self._local(now))
            if below:
                await screen.note(below)
        except OSError as error:
            return outcome_of(error)
        return Delivered(message_id=self._numbers.next(now), at=now)

    async def settle(self, outbound: Outbound, tried_at: datetime) -> SendOutcome:
        """Return that nobody knows: what was on the screen is gone with the process."""
        return InDoubt(reason="the console keeps no record")

    async def typing(self, route: Route) -> None:
        """Show for `TYPING_SHOWN` that the companion types; plain lines show nothing."""
        self._typing_until = self._clock.now() + TYPING_SHOWN
        self._lit.set()
        self._redraw()

    async def present(self, mode: Mode, line: str) -> None:
        """Do nothing: there is no presence here."""

    async def roles(self, route: Route, person: IdentityId) -> frozenset[str]:
        """Return nothing: there are no roles at a keyboard."""
        return frozenset()

    async def fetch(self, attachment: Attachment, most: int) -> bytes | Missing:
        """Return that there is nothing: only words are typed."""
        return Missing(reason="the console carries words alone")

    async def show_trace(self, record: TurnRecord) -> None:
        """Show what the turn rested on, below its answer; nothing when the console is closed."""
        if self._screen is not None:
            with suppress(*NOBODY_READS):
                await self._screen.note(trace_lines(record))

    async def _show_history(self, screen: Screen) -> None:
        with suppress(*NOBODY_READS):
            for said in self._history:
                name = self._persona_name if said.by_companion else said.sender_name
                await screen.say(name, said.text, self._local(said.sent_at), past=True)

    async def _converse(self, screen: Screen) -> None:
        await self._order(self._first)
        while (text := await screen.read()) is not None and not leaves(text):
            inbound = self._heard(text)
            if not inbound.text:
                continue
            await screen.echo(self._person_name, inbound.text, self._local(inbound.sent_at))
            await self._receive([inbound])
            if screen.patient:
                await self._answered()
        if screen.patient:
            await self._answered()
        await self._order(self._last)

    async def _order(self, command: str | None) -> None:
        """Give a command of the console's own, and wait for its answer."""
        if command is not None:
            await self._receive([self._heard(command)])
            await self._answered()

    async def _answered(self) -> None:
        if self._settled is not None:
            await self._settled()

    def _heard(self, text: str) -> Inbound:
        now = self._heard_at = self._clock.now()
        return to_inbound(
            text,
            route=self.route,
            message_id=self._numbers.next(now),
            name=self._person_name,
            language=self._config.language,
            now=now,
        )

    async def _fade(self) -> None:
        """Draw the end of each typing indicator; by itself, whatever became of the answer."""
        while True:
            await self._lit.wait()
            self._lit.clear()
            while self._typing_until is not None:
                left = self._typing_until - self._clock.now()
                if left <= timedelta(0):
                    self._put_out()
                await self._clock.sleep(left)

    def _put_out(self) -> None:
        self._typing_until = None
        self._redraw()

    def _redraw(self) -> None:
        if self._screen is not None:
            self._screen.redraw()

    def _local(self, instant: datetime) -> datetime:
        return instant.astimezone(self._zone)


def is_interactive(config: ConsoleConfig, stdin: TextIO, stdout: TextIO) -> bool:
    """Return whether a console over these draws on a terminal, rather than writing plain lines."""
    if config.mode == "auto":
        return stdin.isatty() and stdout.isatty()
    return config.mode == "terminal"
