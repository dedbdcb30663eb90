"""What an answer claims to have noted, taken out of it."""

from core.memory.rules.requests import claims_to_have_noted
from core.patterns import Pattern

_SENTENCES = Pattern(r"(?<=[.!?。！？…])\s+|(?<=[。！？])|\n+")


def without_claims(text: str) -> str:
    """Return `text` without the sentences that claim that something was noted; "" if none is left.

    Sentences are joined by single blanks.
    """
    kept = (one.strip() for one in _SENTENCES.split(text) if not claims_to_have_noted(one))
    return " ".join(one for one in kept if one)
