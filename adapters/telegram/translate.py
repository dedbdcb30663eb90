"""An update of the Bot API as the core's words.

Whoever speaks as a chat (anonymous administrators, channels in the groups where they are
discussed) counts as a bot: nobody can tell who stands behind it, so neither rights nor memories
can rest on it. In a channel itself the channel speaks, and nobody else.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import telegram
from telegram import (
    MessageEntity,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
)
from telegram.constants import ChatType

from adapters.telegram.buttons import pressed
from adapters.telegram.changes import membership, moved, reactions
from adapters.telegram.errors import settled_spans
from adapters.telegram.fields import (
    KINDS,
    NOBODY,
    chat_name,
    clean,
    identity,
    instant,
    language,
    name_of,
    number,
    route_of,
    user_name,
)
from adapters.telegram.forms import UNKNOWN, carried
from core.conversation.model import (
    AccountId,
    Attachment,
    ChatKind,
    Edit,
    IdentityId,
    Inbound,
    Moved,
    Update,
)

ALLOWED: Final = (
    *("message", "edited_message", "channel_post", "edited_channel_post"),
    *("message_reaction", "my_chat_member", "callback_query"),
)
"""The kinds of update that are understood; no others are asked for."""
_MESSAGES = ALLOWED[:4]

_SERVICE = re.compile(
    r"(boost|chat|checklist_tasks|direct_message_price|forum_topic|general_forum_topic|giveaway_c"
    r"|group_chat|channel_chat|supergroup_chat|managed_bot|message_auto_delete|migrate|new_chat"
    r"|paid_message_price|poll_option|proximity_alert|suggested_post|video_chat)_?\w+"
    r"|connected_website|delete_chat_photo|left_chat_(member|participant)|passport_data"
    r"|pinned_message|(refunded|successful)_payment|users?_shared|web_app_data"
    r"|write_access_allowed"
)
"""Keys of what happened to a chat; nobody said it."""
_COMMAND = re.compile(r"(/[A-Za-z0-9_]+)@([A-Za-z0-9_]+)(?![A-Za-z0-9_])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """Who the bot is, as `getMe` tells."""

    id: int
    username: str
    """Without the @."""


def translate(
    raw: Mapping[str, object], *, account: AccountId, me: Me, now: datetime
) -> tuple[Update, ...]:
    """Return what the update says, in order; () if it is nothing for this bot.

    Nothing for it are commands to another bot, service messages (someone joined, a title
    changed) and kinds of updates that were not asked for. What Telegram gives no time happens
    `now`.

    Raises:
        Exception: one of `errors.UNPARSED` or `TelegramError`, for what is not of the
            documented shape.
    """
    with settled_spans():
        update = telegram.Update.de_json(dict(raw), None)
        if update.message_reaction is not None:
            return tuple(reactions(update.message_reaction, account, me.id))
        if update.my_chat_member is not None:
            return (membership(update.my_chat_member, account, me.id),)
        if update.callback_query is not None:
            return (pressed(update.callback_query, account, now),)
        said = _said(update, raw, account, me)
    return () if said is None else (said,)


def _said(
    update: telegram.Update, raw: Mapping[str, object], account: AccountId, me: Me
) -> Inbound | Edit | Moved | None:
    """Return what a message, a post or a change of one says."""
    new = update.message or update.channel_post
    message = new or update.edited_message or update.edited_channel_post
    if message is None:
        return None
    if (move := moved(message, account)) is not None:
        return move
    if not _has_sender(message):
        return None
    text, attachments = _text(message, me)
    if text is None or (text == UNKNOWN and _is_service(raw)):
        return None
    if new is not None:
        return _inbound(new, text, attachments, account, me)
    return Edit(
        route=route_of(message, account),
        message_id=number(message.message_id),
        text=text,
        edited_at=instant(message.edit_date or message.date),
    )


def _inbound(
    message: telegram.Message,
    text: str,
    attachments: tuple[Attachment, ...],
    account: AccountId,
    me: Me,
) -> Inbound:
    sender, name, from_bot = _speaker(message)
    kind = KINDS[message.chat.type]
    return Inbound(
        route=route_of(message, account),
        chat_kind=kind,
        message_id=number(message.message_id),
        sender=sender,
        sender_name=name,
        text=text,
        sent_at=instant(message.date),
        addressed=kind is ChatKind.DIRECT or _addressed(message, me),
        from_bot=from_bot,
        reply_to=_reply_to(message),
        album=None if message.media_group_id is None else clean(message.media_group_id),
        language=language(message.from_user),
        attachments=attachments,
    )


def _is_post(message: telegram.Message) -> bool:
    """Return whether a channel speaks in itself."""
    speaker = message.sender_chat
    return message.chat.type == ChatType.CHANNEL and (
        speaker is None or speaker.id == message.chat.id
    )


def _has_sender(message: telegram.Message) -> bool:
    return message.from_user is not None or message.sender_chat is not None or _is_post(message)


def _speaker(message: telegram.Message) -> tuple[IdentityId, str, bool]:
    """Return who speaks, by which name, and whether it counts as a bot.

    A post that is signed goes by its signature.
    """
    if _is_post(message):
        signed = message.author_signature
        shown = name_of(signed) if signed else chat_name(message.chat)
        return identity(message.chat), shown, False
    if message.sender_chat is not None:
        return identity(message.sender_chat), chat_name(message.sender_chat), True
    user = message.from_user
    if user is None:
        raise LookupError("a message without a sender")
    return identity(user), user_name(user), bool(user.is_bot)


def _text(message: telegram.Message, me: Me) -> tuple[str | None, tuple[Attachment, ...]]:
    """Return what was said, and with what; None for a command to another bot."""
    said, attachments = carried(message)
    if message.caption and message.caption.startswith("/"):
        said = clean(message.caption)  # a command, given with what it is about
    if message.forward_origin is not None:
        return f"[forwarded from {_origin(message.forward_origin)}] {said}", attachments
    command = _COMMAND.match(said)
    if command is None:
        return said, attachments
    if not _same(command.group(2), me.username):
        return None, ()
    return command.group(1) + said[command.end() :], attachments


def _is_service(raw: Mapping[str, object]) -> bool:
    """Return whether the message tells what happened to the chat."""
    message = next((raw[kind] for kind in _MESSAGES if raw.get(kind)), None)
    return isinstance(message, Mapping) and any(_SERVICE.fullmatch(key) for key in message)


def _origin(origin: telegram.MessageOrigin) -> str:
    match origin:
        case MessageOriginUser():
            return user_name(origin.sender_user)
        case MessageOriginHiddenUser():
            return name_of(origin.sender_user_name)
        case MessageOriginChat():
            return name_of(origin.sender_chat.effective_name)
        case MessageOriginChannel():
            return name_of(origin.chat.effective_name)
        case _:
            return NOBODY


def _replied(message: telegram.Message) -> telegram.Message | None:
    """Return the message that this one answers.

    In a forum every message hangs on the one that opened the topic; that is no answer.
    """
    replied = message.reply_to_message
    return None if replied is None or replied.forum_topic_created is not None else replied


def _reply_to(message: telegram.Message) -> str | None:
    replied = _replied(message)
    return None if replied is None else number(replied.message_id)


def _addressed(message: telegram.Message, me: Me) -> bool:
    """Return whether a group's message is meant for the bot.

    By entity, never by searching the text: `@mina_bot` inside an address is no mention.
    """
    replied = _replied(message)
    if replied is not None and replied.from_user is not None and replied.from_user.id == me.id:
        return True
    marked = {**message.parse_entities(), **message.parse_caption_entities()}
    return any(_means(entity, shown, me) for entity, shown in marked.items())


def _means(entity: MessageEntity, shown: str, me: Me) -> bool:
    match entity.type:
        case MessageEntity.MENTION:
            return _same(shown.removeprefix("@"), me.username)
        case MessageEntity.TEXT_MENTION:
            return entity.user is not None and entity.user.id == me.id
        case MessageEntity.BOT_COMMAND:
            return _same(shown.partition("@")[2], me.username)
        case _:
            return False


def _same(name: str, username: str) -> bool:
    return bool(username) and name.casefold() == username.casefold()
