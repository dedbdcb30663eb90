"""How a bubble gets to Discord exactly once."""

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

import structlog
from discord.utils import time_snowflake

from adapters.discord.errors import (
    FAILURES,
    SOON,
    UNKNOWN_MESSAGE,
    code_of,
    outcome,
    reason,
    reply_refused,
    right_missing,
)
from adapters.discord.parcels import carries, instead, packed, words
from adapters.discord.translate import instant, snowflake
from adapters.discord.wire import Wire
from core.engine.model import (
    BubbleKind,
    Delivered,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
    SendOutcome,
)
from core.engine.ports import Clock

log = structlog.get_logger()

NONCE_WINDOW: Final = timedelta(minutes=2)
"""How long Discord surely knows a message by its nonce; "a few minutes", says its documentation."""
FIRST_WAIT: Final = timedelta(seconds=1)
PAGE: Final = 100
MOST_PAGES: Final = 10
INTERRUPTED: Final = InDoubt(reason="the process ended while it was being sent")


FindWire = Callable[[], Wire | None]


def nonce_of(outbound: Outbound) -> str:
    """Return by what Discord knows a second try; 24 characters of at most 25.

    Keys start anew with a new database: the place and the words belong to it.
    """
    channel = channel_of(outbound)
    said = "\x00".join((outbound.key, str(channel), outbound.text))
    return hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def channel_of(outbound: Outbound) -> int:
    """Return the channel or thread that a bubble goes to."""
    return int(outbound.route.thread or outbound.route.chat)


class Speech:
    """One bubble on its way.

    A try without an answer is repeated with the same nonce, which Discord shows once, but only
    while the nonce is surely remembered. After that the channel's history tells. `NotSent` is
    said only of what surely did not arrive: who is killed meanwhile leaves the matter open.
    """

    def __init__(
        self, wire: FindWire, outbound: Outbound, *, clock: Clock, rng: Random, since: datetime
    ) -> None:
        """Prepare it.

        Args:
            wire: Gives the wire of the moment, if there is one: a new one may come meanwhile.
            outbound: What is said, changed or put.
            clock: The only source of time.
            rng: Spreads the waits.
            since: When it was tried for the first time.
        """
        self._find_wire = wire
        self._outbound = outbound
        self._clock = clock
        self._rng = rng
        self._since = since
        self._reply_to = _number(outbound.reply_to)

    async def go(self, doubt: InDoubt | None = None) -> SendOutcome:
        """Try until there is an answer, or no time left for the nonce.

        Args:
            doubt: It may have arrived before.
        """
        wait = FIRST_WAIT
        while True:
            ended = await self._tried()
            if isinstance(ended, InDoubt):
                doubt = ended
            elif doubt is None or not isinstance(ended, NotSent):
                return ended
            pause = wait * self._rng.uniform(0.5, 1.0)
            if isinstance(ended, NotSent):
                pause = max(pause, ended.retry_after)
            if self._clock.now() + pause - self._since > NONCE_WINDOW:
                return await self._given_up(ended)
            log.info("discord.send.again", key=self._outbound.key, reason=ended.reason)
            await self._clock.sleep(pause)
            wait *= 2

    async def found(self) -> SendOutcome:
        """Return what the history tells of it: delivered, surely absent, or in doubt.

        The oldest that it may be counts: nothing was said after it before this was settled.
        """
        wire = self._find_wire()
        if wire is None:
            return InDoubt(reason="unanswered, and not connected")
        channel = channel_of(self._outbound)
        try:
            if not await wire.history(channel, limit=1):
                # Without the right to read it, Discord shows an empty history.
                return InDoubt(reason="unanswered, and the history shows nothing")
            after = time_snowflake(wire.skew.earliest(self._since))  # that answer was a measure
            for _ in range(MOST_PAGES):
                page = await wire.history(channel, limit=PAGE, after=max(after, 0))
                mine = (raw for raw in reversed(page) if is_mine(raw, wire))
                same = next((raw for raw in mine if may_be(raw, self._outbound)), None)
                if same is not None:
                    return delivered(same)
                if len(page) < PAGE:
                    return NotSent(reason="it is not in the history", retry_after=timedelta(0))
                after = max(int(snowflake(raw["id"])) for raw in page)
        except FAILURES as error:
            return InDoubt(reason=f"unanswered, and no look at the history: {reason(error)}")
        return InDoubt(reason="unanswered, and the history is too long")

    async def _given_up(self, ended: InDoubt | NotSent) -> SendOutcome:
        if _repeatable(self._outbound):  # done twice, it shows once
            wait = ended.retry_after if isinstance(ended, NotSent) else SOON
            return NotSent(reason=ended.reason, retry_after=wait)
        return await self.found()

    async def _tried(self) -> SendOutcome:
        while True:
            wire = self._find_wire()
            if wire is None:
                return NotSent(reason="not connected", retry_after=SOON)
            try:
                return await self._done(wire)
            except FAILURES as error:
                if self._is_removed(error):
                    return Delivered(message_id=str(self._outbound.amends), at=self._clock.now())
                if carries(self._outbound) and right_missing(error):
                    return Refused(reason=reason(error))  # words may still be said there
                if self._reply_to is None or not reply_refused(error):
                    return outcome(error)
                self._reply_to = None
                log.info("discord.send.plain", key=self._outbound.key, reason=reason(error))

    async def _done(self, wire: Wire) -> Delivered:
        outbound, ids = self._outbound, {"channel_id": channel_of(self._outbound)}
        if outbound.kind is BubbleKind.REACTION:
            return await self._reacted(wire, ids)
        if outbound.amends is not None:
            return await self._changed(wire, ids | {"message_id": int(outbound.amends)})
        said = words(outbound) | {"nonce": nonce_of(outbound), "enforce_nonce": True}
        if self._reply_to is not None:
            answered = {"message_id": str(self._reply_to), "fail_if_not_exists": False}
            said["message_reference"] = answered
        how = packed(said, outbound)
        raw = await wire.ask("POST", "/channels/{channel_id}/messages", ids, **how)
        return delivered(raw)

    async def _changed(self, wire: Wire, there: Mapping[str, int]) -> Delivered:
        """Change a message of ours, or take it back."""
        path, now = "/channels/{channel_id}/messages/{message_id}", self._clock.now
        if self._outbound.kind is BubbleKind.REMOVAL:
            await wire.ask("DELETE", path, there)
            return Delivered(message_id=str(there["message_id"]), at=now())
        raw = await wire.ask("PATCH", path, there, json=instead(self._outbound))
        return Delivered(message_id=snowflake(raw["id"]), at=now())

    def _is_removed(self, error: Exception) -> bool:
        """Return whether what is to be taken back is gone already."""
        is_removal = self._outbound.kind is BubbleKind.REMOVAL
        return is_removal and code_of(error) == UNKNOWN_MESSAGE

    async def _reacted(self, wire: Wire, ids: Mapping[str, int]) -> Delivered:
        path = "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me"
        there = {**ids, "message_id": self._reply_to, "emoji": self._outbound.text}
        await wire.ask("PUT", path, there)
        return Delivered(message_id=str(self._reply_to), at=self._clock.now())


def is_mine(raw: Mapping[str, Any], wire: Wire) -> bool:
    """Return whether the bot itself said a message."""
    return wire.user is not None and snowflake(raw["author"]["id"]) == str(wire.user.id)


def may_be(raw: Mapping[str, Any], outbound: Outbound) -> bool:
    """Return whether a message looks like a bubble; a reply may have arrived as a plain one."""
    answered = (raw.get("message_reference") or {}).get("message_id")
    return (
        _words(raw["content"]) == _words(outbound.text)
        and answered in (None, outbound.reply_to)
        and bool(raw.get("attachments")) == carries(outbound)
    )


def delivered(raw: Mapping[str, Any]) -> Delivered:
    """Return what an answer with a message tells."""
    return Delivered(message_id=snowflake(raw["id"]), at=instant(raw["timestamp"]))


def _repeatable(outbound: Outbound) -> bool:
    return outbound.kind is BubbleKind.REACTION or outbound.amends is not None


def _words(text: str) -> str:
    """Return a text without what Discord may trim."""
    return " ".join(text.split())


def _number(message_id: str | None) -> int | None:
    return int(message_id) if message_id is not None and message_id.isdecimal() else None


def impossible(outbound: Outbound) -> Refused | None:
    """Return why Discord can't even be asked."""
    route = outbound.route
    numbers = [
        route.chat,
        *(one or "0" for one in (route.thread, outbound.amends, outbound.answers)),
    ]
    if not all(number.isdecimal() for number in numbers):
        return Refused(reason="no place on Discord")
    if outbound.kind is BubbleKind.REACTION and not (outbound.reply_to or "").isdecimal():
        return Refused(reason="a reaction on nothing")
    if outbound.kind is BubbleKind.PICTURE and outbound.picture is None:
        return Refused(reason="a picture without a picture")
    if outbound.kind is BubbleKind.FILE and outbound.file is None:
        return Refused(reason="a file without a file")
    if outbound.kind is BubbleKind.REMOVAL and outbound.amends is None:
        return Refused(reason="nothing to take back")
    return None
