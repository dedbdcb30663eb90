"""The Discord of our own: the real client must find it as strict as the real one."""

import asyncio
import io
import json
import sys
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.servers.discord import CONTENTS, FORUM, DiscordServer

ROOT = Path(__file__).parents[3]
GUILD = 1001 << 22
ANN = 700_000_000_000_000_007


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    server = DiscordServer()
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    async with server:
        server.gateway.heartbeat_s = 0.1
        Route.BASE = server.url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
        yield server
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


class Keeps(discord.Client):
    """What a client of these tests does: it keeps what it heard and wastes no time."""

    def __init__(self, **how: Any) -> None:
        intents = how.pop("intents", None) or wanted(message_content=True)
        super().__init__(intents=intents, guild_ready_timeout=0.02, **how)
        self.news: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait between two sessions."""

    def dispatch(self, event: str, /, *values: Any, **more: Any) -> None:
        super().dispatch(event, *values, **more)
        self.news.put_nowait((event, values[0] if values else None))

    async def next(self, kind: str) -> Any:
        """Return the next thing of a kind; what comes before is let go."""
        async with asyncio.timeout(5):
            while True:
                found, value = await self.news.get()
                if found == kind:
                    return value

    def waiting(self, kind: str) -> list[Any]:
        """Return what has come of a kind, and let everything go."""
        found = []
        while not self.news.empty():
            event, value = self.news.get_nowait()
            if event == kind:
                found.append(value)
        return found


class Bot(Keeps):
    """The plain client."""


class Sharded(Keeps, discord.AutoShardedClient):
    """The client with as many connections as the server asks for."""


def wanted(**more: bool) -> discord.Intents:
    intents = discord.Intents.default()
    for name, value in more.items():
        setattr(intents, name, value)
    return intents


@asynccontextmanager
async def running(server: DiscordServer, bot: Keeps) -> AsyncIterator[Keeps]:
    async with asyncio.TaskGroup() as group:
        task = group.create_task(bot.start(server.token))
        try:
            await bot.next("ready")
            yield bot
        finally:
            await bot.close()
            await task


# The gateway.


async def test_a_client_becomes_ready_with_its_guilds_and_sees_what_they_hold(
    server: DiscordServer,
) -> None:
    guild = server.guild(GUILD, "Friends")
    server.channel(guild, "general")
    forum = server.channel(guild, "questions", kind=FORUM)
    server.person(7).opens(forum, "Cats?", "Who likes them?")

    async with running(server, Bot()) as bot:
        (seen,) = bot.guilds
        assert [channel.name for channel in seen.channels] == ["general", "questions"]
        assert [(thread.name, thread.owner_id) for thread in seen.threads] == [("Cats?", 7)]
        assert seen.me.id == server.world.me
        assert seen.channels[0].permissions_for(seen.me).send_messages


async def test_what_people_write_is_heard_and_answered(server: DiscordServer) -> None:
    ann = server.person(7)
    async with running(server, Bot()) as bot:
        ann.says(ann.direct, "hi")

        message = await bot.next("message")
        await message.reply("hello")

        assert (message.content, message.author.id, message.guild) == ("hi", 7, None)
        assert [(one.text, one.reply_to) for one in server.sent] == [("hello", message.id)]
        assert server.sent[0].pinged_users == (7,)
        assert (await bot.next("message")).content == "hello"


async def test_without_the_content_intent_only_what_concerns_the_bot_can_be_read(
    server: DiscordServer,
) -> None:
    ann = server.person(7)
    general = server.channel(server.guild(GUILD))

    async with running(server, Bot(intents=wanted())) as bot:
        ann.says(general, "between us", attachments=[("cat.png", b"png")])
        ann.says(general, f"<@{server.world.me}> hi")
        ann.says(ann.direct, "just you")
        hidden, named, direct = [await bot.next("message") for _ in range(3)]

    assert (hidden.content, hidden.attachments) == ("", [])
    assert named.content == f"<@{server.world.me}> hi"
    assert direct.content == "just you"


async def test_events_come_only_with_their_intents(server: DiscordServer) -> None:
    ann = server.person(7)
    general = server.channel(server.guild(GUILD))

    async with running(server, Bot(intents=wanted(guild_messages=False))) as bot:
        ann.reacts(general, ann.says(general, "in the guild"), "👍")
        ann.says(ann.direct, "direct")

        assert (await bot.next("raw_reaction_add")).emoji.name == "👍"
        assert (await bot.next("message")).content == "direct"


@pytest.mark.parametrize(
    ("intents", "wrong"),
    [
        pytest.param(wanted(message_content=True), discord.PrivilegedIntentsRequired, id="4014"),
        pytest.param(wanted(members=True), discord.PrivilegedIntentsRequired, id="members"),
    ],
)
async def test_an_intent_that_the_portal_does_not_grant_ends_the_client(
    server: DiscordServer, intents: discord.Intents, wrong: type[Exception]
) -> None:
    server.world.portal = 0
    bot = Bot(intents=intents)

    with pytest.raises(wrong):
        await bot.start(server.token)
    await bot.close()


async def test_a_wrong_token_is_refused_at_the_door(server: DiscordServer) -> None:
    bot = Bot()

    with pytest.raises(discord.LoginFailure):
        await bot.start("wrong")
    await bot.close()


async def test_a_token_that_dies_later_closes_the_gateway_with_4004(server: DiscordServer) -> None:
    bot = Bot()
    await bot.login(server.token)
    server.world.token = "another"

    with pytest.raises(discord.ConnectionClosed) as caught:
        await bot.connect()
    await bot.close()

    assert caught.value.code == 4004


@pytest.mark.parametrize("how", ["cut", "close", "ask_reconnect", "invalidate"])
async def test_after_a_break_the_session_goes_on_and_nothing_is_missed(
    server: DiscordServer, how: str
) -> None:
    ann = server.person(7)
    async with running(server, Bot()) as bot:
        getattr(server.gateway, how)(**({"resumable": True} if how == "invalidate" else {}))
        ann.says(ann.direct, "in between")

        assert (await bot.next("message")).content == "in between"
        await server.world.until(lambda: bool(server.gateway.resumes))

    assert server.gateway.resumes == ["/resume"]
    assert len(server.identifies) == 1


async def test_a_void_session_starts_anew_and_what_was_said_is_only_in_the_history(
    server: DiscordServer,
) -> None:
    ann = server.person(7)
    async with running(server, Bot()) as bot:
        server.gateway.forget()
        missed = ann.says(ann.direct, "while you were away")
        await bot.next("ready")
        ann.says(ann.direct, "now")

        assert (await bot.next("message")).content == "now"
        direct = await bot.fetch_channel(ann.direct.id)
        assert isinstance(direct, discord.DMChannel)
        assert [one.id async for one in direct.history()][1:] == [missed]
    assert len(server.identifies) == 2


async def test_a_session_that_is_called_void_is_not_resumed(server: DiscordServer) -> None:
    async with running(server, Bot()) as bot:
        server.gateway.invalidate(resumable=False)

        await bot.next("ready")

    assert (len(server.identifies), server.gateway.resumes) == (2, [])


async def test_a_session_that_starts_too_soon_after_another_is_void(
    server: DiscordServer,
) -> None:
    async with running(server, Bot()) as bot:
        server.gateway.least_gap_s = 0.1
        server.gateway.invalidate()

        await bot.next("ready")
    assert len(server.identifies) > 2


@pytest.mark.parametrize(
    ("sends", "code"),
    [
        pytest.param([{"op": 3, "d": {"status": "idle"}}], 4003, id="before the identify"),
        pytest.param(["no JSON"], 4002, id="no JSON"),
        pytest.param(["x" * 5000], 4002, id="too long"),
        pytest.param([{"op": 2, "d": {"token": "wrong"}}], 4004, id="token"),
        pytest.param(["identify", "identify"], 4005, id="twice"),
        pytest.param(["identify", {"op": 99, "d": None}], 4001, id="unknown"),
        pytest.param(["identify", {"op": 3, "d": {"status": "away"}}], 4002, id="no such status"),
        pytest.param([("shard", [2, 2])], 4010, id="shard"),
        pytest.param([("intents", 1 << 40)], 4013, id="intents"),
        pytest.param([("intents", 1 << 1)], 4014, id="not granted"),
        pytest.param(["identify", *[{"op": 3, "d": {"status": "idle"}}] * 130], 4008, id="flood"),
    ],
)
async def test_what_the_gateway_does_not_take_closes_it_with_its_code(
    server: DiscordServer, sends: list[Any], code: int
) -> None:
    asked = {"token": server.token, "intents": 1, "properties": {}}
    async with (
        aiohttp.ClientSession() as web,
        web.ws_connect(server.gateway_url + "?v=10&encoding=json") as socket,
    ):
        for one in sends:
            match one:
                case "identify":
                    payload = json.dumps({"op": 2, "d": asked})
                case (key, value):
                    payload = json.dumps({"op": 2, "d": {**asked, key: value}})
                case str(text):
                    payload = text
                case _:
                    payload = json.dumps(one)
            await socket.send_str(payload)
        async with asyncio.timeout(5):
            async for _ in socket:
                pass

        assert socket.close_code == code


async def test_a_client_without_compression_reads_plain_json(server: DiscordServer) -> None:
    async with (
        aiohttp.ClientSession() as web,
        web.ws_connect(server.gateway_url + "?v=10&encoding=json") as socket,
    ):
        assert await socket.receive_json() == {"op": 10, "d": {"heartbeat_interval": 100}}


async def test_heartbeats_without_an_answer_make_the_client_come_again(
    server: DiscordServer,
) -> None:
    async with running(server, Bot(heartbeat_timeout=0.3)) as bot:
        server.gateway.acks = False
        await server.world.until(lambda: server.gateway.connected > 1)
        server.gateway.acks = True

        await bot.next("resumed")


async def test_a_heartbeat_that_is_asked_for_comes_at_once(server: DiscordServer) -> None:
    server.gateway.heartbeat_s = 60
    async with running(server, Bot()):
        before = server.gateway.open()[0].heartbeats

        server.gateway.ask_heartbeat()
        await server.world.until(lambda: server.gateway.open()[0].heartbeats > before)


async def test_shards_hear_their_own_guilds_and_the_first_one_hears_direct_talks(
    server: DiscordServer,
) -> None:
    server.world.shards = 2
    ann = server.person(7)
    even, odd = (server.channel(server.guild(id << 22)) for id in (2000, 2001))

    async with running(server, Sharded()) as bot:
        for channel in (even, odd, ann.direct):
            ann.says(channel, "hi")
        heard = {}
        for _ in range(3):
            message = await bot.next("message")
            heard[message.channel.id] = message.guild.shard_id if message.guild else 0

    assert heard == {even.id: 0, odd.id: 1, ann.direct.id: 0}
    assert [one.shard for one in server.identifies] == [(0, 2), (1, 2)]


async def test_one_shard_can_break_alone(server: DiscordServer) -> None:
    server.world.shards = 2
    async with running(server, Sharded()) as bot:
        server.gateway.close(4000, shard=1)

        await bot.next("shard_resumed")

    assert len(server.gateway.resumes) == 1


async def test_presence_is_recorded_from_the_start_and_at_each_change(
    server: DiscordServer,
) -> None:
    bot = Bot(status=discord.Status.idle)
    async with running(server, bot):
        await bot.change_presence(activity=discord.CustomActivity("asleep"))
        await server.world.until(lambda: bool(server.presences))

    assert server.identifies[0].presence is not None
    assert server.identifies[0].presence["status"] == "idle"
    assert [one["state"] for one in server.presences[0].activities] == ["asleep"]
    assert "token" not in server.identifies[0].body


async def test_who_unplugs_it_is_found_again_at_the_same_place(server: DiscordServer) -> None:
    ann = server.person(7)
    async with running(server, Bot()) as bot:
        await server.unplug()
        await server.plug()
        ann.says(ann.direct, "back?")

        assert (await bot.next("message")).content == "back?"


# What people do.


async def test_edits_deletions_and_reactions_are_heard(server: DiscordServer) -> None:
    ann = server.person(7)
    async with running(server, Bot()) as bot:
        first, second, third = (ann.says(ann.direct, text) for text in "abc")
        ann.edits(ann.direct, first, "A")
        ann.reacts(ann.direct, first, "❤️")
        ann.unreacts(ann.direct, first, "❤️")
        ann.deletes(ann.direct, first)
        general = server.channel(server.guild(GUILD))
        several = [ann.says(general, text) for text in "de"]
        ann.deletes(general, *several)

        edited = await bot.next("raw_message_edit")
        assert (edited.message.content, edited.message.edited_at is None) == ("A", False)
        assert (await bot.next("raw_reaction_add")).message_author_id == 7
        assert str((await bot.next("raw_reaction_remove")).emoji) == "❤️"
        assert (await bot.next("raw_message_delete")).message_id == first
        assert (await bot.next("raw_bulk_message_delete")).message_ids == set(several)
    assert list(ann.direct.messages) == [second, third]


async def test_forwards_voice_stickers_and_files_have_their_shapes(server: DiscordServer) -> None:
    ann = server.person(7)
    async with running(server, Bot()) as bot:
        ann.forwards(ann.direct, "what Zoe wrote")
        ann.sends_voice(ann.direct, 3.5)
        ann.sends(ann.direct, "sticker", name="Wave")
        ann.says(ann.direct, "look", attachments=[("my cat.png", b"a picture")])
        forward, voice, sticker, picture = [await bot.next("message") for _ in range(4)]

        assert forward.content == ""
        assert forward.reference.type is discord.MessageReferenceType.forward
        assert [one.content for one in forward.message_snapshots] == ["what Zoe wrote"]
        assert voice.flags.voice
        assert voice.attachments[0].is_voice_message()
        assert voice.attachments[0].duration == 3.5
        assert [one.name for one in sticker.stickers] == ["Wave"]
        assert picture.attachments[0].filename == "my_cat.png"
        assert await picture.attachments[0].read() == b"a picture"


@pytest.mark.parametrize("kind", sorted(CONTENTS))
async def test_everything_that_can_be_sent_is_understood_by_the_client(
    server: DiscordServer, kind: str
) -> None:
    ann = server.person(7)
    async with running(server, Bot()) as bot:
        number = ann.sends(ann.direct, kind)

        assert (await bot.next("message")).id == number


async def test_who_is_called_otherwise_in_a_guild_is_called_so(server: DiscordServer) -> None:
    guild = server.guild(GUILD)
    guild.nicks[ANN] = "Annie"
    general = server.channel(guild)
    async with running(server, Bot()) as bot:
        server.person(ANN, "Ann").says(general, f"hi <@{ANN}>")

        message = await bot.next("message")
        assert (message.author.display_name, message.author.global_name) == ("Annie", "Ann")
        assert message.clean_content == "hi @Annie"


async def test_webhooks_bots_and_system_messages_can_be_told_apart(server: DiscordServer) -> None:
    guild = server.guild(GUILD)
    general = server.channel(guild)
    ann = server.person(7)
    async with running(server, Bot()) as bot:
        server.webhook(90, application=91).says(general, "news", name="Feed")
        server.person(8, "Robo", bot=True).says(general, "beep")
        ann.joins(guild, general)
        ann.pins(general, ann.says(general, "keep this"))
        feed, robo, joined, _, pinned = [await bot.next("message") for _ in range(5)]

    assert (feed.webhook_id, feed.application_id, feed.author.name) == (90, 91, "Feed")
    assert robo.author.bot
    assert joined.type is discord.MessageType.new_member
    assert pinned.type is discord.MessageType.pins_add


async def test_threads_open_close_and_go(server: DiscordServer) -> None:
    general = server.channel(server.guild(GUILD))
    ann = server.person(7)
    async with running(server, Bot()) as bot:
        on = ann.says(general, "about cats")
        thread = ann.opens(general, "Cats", "meow", on=on)

        assert (await bot.next("thread_create")).id == on
        starter = await bot.next("message")
        assert starter.type is discord.MessageType.thread_starter_message
        assert starter.reference.resolved.content == "about cats"
        meow = await bot.next("message")
        assert (meow.content, meow.channel.name) == ("meow", "Cats")

        server.archive(thread)
        await meow.reply("woken")
        assert not thread.archived
        server.archive(thread, locked=True)
        with pytest.raises(discord.HTTPException) as caught:
            await meow.reply("locked out")
        assert caught.value.code == 50083
        server.remove(thread)
        with pytest.raises(discord.NotFound) as missing:
            await meow.channel.send("gone")
        assert missing.value.code == 10003


async def test_guilds_come_fail_and_go(server: DiscordServer) -> None:
    async with running(server, Bot()) as bot:
        guild = server.guild(GUILD, "Friends")
        assert (await bot.next("guild_join")).name == "Friends"
        server.outage(guild)
        assert (await bot.next("guild_unavailable")).id == GUILD
        server.outage(guild, over=True)
        assert (await bot.next("guild_available")).id == GUILD
        server.leave(guild)
        assert (await bot.next("guild_remove")).id == GUILD


# What the bot may do over REST.


@asynccontextmanager
async def signed_in(server: DiscordServer) -> AsyncIterator[Bot]:
    async with Bot() as bot:
        await bot.login(server.token)
        yield bot


async def talk(bot: Bot, id: int) -> Any:
    return await bot.create_dm(discord.Object(id))


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        pytest.param({"content": "x" * 2001}, 400, 50035, id="too long"),
        pytest.param({"content": " \n"}, 400, 50006, id="blank"),
        pytest.param({"content": "x", "nonce": "n" * 26}, 400, 50035, id="long nonce"),
        pytest.param(
            {
                "content": "x",
                "allowed_mentions": discord.AllowedMentions(users=[discord.Object(7)]),
                "reference": discord.MessageReference(message_id=5, channel_id=6),
            },
            400,
            50035,
            id="reply to nothing",
        ),
    ],
)
async def test_what_discord_refuses_is_refused(
    server: DiscordServer, said: dict[str, Any], status: int, code: int
) -> None:
    server.person(7)
    async with signed_in(server) as bot:
        direct = await talk(bot, 7)
        with pytest.raises(discord.HTTPException) as caught:
            await direct.send(**said)

    assert (caught.value.status, caught.value.code) == (status, code)
    assert server.sent == []


async def test_a_reply_to_nothing_passes_if_that_is_allowed(server: DiscordServer) -> None:
    server.person(7)
    async with signed_in(server) as bot:
        direct = await talk(bot, 7)
        lost = discord.MessageReference(
            message_id=5, channel_id=direct.id, fail_if_not_exists=False
        )
        await direct.send("anyway", reference=lost)

    assert [one.reply_to for one in server.sent] == [None]


async def test_the_same_nonce_makes_one_message_as_long_as_it_is_known() -> None:
    clock = [datetime(2026, 1, 10, tzinfo=UTC)]
    server = DiscordServer(now=lambda: clock[0])
    ann = server.person(7)
    async with server, aiohttp.ClientSession() as web:

        async def send(**more: Any) -> int:
            url = f"{server.url}/channels/{ann.direct.id}/messages"
            body = {"content": "hi", "nonce": "n1", **more}
            headers = {"Authorization": f"Bot {server.token}"}
            async with web.post(url, json=body, headers=headers) as response:
                assert response.status == 200
                return int((await response.json())["id"])

        first, again = await send(enforce_nonce=True), await send(enforce_nonce=True)
        unforced = await send()
        clock[0] += server.world.nonce_window * 2
        late = await send(enforce_nonce=True)

    assert first == again
    assert len({first, unforced, late}) == 3
    assert [one.message_id for one in server.sent] == [first, unforced, late]


async def test_a_closed_talk_is_refused_until_the_person_writes_again(
    server: DiscordServer,
) -> None:
    ann = server.person(7)
    server.bar(ann.direct)
    async with signed_in(server) as bot:
        direct = await talk(bot, 7)
        with pytest.raises(discord.Forbidden) as caught:
            await direct.send("hi")
        ann.says(ann.direct, "sorry")
        await direct.send("hi")

    assert caught.value.code == 50007


@pytest.mark.parametrize(
    ("switches", "code"),
    [
        pytest.param({"view": False}, 50001, id="not seen"),
        pytest.param({"send": False}, 50013, id="read only"),
    ],
)
async def test_where_the_bot_may_not_write_it_is_refused(
    server: DiscordServer, switches: dict[str, bool], code: int
) -> None:
    general = server.channel(server.guild(GUILD))
    async with signed_in(server) as bot:
        channel = bot.get_partial_messageable(general.id)
        server.allow(general, **switches)
        with pytest.raises(discord.Forbidden) as caught:
            await channel.send("hi")

    assert caught.value.code == code


async def test_slow_mode_holds_the_bot_back(server: DiscordServer) -> None:
    general = server.channel(server.guild(GUILD))
    general.slow_s = 1800
    async with Bot(max_ratelimit_timeout=30) as bot:
        await bot.login(server.token)
        channel = bot.get_partial_messageable(general.id)
        await channel.send("one")
        with pytest.raises(discord.RateLimited) as caught:
            await channel.send("two")

    assert 1790 < caught.value.retry_after <= 1800


async def test_nobody_talks_with_itself_or_with_nobody(server: DiscordServer) -> None:
    async with signed_in(server) as bot:
        for id, code in ((server.world.me, 50007), (999, 50033)):
            with pytest.raises(discord.HTTPException) as caught:
                await talk(bot, id)
            assert (caught.value.status, caught.value.code) == (400, code)


async def test_permissions_that_change_are_seen_by_the_client(server: DiscordServer) -> None:
    general = server.channel(server.guild(GUILD))
    async with running(server, Bot()) as bot:
        server.allow(general, send=False)
        await bot.next("guild_channel_update")

        (seen,) = bot.guilds[0].text_channels
        assert not seen.permissions_for(seen.guild.me).send_messages
        assert seen.permissions_for(seen.guild.me).view_channel


async def test_the_history_is_read_in_pages_around_any_message(server: DiscordServer) -> None:
    ann = server.person(7)
    ids = [ann.says(ann.direct, str(number)) for number in range(120)]
    async with signed_in(server) as bot:
        direct = await talk(bot, 7)

        async def read(**how: Any) -> list[int]:
            return [int(one.content) async for one in direct.history(**how)]

        assert await read(limit=3) == [119, 118, 117]
        assert await read(limit=None) == list(range(119, -1, -1))
        assert await read(after=discord.Object(ids[2]), limit=2, oldest_first=True) == [3, 4]
        assert await read(before=discord.Object(ids[2])) == [1, 0]
        assert await read(around=discord.Object(ids[50]), limit=3) == [51, 50, 49]
        with pytest.raises(discord.NotFound):
            await direct.fetch_message(5)


async def test_without_the_grant_or_the_permission_the_history_says_nothing(
    server: DiscordServer,
) -> None:
    general = server.channel(server.guild(GUILD))
    server.person(7).says(general, "between us")
    server.world.portal = 0
    async with signed_in(server) as bot:
        channel = bot.get_partial_messageable(general.id)
        assert [one.content async for one in channel.history()] == [""]
        server.allow(general, read=False)
        assert [one async for one in channel.history()] == []


async def test_only_own_messages_can_be_changed(server: DiscordServer) -> None:
    ann = server.person(7)
    theirs = ann.says(ann.direct, "mine")
    async with signed_in(server) as bot:
        direct = await talk(bot, 7)
        own = await direct.send("helo")
        await own.edit(content="hello")
        others = direct.get_partial_message(theirs)
        with pytest.raises(discord.Forbidden) as caught:
            await others.edit(content="yours")
        with pytest.raises(discord.Forbidden):
            await others.delete()
        await own.delete()

    assert caught.value.code == 50005
    assert list(ann.direct.messages) == [theirs]


async def test_reactions_are_put_and_taken_back(server: DiscordServer) -> None:
    guild = server.guild(GUILD)
    guild.emojis[55] = "blob"
    general = server.channel(guild)
    hers = server.person(7).says(general, "look")
    async with signed_in(server) as bot:
        message = bot.get_partial_messageable(general.id).get_partial_message(hers)
        for emoji in ("👍", "❤️", "1️⃣", "<:blob:55>"):
            await message.add_reaction(emoji)
        await message.remove_reaction("👍", discord.Object(server.world.me))
        for unknown in ("nonsense", "<:blob:56>"):
            with pytest.raises(discord.HTTPException) as caught:
                await message.add_reaction(unknown)
            assert caught.value.code == 10014

    assert list(general.reactions[hers]) == ["❤️", "1️⃣", "blob:55"]


async def test_mentions_ping_only_whom_they_may(server: DiscordServer) -> None:
    guild = server.guild(GUILD)
    general = server.channel(guild)
    role = server.role(guild, "cats", mentionable=True)
    server.person(ANN)
    text = f"<@{ANN}> <@&{role.id}> @everyone"
    async with signed_in(server) as bot:
        channel = bot.get_partial_messageable(general.id)
        await channel.send(text)
        await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
        await channel.send(text, allowed_mentions=discord.AllowedMentions(everyone=False))
        server.allow(general, ping_everyone=False)
        await channel.send(text)

    pings = [(one.pinged_users, one.pinged_roles, one.pinged_everyone) for one in server.sent]
    ids = ((ANN,), (role.id,))
    assert pings == [(*ids, True), ((), (), False), (*ids, False), (*ids, False)]


async def test_files_of_the_bot_lie_where_they_say(server: DiscordServer) -> None:
    server.person(7)
    async with signed_in(server) as bot:
        direct = await talk(bot, 7)
        sent = await direct.send(file=discord.File(io.BytesIO(b"bytes"), "note.txt"))

        assert await sent.attachments[0].read() == b"bytes"
    assert server.sent[0].attachments == ("note.txt",)


async def test_typing_is_seen(server: DiscordServer) -> None:
    server.person(7)
    async with signed_in(server) as bot:
        await (await talk(bot, 7)).typing()

    assert len(server.typings) == 1


# What goes wrong.


async def test_a_short_flood_is_waited_for_by_the_client(server: DiscordServer) -> None:
    server.person(7)
    server.fail("send_message", "flood", retry_after=0.05)
    async with signed_in(server) as bot:
        await (await talk(bot, 7)).send("hi")

    assert len(server.calls("send_message")) == 2
    assert len(server.sent) == 1


async def test_a_flood_of_hours_is_told_to_a_client_that_will_not_wait(
    server: DiscordServer,
) -> None:
    server.person(7)
    server.fail("send_message", "flood", retry_after=7200, everywhere=True)
    async with Bot(max_ratelimit_timeout=30) as bot:
        await bot.login(server.token)
        direct = await talk(bot, 7)
        with pytest.raises(discord.RateLimited) as caught:
            await direct.send("hi")

    assert caught.value.retry_after == 7200


async def test_a_limit_holds_in_each_channel_and_the_client_keeps_to_it(
    server: DiscordServer,
) -> None:
    server.person(7)
    server.person(8)
    server.limits.set("send_message", 2, per_s=0.2)
    async with signed_in(server) as bot:
        for id in (7, 8):
            direct = await talk(bot, id)
            for text in "abc":
                await direct.send(text)

    one, two, three = [sent.at for sent in server.sent][:3]
    assert (three - one).total_seconds() > 0.15
    assert two < three
    assert len(server.sent) == 6


async def test_an_answer_that_never_comes_ends_with_the_server(server: DiscordServer) -> None:
    server.person(7)
    async with signed_in(server) as bot:
        direct = await talk(bot, 7)
        server.fail("send_message", "hang")
        async with asyncio.TaskGroup() as group:
            sending = group.create_task(fails(direct.send("hi")))
            await server.world.until(lambda: bool(server.calls("send_message")))
            await server.unplug()

    assert isinstance(sending.result(), aiohttp.ClientError)
    assert server.sent == []


async def fails(doing: Awaitable[object]) -> BaseException | None:
    """Return what goes wrong with the connection; None if all goes well."""
    try:
        await doing
    except aiohttp.ClientError as error:
        return error
    return None


async def test_a_limit_that_is_not_kept_is_a_429_with_its_headers(server: DiscordServer) -> None:
    ann = server.person(7)
    server.limits.set("send_message", 1, per_s=60)
    headers = {"Authorization": f"Bot {server.token}"}
    url = f"{server.url}/channels/{ann.direct.id}/messages"
    async with aiohttp.ClientSession(headers=headers) as web:
        async with web.post(url, json={"content": "a"}) as passed:
            assert passed.headers["X-RateLimit-Remaining"] == "0"
        async with web.post(url, json={"content": "b"}) as refused:
            body = await refused.json()

    assert (refused.status, body["global"]) == (429, False)
    assert 59 < body["retry_after"] <= 60
    assert [one.text for one in server.sent] == ["a"]


async def test_a_lost_answer_leaves_the_message_there(server: DiscordServer) -> None:
    ann = server.person(7)
    server.fail("send_message", "lost-answer", channel=ann.direct.id)
    async with signed_in(server) as bot:
        direct = await talk(bot, 7)
        with pytest.raises(aiohttp.ClientError):
            await direct.send("hi", nonce="once")
        again = await direct.send("hi", nonce="once")

    assert [one.message_id for one in server.sent] == [again.id]


@pytest.mark.parametrize(
    ("fault", "wrong"),
    [
        pytest.param({"kind": "reset"}, aiohttp.ClientError, id="reset"),
        pytest.param({"kind": "status", "status": 503}, discord.DiscordServerError, id="a page"),
        pytest.param({"kind": "error", "status": 503}, discord.DiscordServerError, id="JSON"),
        pytest.param(
            {"kind": "refuse", "status": 403, "code": 50278}, discord.Forbidden, id="refused"
        ),
        pytest.param({"kind": "status", "status": 429}, discord.HTTPException, id="Cloudflare"),
    ],
)
async def test_what_fails_is_not_done(
    server: DiscordServer, fault: dict[str, Any], wrong: type[Exception]
) -> None:
    server.person(7)
    async with signed_in(server) as bot:
        direct = await talk(bot, 7)
        server.fail("send_message", **fault)
        with pytest.raises(wrong):
            await direct.send("hi")

    assert server.sent == []


async def test_another_process_can_use_it() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.servers.discord",
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        about = json.loads(await process.stdout.readline())
        headers = {"Authorization": f"Bot {about['token']}"}
        async with aiohttp.ClientSession(headers=headers) as web:

            async def control(path: str, order: object) -> Any:
                async with web.post(f"{about['control']}/{path}", json=order) as response:
                    assert response.status == 200, await response.text()
                    return await response.json()

            async def told(path: str) -> Any:
                async with web.get(f"{about['control']}/{path}") as response:
                    return await response.json()

            ann = {"id": 7, "name": "Ann"}
            await control("guild", {"id": 1001})
            general = (await control("channel", {"guild": 1001, "name": "general"}))["id"]
            await control("act", {"person": ann, "does": "says", "with": {"text": "hi"}})
            said = {"text": "look", "attachments": [["a.txt", "aGk="]]}
            told_id = await control(
                "act", {"person": ann, "channel": int(general), "does": "says", "with": said}
            )
            came = {"person": ann, "does": "joins", "guild": 1001, "channel": int(general)}
            await control("member", came)
            await control("settings", {"heartbeat_s": 1})
            await control("gateway", {"does": "close", "with": {"code": 4000}})
            await control("fault", {"kind": "refuse", "method": "send_message"})
            url = f"{about['url']}/channels/{general}/messages"
            for text in ("refused", "arrives"):
                async with web.post(url, json={"content": text}):
                    pass
            async with web.get(url) as response:
                history = await response.json()

            sent = await told("sent?count=1&wait=5")
            assert [one["text"] for one in sent] == ["arrives"]
            assert [one["content"] for one in history] == ["arrives", "", "look"]
            assert history[2]["id"] == str(told_id["message_id"])
            assert len(await told("calls?method=send_message")) == 2
            assert await told("typings") == []
    finally:
        process.terminate()
        await process.communicate()
