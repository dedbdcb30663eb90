"""How Telegram is reached: connections that know the token and never show it."""

import json
import ssl
from datetime import timedelta
from typing import Any

import httpx
from telegram.error import TelegramError
from telegram.request import HTTPXRequest

from adapters.telegram.config import TelegramConfig
from adapters.telegram.errors import LATER, UNPARSED, flooded


def methods_url(config: TelegramConfig) -> str:
    """Return where the methods are, up to the token, which the connections put in."""
    return f"{config.api_url.rstrip('/')}/bot"


def files_url(config: TelegramConfig) -> str:
    """Return where the files are, up to the token, which the connections put in."""
    return f"{config.api_url.rstrip('/')}/file/bot"


def certificates(config: TelegramConfig) -> ssl.SSLContext:
    """Return the trusted certificates; none are read where every address is a plain one."""
    if any((url or "").startswith("https://") for url in (config.api_url, config.proxy)):
        return httpx.create_ssl_context()
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class Secretive(httpx.AsyncHTTPTransport):
    """Puts the token into the address at the last moment: no log and no error ever has it."""

    def __init__(self, config: TelegramConfig, tls: ssl.SSLContext, *, connections: int) -> None:
        """Prepare it; nothing is opened before the first request.

        Args:
            config: With a token.
            tls: Shared, for reading the certificates takes a while.
            connections: At most, at a time.
        """
        super().__init__(
            verify=tls,
            trust_env=False,
            limits=httpx.Limits(max_connections=connections),
            proxy=config.proxy,
        )
        token = config.token.get_secret_value() if config.token else ""
        self._tokens = {
            httpx.URL(url).raw_path: token.encode()
            for url in (methods_url(config), files_url(config))
        }

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request to where it really goes."""
        raw_path = request.url.raw_path
        for known, token in self._tokens.items():
            if raw_path.startswith(known + b"/"):
                raw_path = known + token + raw_path.removeprefix(known)
                break
        addressed = httpx.Request(
            request.method,
            request.url.copy_with(raw_path=raw_path),
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
        super().__init__(
            read_timeout=read.total_seconds(),
            write_timeout=config.read_limit.total_seconds(),
            connect_timeout=config.connect_limit.total_seconds(),
            pool_timeout=config.connect_limit.total_seconds(),
            httpx_kwargs={"transport": Secretive(config, tls, connections=connections)},
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
