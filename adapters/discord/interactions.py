"""What people do with commands, buttons and windows, as lines of text. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

from discord.utils import snowflake_time

from adapters.discord.commands import GROUP, SUBCOMMAND, Json, subcommands
from adapters.discord.components import given_in, window
from adapters.discord.markdown import clean
from adapters.discord.places import NEWS, THREADS
from adapters.discord.translate import display_name, identity, snowflake
from core.admin.model import Act, Command, Unfinished
from core.admin.rules import act_of, line_of, parse_command
from core.conversation.model import AccountId, ChatKind, IdentityId, Inbound, Route

BUTTON: Final = 2
"""The type of a component."""
EPHEMERAL: Final = 1 << 6
"""The flag of a message that one person alone is shown."""
BETWEEN_PEOPLE: Final = 2
"""The context of a talk that the bot is not in."""


class Kind(IntEnum):
    """What somebody did."""

    COMMAND = 2
    PRESS = 3
    COMPLETION = 4
    """A command is still being written."""
    SUBMIT = 5
    """A window was filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interaction:
    """What somebody did, where, and by what it is answered."""

    id: str
    token: str = field(repr=False)
    kind: Kind
    route: Route
    chat_kind: ChatKind
    server: str | None
    sender: IdentityId
    sender_name: str
    language: str | None
    data: Mapping[str, Any]
    replaces: bool
    """Whether the answer may take the place of the message with the button: nobody else sees it."""

    def said(self, line: str) -> Inbound:
        """Return what it says; in a server, others see neither it nor its answer."""
        return Inbound(
            route=self.route,
            chat_kind=self.chat_kind,
            message_id=self.id,
            sender=self.sender,
            sender_name=self.sender_name,
            text=line,
            sent_at=snowflake_time(int(self.id)),
            addressed=True,
            server=self.server,
            language=self.language,
            unseen=self.server is not None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A whole command."""

    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanting:
    """A command that lacks its long text, for which a window is opened."""

    line: str
    window: Json


Meaning = Given | Wanting | Unfinished


def read(raw: Mapping[str, Any], account: AccountId) -> Interaction:
    """Return an interaction as it came.

    Raises:
        Exception: one of `errors.UNPARSED`, for what is not of the documented shape.
    """
    if raw.get("context") == BETWEEN_PEOPLE:
        raise ValueError("a talk that the bot is not in")
    token, kind = clean(raw["token"]), Kind(raw["type"])
    if not token:
        raise ValueError("nothing to answer it by")
    guild, member = raw.get("guild_id"), raw.get("member") or {}
    user = member["user"] if guild is not None else raw["user"]
    seen = (raw.get("message") or {}).get("flags") or 0
    language = raw.get("locale")
    return Interaction(
        id=snowflake(raw["id"]),
        token=token,
        kind=kind,
        route=_route(raw, account),
        chat_kind=_chat_kind(raw),
        server=None if guild is None else snowflake(guild),
        sender=identity(user["id"]),
        sender_name=display_name(user, member),
        language=clean(language) if language else None,
        data=dict(raw["data"]),
        replaces=kind is Kind.PRESS and (guild is None or bool(seen & EPHEMERAL)),
    )


def meaning(asked: Interaction, table: Mapping[str, Command]) -> Meaning:
    """Return what is meant; see `read` for what is raised.

    Args:
        asked: What somebody did.
        table: The commands by name; what it does not know stays as it is.
    """
    match asked.kind:
        case Kind.COMMAND:
            return _commanded(asked, table)
        case Kind.PRESS:
            if asked.data.get("component_type") != BUTTON:
                raise ValueError("no button")
            return _pressed(_line(asked.data["custom_id"]), table, asked.language)
        case Kind.COMPLETION:
            return _unfinished(asked, table)
        case Kind.SUBMIT:
            return Given(line=_submitted(asked.data, table))


def _commanded(asked: Interaction, table: Mapping[str, Command]) -> Meaning:
    path, options = _unwrapped(asked.data)
    given = {_word(option["name"]): clean(option["value"]) for option in options}
    name = _word(asked.data["name"])
    command = table.get(name)
    act = None if command is None else subcommands(command).get(path)
    if command is None or act is None:  # of a table that was, perhaps
        return Given(line=_line(" ".join((f"/{name}", *path, *given.values()))))
    line = _line(line_of(command, act, given))
    long = act.asks_long
    if long is None or given.get(long.name, "").strip():
        return Given(line=line)
    return _asking(line, command, act, given, asked.language)


def _pressed(line: str, table: Mapping[str, Command], language: str | None) -> Meaning:
    """Return what a button means: it may lead to a long text that has to be written yet."""
    spoken = parse_command(line)
    command = None if spoken is None else table.get(spoken.name)
    if spoken is None or command is None:
        return Given(line=line)
    act, rest = act_of(command, spoken.arguments)
    needed = [option for option in act.options if option.required]
    if rest.strip() or len(needed) != 1 or not needed[0].is_long:
        return Given(line=line)
    return _asking(line, command, act, {}, language)


def _asking(
    line: str, command: Command, act: Act, given: Mapping[str, str], language: str | None
) -> Meaning:
    made = window(command, act, given, language)
    return Given(line=line) if made is None else Wanting(line=line, window=made)


def _unfinished(asked: Interaction, table: Mapping[str, Command]) -> Unfinished:
    path, options = _unwrapped(asked.data)
    command = table[_word(asked.data["name"])]
    act = subcommands(command)[path]
    focused = next(option for option in options if option.get("focused"))
    so_far = " ".join(clean(focused["value"]).split())
    return Unfinished(
        route=asked.route,
        chat_kind=asked.chat_kind,
        server=asked.server,
        sender=asked.sender,
        sender_name=asked.sender_name,
        language=asked.language,
        line=f"{line_of(command, act, {})} {so_far}",
        option=_word(focused["name"]),
    )


def _submitted(data: Mapping[str, Any], table: Mapping[str, Command]) -> str:
    """Return the line that a window gives: what it was opened for, and what was written in it."""
    begun = _line(data["custom_id"])
    written = given_in(data["components"])
    spoken = parse_command(begun)
    command = None if spoken is None else table.get(spoken.name)
    if spoken is None or command is None:
        return " ".join((begun, *written.values()))
    act, _ = act_of(command, spoken.arguments)
    rest = line_of(command, act, written).removeprefix(line_of(command, act, {}))
    return f"{begun}{rest}"


def _unwrapped(data: Mapping[str, Any]) -> tuple[tuple[str, ...], Sequence[Mapping[str, Any]]]:
    """Return the names of group and subcommand, and the values behind them."""
    path: list[str] = []
    options = list(data.get("options") or ())
    while len(options) == 1 and options[0].get("type") in (SUBCOMMAND, GROUP) and len(path) < 2:
        path.append(_word(options[0]["name"]))
        options = list(options[0].get("options") or ())
    return tuple(path), options


def _line(text: object) -> str:
    """Return a command's line as every database takes it; anything else is refused."""
    line = clean(text)
    if parse_command(line) is None:
        raise ValueError("no command")
    return line


def _word(name: object) -> str:
    word = clean(name)
    if not word or word.split() != [word]:
        raise ValueError("a name is one word")
    return word


def _route(raw: Mapping[str, Any], account: AccountId) -> Route:
    """Return the place; a thread is inside its channel."""
    channel = raw.get("channel") or {}
    here = snowflake(raw["channel_id"])
    if channel.get("type") in THREADS:
        return Route(account=account, chat=snowflake(channel["parent_id"]), thread=here)
    return Route(account=account, chat=here)


def _chat_kind(raw: Mapping[str, Any]) -> ChatKind:
    if raw.get("guild_id") is None:
        return ChatKind.DIRECT
    is_news = (raw.get("channel") or {}).get("type") == NEWS
    return ChatKind.CHANNEL if is_news else ChatKind.GROUP


def by_name(table: Iterable[Command]) -> dict[str, Command]:
    """Return the commands by their names."""
    return {command.name: command for command in table}
