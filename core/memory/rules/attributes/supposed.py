"""Whether a statement only supposes or wishes something."""

import re

from core.memory.rules.wording import WORDINGS, guess
from core.patterns import Pattern

_CONDITION = Pattern(
    r"\b(?:if|unless|wenn|falls|außer|s['’]il|si|если|бы)\b|たら|もし|なら|만약|라면|다면",
    re.IGNORECASE,
)
_CLAUSE = Pattern(r"[,.;:!?()\"„“”。、]+|\s(?:and|but|und|aber|y|pero|и|но|et|mais)\s")
_NAME = Pattern(r"\b(?:[A-ZÁÉÍÓÚÑ]\w*ría|Will)\b")
"""`María` is no conditional, and `Will` no verb."""
_LATE = ("de", "ja", "ko")
"""Languages that may put what is wished, and the verb that wishes, behind its object."""


def supposes(text: str, language: str | None = None) -> bool:
    """Return whether `text` tells a condition, a possibility or a wish anywhere."""
    return _says(_NAME.sub(" ", text), guess(text, language), wishes=True)


def supposed(text: str, start: int, value: int, language: str | None = None) -> bool:
    """Return whether what `text` tells from `start` on is supposed or wished.

    What stands between `start` and its `value` counts as said: `wants to be called Tom` is no wish
    for another name. Clauses beside it don't count: `lives in Oslo and wants a dog`.
    """
    code = guess(text, language)
    bare = _NAME.sub(lambda name: "_" * len(name.group()), text)
    before = _CLAUSE.split(bare[:start])[-1]
    after = _CLAUSE.split(bare[value:])[0]
    return _says(before, code, wishes=True) or _says(after, code, wishes=code in _LATE)


def _says(part: str, code: str, *, wishes: bool) -> bool:
    kinds = ("hypothetical", "wish") if wishes else ("hypothetical",)
    patterns = (getattr(WORDINGS[code], kind) for kind in kinds)
    return bool(_CONDITION.search(part)) or any(one.search(part) for one in patterns)
