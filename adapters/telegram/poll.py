"""The poll loop."""

import asyncio
import json
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from telegram.error import TelegramError
from telegram.request import BaseRequest

from adapters.telegram.config import TelegramConfig
from adapters.telegram.errors import UNPARSED
from adapters.telegram.pulse import Pulse
from adapters.telegram.reading import Receive, read
from adapters.telegram.translate import ALLOWED, Me
from core.conversation.model import AccountId
from core.engine.ports import Clock

BATCH: Final = 100


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
        clock: Clock,
        pulse: Pulse,
        receive: Receive,
    ) -> None:
        self._request = request
        self._url = url
        self._config = config
        self._account = account
        self._clock = clock
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
            now = self._clock.now()
            if heard := [
                update
                for number, raw in raws.items()
                for update in read(raw, number, account=self._account, me=me, now=now)
            ]:
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
                "allowed_updates": json.dumps(ALLOWED),
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
