"""How much a text tells, whatever is asked."""

import math

from core.patterns import Pattern

_SENTENCE = Pattern(r"[^.!?…。！？؟\n]*[.!?…。！？؟\n]*")
_ASKS = ("?", "？", "؟")
UNIT = 20
"""Characters of a few words; our guess."""
ENOUGH = 400
"""Characters after which more tells nothing more; our guess."""


def telling(text: str) -> float:
    """Return how much `text` tells: 0.0 for questions and nothing, some 3.0 at most.

    Answers lie in what is told, seldom in a greeting or a question. Grows as a logarithm.
    """
    told = sum(
        len(sentence.strip())
        for sentence in _SENTENCE.findall(text)
        if not sentence.rstrip().endswith(_ASKS)
    )
    return math.log1p(min(told, ENOUGH) / UNIT)
