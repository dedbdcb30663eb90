"""An update of the Bot API as the core's words.

Whoever speaks as a chat (anonymous administrators, channels, forwarded channel posts) counts as
a bot: nobody can tell who stands behind it, so neither rights nor memories can rest on it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import telegram
from telegram import (
    MessageEntity,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
)
from telegram.constants import ChatType

from adapters.telegram.errors import settled_spans
from core.conversation.model import AccountId, ChatKind, Edit, IdentityId, Inbound, Route
from core.conversation.rules.names import one_line

KINDS: Mapping[str, ChatKind] = {
    ChatType.PRIVATE: ChatKind.DIRECT,
    ChatType.GROUP: ChatKind.GROUP,
    ChatType.SUPERGROUP: ChatKind.GROUP,
    ChatType.CHANNEL: ChatKind.CHANNEL,
}
NOBODY = "someone"
UNKNOWN = "[unsupported message]"
FORMS: Mapping[str, Callable[[Any], str]] = {
    "sticker": lambda sticker: _labelled("sticker", sticker.emoji),
    "voice": lambda voice: f"voice {_length(voice)}",
    "video_note": lambda note: f"video note {_length(note)}",
    "audio": lambda audio: f"{_labelled('audio', audio.title)} {_length(audio)}",
    "video": lambda video: f"video {_length(video)}",
    "live_photo": lambda _: "photo",
    "photo": lambda _: "photo",
    "animation": lambda _: "animation",
    "document": lambda document: _labelled("file", document.file_name),
    "venue": lambda venue: _labelled("place", venue.title),
    "location": lambda _: "location",
    "contact": lambda contact: f"contact: {_user_name(contact)}",
    "poll": lambda poll: _labelled("poll", poll.question),
    "dice": lambda dice: f"dice: {clean(dice.emoji)} {_number(dice.value)}",
    "story": lambda _: "story",
    "game": lambda game: _labelled("game", game.title),
    "checklist": lambda checklist: _labelled("checklist", checklist.title),
    "paid_media": lambda _: "paid media",
}
"""What stands for a message without text. In order: a place has a location, too, and an
animation a document."""

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
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """Who the bot is, as `getMe` tells."""

    id: int
    username: str
    """Without the @."""


def translate(raw: Mapping[str, object], *, account: AccountId, me: Me) -> Inbound | Edit | None:
    """Return what the update says; None if it is nothing for this bot.

    Nothing for it are commands to another bot, service messages (someone joined, a title
    changed) and kinds of updates that were not asked for.

    Raises:
        Exception: one of `errors.UNPARSED` or `TelegramError`, for what is not of the
            documented shape.
    """
    with settled_spans():
        update = telegram.Update.de_json(dict(raw), None)
    message = update.message or update.edited_message
    if message is None or (message.from_user is None and message.sender_chat is None):
        return None
    text = _text(message, me)
    if text is None or (text == UNKNOWN and _is_service(raw)):
        return None
    route = _route(message, account)
    message_id = _number(message.message_id)
    if update.message is None:
        when = _instant(message.edit_date or message.date)
        return Edit(route=route, message_id=message_id, text=text, edited_at=when)
    sender, name, from_bot = _speaker(message)
    return Inbound(
        route=route,
        chat_kind=KINDS[message.chat.type],
        message_id=message_id,
        sender=sender,
        sender_name=name,
        text=text,
        sent_at=_instant(message.date),
        addressed=KINDS[message.chat.type] is ChatKind.DIRECT or _addressed(message, me),
        from_bot=from_bot,
        reply_to=_reply_to(message),
        album=None if message.media_group_id is None else clean(message.media_group_id),
        language=_language(message),
    )


def _number(value: object) -> str:
    """Return an id as text; anything but a whole number is refused."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"an id is a whole number, got {type(value).__name__}")
    return str(value)


def _instant(when: object) -> datetime:
    if not isinstance(when, datetime):
        raise TypeError(f"a date is epoch seconds, got {type(when).__name__}")
    return when.astimezone(UTC)


def _route(message: telegram.Message, account: AccountId) -> Route:
    """Return the place; a thread counts in forums only, elsewhere it is a chain of replies."""
    thread = message.message_thread_id if message.is_topic_message else None
    return Route(
        account=account,
        chat=_number(message.chat.id),
        thread=None if thread is None else _number(thread),
    )


def _speaker(message: telegram.Message) -> tuple[IdentityId, str, bool]:
    """Return who speaks, by which name, and whether it counts as a bot."""
    if message.sender_chat is not None:
        chat = message.sender_chat
        identity = IdentityId(f"telegram:{_number(chat.id)}")
        return identity, _name(chat.title or chat.effective_name), True
    user = message.from_user
    if user is None:
        raise LookupError("a message without a sender")
    return IdentityId(f"telegram:{_number(user.id)}"), _user_name(user), bool(user.is_bot)


def _name(name: str | None) -> str:
    return one_line(clean(name or "")) or NOBODY


def _user_name(user: telegram.User | telegram.Contact) -> str:
    return _name(f"{clean(user.first_name)} {clean(user.last_name or '')}")


def _language(message: telegram.Message) -> str | None:
    """Return the language of the sender's client, if it is a tag at all."""
    tag = message.from_user.language_code if message.from_user else None
    return tag if tag is not None and _LANGUAGE.fullmatch(tag) else None


def clean(text: object) -> str:
    """Return `text` as every database takes it: no NUL, no half of a surrogate pair."""
    if not isinstance(text, str):
        raise TypeError(f"a text is a string, got {type(text).__name__}")
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\x00", "")


def _text(message: telegram.Message, me: Me) -> str | None:
    """Return what was said; None for a command to another bot."""
    said = _short_form(message)
    if message.forward_origin is not None:
        return f"[forwarded from {_origin(message.forward_origin)}] {said}"
    command = _COMMAND.match(said)
    if command is None:
        return said
    if not _same(command.group(2), me.username):
        return None
    return command.group(1) + said[command.end() :]


def _short_form(message: telegram.Message) -> str:
    """Return the text, or what stands for it with its caption."""
    if message.text is not None:
        return clean(message.text)
    found = ((form, getattr(message, name)) for name, form in FORMS.items())
    shown = next((f"[{form(content)}]" for form, content in found if content), UNKNOWN)
    return f"{shown} {clean(message.caption)}" if message.caption else shown


def _is_service(raw: Mapping[str, object]) -> bool:
    """Return whether the message tells what happened to the chat."""
    message = raw.get("message") or raw.get("edited_message")
    return isinstance(message, Mapping) and any(_SERVICE.fullmatch(key) for key in message)


def _labelled(kind: str, label: str | None) -> str:
    line = one_line(clean(label)) if label else ""
    return f"{kind}: {line}" if line else kind


def _length(clip: telegram.TelegramObject) -> str:
    """Return a duration as 1:05; the library's own attribute warns of its future type."""
    seconds = clip.to_dict()["duration"]
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _origin(origin: telegram.MessageOrigin) -> str:
    match origin:
        case MessageOriginUser():
            return _user_name(origin.sender_user)
        case MessageOriginHiddenUser():
            return _name(origin.sender_user_name)
        case MessageOriginChat():
            return _name(origin.sender_chat.effective_name)
        case MessageOriginChannel():
            return _name(origin.chat.effective_name)
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
    return None if replied is None else _number(replied.message_id)


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
    return name.casefold() == username.casefold()
