"""Finding a line, and filling it."""

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files

from core.phrases.commands import CommandLine
from core.phrases.english import ENGLISH
from core.phrases.german import GERMAN
from core.phrases.japanese import JAPANESE
from core.phrases.korean import KOREAN
from core.phrases.model import Line, Phrase
from core.phrases.people import PeopleLine
from core.phrases.persona import PersonaLine
from core.phrases.privacy import PrivacyLine
from core.phrases.russian import RUSSIAN
from core.phrases.spanish import SPANISH
from core.phrases.steering import SteeringLine

FAMILIES: Mapping[type[Line], str] = {
    CommandLine: "commands.toml",
    PersonaLine: "persona.toml",
    PeopleLine: "people.toml",
    PrivacyLine: "privacy.toml",
    SteeringLine: "steering.toml",
}
"""Families of lines with a file of their own, all languages of a line side by side."""


def _tables() -> Mapping[str, Mapping[Line, str]]:
    tables: dict[str, dict[Line, str]] = {
        "en": dict(ENGLISH),
        "ko": dict(KOREAN),
        "ru": dict(RUSSIAN),
        "ja": dict(JAPANESE),
        "es": dict(SPANISH),
        "de": dict(GERMAN),
    }
    for family, name in FAMILIES.items():
        told = tomllib.loads(files("core.phrases").joinpath(name).read_text("utf-8"))
        for key in told:
            for language, line in told[key].items():
                tables[language][family(key)] = line
    return tables


TABLES = _tables()
LANGUAGES = tuple(TABLES)
"""The languages that every line is written in; English stands in for all others."""

PLACE = re.compile(r"\{([a-z]+)\}")


def bare_language(tag: str) -> str:
    """Return the language code of a BCP 47 tag: `pt` of `pt-BR`; `en` of an empty tag."""
    return re.split("[-_]", tag.strip(), maxsplit=1)[0].lower() or "en"


def phrase(key: Line, language: str, /, **values: str) -> str:
    """Return the line in `language`, or in English if it is not one of `LANGUAGES`.

    Values are put in as they are: braces inside them mean nothing.

    Raises:
        KeyError: a value that the line wants is missing, or the line itself.
    """
    line = TABLES.get(bare_language(language), TABLES["en"])[key]
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
