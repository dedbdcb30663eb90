"""Whether a companion is about to say again what it has just said."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

ALIKE = 0.9
"""The least share of equal letters, 0 to 1, of a near-copy. A guess."""
_ODD_TO_REPEAT = 24
"""From this weight on; "good night, sleep well!" may be said every day. A guess."""
_COMPARED = 1000
"""Letters of each text that are compared one by one; the rest counts by what it consists of."""


def repeats(text: str, recent: Sequence[str]) -> bool:
    """Return whether `text` is a near-copy of one of `recent`, its speaker's last messages.

    Letter case, punctuation, emoji and spaces do not count. A short text may always be said
    again; a character of Chinese, Japanese or Korean weighs as two letters. Linear in the
    lengths, but for a close candidate, where up to a thousand letters are compared in up to
    square time.
    """
    letters = _letters(text)
    if _weight(letters) < _ODD_TO_REPEAT:
        return False
    return any(_alike(letters, _letters(said)) for said in recent)


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(ch for ch in folded if unicodedata.category(ch)[0] in "LNM")


def _weight(letters: str) -> int:
    return len(letters) + sum(unicodedata.east_asian_width(ch) in "WF" for ch in letters)


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    total = len(one) + len(other)
    if 2 * min(len(one), len(other)) < ALIKE * total:
        return False
    if _shared_share(one, other) < 2 * ALIKE - 1:
        return False
    matcher = SequenceMatcher(None, one[:_COMPARED], other[:_COMPARED], autojunk=False)
    return matcher.ratio() >= ALIKE


def _shared_share(one: str, other: str) -> float:
    """Return the share of letter pairs that both hold, 0 to 1: cheap, and blind to order.

    One changed letter costs two pairs, so a near-copy keeps at least about 2 * ALIKE - 1.
    """
    pairs, others = Counter(pairwise(one)), Counter(pairwise(other))
    return 2 * (pairs & others).total() / max(1, len(one) + len(other) - 2)
