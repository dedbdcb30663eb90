"""Every fixed line that a person may see from the process itself, in six languages."""

from core.phrases.commands import CommandLine
from core.phrases.model import Line, Phrase
from core.phrases.people import PeopleLine
from core.phrases.persona import PersonaLine
from core.phrases.privacy import PrivacyLine
from core.phrases.rules import LANGUAGES, activity_phrase, bare_language, mode_phrase, phrase
from core.phrases.steering import SteeringLine

__all__ = [
    "LANGUAGES",
    "CommandLine",
    "Line",
    "PeopleLine",
    "PersonaLine",
    "Phrase",
    "PrivacyLine",
    "SteeringLine",
    "activity_phrase",
    "bare_language",
    "mode_phrase",
    "phrase",
]
