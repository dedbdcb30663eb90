"""What goes wrong on our own Discord, as the real one does it."""

import asyncio
import json
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from tests.adapters.discord.server.clients import (
    Bot,
    signed_in,
    talk,
)
from tests.servers.discord import DiscordServer

ROOT = Path(__file__).parents[4]


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
