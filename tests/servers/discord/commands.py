"""Application commands: what Discord keeps of them, and what it refuses."""

import re
from collections.abc import Collection, Iterable, Sequence

from tests.servers.discord.mentions import number
from tests.servers.discord.records import Json
from tests.servers.discord.sending import Asked
from tests.servers.discord.world import APPLICATION, ApiError, World, invalid

NAME = re.compile(r"[-_'\w]{1,32}")
_LOCALES = """id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs
    el bg ru uk hi th zh-CN ja zh-TW ko"""
LOCALES = frozenset(_LOCALES.split())
MOST_COMMANDS, MOST_OPTIONS, MOST_CHOICES, MOST_IN_ALL = 100, 25, 25, 8000
SUBCOMMAND, GROUP, STRING = 1, 2, 3
VALUES = range(3, 12)
_BOTH = "type name name_localizations description description_localizations options "
_COMMAND = _BOTH + "contexts integration_types default_member_permissions nsfw dm_permission"
_OPTION = _BOTH + "required choices autocomplete min_length max_length"
COMMAND_FIELDS, OPTION_FIELDS = frozenset(_COMMAND.split()), frozenset(_OPTION.split())


def get_commands(world: World, asked: Asked) -> list[Json]:
    """Return the commands of all places, or of one guild."""
    with_localizations = asked.query.get("with_localizations") == "true"
    return [
        shown(command, with_localizations=with_localizations)
        for command in world.commands.get(_scope(world, asked), [])
    ]


def put_commands(world: World, asked: Asked) -> list[Json]:
    """Replace all commands of a scope."""
    scope = _scope(world, asked)
    if asked.items is None:
        raise invalid("_errors", "BASE_TYPE_BAD_TYPE", "Only iterables may be used in a ListType")
    commands = [_checked(command, str(place)) for place, command in enumerate(asked.items)]
    _unique(commands, "_errors", "APPLICATION_COMMANDS_DUPLICATE_NAME")
    if len(commands) > MOST_COMMANDS:
        raise ApiError(400, 30032, "Maximum number of application commands reached (100)")
    before = {one["name"]: one["id"] for one in world.commands.get(scope, [])}
    world.commands[scope] = [
        {
            **command,
            "id": before.get(command["name"]) or str(world.snowflake()),
            "application_id": str(APPLICATION),
            "version": str(world.snowflake()),
            **({} if scope is None else {"guild_id": str(scope)}),
        }
        for command in commands
    ]
    world.told_commands.append((scope, [str(command["name"]) for command in commands]))
    return [shown(one, with_localizations=True) for one in world.commands[scope]]


def shown(command: Json, *, with_localizations: bool) -> Json:
    """Return a command as Discord tells of it: in its own order, without what is by default."""
    told: Json = {
        "id": command["id"],
        "application_id": command["application_id"],
        "version": command["version"],
        "default_member_permissions": command.get("default_member_permissions"),
        "type": command.get("type", 1),
        "name": command["name"],
        "description": command["description"],
        "dm_permission": True,
        "contexts": command.get("contexts"),
        "integration_types": command.get("integration_types") or [0],
        "nsfw": bool(command.get("nsfw")),
    }
    if "guild_id" in command:
        told["guild_id"] = command["guild_id"]
    if with_localizations:
        told["name_localizations"] = command.get("name_localizations")
        told["description_localizations"] = command.get("description_localizations")
    if command.get("options"):
        told["options"] = [_shown_option(one, with_localizations) for one in command["options"]]
    return told


def _shown_option(option: Json, with_localizations: bool) -> Json:
    told: Json = {key: option[key] for key in ("type", "name", "description")}
    for switch in ("required", "autocomplete"):
        if option.get(switch):
            told[switch] = True
    for limit in ("min_length", "max_length"):
        if limit in option:
            told[limit] = option[limit]
    if with_localizations and option.get("description_localizations"):
        told["description_localizations"] = option["description_localizations"]
    if option.get("choices"):
        told["choices"] = [
            {"name": one["name"], "value": one["value"]} for one in option["choices"]
        ]
    if option.get("options"):
        told["options"] = [_shown_option(one, with_localizations) for one in option["options"]]
    return told


def _scope(world: World, asked: Asked) -> int | None:
    if number(asked.path["application"], "application_id") != APPLICATION:
        raise ApiError(403, 20012, "You are not authorized to perform this action")
    if "guild" not in asked.path:
        return None
    return world.guild(number(asked.path["guild"], "guild_id")).id


def _checked(command: object, place: str) -> Json:
    if not isinstance(command, dict):
        raise invalid(place, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a Model")
    _known(command, COMMAND_FIELDS, place)
    if command.get("type", 1) != 1:
        raise invalid(f"{place}.type", "BASE_TYPE_CHOICES", "Only chat commands are kept here.")
    _named(command, place)
    _within(command.get("contexts"), {0, 1, 2}, f"{place}.contexts")
    _within(command.get("integration_types"), {0, 1}, f"{place}.integration_types")
    permissions = command.get("default_member_permissions")
    if permissions is not None and not str(permissions).isdecimal():
        raise invalid(f"{place}.default_member_permissions", "NUMBER_TYPE_COERCE", "No number.")
    _options(command.get("options") or [], place, allowed={SUBCOMMAND, GROUP, *VALUES})
    if _weight([command]) > MOST_IN_ALL:
        what = f"Command exceeds maximum size ({MOST_IN_ALL})"
        raise invalid(place, "APPLICATION_COMMAND_TOO_LARGE", what)
    return command


def _options(options: Sequence[Json], place: str, *, allowed: Collection[int]) -> None:
    where = f"{place}.options"
    if len(options) > MOST_OPTIONS:
        raise invalid(where, "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_OPTIONS} or fewer in length.")
    _unique(options, where, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID")
    kinds = {option.get("type") for option in options}
    if not kinds <= set(allowed) or (kinds & {SUBCOMMAND, GROUP} and kinds & set(VALUES)):
        raise invalid(where, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Invalid option type")
    optional = False
    for index, option in enumerate(options):
        here = f"{where}.{index}"
        _known(option, OPTION_FIELDS, here)
        _named(option, here)
        inner = option.get("options") or []
        if option["type"] == GROUP:
            if not inner:
                raise invalid(here, "BASE_TYPE_REQUIRED", "A group needs a subcommand")
            _options(inner, here, allowed={SUBCOMMAND})
        elif option["type"] == SUBCOMMAND:
            _options(inner, here, allowed=VALUES)
        else:
            if option.get("required") and optional:
                what = "Required options must be placed before non-required options"
                raise invalid(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", what)
            optional = optional or not option.get("required")
            _value(option, here)


def _value(option: Json, place: str) -> None:
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        what = "Autocomplete can't be used with choices"
        raise invalid(place, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", what)
    if len(choices) > MOST_CHOICES:
        what = f"Must be {MOST_CHOICES} or fewer in length."
        raise invalid(f"{place}.choices", "BASE_TYPE_MAX_LENGTH", what)
    for one in choices:
        _long(one.get("name"), 100, f"{place}.choices.name")
        _long(one.get("value"), 100, f"{place}.choices.value")
    _unique(choices, f"{place}.choices", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE")
    most = option.get("max_length")
    if most is not None and (option["type"] != STRING or not 1 <= most <= 6000):
        raise invalid(f"{place}.max_length", "NUMBER_TYPE_MAX", "Must be between 1 and 6000.")


def _named(one: Json, place: str) -> None:
    name = one.get("name")
    _long(name, 32, f"{place}.name")
    if not NAME.fullmatch(str(name)) or str(name) != str(name).lower():
        raise invalid(
            f"{place}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"
        )
    _long(one.get("description"), 100, f"{place}.description")
    for locale, text in (one.get("description_localizations") or {}).items():
        if locale not in LOCALES:
            raise invalid(f"{place}.description_localizations", "BASE_TYPE_CHOICES", locale)
        _long(text, 100, f"{place}.description_localizations.{locale}")


def _long(text: object, most: int, place: str) -> None:
    if not isinstance(text, str):
        raise invalid(place, "BASE_TYPE_REQUIRED", "This field is required")
    if not 1 <= len(text.strip()) <= len(text) <= most:
        what = f"Must be between 1 and {most} in length."
        raise invalid(place, "BASE_TYPE_BAD_LENGTH", what)


def _known(one: Json, fields: Collection[str], place: str) -> None:
    for key in one:
        if key not in fields:
            raise invalid(f"{place}.{key}", "UNKNOWN_FIELD", "There is no such field.")


def _within(values: object, known: Collection[int], place: str) -> None:
    if values is None:
        return
    if not isinstance(values, list) or not values or len(set(values)) < len(values):
        raise invalid(place, "BASE_TYPE_BAD_TYPE", "A list of different values is needed")
    if not set(values) <= set(known):
        raise invalid(place, "BASE_TYPE_CHOICES", f"Value must be one of {sorted(known)}.")


def _unique(named: Iterable[Json], place: str, code: str) -> None:
    names = [one.get("name") for one in named]
    if len(set(names)) < len(names):
        raise invalid(place, code, "Names must be unique")


def _weight(parts: Iterable[Json]) -> int:
    """Return the characters that count; of a text in several languages, the longest."""
    whole = 0
    for part in parts:
        texts = [
            part.get("description", ""),
            *(part.get("description_localizations") or {}).values(),
        ]
        whole += len(part["name"]) + max(map(len, texts)) + len(str(part.get("value", "")))
        whole += _weight(part.get("options") or []) + _weight(part.get("choices") or [])
    return whole
