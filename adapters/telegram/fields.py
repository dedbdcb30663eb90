"""Single values out of an update, each refused where it is not what the Bot API documents."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

import telegram
from telegram.constants import ChatType

from core.conversation.model import AccountId, ChatKind, IdentityId, Route
from core.conversation.rules.names import one_line
from core.conversation.rules.storable import storable

KINDS: Mapping[str, ChatKind] = {
    ChatType.PRIVATE: ChatKind.DIRECT,
    ChatType.GROUP: ChatKind.GROUP,
    ChatType.SUPERGROUP: ChatKind.GROUP,
    ChatType.CHANNEL: ChatKind.CHANNEL,
}
NOBODY = "someone"
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


def clean(text: object) -> str:
    """Return `text` as every database takes it; anything but a string is refused."""
    if not isinstance(text, str):
        raise TypeError(f"a text is a string, got {type(text).__name__}")
    return storable(text)


def number(value: object) -> str:
    """Return an id as text; anything but a whole number is refused."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"an id is a whole number, got {type(value).__name__}")
    return str(value)


def instant(when: object) -> datetime:
    """Return a date, aware, UTC."""
    if not isinstance(when, datetime):
        raise TypeError(f"a date is epoch seconds, got {type(when).__name__}")
    return when.astimezone(UTC)


def identity(speaker: telegram.User | telegram.Chat) -> IdentityId:
    """Return the id of a person, a bot, or a chat that speaks."""
    return IdentityId(f"telegram:{number(speaker.id)}")


def name_of(name: str | None) -> str:
    """Return a name as one clean line, never empty."""
    return one_line(clean(name or "")) or NOBODY


def user_name(user: telegram.User | telegram.Contact) -> str:
    """Return first and last name."""
    return name_of(f"{clean(user.first_name)} {clean(user.last_name or '')}")


def chat_name(chat: telegram.Chat) -> str:
    """Return the title, or the name of the person behind a direct talk."""
    return name_of(chat.title or chat.effective_name)


def language(user: telegram.User | None) -> str | None:
    """Return the language of somebody's client, if it is a tag at all."""
    tag = user.language_code if user else None
    return tag if tag is not None and _LANGUAGE.fullmatch(tag) else None


def route_of(message: telegram.Message, account: AccountId) -> Route:
    """Return the place; a thread counts in forums only, elsewhere it is a chain of replies.

    What is said in the General topic of a forum carries no thread, and neither do the answers.
    """
    thread = message.message_thread_id if message.is_topic_message else None
    return Route(
        account=account,
        chat=number(message.chat.id),
        thread=None if thread is None else number(thread),
    )
