"""What was said in places without a conversation while nobody listened."""

import asyncio
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from adapters.discord.backlog import MOST_UNHEARD
from adapters.discord.unheard import MOST_PLACES
from core.conversation.model import ChatKind
from tests.adapters.discord.conftest import Ear, HastyClock, Maker, hearing
from tests.servers.discord import FORUM, NEWS, Channel, DiscordServer


@pytest.fixture
def room(server: DiscordServer) -> Channel:
    server.guild(900)
    # the bot is there for long
    server.world.guilds[900].members[server.world.me] -= timedelta(days=30)
    return server.channel(server.guild(900), "general", id=901)


async def test_a_mention_in_an_unknown_channel_while_it_was_away_is_heard(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    news = server.channel(server.guild(900), "news", kind=NEWS)
    ann.says(room, f"<@{server.world.me}> are you there?")
    ann.says(news, f"<@{server.world.me}> and here?")

    async with hearing(make(), server):
        await ear.hears(2)

    told = {one.text: one for one in ear.inbounds}
    assert set(told) == {"@Mina are you there?", "@Mina and here?"}
    assert all(one.addressed and one.server == "900" for one in told.values())
    assert told["@Mina and here?"].chat_kind is ChatKind.CHANNEL


async def test_a_thread_and_the_post_of_a_forum_are_looked_at_too(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    forum = server.channel(server.guild(900), "ideas", kind=FORUM)
    thread = ann.opens(room, "holidays", "where to?")
    post = ann.opens(forum, "a garden", "with tomatoes?")

    async with hearing(make(), server):
        await ear.hears(2)

    where = {one.text: (one.route.chat, one.route.thread) for one in ear.inbounds}
    assert where["where to?"] == (str(room.id), str(thread.id))
    assert where["with tomatoes?"] == (str(forum.id), str(post.id))


async def test_what_was_missed_comes_before_what_is_said_there_meanwhile(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    ann.says(room, "missed")

    async with hearing(make(), server):
        ann.says(room, "live")
        await ear.hears(2)

    assert list(dict.fromkeys(ear.texts)) == ["missed", "live"]


async def test_only_places_into_which_everybody_is_let_are_looked_at(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann, guild = server.person(7, "Ann"), server.guild(900)
    private, hidden = server.channel(guild, "private"), server.channel(guild, "hidden")
    server.allow(hidden, view=False)
    for channel in (private, hidden, room):
        ann.says(channel, channel.name)
    thread = ann.opens(private, "aside", "psst")
    ear.closed = {str(private.id)}

    async with hearing(make(), server):
        await ear.hears(1)
        await server.world.until(lambda: len(server.calls("get_messages")) >= 1)

    assert ear.texts == ["general"]
    asked = {call.channel for call in server.calls("get_messages")}
    assert asked.isdisjoint({private.id, hidden.id, thread.id})


async def test_nothing_is_read_from_before_the_window_or_before_the_bot_came(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann, young = server.person(7, "Ann"), server.guild(950)
    new = server.channel(young)
    now = server.world.now()
    ann.says(room, "yesterday", at=now - timedelta(days=1))
    ann.says(room, "just now")
    ann.says(new, "before she came", at=now - timedelta(minutes=5))
    ann.says(new, "after she came", at=now + timedelta(seconds=1))

    async with hearing(make(window=timedelta(hours=1)), server):
        await ear.hears(2)

    assert sorted(ear.texts) == ["after she came", "just now"]


async def test_of_many_places_the_newest_are_read_and_of_each_the_newest_messages(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann, guild, now = server.person(7, "Ann"), server.guild(900), server.world.now()
    for number in range(MOST_PLACES + 2):
        channel = server.channel(guild, f"c{number}")
        ann.says(channel, channel.name, at=now - timedelta(minutes=number + 1))
    for number in range(MOST_UNHEARD + 3):
        ann.says(room, str(number))

    with capture_logs() as logs:
        async with hearing(make(), server):
            await ear.hears(MOST_PLACES - 1 + MOST_UNHEARD)

    said = set(ear.texts)
    assert {f"c{number}" for number in range(MOST_PLACES - 1)} <= said
    assert said.isdisjoint({f"c{number}" for number in range(MOST_PLACES - 1, MOST_PLACES + 2)})
    assert said.isdisjoint({"0", "1", "2"})
    assert "discord.backlog.places.cut" in {line["event"] for line in logs}


async def test_between_two_sessions_only_the_time_between_them_is_looked_at(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann, mina = server.person(7, "Ann"), make(clock=HastyClock())
    other = server.channel(server.guild(900), "other")

    async with hearing(mina, server):
        ann.says(other, "old", at=server.world.now() - timedelta(hours=1))
        await ear.hears(1)
        await mina_knows_all(server)
        server.gateway.forget()
        ann.says(room, "meanwhile")
        await ear.hears(2)
        await mina_knows_all(server)

    assert ear.texts == ["old", "meanwhile"]


async def test_what_was_said_between_two_stays_is_heard_in_the_second(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann, mina = server.person(7, "Ann"), make(clock=HastyClock())

    async with hearing(mina, server):
        await mina_knows_all(server)
    ann.says(room, "meanwhile")
    async with hearing(mina, server):
        pass  # gone again before anything could be read
    async with hearing(mina, server):
        await ear.hears(1)

    assert ear.texts == ["meanwhile"]


async def test_what_was_said_while_discord_kept_a_server_away_is_heard_after(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann, guild = server.person(7, "Ann"), server.guild(900)

    async with hearing(make(), server):
        await mina_knows_all(server)
        server.outage(guild)
        ann.says(room, "in the dark")
        server.outage(guild, over=True)
        await ear.hears(1)

    assert ear.texts == ["in the dark"]


async def mina_knows_all(server: DiscordServer) -> None:
    """Wait until the library takes its servers for complete: a second after the last."""
    before = len(server.identifies)
    try:
        await server.world.until(lambda: len(server.identifies) > before, within_s=1.6)
    except TimeoutError:
        return
    await asyncio.wait_for(server.until_ready(), 5)
