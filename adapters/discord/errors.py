"""What an error of the library means: for one bubble, and for the connection."""

import math
from collections.abc import Callable, Mapping
from datetime import timedelta

import aiohttp
import discord

from core.engine.model import InDoubt, NotSent, Refused, SendOutcome, Unreachable
from core.errors import CircadiaError, Misconfigured, Retryable

NEVER_SENT = (
    aiohttp.ClientConnectorError,
    aiohttp.ClientHttpProxyError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.InvalidURL,
)
"""No byte of the request left this machine for Discord: asking again doubles nothing."""

UNPARSED = (
    ArithmeticError,
    AttributeError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What is raised over JSON that is not of the documented shape."""

FAILURES = (discord.DiscordException, aiohttp.ClientError, TimeoutError, *UNPARSED)
"""All that a call may end with."""

SOON = timedelta(seconds=5)
LATER = timedelta(minutes=1)
"""For what an owner has to cure, or Discord."""
LONGEST = timedelta(days=1)
"""More than Discord asks for; a nonsensical wait would silence a chat for good."""

NOBODY_HERE: Mapping[int, str] = {
    10003: "the channel is gone",
    10004: "the server is gone",
    10013: "the person is gone",
    50001: "no access to the channel",
    50007: "direct messages are closed",
    50008: "no text in this channel",
    50009: "the server asks for a verified account",
    50013: "the right to write is missing",
    50083: "the thread is archived and locked",
    50278: "no server in common",
    160005: "the thread is locked",
}
"""By Discord's code: nothing can be delivered there."""

FOR_A_WHILE = frozenset({40004, 40333, 130000})
"""Codes of what passes: sending is switched off, the way is blocked, too much goes on."""

REPLY_FORBIDDEN = 160002
MISSING_RIGHT = 50013
INVALID_FORM = 50035
UNKNOWN_MESSAGE = 10008
ANSWERED_BEFORE = 40060
TOKEN_ENDED = frozenset({10015, 50027})
"""Codes of what is said by the token of an interaction that is too old."""
WHY: Mapping[int, str] = {**NOBODY_HERE, UNKNOWN_MESSAGE: "the message is gone"}


def code_of(error: Exception) -> int:
    """Return Discord's code of an error; 0 for none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def reason(error: Exception) -> str:
    """Return the error as one short line; none of Discord's words, which may quote a message."""
    if isinstance(error, discord.HTTPException):
        told = WHY.get(error.code)
        shown = f"{type(error).__name__} {error.status}/{error.code}"
        return f"{shown}: {told}" if told else shown
    if isinstance(error, discord.ConnectionClosed):
        return f"ConnectionClosed {error.code}"
    return type(error).__name__


def wait_of(seconds: object) -> timedelta:
    """Return a wait that Discord asks for, a day at most; what is no number is a minute."""
    try:
        number = float(str(seconds))
    except ValueError:
        return LATER
    if math.isnan(number):
        return LATER
    return timedelta(seconds=min(max(number, 0.0), LONGEST.total_seconds()))


def _answered(error: Exception) -> SendOutcome:
    """Return what an answer with a status other than 2xx says of the bubble."""
    if not isinstance(error, discord.HTTPException):
        return InDoubt(reason=reason(error))
    told = reason(error)
    if error.status == 429:
        asked = error.response.headers.get("Retry-After")
        return NotSent(reason=told, retry_after=wait_of(asked))
    if error.code in NOBODY_HERE:
        return Unreachable(reason=told)
    if error.status == 401 or error.code in FOR_A_WHILE:
        return NotSent(reason=told, retry_after=LATER)
    if error.status == 403 and error.code == 0:  # a page of something before Discord
        return NotSent(reason=told, retry_after=LATER)
    if error.status == 408 or error.status >= 500:
        return InDoubt(reason=told)
    return Refused(reason=told)


def _flood(error: Exception) -> SendOutcome:
    seconds = error.retry_after if isinstance(error, discord.RateLimited) else None
    return NotSent(reason="RateLimited", retry_after=wait_of(seconds))


def _network(error: Exception) -> SendOutcome:
    if isinstance(error, NEVER_SENT):
        return NotSent(reason=reason(error), retry_after=SOON)
    return InDoubt(reason=reason(error))


def _unconnected(error: Exception) -> SendOutcome:
    return NotSent(reason=reason(error), retry_after=SOON)


def _misused(error: Exception) -> SendOutcome:
    return Refused(reason=reason(error))


OUTCOMES: Mapping[type[Exception], Callable[[Exception], SendOutcome]] = {
    discord.RateLimited: _flood,
    discord.Forbidden: _answered,
    discord.NotFound: _answered,
    discord.DiscordServerError: _answered,
    discord.HTTPException: _answered,
    discord.LoginFailure: lambda error: NotSent(reason=reason(error), retry_after=LATER),
    discord.GatewayNotFound: _unconnected,
    discord.ConnectionClosed: _unconnected,
    discord.PrivilegedIntentsRequired: _unconnected,
    discord.MissingApplicationID: _misused,
    discord.InteractionResponded: _misused,
    discord.InvalidData: lambda error: InDoubt(reason=reason(error)),
    discord.ClientException: _misused,
    discord.DiscordException: lambda error: InDoubt(reason=reason(error)),
    aiohttp.ClientError: _network,
    TimeoutError: _network,
    OSError: _network,
}
"""By class; the nearest base decides for a subclass that is not listed."""


def outcome(error: Exception) -> SendOutcome:
    """Return what became of the bubble whose sending raised `error`."""
    for kind in type(error).__mro__:
        if kind in OUTCOMES:
            return OUTCOMES[kind](error)
    # An answer that can't be read: the request was taken, and nobody knows with what end.
    return InDoubt(reason=reason(error))


def reply_refused(error: Exception) -> bool:
    """Return whether only the reply was refused: the plain message may still go."""
    if not isinstance(error, discord.HTTPException):
        return False
    if error.code == REPLY_FORBIDDEN:
        return True
    return error.code == INVALID_FORM and "message_reference" in error.text


def right_missing(error: Exception) -> bool:
    """Return whether a right is missing: for a picture, perhaps only the one to attach files."""
    return isinstance(error, discord.HTTPException) and error.code == MISSING_RIGHT


def passing(error: Exception) -> bool:
    """Return whether asking again in a moment may help."""
    ended = outcome(error)
    return isinstance(ended, InDoubt) or (isinstance(ended, NotSent) and ended.retry_after < LATER)


def fault(error: Exception) -> CircadiaError:
    """Return what the end of a connection means to whoever keeps it going."""
    if isinstance(error, CircadiaError):
        return error
    closed = error.code if isinstance(error, discord.ConnectionClosed) else None
    if isinstance(error, discord.LoginFailure) or closed == 4004:
        return Misconfigured(
            "Discord refuses discord.token: it was reset or is not complete. Make a new one in the"
            " Developer Portal (Bot, Reset Token) and put it into discord.token"
        )
    ended = outcome(error)
    wait = ended.retry_after if isinstance(ended, NotSent) else SOON
    return Retryable(f"discord: {reason(error)}", retry_after=wait)
