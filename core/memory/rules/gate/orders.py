"""What would steer the companion, or show its inside: orders, rights, secrets, prompt text."""

import re

from core.memory.model import Why
from core.memory.rules.gate.model import Reason
from core.memory.rules.gate.reading import Reading
from core.memory.rules.gate.secrets import has_secret
from core.memory.rules.wording.content import plain
from core.memory.rules.wording.mine import FILING
from core.patterns import Pattern

_LABEL = Pattern(
    r"^\s*(?:\[|<\|?)?(?:system|assistant|user|developer|tool)(?:\]|\|?>)?\s*:",
    re.IGNORECASE | re.MULTILINE,
)


def orders(reading: Reading) -> list[Reason]:
    """Return what speaks for its being no fact about a person at all."""
    found = (_secret(reading), _instruction(reading), _assistant(reading), _prompt_text(reading))
    return [one for one in found if one is not None]


def _secret(reading: Reading) -> Reason | None:
    found = has_secret(reading.statement, reading.said, reading.testimony.language)
    return Reason(why=Why.SECRET, weight=1.0) if found else None


def _instruction(reading: Reading) -> Reason | None:
    if reading.any_stated("instruction"):
        return Reason(why=Why.INSTRUCTION, weight=0.75)
    dictated = FILING[reading.code].search(reading.said) is not None
    ordered = reading.any_said("instruction", *reading.parts)
    if ordered or _LABEL.search(reading.said):
        return Reason(why=Why.INSTRUCTION, weight=0.6 if dictated else 0.5)
    return Reason(why=Why.INSTRUCTION, weight=0.3) if dictated else None


def _assistant(reading: Reading) -> Reason | None:
    """`The bot` as of somebody else, or the companion as the doer of a person's fact."""
    if reading.any_stated("assistant"):
        return Reason(why=Why.ABOUT_ASSISTANT, weight=0.7)
    names = [plain(name) for name in reading.testimony.companion_names if name.strip()]
    if any(re.match(rf"{re.escape(name)}(?!\w)", plain(reading.statement)) for name in names):
        return Reason(why=Why.ABOUT_ASSISTANT, weight=0.7)
    return None


def _prompt_text(reading: Reading) -> Reason | None:
    """A token of our own prompts that nobody said."""
    told, heard = plain(reading.statement), plain(reading.said)
    for token in reading.testimony.prompt_examples:
        pattern = rf"(?<!\w){re.escape(plain(token))}(?!\w)"
        if re.search(pattern, told) and not re.search(pattern, heard):
            return Reason(why=Why.PROMPT_TEXT, weight=1.0)
    return None
