"""How Telegram is asked: the connections, the patience, and the poll loop."""

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

import httpx
import structlog
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError
from telegram.request import BaseRequest, HTTPXRequest

from adapters.telegram.config import TelegramConfig
from adapters.telegram.errors import LATER, UNPARSED, flooded, reason, token_refused, wait_of
from adapters.telegram.translate import Me, translate
from core.conversation.model import AccountId, Unreadable, Update
from core.engine.ports import Clock
from core.errors import Retryable

log = structlog.get_logger()

Receive = Callable[[Sequence[Update]], Awaitable[None]]
"""Stores what it is given; what it returns from is committed."""

ALLOWED: Final = json.dumps(["message", "edited_message"])
BATCH: Final = 100
FIRST_WAIT: Final = timedelta(seconds=1)
CONFLICT_WAIT: Final = timedelta(seconds=10)
"""A poll of a process that has just ended stays open for a while at Telegram's end."""
LONGEST_WAIT: Final = timedelta(minutes=1)
CONFLICT: Final = (
    "another process uses this token, by polls or a webhook, so messages may go there: stop it, or"
    " get a token of its own from @BotFather"
)


class _Secretive(httpx.AsyncHTTPTransport):
    """Puts the token into the address at the last moment: no log and no error ever has it."""

    def __init__(self, secret: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._segment = f"/bot{secret}/".encode()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        before, _, method = request.url.raw_path.rpartition(b"/bot/")
        addressed = httpx.Request(
            request.method,
            request.url.copy_with(raw_path=before + self._segment + method),
            headers=request.headers,
            stream=request.stream,
            extensions=request.extensions,
        )
        return await super().handle_async_request(addressed)


class Wire(HTTPXRequest):
    """A pool of connections: the library's HTTP, without its habit to log unreadable answers."""

    def __init__(
        self, config: TelegramConfig, tls: ssl.SSLContext, *, connections: int, read: timedelta
    ) -> None:
        """Prepare it; nothing is opened before the first request.

        Args:
            config: With a token.
            tls: Shared, for reading the certificates takes a while.
            connections: At most, at a time.
            read: How long an answer may take.
        """
        transport = _Secretive(
            config.token.get_secret_value() if config.token else "",
            verify=tls,
            trust_env=False,
            limits=httpx.Limits(max_connections=connections),
            proxy=config.proxy,
        )
        super().__init__(
            read_timeout=read.total_seconds(),
            write_timeout=config.read_limit.total_seconds(),
            connect_timeout=config.connect_limit.total_seconds(),
            pool_timeout=config.connect_limit.total_seconds(),
            httpx_kwargs={"transport": transport},
        )

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """Return status and body; a 429 is raised here, without the library's own warning."""
        code, payload = await super().do_request(*args, **kwargs)
        if code == httpx.codes.TOO_MANY_REQUESTS:
            raise flooded(_wait(payload))
        return code, payload

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Return the answer; what is no JSON object is an error without a word of it."""
        try:
            answer = json.loads(payload.decode("utf-8", "replace"))
        except (ValueError, RecursionError) as error:
            raise TelegramError("Invalid server response") from error
        if not isinstance(answer, dict):
            raise TelegramError("Invalid server response")
        return answer


def _wait(payload: bytes) -> float:
    """Return the seconds that a 429 asks for; a proxy's own 429 names none."""
    try:
        return float(json.loads(payload)["parameters"]["retry_after"])
    except UNPARSED:
        return LATER.total_seconds()


class Pulse:
    """Whether Telegram answers, and how long to wait when it does not.

    The n-th wait in a row is min(first · 2ⁿ, 60 s), times a number between 0.5 and 1: many
    processes that lost one network don't come back at the same moment.
    """

    def __init__(
        self, config: TelegramConfig, *, account: AccountId, clock: Clock, rng: Random
    ) -> None:
        self._stall_after = config.stall_after
        self._account = account
        self._clock = clock
        self._rng = rng
        self._alive_at = clock.now()
        self._faults = 0
        self.connected = False
        self.last_heard_at: datetime | None = None
        self.trouble: str | None = None
        """What an owner should do about it, in English."""

    def start(self) -> None:
        """Count the silence from now on."""
        self._alive_at = self._clock.now()
        self._faults = 0

    def answered(self) -> None:
        """Note that all is well."""
        if self._faults:
            log.info("telegram.recovered", account=self._account, faults=self._faults)
        self.start()
        self.last_heard_at = self._alive_at
        self.connected = True
        self.trouble = None

    def stop(self) -> None:
        """Note that nobody asks any more."""
        self.connected = False

    async def missed(self, error: TelegramError) -> None:
        """Wait before the next try.

        Raises:
            Misconfigured: the token is refused.
            Retryable: nothing was heard for too long; build the connection anew.
        """
        self.connected = False
        if isinstance(error, InvalidToken):
            raise token_refused() from error
        first = FIRST_WAIT
        if isinstance(error, Conflict):
            self._alive_at = self.last_heard_at = self._clock.now()
            self.trouble = CONFLICT
            first = CONFLICT_WAIT
        if self._clock.now() - self._alive_at > self._stall_after:
            raise self.stalled() from error
        wait = min(first * 2 ** min(self._faults, 10), LONGEST_WAIT) * self._rng.uniform(0.5, 1.0)
        if isinstance(error, RetryAfter):
            self._alive_at = self.last_heard_at = self._clock.now()
            wait = max(wait, wait_of(error))
        self._faults += 1
        log.warning(
            "telegram.unanswered",
            account=self._account,
            reason=self.trouble or reason(error),
            faults=self._faults,
            wait_s=round(wait.total_seconds(), 1),
        )
        await self._clock.sleep(wait)

    def stalled(self) -> Retryable:
        """Return the error that ends a connection which says nothing any more."""
        self.connected = False
        silent = self._stall_after.total_seconds()
        return Retryable(f"telegram: no answer for {silent:.0f} s", retry_after=FIRST_WAIT)


class Poll:
    """The loop: fetch, hand over, and only then confirm.

    Updates come as raw JSON and are read each by itself, so that a broken one stops no other.
    """

    def __init__(
        self,
        request: BaseRequest,
        url: str,
        config: TelegramConfig,
        *,
        account: AccountId,
        pulse: Pulse,
        receive: Receive,
    ) -> None:
        self._request = request
        self._url = url
        self._config = config
        self._account = account
        self._pulse = pulse
        self._receive = receive

    async def run(self, me: Me) -> None:
        """Poll until cancelled; what is not handed over yet is given again by the next start.

        What `receive` raises passes through, and its updates stay unconfirmed.
        """
        offset = 0
        while True:
            try:
                raws = await self._fetch(offset)
            except TelegramError as error:
                await self._pulse.missed(error)
                continue
            self._pulse.answered()
            updates = [self._read(number, raw, me) for number, raw in raws.items()]
            heard = [update for update in updates if update is not None]
            if heard:
                await self._receive(heard)
            offset = max(raws, default=offset - 1) + 1

    async def _fetch(self, offset: int) -> dict[int, Mapping[str, object]]:
        """Return what is new, by update number, in order.

        Every part of the wait has its limit: opening and reading one in the HTTP client, the
        whole one here, because an answer that drips would pass the limit of each read.
        """
        query = urlencode(
            {
                "offset": offset,
                "timeout": int(self._config.poll_timeout.total_seconds()),
                "limit": BATCH,
                "allowed_updates": ALLOWED,
            }
        )
        try:
            async with asyncio.timeout(self._config.stall_after.total_seconds()):
                # The library's own method parses a batch as one: a broken update would hide all.
                result = await self._request.post(f"{self._url}/getUpdates?{query}")
        except TimeoutError as error:
            raise self._pulse.stalled() from error
        except UNPARSED as error:
            raise TelegramError("Invalid server response") from error
        return _numbered(result)

    def _read(self, number: int, raw: Mapping[str, object], me: Me) -> Update | None:
        try:
            return translate(raw, account=self._account, me=me)
        except (TelegramError, *UNPARSED) as error:
            kind = type(error).__name__
            log.warning(
                "telegram.update.unreadable", account=self._account, update=number, reason=kind
            )
            return Unreadable(account=self._account, update_id=str(number), reason=kind)


def _numbered(result: object) -> dict[int, Mapping[str, object]]:
    """Return the updates that have a number; without one, none can be confirmed."""
    if not isinstance(result, list):
        raise TelegramError("Invalid server response")
    numbered = {
        raw["update_id"]: raw
        for raw in result
        if isinstance(raw, Mapping) and type(raw.get("update_id")) is int
    }
    if result and not numbered:
        raise TelegramError("Invalid server response")
    return numbered
