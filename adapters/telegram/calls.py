"""One call of the Bot API for each thing that goes out; errors pass through."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC
from typing import Final

import telegram
from telegram import (
    InlineKeyboardMarkup,
    InputFile,
    MessageEntity,
    ReactionTypeEmoji,
    ReplyParameters,
)
from telegram.constants import ChatAction, FileSizeLimit, ReactionEmoji
from telegram.error import BadRequest

from adapters.telegram.errors import (
    already_gone,
    buttons_refused,
    entities_refused,
    reply_target_gone,
    unchanged,
)
from core.conversation.model import Route
from core.engine.model import Delivered, Outbound, Refused, SendOutcome, Unreachable
from core.engine.ports import Clock

_DRESSING: Final = {ord(ch): None for ch in "\ufe0e\ufe0f🏻🏼🏽🏾🏿"}
"""How an emoji is to be shown, and tones of skin: reactions have neither."""
_LOST: Final = Unreachable(reason="a thread without a number")


def _bare(emoji: str) -> str:
    return emoji.strip().translate(_DRESSING)


_REACTIONS: Mapping[str, str] = {_bare(emoji.value): emoji.value for emoji in ReactionEmoji}
"""What a bot may react with, by its bare form."""


def reaction_of(emoji: str) -> str | None:
    """Return the emoji as Telegram takes it for a reaction; None if it takes it not."""
    return _REACTIONS.get(_bare(emoji))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What is asked of Telegram; it gets simpler where Telegram refuses a part."""

    text: str
    entities: tuple[MessageEntity, ...]
    reply_to: int | None
    buttons: InlineKeyboardMarkup | None

    def without(self, error: BadRequest) -> "Shape | None":
        """Return it without what was refused; None if nothing can be left out."""
        if self.buttons is not None and buttons_refused(error):
            return replace(self, buttons=None)
        if self.entities and entities_refused(error):
            return replace(self, entities=())
        if self.reply_to is not None and reply_target_gone(error):
            return replace(self, reply_to=None)
        return None


class Calls:
    """The methods of the Bot API that are used for sending, in the core's words."""

    def __init__(self, bot: telegram.Bot, *, clock: Clock) -> None:
        """Call through `bot`, which has the connections."""
        self._bot = bot
        self._clock = clock

    async def type(self, route: Route) -> None:
        """Show that it types."""
        await self._bot.send_chat_action(
            chat_id=_chat(route),
            action=ChatAction.TYPING,
            message_thread_id=number_of(route.thread),
        )

    async def say(self, outbound: Outbound, shape: Shape) -> SendOutcome:
        """Send a text."""
        if _lost(outbound.route):
            return _LOST
        message = await self._bot.send_message(
            chat_id=_chat(outbound.route),
            text=shape.text,
            entities=shape.entities or None,
            message_thread_id=number_of(outbound.route.thread),
            reply_parameters=_answered(shape),
            reply_markup=shape.buttons,
        )
        return _delivered(message)

    async def show(self, outbound: Outbound, shape: Shape) -> SendOutcome:
        """Send a picture with its caption."""
        if outbound.picture is None:
            return Refused(reason="a picture without a picture")
        if _lost(outbound.route):
            return _LOST
        message = await self._bot.send_photo(
            chat_id=_chat(outbound.route),
            photo=InputFile(outbound.picture, filename="picture.png"),
            caption=shape.text or None,
            caption_entities=shape.entities or None,
            message_thread_id=number_of(outbound.route.thread),
            reply_parameters=_answered(shape),
            reply_markup=shape.buttons,
        )
        return _delivered(message)

    async def enclose(self, outbound: Outbound, shape: Shape) -> SendOutcome:
        """Send a file with its caption, as it is."""
        file = outbound.file
        if file is None:
            return Refused(reason="a file without a file")
        if not 0 < len(file.content) <= FileSizeLimit.FILESIZE_UPLOAD:
            return Refused(reason="a file that is empty, or too large for Telegram")
        if _lost(outbound.route):
            return _LOST
        message = await self._bot.send_document(
            chat_id=_chat(outbound.route),
            document=InputFile(file.content, filename=file.name),
            caption=shape.text or None,
            caption_entities=shape.entities or None,
            disable_content_type_detection=True,
            message_thread_id=number_of(outbound.route.thread),
            reply_parameters=_answered(shape),
            reply_markup=shape.buttons,
        )
        return _delivered(message)

    async def amend(self, outbound: Outbound, shape: Shape) -> SendOutcome:
        """Put a text and its buttons in the place of another."""
        target = number_of(outbound.amends)
        if target is None:
            return Refused(reason="a message without a number")
        try:
            message = await self._bot.edit_message_text(
                chat_id=_chat(outbound.route),
                message_id=target,
                text=shape.text,
                entities=shape.entities or None,
                reply_markup=shape.buttons,
            )
        except BadRequest as error:
            if not unchanged(error):
                raise
            return self._done(target)
        if not isinstance(message, telegram.Message):
            return self._done(target)
        at = message.edit_date or message.date
        return Delivered(message_id=str(message.message_id), at=at.astimezone(UTC))

    async def strip(self, route: Route, message_id: str) -> None:
        """Take the buttons away from a message."""
        await self._bot.edit_message_reply_markup(
            chat_id=_chat(route), message_id=number_of(message_id), reply_markup=None
        )

    async def react(self, outbound: Outbound) -> SendOutcome:
        """Put a reaction on a message."""
        target, emoji = number_of(outbound.reply_to), reaction_of(outbound.text)
        if target is None:
            return Refused(reason="a reaction on a message without a number")
        if emoji is None:
            return Refused(reason="an emoji that Telegram does not take as a reaction")
        await self._bot.set_message_reaction(
            chat_id=_chat(outbound.route), message_id=target, reaction=ReactionTypeEmoji(emoji)
        )
        return self._done(target)

    async def remove(self, outbound: Outbound) -> SendOutcome:
        """Take a message back; one that is gone already is done."""
        target = number_of(outbound.amends)
        if target is None:
            return Refused(reason="a message without a number")
        try:
            await self._bot.delete_message(chat_id=_chat(outbound.route), message_id=target)
        except BadRequest as error:
            if not already_gone(error):
                raise
        return self._done(target)

    def _done(self, message_id: int) -> Delivered:
        return Delivered(message_id=str(message_id), at=self._clock.now())


def _lost(route: Route) -> bool:
    return route.thread is not None and number_of(route.thread) is None


def _answered(shape: Shape) -> ReplyParameters | None:
    return None if shape.reply_to is None else ReplyParameters(shape.reply_to)


def _delivered(message: telegram.Message) -> Delivered:
    return Delivered(message_id=str(message.message_id), at=message.date.astimezone(UTC))


def number_of(message_id: str | None) -> int | None:
    """Return Telegram's number of a message or a thread; None for what is none."""
    return int(message_id) if message_id is not None and message_id.isdecimal() else None


def _chat(route: Route) -> int | str:
    return int(route.chat) if route.chat.removeprefix("-").isdecimal() else route.chat
