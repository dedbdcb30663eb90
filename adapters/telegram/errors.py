"""What an error of the library means: for one bubble, and for the connection."""

import math
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta

import httpx
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    PassportDecryptionError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.warnings import PTBDeprecationWarning

from core.engine.model import Elsewhere, InDoubt, NotSent, Refused, SendOutcome, Unreachable
from core.errors import Misconfigured

NEVER_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)
"""No byte of the request left this machine for Telegram: asking again doubles nothing."""

UNPARSED = (
    ArithmeticError,
    AttributeError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What the library raises over JSON that is not of the documented shape."""

SOON = timedelta(seconds=5)
LATER = timedelta(minutes=1)
"""For what an owner has to cure."""
LONGEST = timedelta(days=1)
"""More than Telegram asks for; a nonsensical wait would silence a chat for good."""

_SECRET = re.compile(r"\d+:[A-Za-z0-9_-]{20,}")
_PREFIX = re.compile(r"^(Bad Request|Forbidden|Conflict|Unauthorized): ")
_QUOTED = re.compile(r'"[^"]*"')
_NOBODY_HERE = re.compile(
    r"chat not found|user not found|peer_id_invalid|chat_write_forbidden|have no rights to send"
    r"|not enough rights|topic_closed|topic_deleted|thread not found|group is deactivated"
    r"|chat_restricted|user is deactivated|bot is not a member|chat_admin_required"
    r"|need administrator rights",
    re.IGNORECASE,
)
_CHAT_GONE = re.compile(
    r"chat not found|user not found|peer_id_invalid|is deactivated|bot is not a member",
    re.IGNORECASE,
)
"""What a message that can't be changed, or reacted to, still tells about its chat."""


_NO_PICTURES = re.compile(
    r"rights to send (photos|media)|chat_send_(photos|media)_forbidden", re.IGNORECASE
)
"""Words may still be said where these are not taken."""


def reason(error: Exception) -> str:
    """Return the error as one short line without tokens and without what people wrote.

    Telegram quotes pieces of a message behind a colon, so the line ends there.
    """
    if isinstance(error.__cause__, httpx.HTTPError):
        return type(error.__cause__).__name__
    said = _PREFIX.sub("", str(error).split("\n")[0]).split(". Parsing")[0].split(": ")[0]
    return f"{type(error).__name__}: {_QUOTED.sub('…', without_tokens(said))[:120]}"


def without_tokens(said: str) -> str:
    """Return it with what looks like a bot's token covered."""
    return _SECRET.sub("[token]", said)


@contextmanager
def settled_spans() -> Iterator[None]:
    """Keep the library from warning of the future type of its own attributes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PTBDeprecationWarning)
        yield


def flooded(seconds: float) -> RetryAfter:
    """Return the library's error for a wait, a day at most; what is no number is a minute."""
    if math.isnan(seconds):
        seconds = LATER.total_seconds()
    with settled_spans():
        return RetryAfter(timedelta(seconds=min(max(seconds, 0.0), LONGEST.total_seconds())))


def wait_of(error: RetryAfter) -> timedelta:
    """Return how long Telegram wants to be left alone."""
    with settled_spans():
        wait = error.retry_after
    return wait if isinstance(wait, timedelta) else timedelta(seconds=wait)


def _migrated(error: TelegramError) -> SendOutcome:
    if isinstance(error, ChatMigrated) and type(error.new_chat_id) is int:
        return Elsewhere(chat=str(error.new_chat_id))
    return Unreachable(reason="ChatMigrated: to a chat without a number")


def _flood(error: TelegramError) -> SendOutcome:
    wait = wait_of(error) if isinstance(error, RetryAfter) else LATER
    return NotSent(reason="RetryAfter", retry_after=wait)


def _bad(error: TelegramError) -> SendOutcome:
    if _NOBODY_HERE.search(str(error)) and not _NO_PICTURES.search(str(error)):
        return Unreachable(reason=reason(error))
    return Refused(reason=reason(error))


def _network(error: TelegramError) -> SendOutcome:
    if isinstance(error.__cause__, NEVER_SENT):
        return NotSent(reason=reason(error), retry_after=SOON)
    return InDoubt(reason=reason(error))


OUTCOMES: Mapping[type[TelegramError], Callable[[TelegramError], SendOutcome]] = {
    RetryAfter: _flood,
    Forbidden: lambda error: Unreachable(reason=reason(error)),
    ChatMigrated: _migrated,
    BadRequest: _bad,
    TimedOut: _network,
    NetworkError: _network,
    InvalidToken: lambda error: NotSent(reason="InvalidToken", retry_after=LATER),
    Conflict: lambda error: NotSent(reason=reason(error), retry_after=LATER),
    EndPointNotFound: lambda error: Refused(reason=reason(error)),
    PassportDecryptionError: lambda error: Refused(reason=reason(error)),
    # An answer that is no JSON: the request was taken, and nobody knows with what end.
    TelegramError: lambda error: InDoubt(reason=reason(error)),
}
"""By class; the nearest base decides for a subclass that is not listed."""


def outcome(error: TelegramError) -> SendOutcome:
    """Return what became of the bubble whose sending raised `error`."""
    for kind in type(error).__mro__:
        if kind in OUTCOMES:
            return OUTCOMES[kind](error)
    return InDoubt(reason=reason(error))


def outcome_on_message(error: TelegramError) -> SendOutcome:
    """Return what became of a change of a message, or a reaction on one.

    What is refused for one message says nothing of the chat: in the same place other things may
    be said.
    """
    if type(error) is BadRequest and not _CHAT_GONE.search(str(error)):
        return Refused(reason=reason(error))
    return outcome(error)


def unchanged(error: BadRequest) -> bool:
    """Return whether the message says already what it was to say."""
    return "message is not modified" in str(error).lower()


def entities_refused(error: BadRequest) -> bool:
    """Return whether Telegram did not like the formatting: the plain text may still go."""
    return bool(re.search(r"can't parse|entit", str(error), re.IGNORECASE))


def buttons_refused(error: BadRequest) -> bool:
    """Return whether Telegram did not like the buttons: the text may still go without."""
    return bool(re.search(r"button|keyboard|reply.?markup", str(error), re.IGNORECASE))


def already_gone(error: BadRequest) -> bool:
    """Return whether the message that was to go is not there any more."""
    return bool(re.search(r"to delete not found|message_id_invalid", str(error), re.IGNORECASE))


def reply_target_gone(error: BadRequest) -> bool:
    """Return whether the message that was answered is no longer there."""
    return bool(
        re.search(
            r"(replied|reply message|repl\w+ to be) .*not found|reply message not found"
            r"|replied not found",
            str(error),
            re.IGNORECASE,
        )
    )


def token_refused() -> Misconfigured:
    """Return the error for an owner whose token Telegram does not know."""
    return Misconfigured(
        "Telegram refuses telegram.token: it was revoked or is not complete. Ask @BotFather for"
        " the bot's token (/mybots, API Token) and put it into telegram.token"
    )
