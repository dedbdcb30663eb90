"""Posts of channels, and what becomes of them in the group where they are discussed."""

from datetime import datetime

from tests.servers.telegram.records import Json
from tests.servers.telegram.world import Chat, World

TELEGRAM = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
"""Who forwards posts to the discussion group."""


def published(
    world: World,
    channel: Chat,
    fields: Json,
    *,
    author: str,
    told: bool,
    at: datetime | None = None,
) -> Json:
    """Keep a post and its automatic forward, and return the post.

    The bot hears of the forward, and of the post itself if it is `told`.
    """
    signed = {"author_signature": author} if channel.signed else {}
    post = world.keep(channel, {"sender_chat": channel.shape(), **signed, **fields}, at=at)
    if told:
        world.push("channel_post", post)
    group = channel.linked
    if group is None:
        return post
    origin = {
        "type": "channel",
        "chat": channel.shape(),
        "message_id": post["message_id"],
        "date": post["date"],
        **signed,
    }
    forward = world.keep(
        group,
        {
            "from": TELEGRAM,
            "sender_chat": channel.shape(),
            "forward_origin": origin,
            "is_automatic_forward": True,
            **{k: v for k, v in fields.items() if k != "reply_to_message"},
        },
        at=at,
    )
    if group.opened and world.bot["can_read_all_group_messages"]:
        world.push("message", forward)
    return post
