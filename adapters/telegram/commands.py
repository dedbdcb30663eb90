"""The command menus that Telegram shows beside the input line: who sees which, in which words."""

import re
from collections.abc import Iterable, Mapping, Sequence

from telegram import (
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)
from telegram.constants import BotCommandLimit

from core.admin.model import Command, MenuEntry, Right, Where
from core.admin.rules import usable

Lists = Mapping[str, tuple[BotCommand, ...]]
"""By language; the one under "" is for every language not named."""

MOST_COMMANDS = int(BotCommandLimit.MAX_COMMAND_NUMBER)
"""By the Bot API, a list."""
_LANGUAGE = re.compile(r"[a-z]{2}")


def menus(entries: Sequence[MenuEntry], table: Iterable[MenuEntry] | None = None) -> Lists:
    """Return the lists of `entries`, in every language that `table` is written in.

    At most a hundred commands, in the order given; tags that are no two letters are left out,
    because Telegram takes no others.
    """
    known = entries if table is None else table
    spoken = {tag for entry in known for tag in entry.summary if _LANGUAGE.fullmatch(tag)}
    return {
        language: tuple(
            BotCommand(entry.name, entry.summary_in(language)) for entry in entries[:MOST_COMMANDS]
        )
        for language in ("", *sorted(spoken - {"en"}))
    }


def for_all(table: Sequence[Command]) -> Mapping[BotCommandScope, Lists]:
    """Return what everybody sees: friends' commands in direct talks, fewer in groups.

    The list for all other places is empty, and so is everything without a table.
    """
    friends = usable(table, Right.FRIEND)
    return {
        BotCommandScopeDefault(): menus((), table),
        BotCommandScopeAllPrivateChats(): menus(friends, table),
        BotCommandScopeAllGroupChats(): menus([one for one in friends if _in_groups(one)], table),
    }


def for_owners(table: Sequence[Command]) -> Lists:
    """Return what an owner sees in the direct talk."""
    return menus(usable(table, Right.OWNER), table)


def _in_groups(command: Command) -> bool:
    """Return whether friends may do any of it where others listen."""
    return any(act.right <= Right.FRIEND and act.where is Where.ANYWHERE for act in command.acts)
