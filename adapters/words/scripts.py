"""Which script a text is in, and how its words are parted."""

import re
import unicodedata
from collections.abc import Iterator

from core.memory.rules.letters import LETTERS

WORD = re.compile(rf"{LETTERS}(?:['’ʼ]{LETTERS})*")
UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    r"\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    r"\uac00-\ud7a3]+"  # words have blanks in Korean, but endings of many kinds
)
"""Runs of what is searched by pairs of characters."""

SCRIPTS = {
    "hangul": re.compile(r"[\uac00-\ud7a3]"),
    "kana": re.compile(r"[\u3040-\u30ff]"),
    "han": re.compile(r"[\u3400-\u9fff\uf900-\ufaff]"),
    "thai": re.compile(r"[\u0e00-\u0e7f]"),
    "cyrillic": re.compile(r"[\u0400-\u04ff]"),
    "greek": re.compile(r"[\u0370-\u03ff]"),
    "arabic": re.compile(r"[\u0600-\u06ff]"),
    "hebrew": re.compile(r"[\u0590-\u05ff]"),
    "devanagari": re.compile(r"[\u0900-\u097f]"),
    "bengali": re.compile(r"[\u0980-\u09ff]"),
    "tamil": re.compile(r"[\u0b80-\u0bff]"),
    "armenian": re.compile(r"[\u0530-\u058f]"),
    "latin": re.compile(r"[a-zA-Z\u00c0-\u024f\u1e00-\u1eff]"),
}


def even(text: str) -> str:
    """Return `text` in one form and one case, with straight apostrophes."""
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("ʼ", "'")


def script_of(text: str) -> str | None:
    """Return the script of most letters; a little kana makes it Japanese. None without letters."""
    if text.isascii():  # all the patterns in one look
        return "latin" if SCRIPTS["latin"].search(text) else None
    counts = {name: len(pattern.findall(text)) for name, pattern in SCRIPTS.items()}
    if counts["kana"] and counts["han"] + counts["kana"] > counts["latin"] / 4:
        return "kana"
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else None


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Return words and, where no blanks part them, pairs of characters; True for pairs."""
    for word in WORD.findall(text):
        position = 0
        for run in UNSPACED.finditer(word):
            if spaced := word[position : run.start()].strip("'"):
                yield spaced, False
            for at in range(max(1, len(run[0]) - 1)):
                yield run[0][at : at + 2], True
            position = run.end()
        if spaced := word[position:].strip("'"):
            yield spaced, False


def bare(word: str) -> str:
    """Return a Latin or Greek word without accents, as hasty people write; others unchanged."""
    if word.isascii() or not (SCRIPTS["latin"].match(word) or SCRIPTS["greek"].match(word)):
        return word
    parts = unicodedata.normalize("NFD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))
