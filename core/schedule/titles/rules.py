"""Finding the titles of a scene."""

from collections.abc import Mapping

from core.phrases.rules import bare_language
from core.schedule.titles.english import ENGLISH
from core.schedule.titles.german import GERMAN
from core.schedule.titles.japanese import JAPANESE
from core.schedule.titles.korean import KOREAN
from core.schedule.titles.model import Scene
from core.schedule.titles.russian import RUSSIAN
from core.schedule.titles.spanish import SPANISH

TABLES: Mapping[str, Mapping[Scene, tuple[str, ...]]] = {
    "en": ENGLISH,
    "ko": KOREAN,
    "ru": RUSSIAN,
    "ja": JAPANESE,
    "es": SPANISH,
    "de": GERMAN,
}


def titles(scene: Scene, language: str) -> tuple[str, ...]:
    """Return the titles of a scene in the language of a BCP 47 tag, or in English."""
    return TABLES.get(bare_language(language), ENGLISH)[scene]
