import asyncio
from datetime import timedelta

import pytest

from core.errors import Retryable
from tests.adapters.telegram.conftest import Ear, HastyClock, Maker, hearing
from tests.servers.telegram import BotApiServer


async def test_several_failing_polls_are_waited_out(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    ann = server.person(7)
    clock = HastyClock()
    telegram = make(clock=clock)
    for kind in ("reset", "malformed", "lost-answer"):
        server.fail("getUpdates", kind)
    server.fail("getUpdates", "status", code=502)
    server.fail("getUpdates", "malformed", body='{"ok": true, "result": {"a": 1}}')
    server.fail("getUpdates", "malformed", body='{"ok": true}')
    server.fail("getUpdates", "malformed", body='{"ok": true, "result": [{"update": 1}, 7]}')

    async with hearing(telegram):
        ann.says(ann.direct, "still there?")
        await ear.hears(1)

        assert telegram.health.connected

    assert ear.texts == ["still there?"]
    assert len(clock.slept) == 7
    assert all(
        timedelta(seconds=min(60, 2**n) / 2) <= span <= timedelta(seconds=min(60, 2**n))
        for n, span in enumerate(clock.slept)
    )


async def test_it_starts_while_telegram_is_out_of_reach_and_goes_on_when_it_is_back(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    ann = server.person(7)
    telegram = make()
    await server.unplug()

    async with hearing(telegram):
        assert not telegram.health.connected
        await server.plug()
        ann.says(ann.direct, "here")
        await ear.hears(1)

    assert ear.texts == ["here"]
    assert not telegram.health.connected


async def test_a_poll_that_hangs_ends_and_a_long_silence_asks_for_a_new_connection(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    server.fail("getUpdates", "hang", times=9)
    telegram = make(
        clock=HastyClock(),
        read_limit=timedelta(seconds=0.1),
        stall_after=timedelta(seconds=1.2),
    )

    with pytest.raises(Retryable, match="telegram: no answer"):
        await telegram.serve()

    assert not telegram.health.connected
    assert telegram.health.last_heard_at is not None

    server.faults.clear()
    ann = server.person(7)
    async with hearing(telegram):
        ann.says(ann.direct, "alive again")
        await ear.hears(1)

    assert ear.texts == ["alive again"]


async def test_an_answer_that_never_ends_is_cut_by_the_watchdog(make: Maker) -> None:
    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer all but polls, and those with one byte at a time."""
        try:
            while line := await reader.readline():
                size = 0
                while (header := await reader.readline()).strip():
                    if header.lower().startswith(b"content-length:"):
                        size = int(header.split(b":")[1])
                await reader.readexactly(size)
                if b"getUpdates" not in line:
                    result = b"[]" if b"Commands" in line else b'{"id":1,"is_bot":true,"url":"",'
                    result += (
                        b""
                        if b"Commands" in line
                        else (
                            b'"first_name":"M","has_custom_certificate":false,'
                            b'"pending_update_count":0}'
                        )
                    )
                    body = b'{"ok":true,"result":' + result + b"}"
                    writer.write(
                        b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body
                    )
                    continue
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n")
                while not reader.at_eof():
                    writer.write(b" ")
                    await writer.drain()
                    try:
                        await asyncio.wait_for(reader.read(1), 0.05)
                    except TimeoutError:
                        continue
        except ConnectionError:
            pass
        finally:
            writer.close()

    dripping = await asyncio.start_server(drip, "127.0.0.1", 0)
    port = dripping.sockets[0].getsockname()[1]
    telegram = make(api_url=f"http://127.0.0.1:{port}", stall_after=timedelta(seconds=1.3))

    async with dripping:
        with pytest.raises(Retryable, match="no answer for 1 s"):
            await telegram.serve()


async def test_a_second_process_with_the_token_is_named_and_waited_for(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    clock = HastyClock()
    telegram = make(clock=clock)
    ann = server.person(7)
    server.fail("getUpdates", "refuse", times=2, code=409, description="Conflict: terminated")
    server.fail("getUpdates", "hang")

    async with hearing(telegram):
        await server.world.until(lambda: len(server.calls("getUpdates")) == 3)

        assert any("another process uses this token" in note for note in telegram.health.notes)
        assert min(clock.slept) >= timedelta(seconds=5)

    async with hearing(telegram):
        ann.says(ann.direct, "only me now")
        await ear.hears(1)

        assert telegram.health.notes == ()


async def test_a_flood_of_polls_waits_as_long_as_it_is_told(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    clock = HastyClock()
    ann = server.person(7)
    server.fail("getUpdates", "flood", retry_after=300)

    async with hearing(make(clock=clock)):
        ann.says(ann.direct, "hi")
        await ear.hears(1)

    assert clock.slept == [timedelta(seconds=300)]
