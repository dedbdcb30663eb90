"""Finding a line, and filling it."""

import re
from collections.abc import Mapping

from core.phrases.english import ENGLISH
from core.phrases.german import GERMAN
from core.phrases.japanese import JAPANESE
from core.phrases.korean import KOREAN
from core.phrases.model import Phrase
from core.phrases.russian import RUSSIAN
from core.phrases.spanish import SPANISH

TABLES: Mapping[str, Mapping[Phrase, str]] = {
    "en": ENGLISH,
    "ko": KOREAN,
    "ru": RUSSIAN,
    "ja": JAPANESE,
    "es": SPANISH,
    "de": GERMAN,
}
LANGUAGES = tuple(TABLES)
"""The languages that every line is written in; English stands in for all others."""

PLACE = re.compile(r"\{([a-z]+)\}")


def bare_language(tag: str) -> str:
    """Return the language code of a BCP 47 tag: `pt` of `pt-BR`; `en` of an empty tag."""
    return re.split("[-_]", tag.strip(), maxsplit=1)[0].lower() or "en"


def phrase(key: Phrase, language: str, /, **values: str) -> str:
    """Return the line in `language`, or in English if it is not one of `LANGUAGES`.

    Values are put in as they are: braces inside them mean nothing.

    Raises:
        KeyError: a value that the line wants is missing.
    """
    line = TABLES.get(bare_language(language), ENGLISH)[key]
    return PLACE.sub(lambda place: values[place[1]], line)


def activity_phrase(activity: str | None, language: str) -> str:
    """Return what an activity is called, as in `Working`; None is nothing planned.

    Raises:
        ValueError: there is no such activity.
    """
    key = Phrase.NOTHING_PLANNED if activity is None else Phrase(f"activity-{activity}")
    return phrase(key, language)


def mode_phrase(mode: str, language: str) -> str:
    """Return how much it is there, as in `I'm busy`.

    Raises:
        ValueError: there is no such mode.
    """
    return phrase(Phrase(f"mode-{mode}"), language)
