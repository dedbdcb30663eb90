"""Commands and their answers against a second, independent picture of Discord: simcord's."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import discord
import simcord

from adapters.clock.system import SystemClock
from adapters.discord.answering import Answers
from adapters.discord.config import DiscordConfig
from adapters.discord.menu import Menu
from adapters.discord.reception import Reception
from adapters.discord.speaking import Speech
from adapters.discord.tokens import Tokens
from adapters.discord.wire import Wire
from core.admin.entries import COMMANDS
from core.admin.model import Choice, Suggestion, Unfinished
from core.conversation.model import IdentityId, Inbound, Route
from core.engine.model import BubbleKind, Delivered, Outbound
from tests.adapters.discord.conftest import ACCOUNT
from tests.adapters.discord.table import TABLE
from tests.contracts.pixels import DOT


class Desk:
    """All that answers commands, in simcord's world."""

    def __init__(self) -> None:
        self.clock = clock = SystemClock()
        self._taking: list[asyncio.Task[Inbound | None]] = []
        self.wire = Wire(DiscordConfig(), self, clock=clock, content=True)
        self.run = simcord.run(self.wire, shard_count=1)
        tokens = Tokens(clock)
        self._reception = Reception(
            TABLE,
            tokens,
            account=ACCOUNT,
            clock=clock,
            suggest=self._suggest,
            is_welcome=lambda inbound: True,
        )
        self.answers = Answers(
            lambda: self.wire,
            tokens,
            lambda outbound, since: Speech(
                lambda: self.wire, outbound, clock=clock, rng=Random(7), since=since
            ),
            clock=clock,
            rng=Random(7),
        )

    def pulse(self) -> None: ...

    def told(self, event: str, raw: Any) -> None:
        if event == "INTERACTION_CREATE":
            taking = self._reception.take(raw, self.wire)
            self._taking.append(asyncio.get_running_loop().create_task(taking))

    def cached(self, shard: int) -> None: ...

    def connected(self, shard: int, *, again: bool) -> None: ...

    async def _suggest(self, unfinished: Unfinished) -> Sequence[Suggestion]:
        return [Suggestion(label=f"as {unfinished.line}", value="#1")]

    async def tells(self, table: Any = TABLE) -> None:
        async def cached() -> None: ...

        await Menu(table, account=ACCOUNT, clock=self.clock).tell(self.wire, cached)

    async def takes(self) -> Inbound | None:
        return await self._taking.pop(0)


def answer(inbound: Inbound, text: str, key: str = "t1b0", **more: Any) -> Outbound:
    only_for = IdentityId(inbound.sender) if inbound.unseen else None
    return Outbound(
        route=Route(account=ACCOUNT, chat=inbound.route.chat),
        text=text,
        key=key,
        answers=inbound.message_id,
        only_for=only_for,
        **more,
    )


async def test_the_real_table_is_taken_and_not_told_again() -> None:
    desk = Desk()
    async with desk.run as env:
        guild = env.create_guild("Friends")
        room = guild.create_text_channel("general")
        ann = guild.add_member(env.create_user("ann"))
        await desk.tells(COMMANDS)
        commands = ann.available_commands(room)

    assert "forget undo" in commands
    assert "memory correct" not in commands  # it is for those who manage the server


async def test_a_command_is_deferred_and_answered_for_one_pair_of_eyes() -> None:
    desk = Desk()
    async with desk.run as env:
        guild = env.create_guild("Friends")
        room = guild.create_text_channel("general")
        ann = guild.add_member(env.create_user("ann"))
        await desk.tells()
        result = await ann.slash(room, "mood set", how="good", span="2h")
        inbound = await desk.takes()
        assert inbound is not None
        deferred = result.deferred
        yes = Choice(label="Yes", line="/mood set good yes")
        first = answer(inbound, "which?", kind=BubbleKind.PICTURE, picture=DOT, choices=(yes,))
        outcomes = [
            await desk.answers.send(first),
            await desk.answers.send(answer(inbound, "more", "t1b1")),
        ]
        shown, more = result.response, result.followups
        assert shown is not None
        before = (shown.content, shown.ephemeral, len(shown.attachments))
        pressed = await ann.click(shown, label="Yes")
        press = await desk.takes()
        assert press is not None
        await desk.answers.send(answer(press, "done", "t2b0"))
        after = result.response

    assert inbound.text == "/mood set for 2h good"
    assert [type(one) for one in outcomes] == [Delivered, Delivered], outcomes
    assert deferred
    assert before == ("which?", True, 1)
    assert [(one.content, one.ephemeral) for one in more] == [("more", True)]
    assert pressed.acknowledged
    assert press.text == "/mood set good yes"
    assert after is not None
    assert (after.content, after.components, after.attachments) == ("done", [], [])


async def test_a_long_text_is_asked_for_in_a_window() -> None:
    desk = Desk()
    async with desk.run as env:
        guild = env.create_guild("Friends")
        room = guild.create_text_channel("general")
        chiefs = guild.create_role("Chiefs", permissions=discord.Permissions(manage_guild=True))
        owner = guild.add_member(env.create_user("ann"), roles=[chiefs])
        await desk.tells()
        shown = await owner.slash(room, "voice tune", kind="warm")
        opened = await desk.takes()
        await owner.submit_modal(shown, {"text": "one\n\ntwo"})
        inbound = await desk.takes()

    assert opened is None
    assert shown.modal is not None
    assert inbound is not None
    assert inbound.text == "/voice tune warm one\n\ntwo"


async def test_values_are_suggested() -> None:
    desk = Desk()
    async with desk.run as env:
        guild = env.create_guild("Friends")
        room = guild.create_text_channel("general")
        ann = guild.add_member(env.create_user("ann"))
        await desk.tells()
        choices = await ann.autocomplete(room, "mood log drop", "which", "#")

    assert choices == [{"name": "as /mood log drop #", "value": "#1"}]
