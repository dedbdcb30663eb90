"""What people sent, fetched: never more than asked for, never for long."""

import asyncio
import ssl
from typing import Final

import httpx
import structlog
import telegram
from telegram.error import (
    BadRequest,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from adapters.telegram.config import TelegramConfig
from adapters.telegram.errors import UNPARSED
from adapters.telegram.wire import Secretive, files_url
from core.conversation.model import Attachment
from core.engine.model import Missing

log = structlog.get_logger()

CONNECTIONS: Final = 4
"""A pool of its own: a slow download keeps no bubble waiting."""
PATIENCE: Final = 3
"""How many times `read_limit` one file may take as a whole."""

TOO_LARGE: Final = Missing(reason="too large")
GONE: Final = Missing(reason="gone")
REFUSED: Final = Missing(reason="refused")
OUT_OF_REACH: Final = Missing(reason="out of reach")
UNREADABLE: Final = Missing(reason="unreadable")


class Files:
    """Fetches what attachments hold."""

    def __init__(self, bot: telegram.Bot, config: TelegramConfig, tls: ssl.SSLContext) -> None:
        """Prepare it; nothing is opened before the first request."""
        self._bot = bot
        self._url = files_url(config)
        self._limit_s = PATIENCE * config.read_limit.total_seconds()
        self._client = httpx.AsyncClient(
            transport=Secretive(config, tls, connections=CONNECTIONS),
            timeout=httpx.Timeout(
                config.read_limit.total_seconds(), connect=config.connect_limit.total_seconds()
            ),
            # Packed, a small answer could unfold to any size.
            headers={"Accept-Encoding": "identity"},
        )

    async def close(self) -> None:
        """Let go of all connections; nothing is fetched afterwards."""
        await self._client.aclose()

    async def fetch(self, attachment: Attachment, most: int) -> bytes | Missing:
        """Return the whole file, of at most `most` bytes, or why it can't be had."""
        if attachment.size is not None and attachment.size > most:
            return TOO_LARGE
        found = await self._found(attachment.handle, most)
        if isinstance(found, Missing):
            log.info(
                "telegram.file.missing", kind=attachment.kind.value, reason=found.reason, most=most
            )
        return found

    async def _found(self, handle: str, most: int) -> bytes | Missing:
        try:
            async with asyncio.timeout(self._limit_s):
                file = await self._bot.get_file(handle)
                if file.file_size is not None and file.file_size > most:
                    return TOO_LARGE
                if not (file.file_path or "").startswith(f"{self._url}/"):
                    return GONE
                return await self._downloaded(file.file_path or "", most)
        except TimeoutError:
            return OUT_OF_REACH
        except TelegramError as error:
            return _missing(error)
        except httpx.HTTPError:
            return OUT_OF_REACH
        except (httpx.InvalidURL, *UNPARSED):
            return UNREADABLE

    async def _downloaded(self, url: str, most: int) -> bytes | Missing:
        async with self._client.stream("GET", url) as answer:
            if answer.status_code != httpx.codes.OK:
                return _STATUSES.get(answer.status_code, OUT_OF_REACH)
            if "Content-Encoding" in answer.headers:
                return UNREADABLE
            if int(answer.headers.get("Content-Length", 0)) > most:
                return TOO_LARGE
            held = bytearray()
            async for piece in answer.aiter_raw():
                held += piece
                if len(held) > most:
                    return TOO_LARGE
            return bytes(held)


_STATUSES = {400: GONE, 401: REFUSED, 403: REFUSED, 404: GONE, 410: GONE, 413: TOO_LARGE}


def _missing(error: TelegramError) -> Missing:
    """Return what the refusal of a file means."""
    match error:
        case BadRequest() if "too big" in str(error):
            return TOO_LARGE
        case BadRequest():
            return GONE
        case Forbidden() | InvalidToken():
            return REFUSED
        case RetryAfter():
            return Missing(reason="busy")
        case NetworkError():
            return OUT_OF_REACH
        case _:
            return UNREADABLE
