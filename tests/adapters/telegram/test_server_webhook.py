"""The server's webhooks, as the library sets them and as an address of ours is posted to."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from telegram import Bot
from telegram.error import BadRequest, Conflict

from tests.servers.telegram import BotApiServer
from tests.servers.telegram.library import library


class Receiver:
    """An address that takes updates, or refuses as many as it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str | None, dict[str, Any]]] = []
        """The secret and the update of every post."""
        self.taken: list[str] = []
        self.refuses = 0
        self.busy = 0
        self.most_busy = 0

    async def answer(self, request: web.Request) -> web.Response:
        self.busy += 1
        self.most_busy = max(self.busy, self.most_busy)
        update = await request.json()
        self.busy -= 1
        self.asked.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), update))
        if self.refuses:
            self.refuses -= 1
            return web.Response(status=502)
        self.taken.append(update["message"]["text"])
        return web.Response(status=204)


@pytest.fixture
async def bot(server: BotApiServer) -> AsyncIterator[Bot]:
    server.world.retry_first_s, server.world.retry_most_s = 0.002, 0.01
    async with library(server) as bot:
        yield bot


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


@pytest.fixture
async def url(receiver: Receiver) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_post("/hook", receiver.answer)
    async with TestServer(app) as listening:
        yield str(listening.make_url("/hook"))


async def test_updates_are_posted_one_by_one_in_order_with_the_secret(
    server: BotApiServer, bot: Bot, receiver: Receiver, url: str
) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "before")

    await bot.set_webhook(url, secret_token="s3cr3t_-")
    for text in "abc":
        ann.says(ann.direct, text)
    await server.world.until(lambda: not server.world.updates)

    assert receiver.taken == ["before", "a", "b", "c"]
    assert {secret for secret, _ in receiver.asked} == {"s3cr3t_-"}
    assert receiver.most_busy == 1
    assert (await bot.get_webhook_info()).last_error_message is None


async def test_a_post_that_failed_comes_again_before_any_other(
    server: BotApiServer, bot: Bot, receiver: Receiver, url: str
) -> None:
    receiver.refuses = 3
    ann = server.person(7)
    for text in "ab":
        ann.says(ann.direct, text)

    await bot.set_webhook(url)
    await server.world.until(lambda: not server.world.updates)

    assert [update["message"]["text"] for _, update in receiver.asked] == [*"aaaab"]
    assert receiver.asked[0][0] is None
    info = await bot.get_webhook_info()
    assert info.last_error_message == "Wrong response from the webhook: 502 Bad Gateway"
    assert info.last_error_date is not None


async def test_what_a_dead_address_could_not_take_can_be_polled_for(
    server: BotApiServer, bot: Bot, url: str, unused_tcp_port: int
) -> None:
    await bot.set_webhook(f"http://127.0.0.1:{unused_tcp_port}/hook")
    ann = server.person(7)
    ann.says(ann.direct, "kept")
    await server.world.until(lambda: bool(server.world.hook.failure))

    info = await bot.get_webhook_info()
    await bot.delete_webhook()

    assert (info.pending_update_count, info.last_error_message) == (1, "Connection refused")
    (update,) = await bot.get_updates()
    assert update.message is not None
    assert update.message.text == "kept"
    assert (await bot.get_webhook_info()).last_error_message is None


async def test_a_foreign_address_is_never_dialled(server: BotApiServer, bot: Bot) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "hi")

    await bot.set_webhook("https://bot.example/hook")
    await server.world.until(lambda: bool(server.world.hook.failure))

    assert "resolve host" in str((await bot.get_webhook_info()).last_error_message)


async def test_only_the_kinds_that_were_asked_for_are_posted(
    server: BotApiServer, bot: Bot, receiver: Receiver, url: str
) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "old")
    await bot.set_webhook(
        url, allowed_updates=["message"], max_connections=1, drop_pending_updates=True
    )

    ann.edits(ann.direct, ann.says(ann.direct, "new"), "newer")
    await server.world.until(lambda: receiver.taken == ["new"])

    info = await bot.get_webhook_info()
    assert info.url == url
    assert (info.allowed_updates, info.max_connections) == (("message",), 1)
    assert info.pending_update_count == 0


async def test_a_webhook_ends_a_poll_and_refuses_the_next(
    server: BotApiServer, bot: Bot, url: str
) -> None:
    async with asyncio.TaskGroup() as group:
        poll = group.create_task(_refusal(bot, timeout=20))
        await server.world.until(lambda: bool(server.calls("getUpdates")))
        await bot.set_webhook(url)

    assert poll.result() == "Conflict: terminated by setWebhook request"
    assert await _refusal(bot) == (
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete"
        " the webhook first"
    )


async def _refusal(bot: Bot, timeout: int = 0) -> str:
    with pytest.raises(Conflict) as refused:
        await bot.get_updates(timeout=timeout)
    return refused.value.message


@pytest.mark.parametrize(
    ("url", "secret", "said"),
    [
        pytest.param("http://bot.example/x", None, "HTTPS URL must be provided", id="plain"),
        pytest.param("ftp://127.0.0.1/x", None, "HTTPS URL must be provided", id="no web"),
        pytest.param("https://bot.example:8080/x", None, "only on ports 80, 88", id="port"),
        pytest.param("https://bot.example:x/x", None, "invalid URL", id="no port"),
        pytest.param("https://bot.example/x", "a" * 257, "secret token is too", id="long secret"),
        pytest.param("https://bot.example/x", "a b", "unallowed characters", id="odd secret"),
    ],
)
async def test_a_webhook_that_telegram_refuses_is_refused(
    url: str, secret: str | None, said: str, bot: Bot
) -> None:
    with pytest.raises(BadRequest, match=rf"(?i){said}"):
        await bot.set_webhook(url, secret_token=secret)

    assert (await bot.get_webhook_info()).url == ""
