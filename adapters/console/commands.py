"""The menu of slash commands, and the one command that is the console's own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.phrases import LANGUAGES, Phrase, phrase

EXIT = "exit"
"""Leaves the console; handled here and never handed over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """One command as the menu shows it."""

    name: str
    """Without the slash."""
    summary: Mapping[str, str]
    """One line a language, by bare code; `en` always."""

    def line(self, language: str) -> str:
        """Return the summary in `language`, else in English."""
        return self.summary.get(language, self.summary["en"])


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
