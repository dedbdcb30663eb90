"""What people ask of memory in a chat."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.memory.rules.wording import alternatives
from core.patterns import Pattern


@dataclass(frozen=True, slots=True)
class Remember:
    """Something is to be kept."""

    what: str
    """As they wrote it."""


@dataclass(frozen=True, slots=True)
class Forget:
    """Something is to be forgotten."""

    what: str


@dataclass(frozen=True, slots=True)
class Correct:
    """Something is believed wrongly; this is right."""

    what: str


@dataclass(frozen=True, slots=True)
class ForgetAll:
    """Everything about who says it is to be forgotten."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What was forgotten or corrected last is to be as before."""


Request = Remember | Forget | Correct | ForgetAll | Undo


PARTS: Mapping[str, str] = {
    "WHAT": r"(?P<what>\S.*)",
    "EN": (
        r"(?:(?:please|pls|hey|ok|oh|btw|also|and|can you|could you|"
        r"would you|will you|you can|\w+,)\s+){0,3}"
    ),
    "DE": r"(?:(?:bitte|hey|ach|und|du|kannst du|könntest du|\w+,)\s+){0,3}",
    "ES": r"(?:(?:por favor,?|oye,?|y|ah,?|puedes|podrías|\w+,)\s+){0,3}",
    "RU": r"(?:(?:пожалуйста,?|эй,?|и|а|можешь|слушай,?|\w+,)\s+){0,3}",
    "FR": r"(?:(?:s['’]il te plaît,?|stp|hé,?|et|peux-tu|tu peux|\w+,)\s+){0,3}",
    "PT": r"(?:(?:por favor,?|ei,?|e|você pode|pode|\w+,)\s+){0,3}",
    "IT": r"(?:(?:per favore,?|ehi,?|e|puoi|\w+,)\s+){0,3}",
    "KEPT": (
        r"(?:覚えて(?:おいて|いて|て)?|覚えといて|メモして(?:おいて)?|記憶して(?:おいて)?"
        r"|記録して(?:おいて)?|忘れないで)"
    ),
    "POLITE": (
        r"(?:ね|よ|よね|ください|下さい|くれ|くれる|ほしい|くださいね|もらえる"
        r"|もらえますか|くれますか)*"
    ),
    "KEEP_KO": r"(?:기억해|기억 ?해|메모해|저장해|적어|잊지 ?마)",
    "KINDLY": r"\s?(?:줘|둬|놔|주세요|두세요|줄래|줘요|둬줘|놔줘|라|요|세요)*",
}
"""Pieces that the tables name."""


@dataclass(frozen=True, slots=True)
class Asking:
    """How one language asks; each pattern fits a whole sentence and has a group `what`."""

    remember: Pattern
    forget: Pattern
    correct: Pattern
    noted: Pattern
    """How somebody says that they noted something."""


def whole(text: str) -> Pattern:
    """Return a pattern for a sentence; the first alternative's `what` that is found counts.

    `{EN}` and its like stand for what may come before, `{WHAT}` for what is asked.
    """
    filled = _filled(text)
    numbered = (one.replace("?P<what>", f"?P<what{at}>") for at, one in enumerate(filled))
    return Pattern(rf"^\W*(?:{'|'.join(numbered)})\W*$", re.IGNORECASE)


def either(text: str) -> Pattern:
    """Return a pattern that is looked for anywhere."""
    return Pattern("|".join(_filled(text)), re.IGNORECASE)


def _filled(text: str) -> Iterator[str]:
    for one in alternatives(text):
        for name, stands_for in PARTS.items():
            one = one.replace(f"{{{name}}}", stands_for)
        yield one
