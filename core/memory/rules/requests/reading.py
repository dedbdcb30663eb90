"""What is asked of memory in a message, and whether an answer claims to have kept something."""

import re
from collections.abc import Iterable, Mapping

from core.memory.rules.requests.eastern import EASTERN
from core.memory.rules.requests.model import (
    Asking,
    Correct,
    Forget,
    ForgetAll,
    Remember,
    Request,
    Undo,
)
from core.memory.rules.requests.unnamed import BACK, EVERYTHING, NO, NOTED, NOTICED
from core.memory.rules.requests.western import WESTERN
from core.memory.rules.tongues import languages_of
from core.patterns import Pattern

ASKING: Mapping[str, Asking] = {**WESTERN, **EASTERN}
LONGEST = 1_000
"""Characters of a message beyond which nobody asks for anything; a paste is no request."""
_SENTENCE = Pattern(r"\n+|(?<=[!?。！？…])\s*|(?<=[^\d\s.]\.)\s+")
_NOT_MEANT = Pattern(r"^\s*(?:[*>\[(（\"“„«「『'♪]|/me\b)")
_STILL_ASKS = Pattern(
    r"^\W*(?:(?:please|hey|\w+,)\s+)*(?:can|could|would|will) you|^\W*(?:kannst|könntest) du"
    r"|^\W*(?:puedes|podrías|pode|puoi|peux-tu|tu peux|можешь)|くれる|もらえ|くれますか|줄래",
    re.IGNORECASE,
)
_MEMORIES = Pattern(r"覚えて(?:い)?(?:る|ます|た)|기억(?:나|해\s*[?？]|하니|하지|하냐|했)")


def read_request(text: str) -> Request | None:
    """Return the first thing that `text` asks of memory, or None.

    A question whether something is remembered asks for nothing, neither does a scene or a quote.
    What is meant by `it` alone is not guessed.
    """
    if len(text) > LONGEST or _NOT_MEANT.match(text):
        return None
    if BACK.match(text):
        return Undo()
    for sentence in _SENTENCE.split(text):
        if not sentence or _NOT_MEANT.match(sentence):
            continue
        asks = re.search(r"[?？]\s*$", sentence) is not None
        if _MEMORIES.search(sentence) or (asks and not _STILL_ASKS.search(sentence)):
            continue
        found = _request(sentence)
        if found is not None:
            return found
    return None


def denied_for(text: str) -> str:
    """Return what stands behind a no at the start of `text`, as `I live in Bonn`; "" for none.

    `I don't live in Berlin, I live in Bonn` is a no, too. Whether it puts anything right is for
    those to tell who know what is remembered.
    """
    if len(text) > LONGEST or _NOT_MEANT.match(text) or re.search(r"[?？]\s*$", text):
        return ""
    found = (pattern.match(text.strip()) for pattern in NO.values())
    behind = [one["what"].strip() for one in found if one is not None]
    return denied_for(behind[0]) or behind[0] if behind else ""


def _request(sentence: str) -> Request | None:
    if EVERYTHING.match(sentence):
        return ForgetAll()
    for asking in _askings(sentence):
        for kind, pattern in (
            (Correct, asking.correct),
            (Remember, asking.remember),
            (Forget, asking.forget),
        ):
            if what := _what(pattern, sentence):
                return kind(what)
    return None


def _what(pattern: Pattern, sentence: str) -> str:
    found = pattern.match(sentence.strip())
    groups = () if found is None else found.groups()
    what = next((one for one in groups if one), "")
    return (
        what.strip().strip(".!。！?？").strip()
        if re.search(r"\w{2,}|[\u3040-\uffff]", what)
        else ""
    )


def _askings(text: str) -> Iterable[Asking]:
    return (ASKING[code] for code in languages_of(text) if code in ASKING)


def claims_to_have_noted(text: str) -> bool:
    """Return whether an answer says that something was, or will be, kept in mind."""
    left = NOTICED.sub(" ", text)
    return NOTED.search(left) is not None or any(
        asking.noted.search(left) is not None for asking in _askings(left)
    )
