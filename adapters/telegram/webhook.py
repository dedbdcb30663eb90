"""The webhook: Telegram posts each update, and gets its answer once it is stored."""

import asyncio
import errno
import hashlib
import hmac
import json
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final, Never
from urllib.parse import unquote, urlsplit

import structlog
import telegram
from aiohttp import ClientError, web
from telegram.error import BadRequest, InvalidToken, TelegramError

from adapters.telegram.config import TelegramConfig, host_port
from adapters.telegram.door import AT_A_TIME, Door
from adapters.telegram.errors import UNPARSED, reason, token_refused, without_tokens
from adapters.telegram.fields import clean
from adapters.telegram.pulse import CONFLICT, Pulse
from adapters.telegram.reading import Receive, read
from adapters.telegram.translate import ALLOWED, Me
from core.conversation.model import AccountId
from core.engine.ports import Clock
from core.errors import Misconfigured, Retryable

log = structlog.get_logger()

SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105
WATCH: Final = timedelta(minutes=3)
"""Between two looks at how Telegram fares with the webhook."""
IDLE_S: Final = 75.0
"""How long a connection is kept for a next post; as long as the proxies before us keep theirs."""
GRACE_S: Final = 3.0
"""How long a stop waits for what is being stored."""
_PASSING = ("resolve", "getaddrinfo", "timed out", "timeout", "try again", "connection")
"""Pieces of what Telegram says of an address that may work a minute later."""


def secret_of(config: TelegramConfig) -> str:
    """Return what every post must show: the one set, or one that only the token's owner knows."""
    if config.webhook_secret is not None:
        return config.webhook_secret.get_secret_value()
    token = config.token.get_secret_value() if config.token else ""
    return hmac.new(token.encode(), b"the secret of the webhook", hashlib.sha256).hexdigest()


class Webhook:
    """Listens, hands over one update after the other, and looks after Telegram's end."""

    def __init__(
        self,
        bot: telegram.Bot,
        config: TelegramConfig,
        *,
        account: AccountId,
        clock: Clock,
        pulse: Pulse,
        receive: Receive,
    ) -> None:
        """Prepare it; nothing is opened before `run`."""
        self._bot = bot
        self._config = config
        self._account = account
        self._clock = clock
        self._pulse = pulse
        self._receive = receive
        self._path = unquote(urlsplit(config.webhook_url).path) or "/"
        self._secret = secret_of(config)
        self._one_at_a_time = asyncio.Lock()
        self._posted_at: datetime | None = None
        self.note: str | None = None
        """What Telegram said last about its posts that did not arrive."""

    async def run(self, me: Me) -> None:
        """Listen until cancelled; then close in order. The webhook stays: Telegram waits.

        What `receive` raises is answered 503, so that Telegram asks again; unless it is Retryable
        it then passes through.

        Raises:
            Misconfigured: the address can't be listened at, or Telegram refuses it.
        """
        broken: asyncio.Future[Never] = asyncio.get_running_loop().create_future()

        async def posted(request: web.BaseRequest) -> web.Response:
            door.spoke(request)
            status = self._refused(request)
            if status is None:
                with door.inside(request):
                    status = await self._answer(request, me, broken)
            return web.Response(status=status)

        # What the whole world sends to an open port is no matter for the log.
        silent = logging.Logger("telegram.webhook", level=logging.CRITICAL)
        server = web.Server(posted, access_log=None, keepalive_timeout=IDLE_S, logger=silent)
        runner = web.ServerRunner(server, shutdown_timeout=GRACE_S)
        await runner.setup()
        door = Door(server, patience=self._config.read_limit)
        port = None
        try:
            port = await self._listen(door)
            await self._pulse.asked(self._set)
            await self._until(broken)
        finally:
            self._pulse.stop()
            if port is not None:
                port.close()
            await runner.cleanup()
            if not broken.cancel() and not broken.cancelled():
                broken.exception()  # looked at, or asyncio complains

    async def _listen(self, door: Door) -> asyncio.Server:
        host, port = host_port(self._config.webhook_listen)
        loop = asyncio.get_running_loop()
        try:
            server = await loop.create_server(door, host, port, backlog=AT_A_TIME)
        except OSError as error:
            why = "is used by another process"
            if error.errno != errno.EADDRINUSE:
                why = f"can't be listened at ({errno.errorcode.get(error.errno or 0, 'unknown')})"
            raise Misconfigured(
                f"telegram.webhook_listen: {self._config.webhook_listen} {why}: choose another"
                " port, and lead telegram.webhook_url there"
            ) from error
        log.info("telegram.webhook.listens", account=self._account, at=f"{host}:{port}")
        return server

    async def _until(self, broken: asyncio.Future[Never]) -> None:
        """Look after the webhook until that, or storing, fails for good."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._watch())
                await broken
        except ExceptionGroup as errors:
            first = errors.exceptions[0]
            raise first from first.__cause__

    def _refused(self, request: web.BaseRequest) -> HTTPStatus | None:
        """Return why a request is none of Telegram's; None for what shows the secret."""
        if request.path != self._path:
            return HTTPStatus.NOT_FOUND
        if request.method != "POST":
            return HTTPStatus.METHOD_NOT_ALLOWED
        shown = request.headers.get(SECRET_HEADER, "").encode("utf-8", "surrogateescape")
        if not hmac.compare_digest(shown, self._secret.encode()):
            log.info("telegram.webhook.stranger", account=self._account)
            return HTTPStatus.UNAUTHORIZED
        return None

    async def _answer(
        self, request: web.BaseRequest, me: Me, broken: asyncio.Future[Never]
    ) -> HTTPStatus:
        """Return the status for one post; 200 only for what is stored, or is nothing."""
        body = await self._body(request)
        if isinstance(body, HTTPStatus):
            return body
        raw = _update(body)
        if raw is None:
            return HTTPStatus.BAD_REQUEST
        async with self._one_at_a_time:
            return await self._stored(raw, me, broken)

    async def _body(self, request: web.BaseRequest) -> bytes | HTTPStatus:
        """Return what was posted, if it comes in time and has at most 1 MiB, aiohttp's limit."""
        try:
            async with asyncio.timeout(self._config.read_limit.total_seconds()):
                return await request.read()
        except TimeoutError:
            return HTTPStatus.REQUEST_TIMEOUT
        except web.HTTPRequestEntityTooLarge:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        except (ClientError, ConnectionError, web.RequestPayloadError):
            return HTTPStatus.BAD_REQUEST

    async def _stored(
        self, raw: Mapping[str, object], me: Me, broken: asyncio.Future[Never]
    ) -> HTTPStatus:
        if broken.done():
            return HTTPStatus.SERVICE_UNAVAILABLE
        now = self._clock.now()
        heard = read(raw, _number(raw) or 0, account=self._account, me=me, now=now)
        try:
            if heard:
                await self._receive(heard)
        except Retryable as error:
            log.warning("telegram.webhook.deferred", account=self._account, reason=str(error))
            return HTTPStatus.SERVICE_UNAVAILABLE
        except Exception as error:  # noqa: BLE001  # handed on to whoever runs the webhook
            if not broken.done():
                broken.set_exception(error)
            return HTTPStatus.SERVICE_UNAVAILABLE
        self._pulse.answered()
        self._posted_at = self._clock.now()
        return HTTPStatus.OK

    async def _set(self) -> None:
        """Tell Telegram where to post, one update at a time: more would lose the order."""
        try:
            await self._bot.set_webhook(
                self._config.webhook_url,
                allowed_updates=ALLOWED,
                max_connections=1,
                secret_token=self._secret,
            )
        except BadRequest as error:
            said = without_tokens(str(error))[:200]
            if any(piece in said.lower() for piece in _PASSING):
                self.note = f"Telegram does not take telegram.webhook_url yet: {said}"
                raise
            raise Misconfigured(
                f"Telegram refuses telegram.webhook_url ({said}): it takes public https addresses"
                " on the ports 443, 80, 88 and 8443; leave it empty to poll instead"
            ) from error
        log.info("telegram.webhook.set", account=self._account)

    async def _watch(self) -> None:
        while True:
            try:
                await self._look()
            except InvalidToken as error:
                raise token_refused() from error
            except (TelegramError, *UNPARSED) as error:
                # Posts may come all the same: nothing is closed for it.
                self._pulse.stop()
                log.warning("telegram.unanswered", account=self._account, reason=reason(error))
            await self._clock.sleep(WATCH)

    async def _look(self) -> None:
        """Ask how the posts fare, and set the webhook again if it is not ours any more."""
        info = await self._bot.get_webhook_info()
        ours = info.url == self._config.webhook_url
        if not ours or set(info.allowed_updates) != set(ALLOWED):
            log.warning("telegram.webhook.lost", account=self._account)
            await self._set()
        self._pulse.answered()
        self._pulse.trouble = CONFLICT if info.url and not ours else None
        failed_at = info.last_error_date
        since = self._posted_at
        recent = failed_at is not None and (since is None or failed_at >= since)
        said = without_tokens(" ".join(clean(info.last_error_message or "").split()))[:200]
        self.note = (
            f"Telegram's posts to telegram.webhook_url fail: {said}" if recent and said else None
        )


def _update(body: bytes) -> Mapping[str, object] | None:
    """Return the update that was posted; None for what is none."""
    try:
        raw = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return raw if isinstance(raw, dict) and _number(raw) is not None else None


def _number(raw: Mapping[str, object]) -> int | None:
    number = raw.get("update_id")
    return number if isinstance(number, int) and not isinstance(number, bool) else None
