"""What a builder's models are told."""

from functools import lru_cache

from core.instants import DateTimeInput, to_iso
from core.prompts.templates import Prompts


def conversation_instruction() -> str:
    """Return what the conversation role is told beside its context."""
    return prompts().fill("instruction-conversation")


def memory_extraction_instruction(now: DateTimeInput) -> str:
    """Return what the extraction role is told: objective facts, absolute dates.

    Raises as `core.instants.to_datetime` does.
    """
    return prompts().fill("instruction-extraction", NOW=to_iso(now))


@lru_cache(maxsize=1)
def prompts() -> Prompts:
    """Return all prompts; read once."""
    return Prompts.load()
