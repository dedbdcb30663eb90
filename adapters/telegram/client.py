"""One bot account on Telegram."""

import ssl
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from random import Random
from typing import TypeVar

import httpx
import structlog
import telegram
from telegram import MessageEntity, ReplyParameters
from telegram.constants import ChatAction, MessageLimit
from telegram.error import BadRequest, RetryAfter, TelegramError

from adapters.telegram.commands import menus
from adapters.telegram.config import TelegramConfig
from adapters.telegram.errors import (
    SOON,
    UNPARSED,
    entities_refused,
    outcome,
    reason,
    reply_target_gone,
    wait_of,
)
from adapters.telegram.markdown import rendered
from adapters.telegram.poll import Poll, Pulse, Receive, Wire
from adapters.telegram.translate import Me
from core.admin.model import MenuEntry
from core.conversation.model import AccountId, Route, TextLimit
from core.engine.model import Delivered, Health, InDoubt, NotSent, Outbound, SendOutcome
from core.engine.ports import Clock
from core.errors import Misconfigured

log = structlog.get_logger()

Asked = TypeVar("Asked")

PRIVACY = (
    "privacy mode is on: in groups it hears only commands, mentions and replies. To change that:"
    " @BotFather, /setprivacy, Disable, then take the bot out of the group and add it again"
)
SENDERS = 64
"""Connections for everything but polls, which have a pool of their own."""


class Telegram:
    """The port Messenger over the Bot API, and the loop that hears what is said there."""

    def __init__(
        self,
        config: TelegramConfig,
        *,
        account: AccountId,
        clock: Clock,
        rng: Random,
        receive: Receive,
        menu: Sequence[MenuEntry],
    ) -> None:
        """Prepare everything and connect to nothing.

        Args:
            config: With a token.
            account: Its name in every route.
            clock: The only source of time.
            rng: Spreads the waits after faults.
            receive: Stores updates; they are confirmed to Telegram after it has returned.
            menu: The commands beside the input line.

        Raises:
            Misconfigured: there is no token.
        """
        if config.token is None:
            raise Misconfigured("telegram.token is missing: ask @BotFather for one (/newbot)")
        self._config = config
        self._account = account
        self._clock = clock
        self._receive = receive
        self._menu = menus(menu)
        self._pulse = Pulse(config, account=account, clock=clock, rng=rng)
        self._notes: tuple[str, ...] = ()
        self._quiet: dict[str, datetime] = {}
        """Chats in which typing is not shown before that time."""
        self._closed = False
        self._tls = _certificates(config)
        self._url = f"{config.api_url.rstrip('/')}/bot"
        self._sending = Wire(config, self._tls, connections=SENDERS, read=config.read_limit)
        self._bot = telegram.Bot(
            # The token is put in by the transport: here it would get into messages and logs.
            token="unknown-here",  # noqa: S106
            base_url=lambda _: self._url,
            request=self._sending,
            get_updates_request=self._sending,
        )

    @property
    def limit(self) -> TextLimit:
        """How long one message may be, as it is shown."""
        return TextLimit(most=int(MessageLimit.MAX_TEXT_LENGTH), unit="utf-16")

    @property
    def health(self) -> Health:
        """How the polls go; asks nobody."""
        trouble = (self._pulse.trouble,) if self._pulse.trouble else ()
        return Health(
            connected=self._pulse.connected,
            last_heard_at=self._pulse.last_heard_at,
            notes=(*trouble, *self._notes),
        )

    async def serve(self) -> None:
        """Hear until cancelled; may be called again after it has ended.

        Raises:
            Misconfigured: the token is refused.
            Retryable: nothing was heard for `stall_after`; call again.
        """
        self._pulse.start()
        patience = self._config.poll_timeout + self._config.read_limit
        polls = Wire(self._config, self._tls, connections=1, read=patience)
        try:
            me = await self._introduced()
            poll = Poll(
                polls,
                self._url,
                self._config,
                account=self._account,
                pulse=self._pulse,
                receive=self._receive,
            )
            await poll.run(me)
        finally:
            self._pulse.stop()
            await polls.shutdown()

    async def close(self) -> None:
        """Let go of all connections; nothing is sent afterwards."""
        self._closed = True
        await self._sending.shutdown()

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Say one bubble.

        Formatting that Telegram refuses is left out, a reply to a vanished message becomes a
        plain message. Without an answer it is in doubt: Telegram knows no key by which a second
        try would be recognised.
        """
        if self._closed:
            return NotSent(reason="closed", retry_after=SOON)
        text, entities = rendered(outbound.text)
        reply_to = _number(outbound.reply_to)
        while True:
            try:
                return await self._said(outbound.route, text, entities, reply_to)
            except BadRequest as error:
                if entities and entities_refused(error):
                    entities = ()
                elif reply_to is not None and reply_target_gone(error):
                    reply_to = None
                else:
                    return outcome(error)
                log.info("telegram.send.simpler", key=outbound.key, reason=reason(error))
            except TelegramError as error:
                self._hush(outbound.route.chat, error)
                return outcome(error)
            except UNPARSED as error:
                return InDoubt(reason=type(error).__name__)

    async def settle(self, outbound: Outbound, tried_at: datetime) -> SendOutcome:
        """Return `InDoubt`: a bot can't read a chat's history."""
        return InDoubt(reason="the process ended while it was being sent")

    async def typing(self, route: Route) -> None:
        """Show that it types, unless Telegram asked for less of it here."""
        until = self._quiet.get(route.chat)
        if self._closed or (until is not None and self._clock.now() < until):
            return
        self._quiet.pop(route.chat, None)
        try:
            await self._bot.send_chat_action(
                chat_id=_chat(route), action=ChatAction.TYPING, message_thread_id=_thread(route)
            )
        except TelegramError as error:
            self._hush(route.chat, error)
        except UNPARSED:
            log.debug("telegram.typing.unparsed", account=self._account)

    async def _said(
        self,
        route: Route,
        text: str,
        entities: tuple[MessageEntity, ...],
        reply_to: int | None,
    ) -> Delivered:
        message = await self._bot.send_message(
            chat_id=_chat(route),
            text=text,
            entities=entities or None,
            message_thread_id=_thread(route),
            reply_parameters=None if reply_to is None else ReplyParameters(reply_to),
        )
        return Delivered(message_id=str(message.message_id), at=message.date.astimezone(UTC))

    def _hush(self, chat: str, error: TelegramError) -> None:
        if isinstance(error, RetryAfter):
            self._quiet[chat] = self._clock.now() + wait_of(error)

    async def _introduced(self) -> Me:
        """Return who the bot is, once Telegram has told; polling is free then."""
        user = await self._patiently(self._bot.get_me)
        self._notes = () if user.can_read_all_group_messages else (PRIVACY,)
        hook = await self._patiently(self._bot.get_webhook_info)
        if hook.url:
            log.warning("telegram.webhook.removed", account=self._account)
            await self._patiently(self._bot.delete_webhook)
        await self._offer()
        log.info("telegram.connected", account=self._account, bot=user.username, id=user.id)
        return Me(id=user.id, username=user.username or "")

    async def _patiently(self, ask: Callable[[], Awaitable[Asked]]) -> Asked:
        while True:
            try:
                answer = await ask()
            except TelegramError as error:
                await self._pulse.missed(error)
            except UNPARSED as error:
                await self._pulse.missed(TelegramError(f"unreadable: {type(error).__name__}"))
            else:
                self._pulse.answered()
                return answer

    async def _offer(self) -> None:
        """Set the command menu where it differs; without it the commands work all the same."""
        try:
            for language, commands in self._menu.items():
                if await self._bot.get_my_commands(language_code=language or None) != commands:
                    await self._bot.set_my_commands(commands, language_code=language or None)
        except (TelegramError, *UNPARSED) as error:
            log.warning("telegram.menu.failed", account=self._account, reason=reason(error))


def _certificates(config: TelegramConfig) -> ssl.SSLContext:
    """Return the trusted certificates; none are read where every address is a plain one."""
    if any((url or "").startswith("https://") for url in (config.api_url, config.proxy)):
        return httpx.create_ssl_context()
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _number(message_id: str | None) -> int | None:
    return int(message_id) if message_id is not None and message_id.isdecimal() else None


def _chat(route: Route) -> int | str:
    return int(route.chat) if route.chat.lstrip("-").isdecimal() else route.chat


def _thread(route: Route) -> int | None:
    return _number(route.thread)
