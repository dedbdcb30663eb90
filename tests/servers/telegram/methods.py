"""The methods of the Bot API, strict: what Telegram refuses is refused."""

from collections.abc import Callable, Mapping

from tests.servers.telegram.buttons import answer_callback_query
from tests.servers.telegram.documents import send_document
from tests.servers.telegram.files import get_file
from tests.servers.telegram.membership import member, somebody
from tests.servers.telegram.menus import delete_my_commands, get_my_commands, set_my_commands
from tests.servers.telegram.parameters import bad, whole
from tests.servers.telegram.photos import send_photo
from tests.servers.telegram.reactions import reaction, set_message_reaction
from tests.servers.telegram.records import Json
from tests.servers.telegram.webhook import delete_webhook, set_webhook, webhook_info
from tests.servers.telegram.world import World
from tests.servers.telegram.writing import (
    delete_message,
    edit_message_reply_markup,
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
    if chat.kind == "channel" and chat.membership != "administrator":
        raise bad("member list is inaccessible")
    return somebody(chat, world.users[user_id])


METHODS: Mapping[str, Callable[[World, Json], object]] = {
    "getMe": lambda world, _: world.bot,
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendDocument": send_document,
    "sendChatAction": send_chat_action,
    "editMessageText": edit_message_text,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "answerCallbackQuery": answer_callback_query,
    "deleteMessage": delete_message,
    "setMessageReaction": set_message_reaction,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": webhook_info,
    "getFile": get_file,
}
"""All but getUpdates, which waits."""
