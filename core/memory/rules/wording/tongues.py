"""Which language a text is in, as far as the tables go."""

import re
from collections.abc import Mapping

from core.memory.rules.wording.english import ENGLISH
from core.memory.rules.wording.french import FRENCH
from core.memory.rules.wording.german import GERMAN
from core.memory.rules.wording.japanese import JAPANESE
from core.memory.rules.wording.korean import KOREAN
from core.memory.rules.wording.light import LIGHT
from core.memory.rules.wording.model import Wording
from core.memory.rules.wording.russian import RUSSIAN
from core.memory.rules.wording.spanish import SPANISH

WORDINGS: Mapping[str, Wording] = {
    one.code: one for one in (ENGLISH, GERMAN, SPANISH, RUSSIAN, JAPANESE, KOREAN, FRENCH)
}
_LATIN = ("en", "de", "es", "fr")
_SCRIPTS = (
    ("ko", re.compile(r"[\uac00-\ud7a3\u3131-\u318e]")),
    ("ja", re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
)
_LETTERS = {
    "en": re.compile(r"(?!)"),
    "de": re.compile(r"[äöüß]", re.IGNORECASE),
    "es": re.compile(r"[ñ¿¡íáú]", re.IGNORECASE),
    "fr": re.compile(r"[çœàèêùû]|\b[ldjnmtsc]['’](?=\w)", re.IGNORECASE),
}
HALF = 0.5
"""A verb that many statements use, or the hint, weighs half of a common word; our guess."""
_WORD = re.compile(r"[\w'’]+")


def guess(text: str, hint: str | None = None) -> str:
    """Return the code of the table that fits `text` best.

    The script decides, then the common words; `hint` where these tell nothing, else English.
    """
    for code, script in _SCRIPTS:
        if script.search(text):
            return code
    found = {word.casefold() for word in _WORD.findall(text)}
    hinted = hint if hint in _LATIN else None
    counts = {
        code: len(found & WORDINGS[code].common)
        + HALF * len(found & LIGHT[code])
        + HALF * (code == hinted)
        + len(_LETTERS[code].findall(text))
        for code in _LATIN
    }
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] > 0 else hinted or "en"


def wording_of(text: str, hint: str | None = None) -> Wording:
    """Return the table that fits `text` best."""
    return WORDINGS[guess(text, hint)]


def wordings_for(text: str, hint: str | None = None) -> tuple[Wording, ...]:
    """Return the tables to read `text` with: the one that fits, then English.

    Everybody says `lol` and `just kidding`; English marks are looked for in all languages.
    """
    best = wording_of(text, hint)
    return (best,) if best is ENGLISH else (best, ENGLISH)
