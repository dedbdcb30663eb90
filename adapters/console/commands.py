"""The menu of slash commands, and the one command that is the console's own."""

from collections.abc import Iterable

from core.admin.model import MenuEntry
from core.phrases import LANGUAGES, Phrase, phrase

EXIT = "exit"
"""Leaves the console; handled here and never handed over."""


OWN = MenuEntry(
    name=EXIT,
    summary={language: phrase(Phrase.CONSOLE_EXIT, language) for language in LANGUAGES},
)
"""What the console adds to the menu."""


def leaves(text: str) -> bool:
    """Return whether `text` is the wish to leave."""
    return text.strip().lower() == f"/{EXIT}"


def matching(menu: Iterable[MenuEntry], typed: str) -> list[MenuEntry]:
    """Return the entries that `typed` may become, in the order of the menu.

    Nothing unless it starts with a slash and its name is still being written.
    """
    if not typed.startswith("/") or any(ch.isspace() for ch in typed):
        return []
    begun = typed[1:].lower()
    return [entry for entry in menu if entry.name.startswith(begun)]
