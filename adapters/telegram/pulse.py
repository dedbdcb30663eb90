"""Whether Telegram answers, and the patience while it does not."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from random import Random
from typing import Final, TypeVar

import structlog
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from adapters.telegram.config import TelegramConfig
from adapters.telegram.errors import UNPARSED, reason, token_refused, wait_of
from core.conversation.model import AccountId
from core.engine.ports import Clock
from core.errors import Retryable

log = structlog.get_logger()

Asked = TypeVar("Asked")

FIRST_WAIT: Final = timedelta(seconds=1)
CONFLICT_WAIT: Final = timedelta(seconds=10)
"""A poll of a process that has just ended stays open for a while at Telegram's end."""
LONGEST_WAIT: Final = timedelta(minutes=1)
CONFLICT: Final = (
    "another process uses this token, by polls or a webhook, so messages may go there: stop it, or"
    " get a token of its own from @BotFather"
)


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

    async def asked(self, ask: Callable[[], Awaitable[Asked]]) -> Asked:
        """Return what `ask` returns, however long Telegram does not answer.

        Raises:
            Misconfigured: the token is refused.
            Retryable: nothing was heard for too long; build the connection anew.
        """
        while True:
            try:
                answer = await ask()
            except TelegramError as error:
                await self.missed(error)
            except UNPARSED as error:
                await self.missed(TelegramError(f"unreadable: {type(error).__name__}"))
            else:
                self.answered()
                return answer

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
