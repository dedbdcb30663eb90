"""What people do on our own Discord, as the real client sees it."""

import discord
import pytest

from tests.adapters.discord.server.clients import ANN, GUILD, Bot, running
from tests.servers.discord import CONTENTS, DiscordServer


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
