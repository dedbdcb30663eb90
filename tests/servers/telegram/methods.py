"""The methods of the Bot API, strict: what Telegram refuses is refused."""

from collections.abc import Callable, Mapping

from tests.servers.telegram.files import get_file
from tests.servers.telegram.membership import member
from tests.servers.telegram.parameters import bad, parsed, whole
from tests.servers.telegram.photos import send_photo
from tests.servers.telegram.reactions import reaction, set_message_reaction
from tests.servers.telegram.webhook import delete_webhook, set_webhook, webhook_info
from tests.servers.telegram.world import Json, World
from tests.servers.telegram.writing import (
    delete_message,
    edit_message_text,
    send_chat_action,
    send_message,
)

GIFTS = (
    *("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription"),
    "gifts_from_channels",
)


def get_chat(world: World, parameters: Json) -> Json:
    chat = world.chat(whole(parameters, "chat_id") or 0)
    full: Json = {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(GIFTS, False),
    }
    if chat.linked is not None:
        full["linked_chat_id"] = chat.linked.id
    if chat.allowed_reactions is not None:
        full["available_reactions"] = [reaction(name) for name in sorted(chat.allowed_reactions)]
    return chat.shape() | full


def get_chat_member(world: World, parameters: Json) -> Json:
    chat = world.chat(whole(parameters, "chat_id") or 0)
    user_id = whole(parameters, "user_id")
    if user_id == world.bot["id"]:
        return member(world, chat)
    if user_id not in world.users:
        raise bad("PARTICIPANT_ID_INVALID")
    return {"user": world.users[user_id], "status": "member"}


def set_my_commands(world: World, parameters: Json) -> bool:
    commands = parsed(parameters, "commands")
    if not isinstance(commands, list) or len(commands) > 100:
        raise bad("too many commands")
    for command in commands:
        name, line = command.get("command", ""), command.get("description", "")
        if not (1 <= len(name) <= 32 and name.isascii() and name == name.lower()):
            raise bad("BOT_COMMAND_INVALID")
        if not name.replace("_", "a").isalnum():
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(line) <= 256:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    world.commands[_language(parameters)] = commands
    return True


def delete_my_commands(world: World, parameters: Json) -> bool:
    world.commands.pop(_language(parameters), None)
    return True


def _language(parameters: Json) -> str:
    language = str(parameters.get("language_code") or "")
    if language and not (len(language) == 2 and language.isalpha() and language.islower()):
        raise bad("invalid language code specified")
    return language


METHODS: Mapping[str, Callable[[World, Json], object]] = {
    "getMe": lambda world, _: world.bot,
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendChatAction": send_chat_action,
    "editMessageText": edit_message_text,
    "deleteMessage": delete_message,
    "setMessageReaction": set_message_reaction,
    "setMyCommands": set_my_commands,
    "getMyCommands": lambda world, parameters: world.commands.get(_language(parameters), []),
    "deleteMyCommands": delete_my_commands,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": webhook_info,
    "getFile": get_file,
}
"""All but getUpdates, which waits."""
