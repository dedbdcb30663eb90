"""What goes out: words, changed words, pictures and reactions."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

import structlog
import telegram
from telegram import InputFile, MessageEntity, ReactionTypeEmoji, ReplyParameters
from telegram.constants import ChatAction, MessageLimit, ReactionEmoji
from telegram.error import BadRequest, RetryAfter, TelegramError

from adapters.telegram.errors import (
    UNPARSED,
    entities_refused,
    outcome,
    outcome_on_message,
    reason,
    reply_target_gone,
    unchanged,
    wait_of,
)
from adapters.telegram.markdown import rendered, units
from core.conversation.model import Route
from core.engine.model import (
    BubbleKind,
    Delivered,
    Elsewhere,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
    SendOutcome,
    Unreachable,
)
from core.engine.ports import Clock

log = structlog.get_logger()

_DRESSING: Final = {ord(ch): None for ch in "\ufe0e\ufe0f🏻🏼🏽🏾🏿"}
"""How an emoji is to be shown, and tones of skin: reactions have neither."""


def _bare(emoji: str) -> str:
    return emoji.strip().translate(_DRESSING)


_REACTIONS: Mapping[str, str] = {_bare(emoji.value): emoji.value for emoji in ReactionEmoji}
"""What a bot may react with, by its bare form."""


def reaction_of(emoji: str) -> str | None:
    """Return the emoji as Telegram takes it for a reaction; None if it takes it not."""
    return _REACTIONS.get(_bare(emoji))


def repeatable(outbound: Outbound) -> bool:
    """Return whether it shows once, however often it is done."""
    return outbound.kind is BubbleKind.REACTION or outbound.amends is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """What is asked of Telegram; it gets simpler where Telegram refuses a part."""

    text: str
    entities: tuple[MessageEntity, ...]
    reply_to: int | None

    def without(self, error: BadRequest) -> "_Shape | None":
        """Return it without what was refused; None if nothing can be left out."""
        if self.entities and entities_refused(error):
            return replace(self, entities=())
        if self.reply_to is not None and reply_target_gone(error):
            return replace(self, reply_to=None)
        return None


class Sending:
    """Says, shows, changes and reacts; every expected failure is a value."""

    def __init__(self, bot: telegram.Bot, *, clock: Clock) -> None:
        """Send through `bot`, which has the connections."""
        self._bot = bot
        self._clock = clock
        self._quiet: dict[str, datetime] = {}
        """Chats in which typing is not shown before that time."""

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Do what `outbound` asks for, and return what became of it.

        Formatting that Telegram refuses is left out, a reply to a vanished message becomes a
        plain message in the same chat and thread. Words without an answer are in doubt: Telegram
        knows no key by which a second try would be recognised. A change and a reaction without an
        answer are asked for once more.

        The text of a picture is its caption. One that is too long for that follows as a message
        of its own, whose id is told; where it surely did not, the whole is in doubt, so that the
        picture never shows twice.
        """
        done = await self._sent(outbound)
        if isinstance(done, InDoubt) and repeatable(outbound):
            done = await self._sent(outbound)
        return done

    async def typing(self, route: Route) -> None:
        """Show that it types, unless Telegram asked for less of it here."""
        until = self._quiet.get(route.chat)
        if until is not None and self._clock.now() < until:
            return
        self._quiet.pop(route.chat, None)
        try:
            await self._bot.send_chat_action(
                chat_id=_chat(route),
                action=ChatAction.TYPING,
                message_thread_id=_number(route.thread),
            )
        except TelegramError as error:
            self._hush(route.chat, error)
        except UNPARSED:
            log.debug("telegram.typing.unparsed", account=route.account)

    async def _sent(self, outbound: Outbound) -> SendOutcome:
        if outbound.kind is BubbleKind.REACTION:
            return await self._ended(outbound, lambda: self._react(outbound))
        if outbound.kind is BubbleKind.PICTURE:
            return await self._pictured(outbound)
        text, entities = rendered(outbound.text)
        reply_to = None if outbound.amends is not None else _number(outbound.reply_to)
        shape = _Shape(text=text, entities=entities, reply_to=reply_to)
        put = self._say if outbound.amends is None else self._amend
        return await self._ended(outbound, lambda: self._put(put, outbound, shape))

    async def _pictured(self, outbound: Outbound) -> SendOutcome:
        text, entities = rendered(outbound.text)
        words = _Shape(text=text, entities=entities, reply_to=_number(outbound.reply_to))
        if units(text) <= MessageLimit.CAPTION_LENGTH:
            return await self._ended(outbound, lambda: self._put(self._show, outbound, words))
        bare = replace(words, text="", entities=())
        shown = await self._ended(outbound, lambda: self._put(self._show, outbound, bare))
        if not isinstance(shown, Delivered):
            return shown
        words = replace(words, reply_to=None)
        told = await self._ended(outbound, lambda: self._put(self._say, outbound, words))
        if isinstance(told, NotSent | Elsewhere):
            return InDoubt(reason="the picture arrived, the text below it did not")
        return told

    async def _ended(
        self, outbound: Outbound, act: Callable[[], Awaitable[SendOutcome]]
    ) -> SendOutcome:
        """Return what `act` returns, or what its error means."""
        try:
            return await act()
        except TelegramError as error:
            self._hush(outbound.route.chat, error)
            return outcome_on_message(error) if repeatable(outbound) else outcome(error)
        except UNPARSED as error:
            return InDoubt(reason=type(error).__name__)

    async def _put(
        self,
        put: Callable[[Outbound, _Shape], Awaitable[SendOutcome]],
        outbound: Outbound,
        shape: _Shape,
    ) -> SendOutcome:
        """Say or change it, the simpler the more Telegram refuses."""
        while True:
            try:
                return await put(outbound, shape)
            except BadRequest as error:
                simpler = shape.without(error)
                if simpler is None:
                    raise
                log.info("telegram.send.simpler", key=outbound.key, reason=reason(error))
                shape = simpler

    async def _say(self, outbound: Outbound, shape: _Shape) -> SendOutcome:
        if _lost(outbound.route):
            return Unreachable(reason="a thread without a number")
        message = await self._bot.send_message(
            chat_id=_chat(outbound.route),
            text=shape.text,
            entities=shape.entities or None,
            message_thread_id=_number(outbound.route.thread),
            reply_parameters=_answered(shape),
        )
        return _delivered(message)

    async def _show(self, outbound: Outbound, shape: _Shape) -> SendOutcome:
        if outbound.picture is None:
            return Refused(reason="a picture without a picture")
        if _lost(outbound.route):
            return Unreachable(reason="a thread without a number")
        message = await self._bot.send_photo(
            chat_id=_chat(outbound.route),
            photo=InputFile(outbound.picture, filename="picture.png"),
            caption=shape.text or None,
            caption_entities=shape.entities or None,
            message_thread_id=_number(outbound.route.thread),
            reply_parameters=_answered(shape),
        )
        return _delivered(message)

    async def _amend(self, outbound: Outbound, shape: _Shape) -> SendOutcome:
        target = _number(outbound.amends)
        if target is None:
            return Refused(reason="a message without a number")
        try:
            message = await self._bot.edit_message_text(
                chat_id=_chat(outbound.route),
                message_id=target,
                text=shape.text,
                entities=shape.entities or None,
            )
        except BadRequest as error:
            if not unchanged(error):
                raise
            return self._done(target)
        if not isinstance(message, telegram.Message):
            return self._done(target)
        at = message.edit_date or message.date
        return Delivered(message_id=str(message.message_id), at=at.astimezone(UTC))

    async def _react(self, outbound: Outbound) -> SendOutcome:
        target, emoji = _number(outbound.reply_to), reaction_of(outbound.text)
        if target is None:
            return Refused(reason="a reaction on a message without a number")
        if emoji is None:
            return Refused(reason="an emoji that Telegram does not take as a reaction")
        await self._bot.set_message_reaction(
            chat_id=_chat(outbound.route), message_id=target, reaction=ReactionTypeEmoji(emoji)
        )
        return self._done(target)

    def _done(self, message_id: int) -> Delivered:
        return Delivered(message_id=str(message_id), at=self._clock.now())

    def _hush(self, chat: str, error: TelegramError) -> None:
        if isinstance(error, RetryAfter):
            self._quiet[chat] = self._clock.now() + wait_of(error)


def _lost(route: Route) -> bool:
    return route.thread is not None and _number(route.thread) is None


def _answered(shape: _Shape) -> ReplyParameters | None:
    return None if shape.reply_to is None else ReplyParameters(shape.reply_to)


def _delivered(message: telegram.Message) -> Delivered:
    return Delivered(message_id=str(message.message_id), at=message.date.astimezone(UTC))


def _number(message_id: str | None) -> int | None:
    return int(message_id) if message_id is not None and message_id.isdecimal() else None


def _chat(route: Route) -> int | str:
    return int(route.chat) if route.chat.removeprefix("-").isdecimal() else route.chat
