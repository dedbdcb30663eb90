"""The command menu that Telegram shows beside the input line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from telegram import BotCommand
from telegram.constants import BotCommandLimit

MOST_COMMANDS = 100
"""By the Bot API, a list."""
_NAME = re.compile(rf"[a-z0-9_]{{1,{BotCommandLimit.MAX_COMMAND}}}")
_LANGUAGE = re.compile(r"[a-z]{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """One command as it is offered."""

    name: str
    """Without the slash; 1 to 32 of a-z, 0-9 and _."""
    summary: Mapping[str, str]
    """One line a language, by two-letter code; `en`, else the first, serves all others."""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"a menu entry is 1 to 32 of a-z, 0-9 and _, got {self.name!r}")
        if not any(line.strip() for line in self.summary.values()):
            raise ValueError(f"the menu entry {self.name!r} needs a summary")

    def line(self, language: str) -> str:
        """Return the summary in `language`, within Telegram's length."""
        said = [self.summary.get(language, ""), self.summary.get("en", ""), *self.summary.values()]
        text = next(" ".join(line.split()) for line in said if line.strip())
        most = BotCommandLimit.MAX_DESCRIPTION
        return text if len(text) <= most else text[: most - 1] + "…"


def menus(entries: Sequence[MenuEntry]) -> dict[str, tuple[BotCommand, ...]]:
    """Return the lists by language; the one under "" is for every language not named.

    At most a hundred commands, in the order given; tags that are no two letters are left out,
    because Telegram takes no others.
    """
    spoken = {tag for entry in entries for tag in entry.summary if _LANGUAGE.fullmatch(tag)}
    return {
        language: tuple(
            BotCommand(entry.name, entry.line(language)) for entry in entries[:MOST_COMMANDS]
        )
        for language in ("", *sorted(spoken - {"en"}))
    }
