"""The command table as Discord's application commands, and back from their names to its acts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from core.admin.model import Act, Command, Option, Right

Json = dict[str, Any]

SUBCOMMAND, GROUP, STRING = 1, 2, 3
"""Types of options."""
CHAT_INPUT: Final = 1
"""The type of a command behind a slash."""
EVERYWHERE: Final = (0, 1)
"""Contexts: servers, and the direct talk with the bot."""
BY_SERVERS: Final = (0,)
"""It is servers that the bot is added to."""
MANAGE_SERVER: Final = 1 << 5
LONGEST_TEXT: Final = 4000
"""Characters that a window for long text takes."""
LOCALES: Mapping[str, tuple[str, ...]] = {
    "ko": ("ko",),
    "ru": ("ru",),
    "ja": ("ja",),
    "es": ("es-ES", "es-419"),
    "de": ("de",),
}
"""What Discord calls the languages of the table; English is shown in all others."""


def application_commands(table: Iterable[Command]) -> list[Json]:
    """Return what Discord is told of the table; hidden commands are left out.

    In servers, what none but owners may use is shown to those alone who may manage the server;
    who really may is decided when it is given.
    """
    return [_command(command) for command in table if not command.is_hidden]


def subcommands(command: Command) -> dict[tuple[str, ...], Act]:
    """Return the acts by the names under which Discord knows them: none, one, or group and name.

    An act that is called as a group is, is put into the group.
    """
    if len(command.acts) == 1:
        return {(): command.acts[0]}
    paths = {act.name: tuple(act.name.split(" ")) for act in command.acts}
    groups = {path[0] for path in paths.values() if len(path) > 1}
    return {
        path * 2 if len(path) == 1 and path[0] in groups else path: act
        for act in command.acts
        for path in (paths[act.name],)
    }


def shown(told: object) -> Json:
    """Return what matters of a command or an option, wherever it comes from.

    Discord tells more than it was told, and leaves out what is as by default.

    Raises:
        Exception: one of `errors.UNPARSED`, for what is no command.
    """
    if not isinstance(told, Mapping):
        raise TypeError(f"a command is an object, got {type(told).__name__}")
    is_command = "default_member_permissions" in told or "application_id" in told
    seen: Json = {
        "type": told.get("type", CHAT_INPUT),
        "name": told["name"],
        "description": told.get("description", ""),
        "languages": dict(told.get("description_localizations") or {}),
        "names": dict(told.get("name_localizations") or {}),
        "options": [shown(option) for option in told.get("options") or ()],
    }
    if is_command:
        permissions = told.get("default_member_permissions")
        return seen | {
            "permissions": None if permissions is None else int(permissions),
            "contexts": sorted(told.get("contexts") or EVERYWHERE),
            "places": sorted(told.get("integration_types") or BY_SERVERS),
            "nsfw": bool(told.get("nsfw")),
        }
    return seen | {
        "required": bool(told.get("required")),
        "autocomplete": bool(told.get("autocomplete")),
        "most": told.get("max_length"),
        "choices": [(one["name"], one["value"]) for one in told.get("choices") or ()],
    }


def is_same(told: Iterable[object], wanted: Iterable[Json]) -> bool:
    """Return whether Discord shows what is wanted; the order of commands does not matter."""
    there, ours = ([shown(one) for one in commands] for commands in (told, wanted))
    return sorted(there, key=_by_name) == sorted(ours, key=_by_name)


def _by_name(command: Json) -> tuple[str, int]:
    return command["name"], command["type"]


def _command(command: Command) -> Json:
    owners_alone = all(act.right > Right.FRIEND for act in command.acts)
    return _named(command.name, command.summary) | {
        "type": CHAT_INPUT,
        "options": _options(command),
        "contexts": list(EVERYWHERE),
        "integration_types": list(BY_SERVERS),
        "default_member_permissions": str(MANAGE_SERVER) if owners_alone else None,
    }


def _options(command: Command) -> list[Json]:
    acts = subcommands(command)
    if () in acts:
        return _fields(acts[()].options)
    top: dict[str, Json] = {}
    for path, act in acts.items():
        made = _named(path[-1], act.summary) | {
            "type": SUBCOMMAND,
            "options": _fields(act.options),
        }
        if len(path) == 1:
            top[path[0]] = made
            continue
        # A group alone stands for its first act, and so does its summary.
        group = _named(path[0], act.summary) | {"type": GROUP, "options": []}
        top.setdefault(path[0], group)["options"].append(made)
    return list(top.values())


def _fields(options: Sequence[Option]) -> list[Json]:
    """Return the options, those first that Discord insists on."""
    return sorted(map(_field, options), key=lambda field: not field["required"])


def _field(option: Option) -> Json:
    field = _named(option.name, option.summary) | {
        "type": STRING,
        # A long text that is missing is asked for in a window.
        "required": option.required and not option.is_long,
    }
    if option.is_long:
        field["max_length"] = LONGEST_TEXT
    if option.choices:
        field["choices"] = [{"name": one, "value": one} for one in option.choices]
    elif option.suggest is not None:
        field["autocomplete"] = True
    return field


def _named(name: str, summary: Mapping[str, str]) -> Json:
    locales = {
        locale: summary[language]
        for language, known in LOCALES.items()
        if language in summary
        for locale in known
    }
    return {
        "name": name,
        "description": summary["en"],
        "description_localizations": locales,
    }
