"""Buttons below a message, and what a press of one says; pure."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

import telegram
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import InlineKeyboardMarkupLimit

from adapters.telegram.fields import KINDS, clean, identity, language, number, user_name
from core.admin.model import Choice
from core.admin.rules import payload_of
from core.conversation.model import AccountId, Inbound, Route

PRESS: Final = "press-"
"""Before the number of a press, which thereby is the id of a message."""
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a link into the direct talk carries, by the Bot API."""
ROW_CHARACTERS: Final = 24
"""How many stand beside each other on a narrow phone; our guess."""
ROW_BUTTONS: Final = 4


def keyboard_of(
    choices: Sequence[Choice], *, is_direct: bool, username: str
) -> InlineKeyboardMarkup | None:
    """Return the buttons, short ones beside each other; None without any.

    What leads into the direct talk is a link; where nobody knows the bot's name yet, it is left
    out.
    """
    most = int(InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER)
    made = (_button(one, is_direct=is_direct, username=username) for one in choices)
    rows = tuple(_rows([one for one in made if one is not None][:most]))
    return InlineKeyboardMarkup(rows) if rows else None


def _button(choice: Choice, *, is_direct: bool, username: str) -> InlineKeyboardButton | None:
    label = clean(choice.label)
    if is_direct or not choice.in_direct:
        return InlineKeyboardButton(label, callback_data=choice.line)
    payload = payload_of(choice.line)
    if not username or _PAYLOAD.fullmatch(payload) is None:
        return None
    return InlineKeyboardButton(label, url=f"https://t.me/{username}?start={payload}")


def _rows(buttons: Sequence[InlineKeyboardButton]) -> Iterator[tuple[InlineKeyboardButton, ...]]:
    row: list[InlineKeyboardButton] = []
    for button in buttons:
        wide = sum(len(one.text) for one in (*row, button)) > ROW_CHARACTERS
        if row and (wide or len(row) == ROW_BUTTONS):
            yield tuple(row)
            row = []
        row.append(button)
    if row:
        yield tuple(row)


def is_press(message_id: str) -> bool:
    """Return whether it is the id of a press."""
    return message_id.startswith(PRESS)


def query_of(message_id: str) -> str:
    """Return how Telegram calls a press."""
    return message_id.removeprefix(PRESS)


def pressed(query: telegram.CallbackQuery, account: AccountId, now: datetime) -> Inbound:
    """Return the command behind a button, as if it were typed where the button is.

    It answers the message with the button. A press has no time of its own: it is said `now`.

    Raises:
        LookupError: the button is in no chat.
        ValueError: there is no command behind it.
    """
    message = query.message
    if message is None:
        raise LookupError("a button outside of every chat")
    line = clean(query.data)
    if not line.startswith("/"):
        raise ValueError("a button without a command")
    user = query.from_user
    return Inbound(
        route=Route(account=account, chat=number(message.chat.id), thread=_thread(message)),
        chat_kind=KINDS[message.chat.type],
        message_id=f"{PRESS}{clean(query.id)}",
        sender=identity(user),
        sender_name=user_name(user),
        text=line,
        sent_at=now,
        addressed=True,
        from_bot=bool(user.is_bot),
        reply_to=number(message.message_id),
        language=language(user),
    )


def _thread(message: telegram.MaybeInaccessibleMessage) -> str | None:
    """Return the topic; of a message that is too old to be shown nobody knows it."""
    if not isinstance(message, telegram.Message) or not message.is_topic_message:
        return None
    return None if message.message_thread_id is None else number(message.message_thread_id)
