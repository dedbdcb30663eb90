"""What a bot may do over REST on our own Discord, and what is refused."""

import io
from datetime import UTC, datetime
from typing import Any

import aiohttp
import discord
import pytest

from tests.adapters.discord.server.clients import ANN, GUILD, Bot, running, signed_in, talk
from tests.servers.discord import DiscordServer


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
