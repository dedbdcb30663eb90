"""What was said, and what was said yes to."""

from core.memory.rules.gate.reading import Reading
from core.memory.rules.wording.content import plain, says
from core.patterns import Pattern

ENOUGH = 0.45
"""The share of a statement's words that have to be said; the rest is the extractor's wording."""
_ASKS = Pattern(r"[?？]\W*$")


def assent(reading: Reading) -> bool:
    """Return whether the own words say yes to what the companion just said."""
    if reading.question is None or reading.any_said("irony", reading.said):
        return False
    return starts(reading, "assent") and not starts(reading, "denial")


def confirmed(reading: Reading) -> bool:
    """Return whether the own words say yes to a question that holds the statement."""
    asked = "" if reading.question is None else reading.question.text
    return assent(reading) and share_said(reading, asked) >= ENOUGH


def starts(reading: Reading, kind: str) -> bool:
    """Return whether the first own message begins with a yes, or a no."""
    text = reading.own[0].text.strip().lstrip("¡¿")
    return any(getattr(table, kind).match(text) is not None for table in reading.tables)


def share_said(reading: Reading, source: str) -> float:
    """Return the share of the statement's words of weight that `source` holds, 0.0 to 1.0."""
    words = reading.words
    if not words:
        return 0.0
    return sum(says(plain(source), word, reading.code) for word in words) / len(words)


def coverage(reading: Reading) -> float:
    """Return how much of the statement was said, 0.0 to 1.0.

    What was assented to counts as said; words of a question that is answered in short, and of the
    own messages around, count half.
    """
    if not reading.words:
        return 0.5
    if reading.foreign:
        return 0.6
    own = share_said(reading, reading.said)
    asked = "" if reading.question is None else reading.question.text
    if asked and assent(reading):
        return max(own, share_said(reading, f"{reading.said}\n{asked}"))
    nearby = "\n".join(one.text for one in (*reading.lead, *reading.after[:1]))
    if _ASKS.search(asked) and len(reading.said.split()) <= 6 and own > 0:
        nearby = f"{nearby}\n{asked}"
    return own + 0.5 * max(0.0, share_said(reading, f"{reading.said}\n{nearby}") - own)
