"""What attachments hold."""

from typing import Final
from urllib.parse import urlsplit

import aiohttp

from adapters.discord.config import DiscordConfig
from adapters.discord.errors import FAILURES, reason
from core.conversation.model import Attachment
from core.engine.model import Missing

HOSTS: Final = frozenset({"cdn.discordapp.com", "media.discordapp.net"})
"""Where Discord keeps files; nothing else is asked for, whatever a message says."""
CHUNK: Final = 64 * 1024


async def fetched(config: DiscordConfig, attachment: Attachment, most: int) -> bytes | Missing:
    """Return what `attachment` holds, of at most `most` bytes."""
    if attachment.size is not None and attachment.size > most:
        return Missing(reason="too large")
    if not _is_discords(attachment.handle, config):
        return Missing(reason="not a file of Discord")
    limit = aiohttp.ClientTimeout(total=config.request_limit.total_seconds())
    try:
        async with (
            aiohttp.ClientSession(timeout=limit, trust_env=False) as session,
            session.get(attachment.handle, proxy=config.proxy, allow_redirects=False) as answer,
        ):
            if answer.status != 200:
                gone = answer.status in {403, 404, 410}  # an address is good for a day
                return Missing(reason="gone" if gone else f"status {answer.status}")
            return await _content(answer, most)
    except FAILURES as error:
        return Missing(reason=reason(error))


async def _content(answer: aiohttp.ClientResponse, most: int) -> bytes | Missing:
    content = bytearray()
    async for chunk in answer.content.iter_chunked(CHUNK):
        content += chunk
        if len(content) > most:
            return Missing(reason="too large")
    return bytes(content)


def _is_discords(url: str, config: DiscordConfig) -> bool:
    try:
        parts, ours = urlsplit(url), urlsplit(config.api_url)
    except ValueError:
        return False
    if (parts.scheme, parts.netloc) == (ours.scheme, ours.netloc):
        return True
    return parts.scheme == "https" and parts.netloc in HOSTS
