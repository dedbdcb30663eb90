"""The errors of models as reasons, without anything that people, keys or addresses would show."""

import re
from typing import Literal

from core.errors import (
    BrokenAnswer,
    CircadiaError,
    ContextOverflow,
    Misconfigured,
    ModelBusy,
    ModelRefused,
)

Reason = Literal["busy", "refused", "empty", "overflow", "broken", "misconfigured", "budget"]

_REASONS: tuple[tuple[type[CircadiaError], Reason], ...] = (
    (ModelBusy, "busy"),
    (ModelRefused, "refused"),
    (ContextOverflow, "overflow"),
    (BrokenAnswer, "broken"),
    (Misconfigured, "misconfigured"),
)
MODEL_ERRORS = tuple(error for error, _ in _REASONS)
"""All that a ChatModel raises."""

_DETAILS: dict[Reason, str] = {
    "busy": "the model's server is overloaded, unreachable or too slow",
    "refused": "the model refused",
    "overflow": "the prompt doesn't fit the model's window: is context_tokens set too high?",
    "broken": "the model's answer could not be read, twice",
}
# Addresses, keys by their usual beginnings, and any long word with a digit in it.
_SECRET = re.compile(r"\S+://\S+|\b(?:sk|pk|rk|gsk|hf|key)[-_]\S+|(?=\S*\d)\S{20,}")
_MOST = 200


def reason_of(error: CircadiaError) -> Reason:
    """Return the reason that a reply fails for."""
    return next(reason for kind, reason in _REASONS if isinstance(error, kind))


def detail_of(error: CircadiaError) -> str:
    """Return what a log may say of `error`.

    Only a wrong setting is told in the error's own words, for they hold the cure; what looks like
    an address or a key is masked even there.
    """
    reason = reason_of(error)
    return _DETAILS.get(reason) or _SECRET.sub("***", str(error))[:_MOST]
