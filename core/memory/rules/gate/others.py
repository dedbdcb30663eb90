"""Whom the words are about, where that is not who says them."""

import re

from core.memory.model import Why
from core.memory.rules.gate.clauses import parts
from core.memory.rules.gate.model import Reason
from core.memory.rules.gate.reading import Reading
from core.memory.rules.gate.yes import assent, confirmed
from core.memory.rules.wording.content import plain
from core.memory.rules.wording.kin import KIN
from core.patterns import Pattern

_PREPOSITION = Pattern(
    r"\b(?:for|with|to|from|by|por|con|para|mit|für|von|bei|с|со|для|от|к|avec|pour)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_UNSPACED_START, _KOREAN_START = 10, 2
"""Where the doer of a clause stands: characters of Japanese, words of Korean."""
_START = 5
"""Words at the start of a clause among which its doer stands, in scripts with blanks."""


def somebody_else(reading: Reading) -> Reason | None:
    """Whom the clause is about has to stand in the statement too."""
    if reading.foreign or confirmed(reading):
        return None
    stated = KIN[reading.statement_tables[0].code]
    told = {kind for kind, pattern in stated.items() if pattern.search(reading.statement)}
    for part in reading.parts:
        named = _doers(reading, _start(reading, part)) or _going_on(reading, part)
        if named - told and not first_doer(reading, _start(reading, part)):
            return Reason(why=Why.OTHERS_WORDS, weight=0.45 if named & told else 0.6)
        third = any(table.third.match(plain(part)) for table in reading.tables[:1])
        if third and not told and not reading.any_said("first", part):
            return Reason(why=Why.OTHERS_WORDS, weight=0.35)
    return _present(reading)


def _doers(reading: Reading, start: str) -> set[str]:
    """Return the kinds of people who are the doers of a clause, by its start."""
    return {
        kind
        for kind, pattern in KIN[reading.code].items()
        if (found := pattern.search(start)) and not _PREPOSITION.search(start[: found.start()])
    }


def _going_on(reading: Reading, part: str) -> set[str]:
    """Return who was told of in the parts just before, where nobody else came in between."""
    if reading.any_said("first", part):
        return set()
    message = next((one.text for one in reading.own if part in one.text), "")
    earlier = parts(message.partition(part)[0])[-3:]
    for one in reversed(earlier):
        if doers := _doers(reading, _start(reading, one)):
            return doers
        if reading.any_said("first", one):
            return set()
    return set()


def _start(reading: Reading, part: str) -> str:
    if reading.tables[0].spaced:
        return " ".join(part.split()[: _KOREAN_START if reading.code == "ko" else _START])
    return part[:_UNSPACED_START]


def first_doer(reading: Reading, start: str) -> bool:
    """Return whether the speaker is the doer, as in `I and my brother`."""
    first = {
        "en": r"\b(?:i|i'?m|i'?ve|we)\b",
        "de": r"\b(?:ich|wir|bin|hab)\b",
        "ru": r"\b(?:я|мы)\b",
    }
    more = {
        "ja": r"^(?:私|俺|僕)",
        "ko": r"(?:^|\s)(?:나|난|내가|저|전|제가)(?:\s|는)",
        "es": r"\b(?:yo|tengo|soy|vivo)\b",
    }
    pattern = {**first, **more, "fr": r"\b(?:je|j['’])"}[reading.code]
    return re.search(pattern, start, re.IGNORECASE) is not None


def _present(reading: Reading) -> Reason | None:
    """A statement, or the words for it, that begin with another person's name."""
    for name in reading.testimony.present:
        if len(name) > 1 and plain(reading.statement).startswith(plain(name)):
            return Reason(why=Why.OTHERS_WORDS, weight=0.9)
        if any(plain(part).lstrip("@").startswith(f"{plain(name)} ") for part in reading.parts):
            return Reason(why=Why.OTHERS_WORDS, weight=0.5)
    return None


def addressed(reading: Reading) -> Reason | None:
    """`You live in Berlin` tells nothing of who says it."""
    if assent(reading) or not any(reading.any_said("second", one) for one in reading.parts):
        return None
    if any(reading.any_said("first", one) for one in reading.touching):
        return None
    return Reason(why=Why.UNSURE, weight=0.45)
