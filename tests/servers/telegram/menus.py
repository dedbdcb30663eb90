"""Command menus: for whom they are set, and who sees which."""

from tests.servers.telegram.parameters import bad, parsed, whole
from tests.servers.telegram.records import Json
from tests.servers.telegram.world import Chat, Menu, World

BROAD = ("default", "all_private_chats", "all_group_chats", "all_chat_administrators")
MOST_COMMANDS = 100


def set_my_commands(world: World, parameters: Json) -> bool:
    menu = menu_of(world, parameters)
    commands = parsed(parameters, "commands")
    if not isinstance(commands, list):
        raise bad("can't parse commands: expected an Array of BotCommand")
    if len(commands) > MOST_COMMANDS:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        name, line = command.get("command", ""), command.get("description", "")
        if not (1 <= len(name) <= 32 and name.isascii() and name == name.lower()):
            raise bad("BOT_COMMAND_INVALID")
        if not name.replace("_", "a").isalnum():
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(line) <= 256:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    if commands:
        world.commands[menu] = commands
    else:
        world.commands.pop(menu, None)
    return True


def get_my_commands(world: World, parameters: Json) -> list[Json]:
    return world.commands.get(menu_of(world, parameters), [])


def delete_my_commands(world: World, parameters: Json) -> bool:
    world.commands.pop(menu_of(world, parameters), None)
    return True


def menu_of(world: World, parameters: Json) -> Menu:
    """Return scope and language, as in `("chat 7", "ru")`; `""` is every other language."""
    language = str(parameters.get("language_code") or "")
    if language and not (len(language) == 2 and language.isalpha() and language.islower()):
        raise bad("invalid language code specified")
    return _scope(world, parsed(parameters, "scope") or {"type": "default"}), language


def _scope(world: World, scope: Json) -> str:
    kind = scope.get("type")
    if kind in BROAD:
        return str(kind)
    if kind not in ("chat", "chat_administrators", "chat_member"):
        raise bad("unsupported bot command scope type specified")
    chat = world.chats.get(whole(scope, "chat_id") or 0)
    if chat is None or not chat.opened:
        raise bad("chat not found")
    if kind == "chat_administrators" and chat.kind == "private":
        raise bad("can't change commands in private chats")
    if kind == "chat_member":
        return f"{kind} {chat.id} {whole(scope, 'user_id')}"
    return f"{kind} {chat.id}"


def seen(world: World, chat: Chat, user: Json) -> list[Json]:
    """Return the menu that somebody sees in a chat, by the order that the Bot API documents."""
    if chat.kind == "private":
        scopes = [f"chat {chat.id}", "all_private_chats", "default"]
    else:
        governs = chat.ranks.get(user["id"]) in ("creator", "administrator")
        scopes = [f"chat_member {chat.id} {user['id']}"]
        scopes += [f"chat_administrators {chat.id}"] if governs else []
        scopes += [f"chat {chat.id}"]
        scopes += ["all_chat_administrators"] if governs else []
        scopes += ["all_group_chats", "default"]
    language = str(user.get("language_code", ""))
    for scope in scopes:
        for menu in ((scope, language), (scope, "")):
            if menu in world.commands:
                return world.commands[menu]
    return []
