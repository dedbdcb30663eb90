import asyncio
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from adapters.discord.client import NO_CONTENT
from core.conversation.model import Route
from core.engine.model import Outbound
from core.errors import Misconfigured, Retryable
from tests.adapters.discord.conftest import ACCOUNT, Ear, HastyClock, Maker, hearing
from tests.servers.discord import DiscordServer
from tests.servers.discord.events import CONTENT

NARROW = (1 << 0) | (1 << 9) | (1 << 12) | (1 << 10) | (1 << 13)
"""Servers, messages and reactions: no members, no presences, no content."""


async def until_started(server: DiscordServer, sessions: int) -> None:
    await server.world.until(lambda: len(server.identifies) >= sessions)
    await server.until_ready()


async def test_it_asks_for_no_more_than_it_needs(server: DiscordServer, make: Maker) -> None:
    async with hearing(make(), server):
        pass

    (identify,) = server.identifies
    assert identify.intents == NARROW | CONTENT


async def test_without_the_content_intent_it_goes_on_and_says_once_what_to_switch_on(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    server.world.portal = 0
    ann = server.person(7, "Ann")
    room = server.channel(server.guild(900))
    mina = make()
    ear.closed.add(str(room.id))  # it reads nothing back

    with capture_logs() as logs:
        for _ in range(2):
            async with hearing(mina, server):
                ann.says(room, "not for her eyes")
                ann.says(room, f"<@{server.world.me}> you there?")
                ann.says(ann.direct, "hi")
                await ear.hears(len(ear.updates) + 2)

    assert sorted(ear.texts) == ["@Mina you there?", "@Mina you there?", "hi", "hi"]
    assert server.identifies[-1].intents == NARROW
    assert mina.health.notes == (NO_CONTENT,)
    assert len([line for line in logs if line["event"] == "discord.content.hidden"]) == 1


async def test_a_setting_keeps_it_from_asking_for_what_messages_say(
    server: DiscordServer, make: Maker
) -> None:
    async with hearing(make(content_intent=False), server):
        pass

    assert server.identifies[0].intents == NARROW


@pytest.mark.parametrize("token", ["AAAA.wrong.token"])
async def test_a_wrong_token_asks_for_the_owner_and_is_never_shown(
    server: DiscordServer, make: Maker, token: str
) -> None:
    mina = make(token=token)

    with pytest.raises(Misconfigured, match=r"discord\.token") as caught:
        await mina.serve()

    assert token not in str(caught.value)
    assert not mina.health.connected


async def test_a_token_that_the_gateway_refuses_asks_for_the_owner(
    server: DiscordServer, make: Maker
) -> None:
    mina = make()

    async def until_refused() -> None:
        with pytest.raises(Misconfigured):
            await mina.serve()

    async with asyncio.TaskGroup() as group:
        group.create_task(until_refused())
        await server.until_ready()
        server.gateway.close(4004)

    assert len(server.identifies) == 1


async def test_a_connection_that_says_nothing_is_given_up(
    server: DiscordServer, make: Maker
) -> None:
    server.gateway.acks = False
    mina = make(stall_after=timedelta(seconds=1))

    with pytest.raises(Retryable, match="nothing heard for 1 s"):
        await mina.serve()

    assert len(server.identifies) == 1
    assert not mina.health.connected


async def test_answers_to_heartbeats_keep_it_alive(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    server.gateway.heartbeat_s = 0.2
    ann, mina = server.person(7, "Ann"), make(stall_after=timedelta(seconds=1))

    async with hearing(mina, server):
        await server.world.until(
            lambda: any(one.heartbeats > 7 for one in server.gateway.connections)
        )
        ann.says(ann.direct, "still there?")
        await ear.hears(1)
        health = mina.health

    assert health.connected
    assert health.last_heard_at is not None
    assert len(server.identifies) == 1


async def test_once_the_portal_allows_it_the_next_stay_reads_everything(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    server.world.portal = 0
    ann, mina = server.person(7, "Ann"), make()
    room = server.channel(server.guild(900))

    async with hearing(mina, server):
        pass
    server.world.portal = CONTENT
    async with hearing(mina, server):
        ann.says(room, "for her eyes too")
        await ear.hears(1)
        notes = mina.health.notes

    assert ear.texts == ["for her eyes too"]
    assert notes == ()


async def test_a_proxy_that_is_down_is_waited_for(server: DiscordServer, make: Maker) -> None:
    mina = make(proxy=f"http://127.0.0.1:{server.port}")
    await server.unplug()

    with pytest.raises(Retryable, match="ProxyConnectionError"):
        await mina.serve()


async def test_a_server_that_is_down_is_no_fault_of_the_owner(
    server: DiscordServer, make: Maker
) -> None:
    mina = make()
    await server.unplug()

    with pytest.raises(Retryable):
        await mina.serve()


async def test_a_day_without_starts_left_is_waited_for(server: DiscordServer, make: Maker) -> None:
    server.fail(
        "get_gateway",
        "malformed",
        body='{"url": "ws://x/", "shards": 1, "session_start_limit": {"total": 1000,'
        ' "remaining": 0, "reset_after": 7200000, "max_concurrency": 1}}',
    )

    with pytest.raises(Retryable) as caught:
        await make().serve()

    assert caught.value.retry_after == timedelta(hours=2)
    assert server.identifies == []


async def test_it_can_serve_again_after_it_was_stopped(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann, mina = server.person(7, "Ann"), make()

    for text in ("one", "two"):
        async with hearing(mina, server):
            ann.says(ann.direct, text)
            await ear.hears(len(ear.updates) + 1)

    assert ear.texts == ["one", "two"]
    assert len(server.identifies) == 2


async def test_sessions_that_begin_anew_double_nothing(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann, mina = server.person(7, "Ann"), make(clock=HastyClock())

    async with hearing(mina, server):
        for sessions in (2, 3, 4):
            server.gateway.invalidate()
            await until_started(server, sessions)
        ann.says(ann.direct, "hi")
        await ear.hears(1)
        server.gateway.ask_reconnect()
        await server.world.until(lambda: bool(server.gateway.resumes), within_s=20)
        ann.says(ann.direct, "bye")
        await ear.hears(2)

    assert ear.texts == ["hi", "bye"]


async def test_it_wears_its_status_from_the_first_moment_and_in_every_later_session(
    server: DiscordServer, make: Maker
) -> None:
    mina = make(clock=HastyClock(), status="idle", activity="reading")

    async with hearing(mina, server):
        await mina.show("dnd", "")
        await server.world.until(lambda: bool(server.presences))
        server.gateway.invalidate()
        await server.world.until(lambda: len(server.identifies) == 2, within_s=20)
    async with hearing(mina, server):
        pass

    first, second, third = (identify.presence for identify in server.identifies)
    assert first is not None
    assert first["status"] == "idle"
    assert "reading" in str(first)
    assert server.presences[0].status == "dnd"
    assert server.presences[0].activities == ()
    assert [one and one["status"] for one in (second, third)] == ["dnd", "dnd"]


async def test_a_status_that_changed_while_the_line_was_down_is_shown_after_it(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann, mina = server.person(7, "Ann"), make(clock=HastyClock())

    async with hearing(mina, server):
        ann.says(ann.direct, "hi")
        await ear.hears(1)
        server.gateway.cut()
        await mina.show("dnd", "busy")
        await server.world.until(
            lambda: bool(server.presences) and server.presences[-1].status == "dnd"
        )

    assert server.gateway.resumes
    assert "busy" in str(server.presences[-1].activities)


async def test_each_shard_has_a_session_and_reads_back_its_own(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    server.world.shards = 2
    ann = server.person(7, "Ann")
    rooms = [server.channel(server.guild(shard << 22)) for shard in (2, 3)]
    mina = make(clock=HastyClock())
    for room in rooms:
        ann.says(room, "missed")
        ear.knows(room.id, None)

    async with hearing(mina, server):
        await ear.hears(2)
        calls = len(server.calls("get_messages"))
        server.gateway.invalidate(shard=1)
        await server.world.until(lambda: len(server.calls("get_messages")) > calls)
        await ear.hears(3)

    assert {identify.shard for identify in server.identifies} == {(0, 2), (1, 2)}
    assert [one.route.chat for one in ear.inbounds[2:]] == [str(rooms[1].id)]


async def test_a_store_that_breaks_ends_the_stay_and_loses_nothing(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann, mina = server.person(7, "Ann"), make()
    ear.broken = True

    async def until_broken() -> None:
        with pytest.raises(Retryable):
            await mina.serve()

    async with asyncio.TaskGroup() as group:
        group.create_task(until_broken())
        await server.until_ready()
        ann.says(ann.direct, "hi")
    ear.broken = False
    async with hearing(mina, server):
        await ear.hears(1)

    assert ear.texts == ["hi"]


async def test_it_stops_within_seconds_while_the_network_hangs(
    server: DiscordServer, make: Maker
) -> None:
    ann, mina = server.person(7, "Ann"), make()
    where = Route(account=ACCOUNT, chat=str(ann.direct.id))
    server.fail("send_message", "hang")

    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        async with hearing(mina, server):
            sending = group.create_task(mina.send(Outbound(route=where, text="hi", key="t1b0")))
            await server.world.until(lambda: bool(server.calls("send_message")))
        sending.cancel()
        await mina.close()

    assert not mina.health.connected
    assert server.gateway.open() == []


async def test_that_it_is_connected_is_logged_once_when_it_hears_by_every_shard(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    server.world.shards = 2
    ann, mina = server.person(7, "Ann"), make(clock=HastyClock())

    with capture_logs() as logs:
        async with hearing(mina, server):
            await server.until_ready(2)
            ann.says(ann.direct, "hello?")
            await ear.hears(1)
            server.gateway.forget()
            await server.world.until(lambda: len(server.identifies) >= 4)

    assert [line["event"] for line in logs].count("discord.connected") == 1


async def test_who_logs_in_and_is_not_greeted_is_not_called_connected(
    server: DiscordServer, make: Maker
) -> None:
    server.gateway.greets = False
    mina = make(stall_after=timedelta(seconds=1))

    with capture_logs() as logs, pytest.raises(Retryable):
        await mina.serve()

    assert "discord.connected" not in {line["event"] for line in logs}
