"""The prompts: Markdown files beside this module, filled literally."""

import re
from collections.abc import Mapping
from importlib.resources import files

from core.errors import Misconfigured

PLACES: Mapping[str, frozenset[str]] = {
    "conversation": frozenset({"NAME", "SEED", "VOICE"}),
    "traits": frozenset({"VALUES", "LIKES", "DISLIKES", "BOUNDARIES"}),
    "initialisation": frozenset({"WORDS"}),
    "memory-none": frozenset(),
    "memory-rules": frozenset(),
    "memory-taught": frozenset(),
    "memory": frozenset({"FACTS"}),
    "done-remembered": frozenset(),
    "done-not-remembered": frozenset(),
    "done-forgotten": frozenset(),
    "done-nothing-to-forget": frozenset(),
    "done-which-to-forget": frozenset(),
    "done-restored": frozenset(),
    "done-corrected": frozenset(),
    "done-learned": frozenset(),
    "now": frozenset(
        {
            "CLOCK",
            "PLACE",
            "THEIRS",
            "LANGUAGE",
            "WINDOW",
            "MEMORY",
            "SCHEDULE",
            "REACTION",
            "UNSAID",
        }
    ),
    "unsaid": frozenset({"DRAFT"}),
    "schedule": frozenset({"DAYS", "AVAILABILITY"}),
    "reaction": frozenset(),
    "opener": frozenset(),
    "nudge-empty": frozenset(),
    "nudge-repeated": frozenset(),
    "rewrite": frozenset(
        {
            *("NAME", "SEED", "VOICE", "MEMORY_RULES", "MEMORY"),
            *("LANGUAGE", "CLOCK", "HISTORY", "DRAFT"),
        }
    ),
    "judgement": frozenset({"QUESTION", "MATERIAL"}),
    "plan-day": frozenset(
        {
            *("NAME", "SEED", "LANGUAGE", "ROUTINE", "WORDS", "ACTIVITIES", "NOW"),
            *("DAY", "LINE", "SPECIAL", "BEFORE", "PROBLEMS"),
        }
    ),
    "plan-month": frozenset(
        {
            *("NAME", "SEED", "LANGUAGE", "ROUTINE", "WORDS", "ACTIVITIES", "NOW"),
            *("FIRST", "DAYS", "SPECIAL", "BEFORE", "PROBLEMS"),
        }
    ),
    "plan-problems": frozenset({"PROBLEMS"}),
    "instruction-conversation": frozenset(),
    "instruction-extraction": frozenset({"NOW"}),
}
"""Every prompt by the name of its file, and the placeholders that it holds."""

_PLACE = re.compile(r"\{\{([^{}]*)\}\}")


class Prompts:
    """The texts of all prompts, checked once."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """Take one text for every name in `PLACES`.

        Raises:
            Misconfigured: a prompt is missing or unknown, or its placeholders are not its own.
        """
        if texts.keys() != PLACES.keys():
            odd = ", ".join(sorted(texts.keys() ^ PLACES.keys()))
            raise Misconfigured(f"prompts missing or unknown: {odd}; core/prompts names them all")
        for name, text in texts.items():
            odd = ", ".join(sorted(PLACES[name] ^ set(_PLACE.findall(text))))
            if odd:
                raise Misconfigured(f"prompt {name!r} misses or doesn't know placeholders: {odd}")
        self._texts = {name: text.strip() for name, text in texts.items()}

    @classmethod
    def load(cls) -> "Prompts":
        """Read the files of this package; call it at start-up, it touches the disk.

        Raises:
            Misconfigured: as for the texts themselves.
        """
        return cls(
            {
                path.name.removesuffix(".md"): path.read_text(encoding="utf-8")
                for path in files("core.prompts").iterdir()
                if path.name.endswith(".md")
            }
        )

    def fill(self, name: str, **values: str) -> str:
        """Return a prompt with its placeholders replaced, in one pass.

        Values are inserted as they are: braces, backslashes and placeholders in them do nothing.

        Raises:
            ValueError: a placeholder has no value, or a value no placeholder.
        """
        odd = PLACES[name] ^ values.keys()
        if odd:
            raise ValueError(f"prompt {name!r} needs {sorted(PLACES[name])}, got {sorted(values)}")
        return _PLACE.sub(lambda place: values[place.group(1)], self._texts[name]).strip()
