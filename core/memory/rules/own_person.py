"""What is told to somebody in the second person, in their own first person."""

import re
from collections.abc import Mapping

from core.memory.rules.tongues import languages_of
from core.patterns import Pattern

_WORD = Pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_TURNED: Mapping[str, str] = {
    "you're": "I'm",
    "you've": "I've",
    "you'll": "I'll",
    "you'd": "I'd",
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
}
_VERBS: Mapping[str, str] = {"are": "am", "were": "was", "aren't": "am not", "weren't": "wasn't"}
"""Of those that another person asks for, behind `you`."""
_ADVERBS = frozenset({"always", "never", "often", "usually", "really", "also", "both", "all"})
"""What may stand between `you` and its verb."""
_DOER = Pattern(
    r"(?:^|[,;:.!?]|\b(?:and|but|or|so|because|since|when|while|if|that|where|who|whom|which|what"
    r"|as|than|though|although|until|before|after))\s*$",
    re.IGNORECASE,
)
"""What stands before a `you` that does something, rather than has it done to it."""


def in_first_person(text: str) -> str | None:
    """Return an English statement to somebody as they would say it of themself; None if it is none.

    `You are 25 and your cat is called Luna` becomes `I am 25 and my cat is called Luna`. Other
    languages bend their verbs, which nothing here can.
    """
    if languages_of(text)[:1] != ("en",):
        return None
    turned = ""
    last, is_doer = 0, False
    for found in _WORD.finditer(text):
        word = found[0].casefold().replace("’", "'")
        said = found[0]
        if word == "you":
            is_doer = _DOER.search(text[: found.start()]) is not None
            said = "I" if is_doer else "me"
        else:
            other = _VERBS.get(word) if is_doer else _TURNED.get(word)
            is_doer = is_doer and word in _ADVERBS
            said = _written(other or said, found[0])
        turned += text[last : found.start()] + said
        last = found.end()
    return turned + text[last:] if turned != text[:last] else None


def _written(word: str, like: str) -> str:
    return word[0].upper() + word[1:] if like[0].isupper() else word
