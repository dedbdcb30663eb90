"""What goes wrong with embeddings, as what the caller should do.

Nothing that a server or a library says goes through: both repeat what they were given. Errors name
the kind, the place and the cure, and are raised `from None`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from http import HTTPStatus

import httpx2
import openai

from core.errors import BrokenAnswer, CircadiaError, Misconfigured, ModelBusy

TRANSLATION: tuple[tuple[type[Exception], type[CircadiaError]], ...] = (  # subclasses first
    (openai.APIResponseValidationError, BrokenAnswer),
    (openai.APIConnectionError, ModelBusy),
    (openai.ConflictError, ModelBusy),
    (openai.RateLimitError, ModelBusy),
    (openai.InternalServerError, ModelBusy),
    (openai.APIStatusError, Misconfigured),
    (openai.APIError, ModelBusy),
    (openai.WebSocketConnectionClosedError, ModelBusy),
    (openai.WebSocketQueueFullError, ModelBusy),
    (openai.OpenAIError, Misconfigured),
    (openai.InvalidWebhookSignatureError, Misconfigured),
    (httpx2.InvalidURL, Misconfigured),
    (httpx2.UnsupportedProtocol, Misconfigured),
    (httpx2.TooManyRedirects, Misconfigured),
    (httpx2.CookieConflict, Misconfigured),
    (httpx2.HTTPError, ModelBusy),
    (httpx2.StreamError, ModelBusy),
)
"""Errors of the wire."""

LATER_STATUS = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY})
UNPAID = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
"""What `code` or `type` of a body says where waiting does not help, whatever the status is."""

LATER = timedelta(seconds=30)
"""When to try again where the server names no time."""
LONGEST_LATER = timedelta(hours=6)
"""A server that asks for more is asked again after this."""

CURES: Mapping[type[CircadiaError], str] = {
    ModelBusy: "it is busy or unreachable; it may work later",
    BrokenAnswer: "its answer has no known form; check that the url ends where its API begins",
    Misconfigured: "check url, key and name of [embeddings], and the account's credit",
}

UNLOADED = (ImportError, OSError, RuntimeError, ValueError, LookupError, MemoryError)
"""What libraries raise where their files are missing, broken, or of another version."""
UNCOMPUTED = (RuntimeError, ValueError, LookupError, ArithmeticError, MemoryError)


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Let errors of the wire out as ours; `where` names the server."""
    try:
        yield
    except tuple(kind for kind, _ in TRANSLATION) as error:
        raise translate(error, where) from None


@contextmanager
def loading(model: str, cure: str) -> Iterator[None]:
    """Let out as `Misconfigured` whatever keeps a packaged model from being loaded."""
    try:
        yield
    except UNLOADED as error:
        told = f"the model {model} can't be loaded ({type(error).__name__}): {cure}"
        raise Misconfigured(told) from None


@contextmanager
def computing(model: str) -> Iterator[None]:
    """Let out as `BrokenAnswer` what a packaged model fails with."""
    try:
        yield
    except UNCOMPUTED as error:
        raise BrokenAnswer(f"the model {model} failed ({type(error).__name__})") from None


def translate(error: Exception, where: str) -> CircadiaError:
    """Return our error for `error`, with a message that is safe to log."""
    kind = _kind(error)
    status = getattr(error, "status_code", None)
    name = type(error).__name__ if status is None else f"{type(error).__name__} {status}"
    message = f"{where} answered {name}: {CURES[kind]}"
    if kind is ModelBusy:
        return ModelBusy(message, retry_after=_asked_wait(error))
    return kind(message)


def _kind(error: Exception) -> type[CircadiaError]:
    if isinstance(error, openai.APIError) and UNPAID & {error.code, error.type}:
        return Misconfigured
    if getattr(error, "status_code", None) in LATER_STATUS:
        return ModelBusy
    return next(ours for theirs, ours in TRANSLATION if isinstance(error, theirs))


def _asked_wait(error: Exception) -> timedelta:
    """Return the wait that the server asks for in seconds; dates are not worth reading here."""
    headers = error.response.headers if isinstance(error, openai.APIStatusError) else {}
    asked = headers.get("retry-after", "").strip()
    if not (asked.isascii() and asked.isdigit()) or len(asked) > len("86400"):
        return LATER
    return min(timedelta(seconds=int(asked)), LONGEST_LATER)
