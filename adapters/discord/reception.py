"""Where interactions are answered at once, so that Discord does not give them up."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

import structlog

from adapters.discord.commands import Json
from adapters.discord.errors import (
    ANSWERED_BEFORE,
    FAILURES,
    code_of,
    passing,
    reason,
)
from adapters.discord.interactions import (
    EPHEMERAL,
    Interaction,
    Wanting,
    by_name,
    meaning,
    read,
)
from adapters.discord.tokens import Tokens
from adapters.discord.wire import Wire
from core.admin.model import Command, Suggestion, Unfinished
from core.conversation.model import AccountId, Inbound
from core.engine.ports import Clock
from core.errors import CircadiaError
from core.phrases import Phrase, bare_language, phrase

log = structlog.get_logger()

Suggest = Callable[[Unfinished], Awaitable[Sequence[Suggestion]]]
"""Returns what may be meant by a command that is being written."""
IsWelcome = Callable[[Inbound], bool]
"""Returns whether a message is taken, and not refused as a stranger's."""

MESSAGE, LATER, LATER_HERE, COMPLETED, WINDOW = 4, 5, 6, 8, 9
"""Types of answers: a message, one that follows, one in place of the button's, values, a window."""
WITHIN_S: Final = 2.7
"""Discord waits three seconds for the first answer."""
SUGGESTED_WITHIN_S: Final = 2.0
AGAIN: Final = timedelta(milliseconds=300)
MOST_SUGGESTIONS: Final = 25
MOST_LETTERS: Final = 100
"""Characters of a suggestion."""
CALLBACK: Final = "/interactions/{webhook_id}/{webhook_token}/callback"


class Reception:
    """Answers what people do with commands, and returns what is to be kept of it."""

    def __init__(
        self,
        table: Sequence[Command],
        tokens: Tokens,
        *,
        account: AccountId,
        clock: Clock,
        suggest: Suggest,
        is_welcome: IsWelcome,
    ) -> None:
        self._table = by_name(table)
        self._tokens = tokens
        self._account = account
        self._clock = clock
        self._suggest = suggest
        self._is_welcome = is_welcome

    async def take(self, raw: Mapping[str, Any], wire: Wire) -> Inbound | None:
        """Answer an interaction, and return the command that it gives; None if it gives none.

        Discord tells whoever gives a command that can't be answered in time that it failed: such
        a command is not done.

        Raises:
            Exception: one of `errors.UNPARSED`, for what is not of the documented shape.
        """
        asked = read(raw, self._account)
        meant = meaning(asked, self._table)
        if isinstance(meant, Unfinished):
            await self._answered(asked, wire, COMPLETED, {"choices": await self._values(meant)})
            return None
        inbound = asked.said(meant.line)
        if not self._is_welcome(inbound):
            line = phrase(Phrase.NOT_ALLOWED, bare_language(asked.language or ""))
            told = {"content": line, **_alone(asked), "allowed_mentions": {"parse": []}}
            await self._answered(asked, wire, MESSAGE, told)
            return None
        if isinstance(meant, Wanting):
            await self._answered(asked, wire, WINDOW, meant.window)
            return None
        how = LATER_HERE if asked.replaces else LATER
        if not await self._answered(asked, wire, how, _alone(asked)):
            return None
        self._tokens.keep(asked.id, asked.token)
        return inbound

    async def _values(self, unfinished: Unfinished) -> list[Json]:
        """Return what is suggested; nothing where that fails or takes too long."""
        try:
            async with asyncio.timeout(SUGGESTED_WITHIN_S):
                found = await self._suggest(unfinished)
        except (CircadiaError, *FAILURES) as error:
            log.info("discord.suggest.failed", account=self._account, reason=reason(error))
            return []
        fitting = [one for one in found if one.label.strip() and 0 < len(one.value) <= MOST_LETTERS]
        return [
            {"name": one.label[:MOST_LETTERS], "value": one.value}
            for one in fitting[:MOST_SUGGESTIONS]
        ]

    async def _answered(self, asked: Interaction, wire: Wire, kind: int, told: Json) -> bool:
        """Give the first answer; return whether it may have arrived."""
        body = {"type": kind, "data": told} if told else {"type": kind}
        try:
            async with asyncio.timeout(WITHIN_S):
                error = await self._tried(asked, wire, body)
                while error is not None and passing(error):
                    await self._clock.sleep(AGAIN)
                    error = await self._tried(asked, wire, body)
        except TimeoutError as late:
            self._missed(asked, kind, late)
            return True  # nobody knows
        if error is not None:
            self._missed(asked, kind, error)
        return error is None

    async def _tried(self, asked: Interaction, wire: Wire, body: Json) -> Exception | None:
        """Return why it failed; None if it arrived, also by a try whose own answer was lost."""
        ids = {"webhook_id": int(asked.id), "webhook_token": asked.token}
        try:
            await wire.ask("POST", CALLBACK, ids, json=body)
        except FAILURES as error:
            return None if code_of(error) == ANSWERED_BEFORE else error
        return None

    def _missed(self, asked: Interaction, kind: int, error: Exception) -> None:
        log.warning(
            "discord.interaction.unanswered",
            account=self._account,
            interaction=asked.id,
            answer=kind,
            reason=reason(error),
        )


def _alone(asked: Interaction) -> Json:
    """Return what lets the sender alone see the answer, where others are."""
    return {} if asked.server is None or asked.replaces else {"flags": EPHEMERAL}
