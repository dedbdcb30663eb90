"""Who may, what is a command, and which one was meant: by stable ids and plain text only."""

import difflib
import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from core.admin.model import Access, Act, Command, Right, Where
from core.conversation.model import IdentityId

SLASHED = re.compile(r"/([A-Za-z][A-Za-z0-9_-]{0,31})(?:\r\n|\s|\Z)")
NEAREST = 3
"""How many commands are offered for one that is unknown."""
LIKENESS = 0.6
"""From 0.0 to 1.0, as difflib counts it; our guess: it takes `/qiet` and leaves noise."""


class Spoken(NamedTuple):
    """A command as it was written."""

    name: str
    """In lower case, `-` as `_`."""
    arguments: str
    """All that follows the one blank or line break after the name, as it is."""


def parse_command(text: str) -> Spoken | None:
    """Return the command that `text` is, or None if it is talk.

    A command starts with a slash and a letter, and a blank, a line break or the end closes its
    name: `/usr/bin`, `//x`, `/ x` and `/help@another_bot` are talk.
    """
    start = SLASHED.match(text)
    if start is None:
        return None
    return Spoken(start[1].lower().replace("-", "_"), text[start.end() :])


def right_of(access: Access, sender: IdentityId, chat: str, server: str | None = None) -> Right:
    """Return what `sender` may do in `chat`, which may belong to a `server`.

    Both are the platform's ids. The lists hold stable ids; an empty list lets nobody in.
    """
    if sender in access.owners:
        return Right.OWNER
    let_in = access.public or is_listed(access, sender, chat, server)
    return Right.FRIEND if let_in else Right.STRANGER


def is_listed(access: Access, sender: IdentityId, chat: str, server: str | None = None) -> bool:
    """Return whether `sender`, `chat` or its `server` stands in a list by itself."""
    platform = sender.partition(":")[0]
    places = {f"{platform}:{place}" for place in (chat, server) if place is not None}
    return sender in access.owners | access.friends or not places.isdisjoint(access.rooms)


def is_open(access: Access, chat: str, server: str | None) -> bool:
    """Return whether everybody may talk in `chat`, which may belong to a `server`."""
    rooms = {room.partition(":")[2] for room in access.rooms}
    return access.public or chat in rooms or server in rooms


def after_move(access: Access, old_chat: str, new_chat: str) -> Access:
    """Return `access` with the room of a chat that goes on under another id."""
    moved = {room for room in access.rooms if room.partition(":")[2] == old_chat}
    gained = {f"{room.partition(':')[0]}:{new_chat}" for room in moved}
    return replace(access, rooms=access.rooms | gained)


def is_moderator(access: Access, sender: IdentityId, roles: Set[str]) -> bool:
    """Return whether `sender` keeps order; `roles` are the stable ids of what they are there."""
    return sender in access.moderators or not access.moderators.isdisjoint(roles)


def may(granted: Set[str], right: Right, command: Command, act: Act) -> bool:
    """Return whether someone with `right` may do `act`.

    A moderator may what an owner `granted`, by command or by act; what is told in private never is.
    """
    if right >= act.right:
        return True
    is_granted = not granted.isdisjoint({command.name, command.path(act)})
    return right is Right.MODERATOR and is_granted and act.where is Where.ANYWHERE


def grantable(commands: Iterable[Command]) -> frozenset[str]:
    """Return what moderators can be granted: paths of acts, and commands that have such acts."""
    acts = [(command, act) for command in commands for act in command.acts]
    able = [one for one in acts if one[1].right is Right.OWNER and one[1].where is Where.ANYWHERE]
    return frozenset(name for command, act in able for name in (command.name, command.path(act)))


def usable(
    commands: Iterable[Command], right: Right, granted: Set[str] = frozenset()
) -> tuple[Command, ...]:
    """Return the commands that someone with `right` sees, in the order of the table.

    A moderator sees what was `granted`, too.
    """
    shown = (one for one in commands if not one.is_hidden)
    return tuple(one for one in shown if usable_acts(one, right, granted))


def usable_acts(command: Command, right: Right, granted: Set[str]) -> tuple[Act, ...]:
    """Return what of a command someone with `right` may use."""
    return tuple(act for act in command.acts if may(granted, right, command, act))


def nearest(name: str, names: Sequence[str]) -> list[str]:
    """Return those of `names` that `name` may have meant, best first, at most `NEAREST`."""
    return difflib.get_close_matches(name, names, n=NEAREST, cutoff=LIKENESS)
