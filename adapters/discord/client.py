"""One bot account on Discord."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random

import structlog
from discord import PrivilegedIntentsRequired

from adapters.discord.answering import Answers, is_answer
from adapters.discord.backlog import KnownConversations
from adapters.discord.config import DiscordConfig, Status
from adapters.discord.errors import FAILURES, SOON, fault
from adapters.discord.fetching import fetched
from adapters.discord.hearing import Hearing, Receive
from adapters.discord.members import roles_of
from adapters.discord.menu import Menu
from adapters.discord.reception import IsWelcome, Reception, Suggest
from adapters.discord.session import Session
from adapters.discord.speaking import INTERRUPTED, NONCE_WINDOW, Speech, impossible
from adapters.discord.tokens import Tokens
from adapters.discord.typing import Lights
from adapters.discord.unheard import IsOpen, Unheard
from adapters.discord.wire import Wire
from core.admin.model import Command
from core.availability.model import Mode
from core.conversation.model import AccountId, Attachment, IdentityId, Route, TextLimit
from core.engine.model import (
    BubbleKind,
    Gifts,
    Health,
    Missing,
    NotSent,
    Outbound,
    SendOutcome,
)
from core.engine.ports import Clock
from core.errors import Misconfigured, Retryable

log = structlog.get_logger()

MOST_TEXT = 2000
"""By Discord, in characters; we count more, so that it can never refuse."""
STATUSES: Mapping[Mode, Status] = {
    Mode.ONLINE: "online",
    Mode.DO_NOT_DISTURB: "dnd",
    Mode.OFFLINE: "invisible",
}
NO_CONTENT = (
    "it reads direct messages and mentions only. To let it read the rest: Developer Portal, Bot,"
    " switch Message Content Intent on, and start again"
)


class Discord:
    """The port Messenger over discord.py, and the stay in which it hears what is said there."""

    def __init__(
        self,
        config: DiscordConfig,
        *,
        account: AccountId,
        clock: Clock,
        rng: Random,
        receive: Receive,
        heard: KnownConversations,
        is_open: IsOpen,
        backlog_window: timedelta,
        menu: Sequence[Command],
        suggest: Suggest,
        is_welcome: IsWelcome,
    ) -> None:
        """Prepare everything and connect to nothing.

        Args:
            config: With a token.
            account: Its name in every route.
            clock: The only source of time.
            rng: Spreads the waits after faults.
            receive: Stores updates. What it raises `Retryable` for is given again.
            heard: Gives the known conversations, to read back what was missed.
            is_open: Where a place is looked at that is no conversation yet.
            backlog_window: How far that goes back.
            menu: The commands that Discord lists.
            suggest: Completes a command that is being written.
            is_welcome: Whether a message is taken; who is not let in hears so at once.

        Raises:
            Misconfigured: there is no token.
        """
        if config.token is None:
            raise Misconfigured(
                "discord.token is missing: the Developer Portal shows one (Bot, Reset Token)"
            )
        self._token = config.token
        self._config = config
        self._account = account
        self._clock = clock
        self._rng = rng
        self._heard = heard
        self._window = backlog_window
        tokens = Tokens(clock)
        self._menu = Menu(menu, account=account, clock=clock)
        self._reception = Reception(
            menu, tokens, account=account, clock=clock, suggest=suggest, is_welcome=is_welcome
        )
        self._answers = Answers(self._wire, tokens, self._speech, clock=clock, rng=rng)
        self._hearing = Hearing(account=account, clock=clock, receive=receive, failures=FAILURES)
        self._unheard = Unheard(account, is_open, backlog_window)
        self._presence: tuple[Status, str] = (config.status, config.activity)
        self._session: Session | None = None
        self._up = asyncio.Event()
        self._last_heard_at: datetime | None = None
        self._veiled = False
        """The portal keeps from it what messages say."""
        self._told_of_veil = False
        self._lights = Lights(clock)
        self._closed = False

    @property
    def limit(self) -> TextLimit:
        """How long one message may be."""
        return TextLimit(most=MOST_TEXT, unit="utf-16")

    @property
    def gifts(self) -> Gifts:
        """It has them all."""
        return Gifts(reacts=True, amends=True, pictures=True, files=True, removes=True)

    @property
    def health(self) -> Health:
        """How the connection is; asks nobody."""
        session = self._session
        latest = session.last_heard_at if session else None
        return Health(
            connected=session is not None and session.is_connected,
            last_heard_at=latest or self._last_heard_at,
            notes=(NO_CONTENT,) if self._veiled else (),
        )

    async def serve(self) -> None:
        """Hear until cancelled; may be called again after it has ended.

        What came in and is not kept yet waits for the next call.

        Raises:
            Misconfigured: the token is refused.
            Retryable: the connection is lost, or nothing was heard for `stall_after`; call again.
        """
        content = self._config.content_intent
        self._veiled = False  # the portal may have been asked meanwhile
        try:
            await self._stay(content=content)
        except PrivilegedIntentsRequired as error:
            if not content:
                raise fault(error) from error
            self._veil()
        else:
            return
        try:
            await self._stay(content=False)
        except PrivilegedIntentsRequired as error:
            raise fault(error) from error

    async def close(self) -> None:
        """Let go of all connections; nothing is sent afterwards."""
        self._closed = True
        await self._leave()

    async def present(self, mode: Mode, line: str) -> None:
        """Show how much the companion is there: online, do not disturb, or offline."""
        await self.show(STATUSES[mode], line)

    async def show(self, status: Status, activity: str) -> None:
        """Show this beside its name, now and in every later session; raises nothing."""
        self._presence = (status, activity)
        if self._session is not None:
            await self._session.show(status, activity)

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Say, show, change or put what `outbound` asks for.

        Without an answer it is tried again with the same nonce, then looked for in the history:
        see `Speech`, and `Answers` for those of commands. Whatever the text says, it pings nobody
        but the person answered.
        """
        refused = impossible(outbound)
        if refused is not None:
            return refused
        if self._closed:
            return NotSent(reason="closed", retry_after=SOON)
        if is_answer(outbound):
            return await self._answers.send(outbound)
        return await self._speech(outbound, self._clock.now()).go()

    async def settle(self, outbound: Outbound, tried_at: datetime) -> SendOutcome:
        """Return what became of it: by a second try while the nonce is known, by a look after."""
        refused = impossible(outbound)
        if refused is not None:
            return refused
        if not await self._connected_soon():
            return INTERRUPTED
        if is_answer(outbound):
            ended = await self._answers.settle(outbound)
            if ended is not None:
                return ended
        speech = self._speech(outbound, tried_at)
        young = self._clock.now() - tried_at < NONCE_WINDOW
        if young or outbound.kind is BubbleKind.REACTION or outbound.amends is not None:
            return await speech.go(INTERRUPTED)
        return await speech.found()

    async def typing(self, route: Route) -> None:
        """Show that it types, unless Discord asked for less of it here."""
        await self._lights.show(self._wire(), route)

    async def roles(self, route: Route, person: IdentityId) -> frozenset[str]:
        """Return what a person is in a server."""
        wire = self._wire()
        return frozenset() if wire is None else await roles_of(wire, route, person)

    async def fetch(self, attachment: Attachment, most: int) -> bytes | Missing:
        """Return what `attachment` holds; an address of Discord's is good for about a day."""
        return await fetched(self._config, attachment, most)

    async def _stay(self, *, content: bool) -> None:
        await self._leave()
        session = self._session = Session(
            self._config,
            account=self._account,
            clock=self._clock,
            hearing=self._hearing,
            known=self._heard,
            unheard=self._unheard,
            window=self._window,
            content=content,
            reception=self._reception,
            menu=self._menu,
        )
        session.wire.dress(*self._presence)
        try:
            await session.run(self._token.get_secret_value(), self._up.set)
        except PrivilegedIntentsRequired:
            raise
        except (Misconfigured, Retryable, *FAILURES) as error:
            raise fault(error) from error
        finally:
            await session.hang_up()

    async def _leave(self) -> None:
        """Close the session before, if there was one."""
        session, self._session = self._session, None
        self._up.clear()
        if session is not None:
            self._last_heard_at = session.last_heard_at or self._last_heard_at
            await session.close()

    def _veil(self) -> None:
        self._veiled = True
        if not self._told_of_veil:
            self._told_of_veil = True
            log.warning("discord.content.hidden", account=self._account, cure=NO_CONTENT)

    def _speech(self, outbound: Outbound, since: datetime) -> Speech:
        return Speech(self._wire, outbound, clock=self._clock, rng=self._rng, since=since)

    def _wire(self) -> Wire | None:
        """Return the wire that messages can be sent over."""
        session = self._session
        usable = session is not None and session.logged_in and not session.wire.is_closed()
        return session.wire if session is not None and usable and not self._closed else None

    async def _connected_soon(self) -> bool:
        """Return whether messages can be sent, after a moment if that is only just coming."""
        try:
            async with asyncio.timeout(self._config.request_limit.total_seconds()):
                await self._up.wait()
        except TimeoutError:
            return False
        return self._wire() is not None
