"""What repeats the words of something that is erased."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.memory.rules.commonest import COMMON_PAIRS, COMMON_WORDS
from core.patterns import Pattern

WHOLE = 3
"""A word of so many characters must be repeated as it is; shorter ones have no weight."""
ENDING = 3
"""Characters that an ending may have: `painting` is repeated by `paint`. A guess."""
PLAIN = frozenset(
    ("ref", "part", "model", "finish", "started_at", "until", "saw", "kind", "tools", "silence")
)
"""What a trace says under these names is ours: references, times, names of things."""

_WORD = Pattern(r"[^\W_]+")
# Han, kana, hangul; Thai, Lao, Burmese, Khmer: no blanks between words, or endings without them.
_UNBROKEN = Pattern(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\U00020000-\U0003ffff]+"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighty:
    """The words of weight of some texts."""

    whole: frozenset[str]
    """Found as words."""
    parts: frozenset[str]
    """Found anywhere: beginnings of words, numbers, pairs of characters."""

    def __bool__(self) -> bool:
        return bool(self.whole or self.parts)

    def __or__(self, other: "Weighty") -> "Weighty":
        return Weighty(whole=self.whole | other.whole, parts=self.parts | other.parts)


def words_of_weight(texts: Iterable[str]) -> Weighty:
    """Return what a text must not repeat when `texts` are erased; too much rather than too little.

    Words of three characters and more that are not among the commonest, numbers of three digits
    and more, and pairs of characters where words are not set apart.
    """
    whole: set[str] = set()
    parts: set[str] = set()
    for text in texts:
        folded = _folded(text)
        for run in _UNBROKEN.findall(folded):
            parts |= {run[at : at + 2] for at in range(len(run) - 1)} - COMMON_PAIRS
        for word in set(_WORD.findall(_UNBROKEN.sub(" ", folded))) - COMMON_WORDS:
            if word.isdigit() and len(word) >= WHOLE:
                parts.add(word)
            elif len(word) > WHOLE:
                parts.add(word[: max(WHOLE + 1, len(word) - ENDING)])
            elif len(word) == WHOLE:
                whole.add(word)
    return Weighty(whole=frozenset(whole), parts=frozenset(parts))


def repeats(text: str, words: Weighty) -> bool:
    """Return whether `text` has one of the words."""
    folded = _folded(text)
    return any(part in folded for part in words.parts) or not words.whole.isdisjoint(
        _WORD.findall(folded)
    )


def without(trace: Mapping[str, object], words: Weighty) -> dict[str, object]:
    """Return a trace in which every text that repeats one of the words is empty."""
    return {
        name: value if name in PLAIN else _without(value, words) for name, value in trace.items()
    }


def _without(json: object, words: Weighty) -> object:
    if isinstance(json, str):
        return "" if repeats(json, words) else json
    if isinstance(json, Mapping):
        return without(json, words)
    if isinstance(json, Sequence):
        return [_without(one, words) for one in json]
    return json


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
