"""Who may do what, commands, and the figures that they show."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from core.admin.ports import Shelf
from core.conversation.model import ChatKind, IdentityId, Route
from core.persona.model import SpaceId


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
    """`platform:chat`, as in `telegram:-100123`: everybody who speaks there may."""
    public: bool = False
    """Whether strangers may talk to it at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invocation:
    """One command as it was given."""

    name: str
    """Without the slash, in lower case."""
    arguments: str
    sender: IdentityId
    right: Right
    route: Route
    chat_kind: ChatKind
    space: SpaceId
    language: str
    """A bare language code such as `en`."""
    now: datetime
    day: str
    """The persona's local day, as `2026-01-31`."""
    facts: Mapping[str, str]
    """What the process tells of itself for `/status`: messenger, model, budget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One entry of the command table."""

    name: str
    right: Right
    """Who may."""
    asks_less: bool
    """Runs even when it is stale: it asks the companion for less, never for more."""
    summary: Mapping[str, str]
    """One line a language, at most 100 characters; `en` always."""
    run: Callable[[Invocation, Shelf], Awaitable[str]]
    """Returns the answer, Markdown; its writes commit together with the answer."""
