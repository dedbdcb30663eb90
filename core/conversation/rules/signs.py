"""A reaction as a model writes it: `[reaction: 👍]` on a line of its own."""

import re
import unicodedata

from core.conversation.rules.fences import Prose

_SIGN = re.compile(
    r"^[^\S\n]*[*_]{0,2}\[\s*react(?:ion|s)?\s*(?:[:：]\s*)?([^\]\n]{0,40}?)\s*\][*_]{0,2}"
    r"[^\S\n]*(?:\n|\Z)|[^\S\n]*\[\s*reaction\s*[:：]\s*([^\]\n]{0,40}?)\s*\]",
    re.IGNORECASE | re.MULTILINE,
)
_LONGEST = 16
"""Characters of one emoji: families and flags are sequences."""
_OPEN_MOST = 64
"""Characters of a sign that is not closed yet: a longer one is none."""
_PARTS = frozenset({"So", "Sk", "Mn", "Me", "Cf", "Po", "Sm"})
"""Categories that emoji are made of: signs, tones of skin, joiners, selectors, `‼`, `↔`."""


def without_signs(text: str) -> tuple[str, str | None]:
    """Return `text` without reactions outside of code, and the first of them that is an emoji."""
    prose = Prose(text)
    found = prose.find(_SIGN)
    emoji = None
    while found is not None and emoji is None:
        inside = (found[1] or found[2] or "").strip()
        emoji = inside if is_emoji(inside) else None
        found = prose.find(_SIGN, found.end()) if found.end() < len(text) else None
    return prose.without(_SIGN).strip(), emoji


def without_open_sign(text: str) -> str:
    """Return `text` without what may become a sign at its end, once more of it is written."""
    opened = text.rfind("[")
    goes_on = opened > max(text.rfind("]"), text.rfind("\n"))
    return text[:opened] if goes_on and len(text) - opened <= _OPEN_MOST else text


def is_emoji(text: str) -> bool:
    """Return whether `text` is one emoji, as platforms take it for a reaction."""
    if not 0 < len(text) <= _LONGEST:
        return False
    categories = {unicodedata.category(ch) for ch in text}
    return categories <= _PARTS and bool(categories & {"So", "Po", "Sm"})
