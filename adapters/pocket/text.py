"""Text as the rules see it: folded for matching, cut into sentences and clauses, safe to quote."""

import unicodedata

from core.patterns import Pattern

SENTENCE = Pattern(r"(?<=[.!?])\s+|(?<=[!?])(?=[^\W\d_])|[\n。]+")
CLAUSE = Pattern(r"[.!?。,;:、\n()~\"«»„“”¿¡*…]+")
ENDLESS = 300
"""Characters; patterns take time that grows faster than what they search."""
EDGES = " -–—'"
WORD = Pattern(r"[^\W_]+(?:['-][^\W_]+)*")
_SPACE = Pattern(r"\s+")
_PLAIN = (
    {0x3000: " ", ord("〜"): "~"}
    | {ord(mark): "'" for mark in "’‘`´"}
    | {0xFF01 + at: chr(0x21 + at) for at in range(94)}
)
"""Full-width letters and marks, and the many apostrophes. NFKC would take Korean ㅋ apart."""
_MARKS = Pattern(r"[*_~|<>\[\]#`{}\\]")
_UNSAFE = Pattern(
    r"://|www\.|@|\w\.(?:com|org|net|io|ru|de|es|kr|jp|me|gg|ly)\b|\d(?:[ -]?\d){4,}"
    r"|\b(?:sk|pk|gh[pousr]|xox[abp])[-_]\w|(?=\S*\d)(?=\S*[A-Za-z])[\w+/=-]{16,}|\w{32,}|[{}<>`\\]"
)
"""Links, mentions, long numbers, keys and markup: whatever language surrounds them."""


def normal(text: str) -> str:
    """Return `text` in one spelling (NFC, no full-width letters); line breaks stay."""
    return unicodedata.normalize("NFC", text).translate(_PLAIN).strip()


def fold(text: str) -> str:
    """Return `text` without the accents of Latin letters, lower case, ё as е.

    People leave accents out in chats. The length stays, so that a span of one is a span of both.
    """
    return "".join(_fold_one(ch) for ch in text)


def _fold_one(ch: str) -> str:
    if ch.isascii():
        return ch.lower()
    lower = ch.lower()
    if len(lower) != 1:
        return ch
    if lower == "ё":
        return "е"
    base = unicodedata.normalize("NFD", lower)[0]
    return base if base.isascii() else lower


def sentences(text: str) -> list[str]:
    """Return the sentences of `text`, their end marks kept; one without end is cut."""
    parts = (part.strip() for part in SENTENCE.split(text))
    return [part[at : at + ENDLESS] for part in parts for at in range(0, len(part), ENDLESS)]


def clauses(sentence: str) -> list[str]:
    """Return the pieces between punctuation marks, symbols and emoji taken off."""
    pieces = (
        _SPACE.sub(" ", without_symbols(piece)).strip(EDGES) for piece in CLAUSE.split(sentence)
    )
    return [piece for piece in pieces if piece]


def without_symbols(text: str) -> str:
    """Return `text` with emoji, pictures and joiners made blank."""
    return "".join(" " if _is_symbol(ch) else ch for ch in text)


def _is_symbol(ch: str) -> bool:
    return unicodedata.category(ch) in {"So", "Sk", "Cf", "Mn", "Co", "Cs"} and not ch.isalnum()


def has_words(text: str) -> bool:
    """Return whether a letter or a digit is in `text`."""
    return any(ch.isalnum() for ch in text)


def has_emoji(text: str) -> bool:
    """Return whether a picture is in `text`."""
    return any(unicodedata.category(ch) == "So" for ch in text)


def words(text: str) -> list[str]:
    """Return the words of `text`, folded."""
    return WORD.findall(fold(text))


def looks_safe(text: str) -> bool:
    """Return whether nothing in `text` looks like a link, a mention, a key or markup."""
    return _UNSAFE.search(text) is None


def quoted(text: str, most: int) -> str:
    """Return `text` on one line, without Markdown marks, at most `most` characters."""
    return clipped(_SPACE.sub(" ", _MARKS.sub("", text)).strip(), most)


def clipped(text: str, most: int) -> str:
    """Return `text`, or its beginning with an ellipsis, at most `most` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
