"""What goes out: words, changed words, pictures, files, reactions, and what is taken back."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

import structlog
import telegram
from telegram.constants import MessageLimit
from telegram.error import BadRequest, RetryAfter, TelegramError

from adapters.telegram.buttons import keyboard_of
from adapters.telegram.calls import Calls, Shape, number_of
from adapters.telegram.errors import UNPARSED, outcome, outcome_on_message, reason, wait_of
from adapters.telegram.markdown import rendered, units
from adapters.telegram.presses import Presses, is_direct
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
)
from core.engine.ports import Clock

log = structlog.get_logger()

_NAMED: Final[Mapping[BubbleKind, str]] = {
    BubbleKind.PICTURE: "picture",
    BubbleKind.FILE: "file",
}
"""What has its text below it, as a caption."""
_Put = Callable[[Outbound, Shape], Awaitable[SendOutcome]]


def repeatable(outbound: Outbound) -> bool:
    """Return whether it shows once, however often it is done."""
    once = outbound.kind in (BubbleKind.REACTION, BubbleKind.REMOVAL)
    return once or outbound.amends is not None


class Sending:
    """Says, shows, changes and reacts; every expected failure is a value."""

    def __init__(self, bot: telegram.Bot, presses: Presses, *, clock: Clock) -> None:
        """Send through `bot`, which has the connections."""
        self._calls = Calls(bot, clock=clock)
        self._presses = presses
        self._clock = clock
        self._quiet: dict[str, datetime] = {}
        """Chats in which typing is not shown before that time."""
        self.username = ""
        """The bot's name, without the @, once it is known: for links into the direct talk."""

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Do what `outbound` asks for, and return what became of it.

        Formatting and buttons that Telegram refuses are left out, a reply to a vanished message
        becomes a plain message in the same chat and thread. Words without an answer are in doubt:
        Telegram knows no key by which a second try would be recognised. A change, a reaction and a
        removal without an answer are asked for once more.

        The text of a picture or a file is its caption. One that is too long for that follows as a
        message of its own, whose id is told; where it surely did not, the whole is in doubt, so
        that the picture never shows twice.

        The answer to a press takes the place of the message with the button. Where it can't, it is
        said like any other, and the old message loses its buttons.
        """
        place = self._presses.place_of(outbound)
        done = None if place is None else await self._in_place(outbound, place)
        if done is None:
            done = await self._repeated(outbound)
            if place is not None and isinstance(done, Delivered):
                await self._strip(outbound.route, place)
        if isinstance(done, Delivered):
            self._presses.told(outbound, done)
        return done

    async def typing(self, route: Route) -> None:
        """Show that it types, unless Telegram asked for less of it here."""
        until = self._quiet.get(route.chat)
        if until is not None and self._clock.now() < until:
            return
        self._quiet.pop(route.chat, None)
        try:
            await self._calls.type(route)
        except TelegramError as error:
            self._hush(route.chat, error)
        except UNPARSED:
            log.debug("telegram.typing.unparsed", account=route.account)

    async def _in_place(self, outbound: Outbound, place: str) -> SendOutcome | None:
        """Return what became of an answer in the place of a message; None if it can't stand there.

        Only words can.
        """
        if outbound.kind is not BubbleKind.TEXT:
            return None
        done = await self._repeated(replace(outbound, amends=place))
        return None if isinstance(done, Refused) else done

    async def _strip(self, route: Route, message_id: str) -> None:
        """Take the buttons away, if there still are any."""
        try:
            await self._calls.strip(route, message_id)
        except (TelegramError, *UNPARSED) as error:
            log.debug("telegram.buttons.stay", account=route.account, reason=reason(error))

    async def _repeated(self, outbound: Outbound) -> SendOutcome:
        done = await self._sent(outbound)
        if isinstance(done, InDoubt) and repeatable(outbound):
            done = await self._sent(outbound)
        return done

    async def _sent(self, outbound: Outbound) -> SendOutcome:
        match outbound.kind:
            case BubbleKind.REACTION:
                return await self._ended(outbound, lambda: self._calls.react(outbound))
            case BubbleKind.REMOVAL:
                return await self._ended(outbound, lambda: self._calls.remove(outbound))
            case BubbleKind.PICTURE:
                return await self._captioned(self._calls.show, outbound)
            case BubbleKind.FILE:
                return await self._captioned(self._calls.enclose, outbound)
            case _:
                put = self._calls.say if outbound.amends is None else self._calls.amend
                return await self._put(put, outbound, self._shape(outbound))

    def _shape(self, outbound: Outbound) -> Shape:
        text, entities = rendered(outbound.text)
        return Shape(
            text=text,
            entities=entities,
            reply_to=None if outbound.amends is not None else number_of(outbound.reply_to),
            buttons=keyboard_of(
                outbound.choices,
                is_direct=is_direct(outbound.route.chat),
                username=self.username,
            ),
        )

    async def _captioned(self, show: _Put, outbound: Outbound) -> SendOutcome:
        whole = self._shape(outbound)
        if units(whole.text) <= MessageLimit.CAPTION_LENGTH:
            return await self._put(show, outbound, whole)
        bare = replace(whole, text="", entities=(), buttons=None)
        shown = await self._put(show, outbound, bare)
        if not isinstance(shown, Delivered):
            return shown
        told = await self._put(self._calls.say, outbound, replace(whole, reply_to=None))
        if isinstance(told, NotSent | Elsewhere):
            what = _NAMED[outbound.kind]
            return InDoubt(reason=f"the {what} arrived, the text below it did not")
        return told

    async def _put(self, put: _Put, outbound: Outbound, shape: Shape) -> SendOutcome:
        return await self._ended(outbound, lambda: self._simpler(put, outbound, shape))

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

    async def _simpler(self, put: _Put, outbound: Outbound, shape: Shape) -> SendOutcome:
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

    def _hush(self, chat: str, error: TelegramError) -> None:
        if isinstance(error, RetryAfter):
            self._quiet[chat] = self._clock.now() + wait_of(error)
