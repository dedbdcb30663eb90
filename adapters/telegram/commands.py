"""The command menu that Telegram shows beside the input line."""

import re
from collections.abc import Sequence

from telegram import BotCommand

from core.admin.model import MenuEntry

MOST_COMMANDS = 100
"""By the Bot API, a list."""
_LANGUAGE = re.compile(r"[a-z]{2}")


def menus(entries: Sequence[MenuEntry]) -> dict[str, tuple[BotCommand, ...]]:
    """Return the lists by language; the one under "" is for every language not named.

    At most a hundred commands, in the order given; tags that are no two letters are left out,
    because Telegram takes no others.
    """
    spoken = {tag for entry in entries for tag in entry.summary if _LANGUAGE.fullmatch(tag)}
    return {
        language: tuple(
            BotCommand(entry.name, entry.summary_in(language)) for entry in entries[:MOST_COMMANDS]
        )
        for language in ("", *sorted(spoken - {"en"}))
    }
