"""What memory brings, as a part of a prompt."""

from dataclasses import dataclass
from typing import Literal
from zoneinfo import ZoneInfo

from core.conversation.model import ContextItem, Recollection
from core.conversation.rules.marks import fenced
from core.conversation.rules.recollected import recollected_items, recollected_text
from core.conversation.service.settings import ReplySettings
from core.phrases import Phrase, phrase
from core.prompts.templates import Prompts

MemoryRules = Literal["memory-none", "memory-rules", "memory-taught"]
"""The prompt that says what memory is: none, that of people, or the persona's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPart:
    """A part of a prompt, and what went into it."""

    text: str = ""
    kept: tuple[ContextItem, ...] = ()
    left_out: tuple[ContextItem, ...] = ()


def memory_rules(recollection: Recollection | None, *, teaching: bool) -> MemoryRules:
    """Return which rules hold."""
    if recollection is None:
        return "memory-none"
    return "memory-taught" if teaching else "memory-rules"


def memory_part(
    recollection: Recollection | None,
    language: str,
    zone: ZoneInfo,
    prompts: Prompts,
    settings: ReplySettings,
) -> MemoryPart:
    """Return what is remembered, or a fixed line in `language` if that is nothing.

    Behind it stands what the program did on request. Without a memory the part is empty.
    """
    if recollection is None:
        return MemoryPart()
    kept, left_out = recollected_items(recollection, zone, settings.memory_tokens)
    nothing = phrase(Phrase.NOTHING_REMEMBERED, language)
    facts = fenced(recollected_text(kept) or nothing, "memory")
    done = "".join(f"- {prompts.fill(f'done-{deed.value}')}\n" for deed in recollection.done)
    text = f"{prompts.fill('memory', FACTS=facts)}\n{done}"
    return MemoryPart(text=text, kept=kept, left_out=left_out)
