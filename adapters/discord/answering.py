"""How the answer to a command reaches whoever gave it, and nobody else."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

import structlog
from discord.utils import snowflake_time

from adapters.discord.errors import (
    FAILURES,
    SOON,
    TOKEN_ENDED,
    UNKNOWN_MESSAGE,
    code_of,
    outcome,
    reason,
)
from adapters.discord.interactions import EPHEMERAL
from adapters.discord.parcels import carries, instead, packed, packed_once, words
from adapters.discord.speaking import (
    FIRST_WAIT,
    INTERRUPTED,
    PAGE,
    FindWire,
    Speech,
    channel_of,
    delivered,
    is_mine,
    may_be,
)
from adapters.discord.tokens import Token, Tokens
from adapters.discord.translate import instant, snowflake
from adapters.discord.wire import Wire
from core.conversation.model import IdentityId, Route
from core.engine.model import (
    BubbleKind,
    Delivered,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
    SendOutcome,
    Unreachable,
)
from core.engine.ports import Clock

log = structlog.get_logger()

CHANGED_WITHIN: Final = timedelta(minutes=1)
"""How long a first answer is tried in one go."""
ORIGINAL: Final = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
FOLLOWING: Final = "/webhooks/{webhook_id}/{webhook_token}"
MOST_TALKS: Final = 1000

Speak = Callable[[Outbound, datetime], Speech]


class Answers:
    """Answers commands where they were given, as long as Discord takes it.

    By the token of an interaction, the first bubble takes the place of what Discord shows
    meanwhile, and may be said again: it shows once. Those that follow for one pair of eyes may
    not. Without a token, what is for one person alone goes into the direct talk.
    """

    def __init__(
        self, wire: FindWire, tokens: Tokens, speak: Speak, *, clock: Clock, rng: Random
    ) -> None:
        """Prepare it.

        Args:
            wire: Gives the wire of the moment, if there is one.
            tokens: Of the last minutes.
            speak: Says a bubble in its place, as any other, first tried at a time.
            clock: The only source of time.
            rng: Spreads the waits.
        """
        self._find_wire = wire
        self._tokens = tokens
        self._speak = speak
        self._clock = clock
        self._rng = rng
        self._talks: dict[IdentityId, str] = {}

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Answer as the command was given."""
        token = self._token(outbound)
        if token is not None and self._goes_by(token, outbound):
            ended = await self._by(token, outbound)
            if ended is not None:
                return ended
        if outbound.only_for is not None:
            return await self._directly(outbound, outbound.only_for)
        return await self._speak(outbound, self._clock.now()).go()

    async def settle(self, outbound: Outbound) -> SendOutcome | None:
        """Return what became of an answer that was interrupted; None if it may be any other."""
        token = self._token(outbound)
        if token is not None and self._goes_by(token, outbound):
            return await self.send(outbound) if token.is_first(outbound.key) else INTERRUPTED
        if outbound.only_for is not None:
            return INTERRUPTED  # nobody else can see what they were shown
        return await self._looked_up(outbound)

    def _token(self, outbound: Outbound) -> Token | None:
        return None if outbound.answers is None else self._tokens.of(outbound.answers)

    def _goes_by(self, token: Token, outbound: Outbound) -> bool:
        """Return whether the token is used: what follows in a direct talk is said once without."""
        return token.is_first(outbound.key) or outbound.only_for is not None

    async def _by(self, token: Token, outbound: Outbound) -> SendOutcome | None:
        """Return what became of it; None if the token has ended."""
        first, began, wait = token.is_first(outbound.key), self._clock.now(), FIRST_WAIT
        while True:
            ended = await self._tried(token, outbound, first=first)
            if not first or not isinstance(ended, NotSent | InDoubt):
                return ended
            pause = wait * self._rng.uniform(0.5, 1.0)
            if isinstance(ended, NotSent):
                pause = max(pause, ended.retry_after)
            if self._clock.now() + pause - began > CHANGED_WITHIN:
                return NotSent(reason=ended.reason, retry_after=SOON)
            await self._clock.sleep(pause)
            wait *= 2

    async def _tried(self, token: Token, outbound: Outbound, *, first: bool) -> SendOutcome | None:
        wire = self._find_wire()
        if wire is None:
            return NotSent(reason="not connected", retry_after=SOON)
        try:
            return await self._told(wire, token, outbound, first=first)
        except FAILURES as error:
            code = code_of(error)
            if code in TOKEN_ENDED:
                self._tokens.drop(outbound.answers or "")
                return None
            if code != UNKNOWN_MESSAGE:
                return _here(outcome(error))
        # What it was to take the place of is gone.
        return await self._tried(token, outbound, first=False) if first else None

    async def _told(
        self, wire: Wire, token: Token, outbound: Outbound, *, first: bool
    ) -> Delivered:
        ids: Mapping[str, Any] = {
            "webhook_id": wire.application_id,
            "webhook_token": token.value,
        }
        direct = await self._talk_for_links(wire, outbound)
        if first:
            # What stood there before goes: a picture of another answer, and its buttons.
            files = [{"id": "0"}] if carries(outbound) else []
            said = instead(outbound, direct) | {"attachments": files}
            raw = await wire.ask("PATCH", ORIGINAL, ids, **packed(said, outbound))
            return Delivered(message_id=snowflake(raw["id"]), at=self._clock.now())
        said = words(outbound, direct) | {"flags": EPHEMERAL}
        how = packed_once(said, outbound)  # here is no nonce
        raw = await wire.ask("POST", FOLLOWING, ids, params={"wait": "true"}, **how)
        return delivered(raw)

    async def _talk_for_links(self, wire: Wire, outbound: Outbound) -> str | None:
        """Return where buttons lead that belong into the direct talk; None where there is none."""
        if outbound.only_for is None or not any(one.in_direct for one in outbound.choices):
            return None
        try:
            return await self._talk(wire, outbound.only_for)
        except FAILURES as error:
            log.info("discord.talk.closed", key=outbound.key, reason=reason(error))
            return None

    async def _directly(self, outbound: Outbound, person: IdentityId) -> SendOutcome:
        """Say it where nobody else is."""
        wire = self._find_wire()
        if wire is None:
            return NotSent(reason="not connected", retry_after=SOON)
        try:
            talk = await self._talk(wire, person)
        except FAILURES as error:
            return _here(outcome(error))
        where = Route(account=outbound.route.account, chat=talk)
        there = replace(outbound, route=where, answers=None, only_for=None)
        return _here(await self._speak(there, self._clock.now()).go())

    async def _talk(self, wire: Wire, person: IdentityId) -> str:
        """Return the direct talk with a person."""
        if person not in self._talks:
            number = snowflake(person.partition(":")[2])
            raw = await wire.ask("POST", "/users/@me/channels", {}, json={"recipient_id": number})
            if len(self._talks) >= MOST_TALKS:
                self._talks.clear()
            self._talks[person] = snowflake(raw["id"])
        return self._talks[person]

    async def _looked_up(self, outbound: Outbound) -> SendOutcome | None:
        """Return whether it stands there, said or changed since the command; None if it doesn't."""
        wire, command = self._find_wire(), int(outbound.answers or 0)
        if wire is None or outbound.kind in (BubbleKind.REACTION, BubbleKind.REMOVAL):
            return None
        try:
            for raw in await wire.history(channel_of(outbound), limit=PAGE):
                if not is_mine(raw, wire) or not may_be(raw, outbound):
                    continue
                if int(snowflake(raw["id"])) > command:
                    return delivered(raw)
                changed = raw.get("edited_timestamp")
                if changed is not None and instant(changed) >= snowflake_time(command):
                    return Delivered(message_id=snowflake(raw["id"]), at=instant(changed))
        except FAILURES as error:
            return InDoubt(reason=f"unanswered, and no look at the history: {reason(error)}")
        return None


def _here(ended: SendOutcome) -> SendOutcome:
    """Return what it means for the place of the command, where others are still reached."""
    return Refused(reason=ended.reason) if isinstance(ended, Unreachable) else ended


def is_answer(outbound: Outbound) -> bool:
    """Return whether it answers a command in words."""
    in_words = outbound.kind not in (BubbleKind.REACTION, BubbleKind.REMOVAL)
    return in_words and outbound.answers is not None and outbound.amends is None
