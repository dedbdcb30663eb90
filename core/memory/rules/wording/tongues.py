"""Which table a text is read with."""

from collections.abc import Mapping

from core.memory.rules.tongues import languages_of
from core.memory.rules.wording.english import ENGLISH
from core.memory.rules.wording.french import FRENCH
from core.memory.rules.wording.german import GERMAN
from core.memory.rules.wording.japanese import JAPANESE
from core.memory.rules.wording.korean import KOREAN
from core.memory.rules.wording.model import Wording
from core.memory.rules.wording.russian import RUSSIAN
from core.memory.rules.wording.spanish import SPANISH

WORDINGS: Mapping[str, Wording] = {
    one.code: one for one in (ENGLISH, GERMAN, SPANISH, RUSSIAN, JAPANESE, KOREAN, FRENCH)
}


def guess(text: str, hint: str | None = None) -> str:
    """Return the code of the table that fits `text` best.

    That of `hint` where nothing in the text tells, else English.
    """
    likely = (*languages_of(text, hint), hint or "en", "en")
    return next(code for code in likely if code in WORDINGS)


def is_untabled(text: str, hint: str | None = None) -> bool:
    """Return whether `text` is in a language that none of the tables is for.

    Short words of it, or its script, have to show so: a bare name or `ok` does not, unless `hint`
    is such a language. A text in two languages is in the one of which it has more.
    """
    likely = languages_of(text, hint)
    return bool(likely) and likely[0] not in WORDINGS


def wording_of(text: str, hint: str | None = None) -> Wording:
    """Return the table that fits `text` best."""
    return WORDINGS[guess(text, hint)]


def wordings_for(text: str, hint: str | None = None) -> tuple[Wording, ...]:
    """Return the tables to read `text` with: the one that fits, then English.

    Everybody says `lol` and `just kidding`; English marks are looked for in all languages.
    """
    best = wording_of(text, hint)
    return (best,) if best is ENGLISH else (best, ENGLISH)
