from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from adapters.discord.backlog import MOST_MESSAGES
from core.conversation.model import ChatKind, Edit, Inbound
from tests.adapters.discord.conftest import Ear, HastyClock, Maker, hearing
from tests.servers.discord import DiscordServer
from tests.servers.discord.world import Channel


@pytest.fixture
def room(server: DiscordServer) -> Channel:
    return server.channel(server.guild(900), "general", id=901)


async def test_what_was_said_while_it_was_away_is_heard_in_the_order_of_the_platform(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    last = ann.says(room, "kept", at=server.world.now() - timedelta(hours=2))
    for text in ("one", "two", "three"):
        ann.says(room, text)
    ear.knows(901, last)

    async with hearing(make(), server):
        ann.says(room, "live")
        await ear.hears(4)

    # What is said at that moment may come twice: the store drops it by its id.
    assert list(dict.fromkeys(ear.texts)) == ["kept", "one", "two", "three", "live"]
    assert {inbound.server for inbound in ear.inbounds} == {"900"}
    assert {inbound.route.chat for inbound in ear.inbounds} == {"901"}


async def test_a_direct_talk_and_a_thread_are_read_back_too(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    thread = ann.opens(room, "holidays", "where to?")
    ann.says(ann.direct, "psst")
    ear.knows(901, None, thread=thread.id)
    ear.knows(ann.direct.id, None, kind=ChatKind.DIRECT)

    async with hearing(make(), server):
        await ear.hears(2)

    heard = {inbound.text: inbound for inbound in ear.inbounds}
    assert set(heard) == {"where to?", "psst"}
    assert heard["where to?"].route.thread == str(thread.id)
    assert heard["psst"].chat_kind is ChatKind.DIRECT
    assert heard["psst"].addressed


async def test_nothing_older_than_the_window_is_read(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    ann.says(room, "yesterday", at=server.world.now() - timedelta(days=1))
    ann.says(room, "now")
    ear.knows(901, 1)

    async with hearing(make(window=timedelta(hours=1)), server):
        await ear.hears(1)

    assert ear.texts == ["now"]


async def test_a_message_of_the_overlap_that_was_edited_meanwhile_is_told_as_an_edit(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    said = ann.says(room, "at six")
    ann.edits(room, said, "at seven")
    ear.knows(901, said)

    async with hearing(make(), server):
        await ear.hears(2)

    inbound, edit = ear.updates
    assert isinstance(inbound, Inbound)  # known already: the store drops it by its id
    assert isinstance(edit, Edit)
    assert (edit.message_id, edit.text) == (str(said), "at seven")


async def test_of_too_many_messages_the_newest_are_read_and_that_is_logged(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    for number in range(MOST_MESSAGES + 5):
        ann.says(room, str(number))
    ear.knows(901, None)

    with capture_logs() as logs:
        async with hearing(make(), server):
            await ear.hears(MOST_MESSAGES)

    assert ear.texts == [str(number) for number in range(5, MOST_MESSAGES + 5)]
    assert "discord.backlog.cut" in {line["event"] for line in logs}


async def test_one_that_can_not_be_read_stops_no_other(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann, guild = server.person(7, "Ann"), server.guild(900)
    gone, flooded, closed = (server.channel(guild, name) for name in ("a", "b", "c"))
    for channel in (gone, flooded, closed, room):
        ann.says(channel, channel.name)
        ear.knows(channel.id, None)
    server.remove(gone)
    server.allow(closed, read=False, view=False)
    server.fail("get_messages", "flood", retry_after=14_000.0, channel=flooded.id)

    with capture_logs() as logs:
        async with hearing(make(clock=HastyClock()), server):
            await ear.hears(1)
            ann.says(flooded, "live")
            await ear.hears(2)
            await server.world.until(
                lambda: sum(line["event"] == "discord.backlog.failed" for line in logs) >= 2
            )

    assert ear.texts == ["general", "live"]


async def test_a_history_that_fails_for_a_moment_is_read_again(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    server.person(7, "Ann").says(room, "missed")
    server.fail("get_messages", "reset", times=2)
    ear.knows(901, None)

    async with hearing(make(clock=HastyClock()), server):
        await ear.hears(1)

    assert ear.texts == ["missed"]


async def test_while_one_conversation_is_read_back_the_others_go_on(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann, ben = server.person(7, "Ann"), server.person(8, "Ben")
    ann.says(room, "missed")
    server.fail("get_messages", "late", late_s=0.8, channel=901)
    ear.knows(901, None)

    async with hearing(make(), server):
        await server.world.until(lambda: bool(server.calls("get_messages")))
        ann.says(room, "live here")
        ben.says(ben.direct, "live elsewhere")
        await ear.hears(3)

    assert ear.texts == ["live elsewhere", "missed", "live here"]


async def test_a_session_that_begins_anew_is_read_back_and_one_that_is_resumed_is_not(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    mina = make(clock=HastyClock())

    async with hearing(mina, server):
        first = ann.says(room, "one")
        await ear.hears(1)
        ear.knows(901, first)
        server.gateway.ask_reconnect()
        await server.world.until(lambda: bool(server.gateway.resumes), within_s=20)
        ann.says(room, "two")
        await ear.hears(2)
        resumed = len(server.calls("get_messages"))
        server.gateway.forget()
        ann.says(room, "three")
        await server.world.until(lambda: bool(server.calls("get_messages")), within_s=20)
        await ear.hears(5)

    assert resumed == 0
    assert ear.texts == ["one", "two", "one", "two", "three"]


async def test_what_the_store_could_not_take_survives_the_end_of_a_session(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann, mina = server.person(7, "Ann"), make()
    ear.failures = 1  # and the wait after it is five seconds

    async with hearing(mina, server):
        ann.says(ann.direct, "hi")
        await ear.refused.wait()
    async with hearing(mina, server):
        await ear.hears(1)

    assert ear.texts == ["hi"]


async def test_a_direct_talk_that_is_closed_to_it_is_read_back_like_any_other(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann = server.person(7, "Ann")
    ann.says(ann.direct, "back again")
    server.bar(ann.direct)
    ear.knows(ann.direct.id, None, kind=ChatKind.DIRECT)

    async with hearing(make(), server):
        await ear.hears(1)

    assert ear.texts == ["back again"]


async def test_that_a_place_is_gone_or_closed_troubles_nobody(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann, guild = server.person(7, "Ann"), server.guild(900)
    gone, closed = server.channel(guild, "a"), server.channel(guild, "b")
    for channel in (gone, closed, room):
        ann.says(channel, channel.name)
        ear.knows(channel.id, None)
    server.remove(gone)
    server.allow(closed, read=False, view=False)

    with capture_logs() as logs:
        async with hearing(make(clock=HastyClock()), server):
            await ear.hears(1)
            await server.world.until(
                lambda: sum(line["event"] == "discord.backlog.failed" for line in logs) == 2
            )

    failed = [line for line in logs if line["event"] == "discord.backlog.failed"]
    assert {line["log_level"] for line in failed} == {"debug"}
