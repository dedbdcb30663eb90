"""One bot account on Telegram."""

import logging
from collections.abc import Sequence
from datetime import datetime
from random import Random

import structlog
import telegram
from telegram.constants import MessageLimit

from adapters.telegram.answering import Answering
from adapters.telegram.config import TelegramConfig
from adapters.telegram.errors import SOON
from adapters.telegram.files import Files
from adapters.telegram.members import roles_of
from adapters.telegram.offering import Offering, Owners
from adapters.telegram.poll import Poll
from adapters.telegram.presses import Presses
from adapters.telegram.pulse import Pulse
from adapters.telegram.reading import Receive
from adapters.telegram.sending import Sending, repeatable
from adapters.telegram.translate import Me
from adapters.telegram.webhook import Webhook
from adapters.telegram.wire import Wire, certificates, files_url, methods_url
from core.admin.model import Command
from core.availability.model import Mode
from core.conversation.model import AccountId, Attachment, IdentityId, Route, TextLimit
from core.engine.model import Gifts, Health, InDoubt, Missing, NotSent, Outbound, SendOutcome
from core.engine.ports import Clock
from core.errors import Misconfigured

log = structlog.get_logger()

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
        menu: Sequence[Command],
        owners: Owners = tuple,
    ) -> None:
        """Prepare everything and connect to nothing.

        Args:
            config: With a token.
            account: Its name in every route.
            clock: The only source of time.
            rng: Spreads the waits after faults.
            receive: Stores updates; they are confirmed to Telegram after it has returned.
            menu: The command table, for the menus beside the input line.
            owners: Who sees the owners' commands there, by Telegram's numbers.

        Raises:
            Misconfigured: there is no token.
        """
        if config.token is None:
            raise Misconfigured("telegram.token is missing: ask @BotFather for one (/newbot)")
        self._config = config
        self._account = account
        self._clock = clock
        self._pulse = Pulse(config, account=account, clock=clock, rng=rng)
        self._notes: tuple[str, ...] = ()
        self._closed = False
        self._tls = certificates(config)
        # At DEBUG the library logs every text, and the webhook's secret.
        logging.getLogger("telegram.Bot").setLevel(logging.INFO)
        self._wire = Wire(config, self._tls, connections=SENDERS, read=config.read_limit)
        self._bot = telegram.Bot(
            # The token is put in by the transport: here it would get into messages and logs.
            token="unknown-here",  # noqa: S106
            base_url=lambda _: methods_url(config),
            base_file_url=lambda _: files_url(config),
            request=self._wire,
            get_updates_request=self._wire,
        )
        presses = Presses()
        self._sending = Sending(self._bot, presses, clock=clock)
        self._offering = Offering(self._bot, menu, owners, account=account)
        self._answering = Answering(self._bot, presses, self._offering, receive)
        self._files = Files(self._bot, config, self._tls)
        self._webhook: Webhook | None = None

    @property
    def limit(self) -> TextLimit:
        """How long one message may be, as it is shown."""
        return TextLimit(most=int(MessageLimit.MAX_TEXT_LENGTH), unit="utf-16")

    @property
    def gifts(self) -> Gifts:
        """All that there are."""
        return Gifts(reacts=True, amends=True, pictures=True, files=True, removes=True)

    @property
    def health(self) -> Health:
        """How the polls or the webhook go; asks nobody."""
        hooked = self._webhook.note if self._webhook is not None else None
        trouble = (note for note in (self._pulse.trouble, hooked) if note is not None)
        return Health(
            connected=self._pulse.connected,
            last_heard_at=self._pulse.last_heard_at,
            notes=(*trouble, *self._notes),
        )

    async def serve(self) -> None:
        """Hear until cancelled; may be called again after it has ended.

        Raises:
            Misconfigured: the token is refused, or the webhook can't be set up.
            Retryable: nothing was heard for `stall_after`; call again.
        """
        self._pulse.start()
        try:
            me = await self._introduced()
            if self._config.webhook_url:
                await self._hook(me)
            else:
                await self._poll(me)
        finally:
            self._pulse.stop()

    async def close(self) -> None:
        """Let go of all connections; nothing is sent afterwards."""
        self._closed = True
        await self._wire.shutdown()
        await self._files.close()

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Say, show, change or put one bubble."""
        if self._closed:
            return NotSent(reason="closed", retry_after=SOON)
        return await self._sending.send(outbound)

    async def offer(self) -> None:
        """Set the command menus where they differ; again, once somebody became an owner, or ceased.

        Does nothing before Telegram has told who the bot is: then it happens by itself.
        """
        if self._sending.username and not self._closed:
            await self._offering.offer()

    async def settle(self, outbound: Outbound, tried_at: datetime) -> SendOutcome:
        """Do again what shows once; words stay in doubt, for a bot can't read a chat's history."""
        if repeatable(outbound):
            return await self.send(outbound)
        return InDoubt(reason="the process ended while it was being sent")

    async def typing(self, route: Route) -> None:
        """Show that it types, unless Telegram asked for less of it here."""
        if not self._closed:
            await self._sending.typing(route)

    async def present(self, mode: Mode, line: str) -> None:
        """Do nothing: there is no presence here."""

    async def roles(self, route: Route, person: IdentityId) -> frozenset[str]:
        """Return the chat, if the person administers it; nothing where Telegram does not say."""
        if self._closed:
            return frozenset()
        return await roles_of(self._bot, route.chat, person)

    async def fetch(self, attachment: Attachment, most: int) -> bytes | Missing:
        """Return what `attachment` holds, of at most `most` bytes."""
        if self._closed:
            return Missing(reason="closed")
        return await self._files.fetch(attachment, most)

    async def _poll(self, me: Me) -> None:
        patience = self._config.poll_timeout + self._config.read_limit
        polls = Wire(self._config, self._tls, connections=1, read=patience)
        try:
            poll = Poll(
                polls,
                methods_url(self._config),
                self._config,
                account=self._account,
                clock=self._clock,
                pulse=self._pulse,
                receive=self._answering.receive,
            )
            await poll.run(me)
        finally:
            await polls.shutdown()

    async def _hook(self, me: Me) -> None:
        self._webhook = Webhook(
            self._bot,
            self._config,
            account=self._account,
            clock=self._clock,
            pulse=self._pulse,
            receive=self._answering.receive,
        )
        await self._webhook.run(me)

    async def _introduced(self) -> Me:
        """Return who the bot is, once Telegram has told; without a webhook, polls are free then.

        What waits for a webhook that is taken away is polled for.
        """
        user = await self._pulse.asked(self._bot.get_me)
        self._notes = () if user.can_read_all_group_messages else (PRIVACY,)
        if not self._config.webhook_url:
            hook = await self._pulse.asked(self._bot.get_webhook_info)
            if hook.url:
                log.warning("telegram.webhook.removed", account=self._account)
                await self._pulse.asked(self._bot.delete_webhook)
        self._sending.username = user.username or ""
        await self._offering.offer()
        log.info("telegram.connected", account=self._account, bot=user.username, id=user.id)
        return Me(id=user.id, username=user.username or "")
