"""Errors of the wire, as what the caller should do.

No message and no cause goes through: servers repeat keys, addresses and prompts in theirs, so
errors are raised `from None` and name the status, the server's place and the cure.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus

import httpx2
import openai

from core.errors import (
    BrokenAnswer,
    CircadiaError,
    ContextOverflow,
    Misconfigured,
    ModelBusy,
    ModelRefused,
)

LATER = timedelta(seconds=30)
"""When to try again where the server names no time."""


class Busy(ModelBusy):
    """A server that may serve later, and what it said about when."""

    def __init__(
        self, message: str, *, asked: timedelta | None = None, fault: bool = False
    ) -> None:
        super().__init__(message, retry_after=LATER if asked is None else asked)
        self.asked = asked
        """The wait that the server asked for, if it did."""
        self.fault = fault
        """A plain 500: some servers answer so to what they do not know."""


class BadRequest(Misconfigured):
    """A request that the server does not take as it is."""

    def __init__(self, message: str, *, complaint: str, spoilt: bool = False) -> None:
        super().__init__(message)
        self.complaint = complaint
        """What the server said, in lower case: to find names of parameters in, never to show."""
        self.spoilt = spoilt
        """It could not read one image: it may take others."""


class TooBig(ContextOverflow):
    """A request of more bytes than the server takes."""


TRANSLATION: tuple[tuple[type[Exception], type[CircadiaError]], ...] = (  # subclasses first
    (openai.ContentFilterFinishReasonError, ModelRefused),
    (openai.LengthFinishReasonError, BrokenAnswer),
    (openai.APIResponseValidationError, BrokenAnswer),
    (openai.APIConnectionError, Busy),
    (openai.BadRequestError, BadRequest),
    (openai.UnprocessableEntityError, BadRequest),
    (openai.AuthenticationError, Misconfigured),
    (openai.PermissionDeniedError, Misconfigured),
    (openai.NotFoundError, Misconfigured),
    (openai.ConflictError, Busy),
    (openai.RateLimitError, Busy),
    (openai.InternalServerError, Busy),
    (openai.APIStatusError, Misconfigured),
    (openai.APIError, Busy),  # an error inside a stream has no status
    (openai.WebSocketConnectionClosedError, Busy),
    (openai.WebSocketQueueFullError, Busy),
    (openai.OpenAIError, Misconfigured),
    (openai.InvalidWebhookSignatureError, Misconfigured),
    (httpx2.InvalidURL, Misconfigured),
    (httpx2.UnsupportedProtocol, Misconfigured),
    (httpx2.TooManyRedirects, Misconfigured),
    (httpx2.CookieConflict, Misconfigured),
    (httpx2.HTTPError, Busy),
    (httpx2.StreamError, Busy),
    (json.JSONDecodeError, Busy),  # a garbled chunk comes through as it is
    (UnicodeDecodeError, Busy),
    (RecursionError, BrokenAnswer),  # JSON too deep to be read, or to be read out again
    (ValueError, BrokenAnswer),  # a number too long to be read, or depth that pydantic counts
)

BY_STATUS: Mapping[int, type[CircadiaError]] = {
    HTTPStatus.REQUEST_TIMEOUT: Busy,
    HTTPStatus.TOO_EARLY: Busy,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: TooBig,
}
"""Statuses that have no class of their own."""

BY_CODE: Mapping[str, type[CircadiaError]] = {
    "context_length_exceeded": ContextOverflow,
    "exceed_context_size_error": ContextOverflow,
    "string_above_max_length": ContextOverflow,
    "insufficient_quota": Misconfigured,
    "billing_hard_limit_reached": Misconfigured,
    "billing_not_active": Misconfigured,
    "content_filter": ModelRefused,
    "content_policy_violation": ModelRefused,
}
"""What `code` or `type` of the body says, whatever the status is."""

OVERFLOW_PHRASES = (
    "maximum context length",  # OpenAI, vLLM, DeepSeek
    "exceeds the available context size",  # llama.cpp
    "exceed context window",  # llama-cpp-python
    "context length exceeded",
    "context window",  # LM Studio
    "prompt is too long",  # Anthropic's compatible endpoint
    "input is too long",
    "input length exceeds",  # Ollama
    "too many tokens",
    "maximum prompt length",  # xAI
    "input token count",  # Gemini's compatible endpoint
)

BLIND_PHRASES = (
    "image input",  # llama.cpp with status 500, OpenRouter with 404, Ollama
    "unsupported content part type",  # llama.cpp, by the template of a model
    "not a multimodal model",  # vLLM
)
"""A model without eyes, whatever the status is."""

SPOILT_PHRASES = (
    "invalid_image",  # OpenAI's codes
    "image_parse_error",
    "unsupported image",
    "invalid image",
    "valid image",
    "cannot identify image",  # what reads pictures in Python servers
    "decode image",
    "image is too",
    "image size",
    "image exceeds",
)
"""An image that can't be read, by a model with eyes."""

CURES: Mapping[type[CircadiaError], str] = {
    Busy: "it is busy or unreachable; it may work later",
    BadRequest: "it does not take the request; check the model's name and its settings",
    BrokenAnswer: "its answer has no known form; check that the url ends where its API begins",
    ContextOverflow: "the prompt is longer than its window",
    TooBig: "the request is larger than it takes",
    Misconfigured: "check url, key and name of the model, and the account's credit",
    ModelRefused: "its content filter stopped the answer",
}


@contextmanager
def translated(where: str, now: datetime) -> Iterator[None]:
    """Let errors of the wire out as ours; `where` names the server, `now` reads its dates."""
    try:
        yield
    except tuple(kind for kind, _ in TRANSLATION) as error:
        # The cause would carry the server's own words, key and prompt included.
        raise translate(error, where, now) from None


def translate(error: Exception, where: str, now: datetime) -> CircadiaError:
    """Return our error for `error`, with a message that is safe to log."""
    kind = _kind(error)
    status = getattr(error, "status_code", None)
    name = type(error).__name__ if status is None else f"{type(error).__name__} {status}"
    message = f"{where} answered {name}: {CURES[kind]}"
    if kind is Busy:
        headers = error.response.headers if isinstance(error, openai.APIStatusError) else {}
        plain = status == HTTPStatus.INTERNAL_SERVER_ERROR
        return Busy(message, asked=asked_wait(headers, now), fault=plain)
    if kind is BadRequest:
        words = _words(error)
        spoilt = any(phrase in words for phrase in SPOILT_PHRASES)
        return BadRequest(message, complaint=_complaint(error), spoilt=spoilt)
    return kind(message)


def _kind(error: Exception) -> type[CircadiaError]:
    if isinstance(error, openai.APIError):
        for word in (error.code, error.type):
            if isinstance(word, str) and word in BY_CODE:
                return BY_CODE[word]
        status = getattr(error, "status_code", None)
        if isinstance(status, int) and status in BY_STATUS:
            return BY_STATUS[status]
        if status in (None, 400, 422, 500) and any(p in _words(error) for p in OVERFLOW_PHRASES):
            return ContextOverflow
        if status in (404, 500, 501) and any(p in _words(error) for p in BLIND_PHRASES):
            return BadRequest
    return next(ours for theirs, ours in TRANSLATION if isinstance(error, theirs))


def _words(error: Exception) -> str:
    """Return all that the server said, in lower case."""
    if not isinstance(error, openai.APIError):
        return ""
    said = error.body if isinstance(error.body, str) else json.dumps(error.body, default=str)
    return f"{error.message} {said}".lower()


def _complaint(error: Exception) -> str:
    """Return what the server names as wrong; its whole answer may hold the prompt."""
    if not isinstance(error, openai.APIError):
        return ""
    if isinstance(error.param, str) and error.param:
        return error.param.lower()
    message = error.body.get("message") if isinstance(error.body, dict) else None
    return message.lower() if isinstance(message, str) else _words(error)


def asked_wait(headers: Mapping[str, str], now: datetime) -> timedelta | None:
    """Return the wait that `headers` ask for, 0 or more; None if they ask for none."""
    if _NUMBER.fullmatch(milliseconds := headers.get("retry-after-ms", "")):
        return timedelta(milliseconds=float(milliseconds))
    value = headers.get("retry-after", "").strip()
    if _NUMBER.fullmatch(value):
        return timedelta(seconds=float(value))
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(timedelta(0), at - now) if at.tzinfo else None


_NUMBER = re.compile(r"\d{1,9}(\.\d+)?")
