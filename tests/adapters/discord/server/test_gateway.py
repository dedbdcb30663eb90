"""The gateway of our own Discord: the real client must find it as strict as the real one."""

import asyncio
import json
from typing import Any

import aiohttp
import discord
import pytest

from tests.adapters.discord.server.clients import (
    GUILD,
    Bot,
    Sharded,
    running,
    wanted,
)
from tests.servers.discord import FORUM, DiscordServer


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
