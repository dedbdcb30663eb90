"""How a message falls into clauses, and which of them carries a statement."""

import re

from core.memory.rules.wording.content import plain, says
from core.patterns import Pattern

_SENTENCE = Pattern(
    r"(?:[^.!?。！？…\n)]|\)(?!\)))+[.!?。！？…]*(?:\)\)+)?(?:\s*[\U0001f300-\U0001faff])*|[.!?。！？…]+"
)
_PART = Pattern(
    r"[,;、，–—]+|\s-\s"
    r"|\s(?:but|so|because|cause|and|aber|weil|denn|und|pero|porque|y|и|но|потому|поэтому|mais|et|car)\s"
    r"|(?<=だから)|(?<=ので)|(?<=けど)"
    r"|(?<=[라서])\s|(?<=니까)\s|(?<=지만)\s|(?<=는데)\s|(?<=[어아야요다])\s(?=나|난|내|저|전|우리)",
    re.IGNORECASE,
)
"""Where one thought ends inside a sentence: marks, and words such as `because`."""


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of `text` with the marks that end them; a decimal point ends none."""
    whole = re.sub(r"(?<=\d)\.(?=\d)", "·", text)
    found = (one.strip().replace("·", ".") for one in _SENTENCE.findall(whole))
    return tuple(one for one in found if one)


def parts(text: str) -> tuple[str, ...]:
    """Return the parts between commas of all sentences of `text`."""
    found = (part.strip() for one in sentences(text) for part in _PART.split(one))
    return tuple(part for part in found if part)


def carrying(pieces: tuple[str, ...], words: tuple[str, ...], code: str) -> tuple[str, ...]:
    """Return the pieces that hold most of `words`; all of them where none holds any."""
    counts = [sum(says(plain(piece), word, code) for word in words) for piece in pieces]
    most = max(counts, default=0)
    if most == 0:
        return pieces
    return tuple(piece for piece, count in zip(pieces, counts, strict=True) if count == most)


def telling(pieces: tuple[str, ...], words: tuple[str, ...], code: str) -> tuple[str, ...]:
    """Return the pieces that hold any of `words`; all of them where none does."""
    held = tuple(one for one in pieces if any(says(plain(one), word, code) for word in words))
    return held or pieces
