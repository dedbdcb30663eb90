"""What the bot is in a chat, and how it hears that this changed."""

from tests.servers.telegram.records import Json
from tests.servers.telegram.world import Chat, World

RIGHTS = (
    *("can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members"),
    *("can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories"),
    "can_delete_stories",
)
OF_CHANNELS = ("can_post_messages", "can_edit_messages")
OF_GROUPS = ("can_pin_messages", "can_manage_topics")


def member(world: World, chat: Chat) -> Json:
    """Return the bot as a member of the chat."""
    return _shape(chat, world.bot, chat.membership)


def somebody(chat: Chat, user: Json) -> Json:
    """Return a person as a member of the chat."""
    return _shape(chat, user, chat.ranks.get(user["id"], "member"))


def _shape(chat: Chat, user: Json, status: str) -> Json:
    shape: Json = {"user": user, "status": status}
    if status == "kicked":
        shape["until_date"] = 0
    if status == "creator":
        shape["is_anonymous"] = False
    if status == "administrator":
        more = OF_CHANNELS if chat.kind == "channel" else OF_GROUPS
        shape |= dict.fromkeys((*RIGHTS, *more), True)
        shape |= {"can_be_edited": False, "is_anonymous": False, "can_promote_members": False}
    return shape


def becomes(world: World, chat: Chat, status: str, by: Json) -> None:
    """Change what the bot is in the chat, by the person `by`."""
    old = member(world, chat)
    chat.membership = status
    chat.opened = status in ("member", "administrator")
    chat.barred = None
    if status == "kicked" and chat.kind == "private":
        chat.barred = "Forbidden: bot was blocked by the user"
    elif status == "kicked":
        chat.barred = f"Forbidden: bot was kicked from the {chat.kind} chat"
    world.push(
        "my_chat_member",
        {
            "chat": chat.shape(),
            "from": by,
            "date": int(world.now().timestamp()),
            "old_chat_member": old,
            "new_chat_member": member(world, chat),
        },
    )
