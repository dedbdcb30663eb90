"""What can be said to a voice without a language model, and what outdoes what."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What something said can be; the values are keys of the tables."""

    CRISIS = "crisis"
    INSTRUCTION = "instruction"
    NIGHT = "night"
    FAREWELL = "farewell"
    VOICE = "voice"
    PICTURE = "picture"
    STICKER = "sticker"
    ATTACHMENT = "attachment"
    NAME_TOLD = "name_told"
    NAME_ASKED = "name_asked"
    COMPANION_NAME = "companion_name"
    AI = "ai"
    ABOUT = "about"
    TIME = "time"
    DATE = "date"
    RECALL = "recall"
    OF_PERSON = "of_person"
    OF_COMPANION = "of_companion"
    BEDTIME = "bedtime"
    WAKING = "waking"
    PLANS = "plans"
    BUSY = "busy"
    DOING = "doing"
    HELP = "help"
    TASK = "task"
    HOW_ARE_YOU = "how_are_you"
    FINE = "fine"
    KIND = "kind"
    INSULT = "insult"
    THANKS = "thanks"
    APOLOGY = "apology"
    CONFUSED = "confused"
    GREETING = "greeting"
    TIMED_GREETING = "timed_greeting"
    CALLED = "called"
    YES = "yes"
    NO = "no"
    UNSURE = "unsure"
    LAUGHTER = "laughter"
    EMOJI = "emoji"
    TOPIC = "topic"
    QUESTION = "question"
    MIRROR = "mirror"
    LONG = "long"
    STATEMENT = "statement"
    EMPTY = "empty"


OUTDOES = {
    Kind.NAME_ASKED: {Kind.RECALL, Kind.OF_PERSON, Kind.COMPANION_NAME, Kind.ABOUT},
    Kind.COMPANION_NAME: {Kind.ABOUT},
    Kind.AI: {Kind.ABOUT, Kind.INSULT, Kind.KIND, Kind.YES, Kind.NO},
    Kind.RECALL: {
        *(Kind.OF_PERSON, Kind.TIME, Kind.DATE, Kind.TASK),
        *(Kind.PLANS, Kind.BUSY, Kind.BEDTIME, Kind.WAKING),
    },
    Kind.OF_PERSON: {
        *(Kind.COMPANION_NAME, Kind.ABOUT, Kind.OF_COMPANION, Kind.TIME, Kind.DATE, Kind.TASK),
        *(Kind.PLANS, Kind.BUSY, Kind.BEDTIME, Kind.WAKING, Kind.DOING),
    },
    Kind.BEDTIME: {Kind.TIME, Kind.DOING, Kind.PLANS, Kind.BUSY},
    Kind.WAKING: {Kind.TIME, Kind.DOING, Kind.PLANS, Kind.BUSY},
    Kind.PLANS: {Kind.DOING, Kind.BUSY, Kind.HELP, Kind.TASK},
    Kind.BUSY: {Kind.DOING, Kind.TIME, Kind.HOW_ARE_YOU},
    Kind.NIGHT: {Kind.FAREWELL, Kind.TIMED_GREETING, Kind.GREETING},
    Kind.FAREWELL: {Kind.GREETING},
    Kind.TIMED_GREETING: {Kind.GREETING},
    Kind.HOW_ARE_YOU: {Kind.DOING, Kind.FINE},
    Kind.NAME_TOLD: {Kind.COMPANION_NAME, Kind.ABOUT},
    Kind.TASK: {Kind.HELP},
    Kind.CONFUSED: {Kind.NO, Kind.YES},
}
"""In one sentence, what is more particular wins."""

GREETINGS = {Kind.GREETING, Kind.TIMED_GREETING}
YIELDING = {Kind.OF_COMPANION}
"""Heard only where nothing more particular is."""
ASIDES = {Kind.YES, Kind.NO, Kind.LAUGHTER, Kind.UNSURE, Kind.FINE}
"""They say something only where nothing else was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """One thing that was said."""

    kind: Kind
    sentence: str = ""
    caught: str = ""
    """The topic, the name told, or the phrase to give back."""
    asked: bool = False
    """It was put as a question."""
