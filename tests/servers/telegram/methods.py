"""The methods of the Bot API, strict: what Telegram refuses is refused."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from tests.servers.telegram.world import ApiError, Chat, Json, Sent, Typing, World, units

MOST_TEXT = 4096
MOST_FILE = 20 * 1024 * 1024
ENTITY_TYPES = frozenset(
    {
        *("mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number"),
        *("bold", "italic", "underline", "strikethrough", "spoiler", "code", "pre", "text_link"),
        *("blockquote", "expandable_blockquote", "text_mention", "custom_emoji"),
    }
)


def bad(what: str) -> ApiError:
    return ApiError(400, f"Bad Request: {what}")


def whole(parameters: Json, name: str) -> int | None:
    """Return a parameter as a number; it may have come as text."""
    value = parameters.get(name)
    if value is None or value == "":
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        raise bad(f"invalid {name} specified") from None


def parsed(parameters: Json, name: str) -> Any:
    """Return a parameter that is JSON, or text that holds JSON."""
    value = parameters.get(name)
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise bad(f"can't parse {name} JSON object") from None


def place(world: World, parameters: Json) -> tuple[Chat, int | None]:
    """Return the chat and thread, if the bot may write there."""
    chat_id = whole(parameters, "chat_id")
    if chat_id is None:
        raise bad("chat_id is empty")
    chat = world.chat(chat_id)
    if chat.moved_to:
        what = "Bad Request: group chat was upgraded to a supergroup chat"
        raise ApiError(400, what, migrate_to_chat_id=chat.moved_to)
    if chat.barred:
        raise ApiError(403, chat.barred)
    if not chat.opened:
        raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
    thread = whole(parameters, "message_thread_id")
    if thread is not None and thread not in chat.topics:
        raise bad("message thread not found")
    return chat, thread


def entities(text: str, parameters: Json) -> list[Json]:
    """Return the entities; one that does not fit its text is refused."""
    if parameters.get("parse_mode"):
        raise bad("unsupported parse_mode")
    given = parsed(parameters, "entities") or []
    borders = {0}
    for ch in text:
        borders.add(max(borders) + units(ch))
    for entity in given:
        if entity.get("type") not in ENTITY_TYPES:
            raise bad("can't parse MessageEntity: unsupported type specified")
        start, length = entity.get("offset"), entity.get("length")
        if not isinstance(start, int) or not isinstance(length, int) or length <= 0:
            raise bad("can't parse MessageEntity: wrong offset or length")
        if start not in borders or start + length not in borders:
            raise bad(f"entity beginning at UTF-16 offset {start} ends outside of the text")
        if entity["type"] == "text_link" and not entity.get("url"):
            raise bad('can\'t parse MessageEntity: Field "url" must be of type String')
    return list(given)


def text_of(parameters: Json) -> str:
    text = str(parameters.get("text", ""))
    if not text.strip():
        raise bad("message text is empty")
    if units(text) > MOST_TEXT:
        raise bad("message is too long")
    return text


def replied(chat: Chat, parameters: Json) -> Json | None:
    reply = parsed(parameters, "reply_parameters")
    if not reply:
        return None
    target = chat.messages.get(reply.get("message_id"))
    if target is None and not reply.get("allow_sending_without_reply"):
        raise bad("message to be replied not found")
    return target


def slow_down(world: World, chat: Chat) -> None:
    """Refuse a message that follows too soon, where the server limits the rate."""
    if world.least_gap_s is None or chat.last_sent_at is None:
        return
    left = world.least_gap_s - (world.now() - chat.last_sent_at).total_seconds()
    if left > 0:
        wait = int(left) + 1
        raise ApiError(429, f"Too Many Requests: retry after {wait}", retry_after=wait)


def send_message(world: World, parameters: Json) -> Json:
    chat, thread = place(world, parameters)
    slow_down(world, chat)
    text = text_of(parameters)
    marks = entities(text, parameters)
    target = replied(chat, parameters)
    fields: Json = {"from": world.bot, "text": text}
    if marks:
        fields["entities"] = marks
    if target is not None:
        fields["reply_to_message"] = {k: v for k, v in target.items() if k != "reply_to_message"}
    if thread is not None:
        fields |= {"message_thread_id": thread, "is_topic_message": True}
    message = world.keep(chat, fields)
    chat.last_sent_at = world.now()
    world.sent.append(
        Sent(
            chat=chat.id,
            message_id=message["message_id"],
            text=text,
            at=chat.last_sent_at,
            thread=thread,
            reply_to=target["message_id"] if target else None,
            entities=tuple(marks),
        )
    )
    world.changed()
    return message


def send_chat_action(world: World, parameters: Json) -> bool:
    chat, thread = place(world, parameters)
    action = str(parameters.get("action", ""))
    if action not in ("typing", "upload_photo", "record_voice", "upload_document"):
        raise bad("wrong parameter action in request")
    world.typings.append(Typing(chat=chat.id, action=action, at=world.now(), thread=thread))
    world.changed()
    return True


def own_message(world: World, parameters: Json) -> tuple[Chat, Json]:
    chat = world.chat(whole(parameters, "chat_id") or 0)
    message = chat.messages.get(whole(parameters, "message_id") or 0)
    if message is None or message.get("from") != world.bot:
        raise bad("message to edit not found")
    return chat, message


def edit_message_text(world: World, parameters: Json) -> Json:
    _, message = own_message(world, parameters)
    text = text_of(parameters)
    if text == message["text"]:
        raise bad("message is not modified")
    message |= {"text": text, "edit_date": int(world.now().timestamp())}
    message["entities"] = entities(text, parameters)
    world.changed()
    return message


def delete_message(world: World, parameters: Json) -> bool:
    chat, message = own_message(world, parameters)
    del chat.messages[message["message_id"]]
    world.changed()
    return True


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


def set_webhook(world: World, parameters: Json) -> bool:
    world.webhook = str(parameters.get("url", ""))
    return True


def delete_webhook(world: World, parameters: Json) -> bool:
    world.webhook = ""
    if str(parameters.get("drop_pending_updates", "")).lower() == "true":
        world.updates.clear()
    return True


def webhook_info(world: World, parameters: Json) -> Json:
    return {
        "url": world.webhook,
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates),
    }


def get_file(world: World, parameters: Json) -> Json:
    file_id = str(parameters.get("file_id", ""))
    if file_id not in world.files:
        raise bad("invalid file_id")
    size = world.files[file_id]
    if size > MOST_FILE:
        raise bad("file is too big")
    return {
        "file_id": file_id,
        "file_unique_id": f"u-{file_id}",
        "file_size": size,
        "file_path": f"documents/{file_id}",
    }


METHODS: Mapping[str, Callable[[World, Json], object]] = {
    "getMe": lambda world, _: world.bot,
    "getChat": lambda world, parameters: (
        world.chat(whole(parameters, "chat_id") or 0).shape()
        | {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": {}}
    ),
    "sendMessage": send_message,
    "sendChatAction": send_chat_action,
    "editMessageText": edit_message_text,
    "deleteMessage": delete_message,
    "setMyCommands": set_my_commands,
    "getMyCommands": lambda world, parameters: world.commands.get(_language(parameters), []),
    "deleteMyCommands": delete_my_commands,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": webhook_info,
    "getFile": get_file,
}
"""All but getUpdates, which waits."""
