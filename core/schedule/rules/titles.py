"""What people and models write over a stretch of a day, made one clean line."""

import unicodedata

TITLE_MOST, DESCRIPTION_MOST = 120, 300
"""Characters that are kept; what is longer is cut off."""

_JOINERS = "\u200c\u200d"
"""Emoji and some scripts need them, between two others."""
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters that show nothing."""


def clean_title(text: str) -> str:
    """Return a title as one line; empty if nothing of it can be seen."""
    return _one_line(text, TITLE_MOST)


def clean_description(text: str | None) -> str | None:
    """Return a description as one line; None if nothing of it can be seen."""
    return _one_line(text or "", DESCRIPTION_MOST) or None


def _one_line(text: str, most: int) -> str:
    """Return `text` without controls, overrides of direction and halves of characters."""
    plain = " ".join("".join(map(_shown, text)).split())
    cut = plain[:most].strip(" " + _JOINERS)
    visible = any(ch not in _JOINERS and unicodedata.category(ch)[0] not in "MZ" for ch in cut)
    return cut if visible else ""


def _shown(ch: str) -> str:
    if ch.isspace() or ch in _BLANKS:
        return " "
    # What this Unicode does not know yet (Cn) stays: it may be a new emoji.
    hidden = unicodedata.category(ch) in {"Cc", "Cf", "Co", "Cs"} and ch not in _JOINERS
    return "" if hidden else ch
