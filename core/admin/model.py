"""Who may do what, commands, and the figures that they show."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from zoneinfo import ZoneInfo

from core.admin.ports import Shelf
from core.availability.model import ModeTable
from core.conversation.model import ChatKind, ConversationId, IdentityId, Route
from core.persona.model import SpaceId
from core.schedule.model import Life

COMMAND_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
"""What every platform takes as the name of a command."""
SUMMARY_MOST = 100
"""Characters; the shortest limit of a platform's menu."""
STABLE_ID = re.compile(r"[a-z]+:[^\s@]+")
"""`platform:id`; a name with an @ can change hands and is refused."""


class Right(IntEnum):
    """What someone may do; each includes those before it."""

    STRANGER = 0
    FRIEND = 1
    OWNER = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Who is let in, by stable ids only; nobody by default."""

    owners: frozenset[IdentityId] = frozenset()
    friends: frozenset[IdentityId] = frozenset()
    rooms: frozenset[str] = frozenset()
    """`platform:chat` or `platform:server`, as in `telegram:-100123`: everybody there may."""
    public: bool = False
    """Whether strangers may talk to it at all."""

    def __post_init__(self) -> None:
        for name in sorted(self.owners | self.friends | self.rooms):
            if not STABLE_ID.fullmatch(name):
                raise ValueError(
                    f"access goes by numbers, as in telegram:42, never by names: got {name!r}"
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class Invocation:
    """One command as it was given."""

    name: str
    """Without the slash, in lower case."""
    arguments: str
    sender: IdentityId
    right: Right
    sender_name: str
    """As it was shown when the command was given."""
    route: Route
    conversation: ConversationId
    chat_kind: ChatKind
    space: SpaceId
    persona_name: str
    language: str
    """A bare language code such as `en`."""
    now: datetime
    day: str
    """The persona's local day, as `2026-01-31`."""
    zone: ZoneInfo
    """The persona's."""
    life: Life
    """What its owner says of the persona's life."""
    modes: ModeTable
    """How much it is there while it does what."""
    facts: Mapping[str, str]
    """What the process tells of itself for `/status`, one line a key: messenger, model, budget.

    `model` is also told to friends; `budget` (tokens a day) stands beside today's tokens.
    """
    table: tuple["Command", ...] = ()
    """Every command that there is; the dispatcher fills it in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The answer to a command."""

    text: str
    """Markdown."""
    picture: str | None = None
    """The name of a picture that goes with it, drawn when it is sent: `day:2026-05-02:light`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """A command as a menu shows it."""

    name: str
    """Without the slash; 1 to 32 of a-z, 0-9 and _, as every platform takes it."""
    summary: Mapping[str, str]
    """One line a language, at most 100 characters; `en` always."""

    def __post_init__(self) -> None:
        if not COMMAND_NAME.fullmatch(self.name):
            raise ValueError(f"a command's name is 1 to 32 of a-z, 0-9 and _, got {self.name!r}")
        if "en" not in self.summary:
            raise ValueError(f"the command {self.name!r} lacks a summary in English")
        for language, line in self.summary.items():
            if not line.strip() or len(line) > SUMMARY_MOST or "\n" in line:
                raise ValueError(
                    f"a summary is one line of 1 to {SUMMARY_MOST} characters: "
                    f"the {language} one of {self.name!r} is not"
                )

    def summary_in(self, language: str) -> str:
        """Return the summary in a bare language code, else in English."""
        return self.summary.get(language, self.summary["en"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(MenuEntry):
    """One entry of the command table."""

    right: Right
    """Who may."""
    asks_less: bool
    """Runs even when it is stale: it asks the companion for less, never for more."""
    run: Callable[[Invocation, Shelf], str | Told]
    """Returns the answer, Markdown, perhaps with a picture; its writes commit together with it.

    Arguments that make no sense get an answer that says so; nothing is raised for them.
    """
