"""Translation and speech against a second, independent picture of Discord: simcord's."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import discord
import simcord

from adapters.clock.system import SystemClock
from adapters.discord.config import DiscordConfig
from adapters.discord.places import Places
from adapters.discord.speaking import Speech
from adapters.discord.translate import Me, translate
from adapters.discord.wire import Wire
from core.conversation.model import (
    AttachmentKind,
    ChatKind,
    Deletion,
    Edit,
    Inbound,
    Reaction,
    Route,
    Update,
)
from core.engine.model import BubbleKind, Delivered, Outbound, Refused, SendOutcome, Unreachable
from tests.adapters.discord.conftest import ACCOUNT


@dataclass(slots=True)
class Notes:
    """A listener that writes down what it is told."""

    events: list[tuple[str, Any]] = field(default_factory=list)

    def pulse(self) -> None: ...

    def told(self, event: str, raw: Any) -> None:
        if event.startswith("MESSAGE_"):
            self.events.append((event, raw))

    def cached(self, shard: int) -> None: ...

    def connected(self, shard: int, *, again: bool) -> None: ...


class Simulation:
    """A wire in simcord's world, and what it hears there."""

    def __init__(self) -> None:
        self._notes = Notes()
        self.wire = Wire(DiscordConfig(), self._notes, clock=SystemClock(), content=True)
        self.run = simcord.run(self.wire, shard_count=1)
        self._places = Places(self.wire, ACCOUNT)

    @property
    def me(self) -> int:
        assert self.wire.user is not None
        return self.wire.user.id

    async def heard(self) -> Sequence[Update]:
        """Return what was heard since it was asked for the last time."""
        said: list[Update] = []
        for event, raw in self._notes.events:
            guild = raw.get("guild_id")
            where = await self._places.of(
                int(raw["channel_id"]), None if guild is None else int(guild)
            )
            me = Me(id=self.me, reads=True)
            said += translate(event, raw, place=where, me=me, now=SystemClock().now())
        self._notes.events.clear()
        return said

    async def says(self, outbound: Outbound) -> SendOutcome:
        clock = SystemClock()
        speech = Speech(lambda: self.wire, outbound, clock=clock, rng=Random(7), since=clock.now())
        return await speech.go()


def inbounds(updates: Sequence[Update]) -> list[Inbound]:
    return [update for update in updates if isinstance(update, Inbound)]


async def test_talk_in_a_channel_a_thread_and_a_direct_talk_is_heard() -> None:
    simulation = Simulation()
    async with simulation.run as env:
        guild = env.create_guild("Friends")
        room = guild.create_text_channel("general")
        ann = guild.add_member(env.create_user("ann", global_name="Ann"), nick="Annie")
        first = await ann.send(room, f"hello <@{simulation.me}> in <#{room.id}>")
        channel = simulation.wire.get_channel(room.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.create_thread(name="holidays", type=discord.ChannelType.public_thread)
        (thread,) = room.threads
        await ann.send(thread, "where to?")
        await ann.send(room, "and this?", reply_to=first)
        await ann.send_dm("psst")
        talk, question, reply, whisper = inbounds(await simulation.heard())

    assert talk.addressed
    assert talk.text.endswith(" in #general")
    assert (talk.sender_name, talk.chat_kind) == ("Annie", ChatKind.GROUP)
    assert talk.server == str(guild.id)
    assert question.route == Route(account=ACCOUNT, chat=str(room.id), thread=str(thread.id))
    assert (reply.reply_to, reply.addressed) == (str(first.id), False)
    assert (whisper.chat_kind, whisper.text) == (ChatKind.DIRECT, "psst")
    assert whisper.addressed


async def test_files_edits_reactions_and_deletions_are_heard() -> None:
    simulation = Simulation()
    async with simulation.run as env:
        guild = env.create_guild("Friends")
        room = guild.create_text_channel("general")
        ann = guild.add_member(env.create_user("ann", global_name="Ann"))
        said = await ann.send(room, "look", attachments=[("sea.png", b"\x89PNG")])
        await ann.edit(said, "look there")
        await ann.react(said, "👍")
        await ann.unreact(said, "👍")
        await ann.delete(said)
        inbound, edit, put, taken, gone = await simulation.heard()

    assert isinstance(inbound, Inbound)
    assert [one.name for one in inbound.attachments] == ["sea.png"]
    assert inbound.attachments[0].kind in {AttachmentKind.IMAGE, AttachmentKind.FILE}
    assert isinstance(edit, Edit)
    assert edit.text.endswith("look there")
    assert isinstance(put, Reaction)
    assert isinstance(taken, Reaction)
    assert (put.emoji, put.sender_name, taken.removed) == ("👍", "Ann", True)
    assert isinstance(gone, Deletion)
    assert gone.message_ids == (str(said.id),)


async def test_the_words_of_a_webhook_are_a_bots() -> None:
    simulation = Simulation()
    async with simulation.run as env:
        guild = env.create_guild("Friends")
        room = guild.create_text_channel("general")
        feed = guild.create_webhook(room, "Feed")
        await feed.send("news", username="Ann")
        (inbound,) = inbounds(await simulation.heard())

    assert inbound.sender == f"discord:{feed.id}"
    assert (inbound.sender_name, inbound.from_bot) == ("Ann", True)


async def test_what_it_says_changes_and_puts_is_shown() -> None:
    simulation = Simulation()
    async with simulation.run as env:
        guild = env.create_guild("Friends")
        room = guild.create_text_channel("general")
        ann = guild.add_member(env.create_user("ann"))
        said = await ann.send(room, "hi")
        where = Route(account=ACCOUNT, chat=str(room.id))
        reply = Outbound(route=where, text="hel @everyone", key="t1b0", reply_to=str(said.id))
        first = await simulation.says(reply)
        assert isinstance(first, Delivered)
        amended = await simulation.says(
            Outbound(route=where, text="hello", key="t1b0", amends=first.message_id)
        )
        heart = Outbound(
            route=where, text="👍", key="t1b1", kind=BubbleKind.REACTION, reply_to=str(said.id)
        )
        put = await simulation.says(heart)
        shown = room.last_message

    assert isinstance(amended, Delivered)
    assert isinstance(put, Delivered)
    assert shown is not None
    assert shown.content == "hello"
    assert shown.reference is not None
    assert shown.reference.message_id == said.id
    assert not shown.mention_everyone


async def test_a_place_without_the_right_to_write_is_unreachable() -> None:
    simulation = Simulation()
    async with simulation.run as env:
        guild = env.create_guild("Friends")
        assert guild.me is not None
        silenced: Any = {guild.me: discord.PermissionOverwrite(send_messages=False)}
        room = guild.create_text_channel("general", overwrites=silenced)
        where = Route(account=ACCOUNT, chat=str(room.id))
        closed = await simulation.says(Outbound(route=where, text="hello", key="t1b0"))
        nowhere = Route(account=ACCOUNT, chat="123456789")
        gone = await simulation.says(Outbound(route=nowhere, text="hello", key="t1b0"))
        long = await simulation.says(Outbound(route=where, text="x" * 2001, key="t1b1"))

    assert isinstance(closed, Unreachable)
    assert isinstance(gone, Unreachable)
    assert isinstance(long, Refused | Unreachable)
