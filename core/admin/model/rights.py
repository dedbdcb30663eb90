"""Who may do what."""

import re
from dataclasses import dataclass
from enum import IntEnum

from core.conversation.model import IdentityId

STABLE_ID = re.compile(r"[a-z]+:[^\s@]+")
"""`platform:id`; a name with an @ can change hands and is refused."""


class Right(IntEnum):
    """What someone may do; each includes those before it."""

    STRANGER = 0
    FRIEND = 1
    MODERATOR = 2
    """Keeps order in a room: may there what an owner granted."""
    OWNER = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Who is let in, by stable ids only; nobody by default."""

    owners: frozenset[IdentityId] = frozenset()
    friends: frozenset[IdentityId] = frozenset()
    rooms: frozenset[str] = frozenset()
    """`platform:chat` or `platform:server`, as in `telegram:-100123`: everybody there may."""
    moderators: frozenset[str] = frozenset()
    """People, roles, and rooms whose administrators are meant: `discord:99` may be each of them."""
    granted: frozenset[str] = frozenset()
    """What moderators may beyond a friend, by path: `pause`, `schedule regenerate`."""
    public: bool = False
    """Whether strangers may talk to it at all."""

    def __post_init__(self) -> None:
        for name in sorted(self.owners | self.friends | self.rooms | self.moderators):
            if not STABLE_ID.fullmatch(name):
                raise ValueError(
                    f"access goes by numbers, as in telegram:42, never by names: got {name!r}"
                )
