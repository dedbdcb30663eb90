import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

import aiohttp
import pytest

from adapters.clock.system import SystemClock
from adapters.clock.virtual import VirtualClock
from adapters.telegram.client import Telegram
from adapters.telegram.config import TelegramConfig
from adapters.telegram.door import HEADERS_IN, MOST_WAITING
from adapters.telegram.webhook import SECRET_HEADER, WATCH, secret_of
from core.conversation.model import Update
from core.engine.model import Missing
from core.errors import Misconfigured, Retryable
from tests.adapters.telegram.conftest import ACCOUNT, Ear, Maker, free_port, hearing
from tests.adapters.telegram.updates import update
from tests.servers.telegram import BotApiServer

Post = Callable[..., Coroutine[Any, Any, int]]


@pytest.fixture
def hook() -> dict[str, str]:
    """The settings of a webhook that the server can post to."""
    port = free_port()
    return {
        "webhook_url": f"http://127.0.0.1:{port}/tele/gram",
        "webhook_listen": f"127.0.0.1:{port}",
        "webhook_secret": "open-sesame",
    }


@pytest.fixture(autouse=True)
def patient(server: BotApiServer) -> None:
    """Telegram waits a while before it posts again; here it waits less."""
    server.world.retry_first_s = 0.05


@pytest.fixture
async def post(hook: dict[str, str]) -> AsyncIterator[Post]:
    """Post something to the webhook, by hand, and return the status."""
    async with aiohttp.ClientSession() as web:

        async def posted(
            body: object = None,
            *,
            secret: str | None = "open-sesame",
            path: str = "",
            method: str = "POST",
            data: Any = None,
        ) -> int:
            headers = {} if secret is None else {SECRET_HEADER: secret}
            url = hook["webhook_url"] + path
            content = json.dumps(body).encode() if data is None else data
            if isinstance(content, bytes):
                content = BytesIO(content)
            async with web.request(method, url, data=content, headers=headers) as response:
                return response.status

        yield posted


class NotedClock(VirtualClock):
    """Tells when somebody sleeps by it."""

    def __init__(self, now: datetime) -> None:
        super().__init__(now)
        self._sleeper = asyncio.Event()

    async def sleep(self, span: timedelta) -> None:
        self._sleeper.set()
        try:
            await super().sleep(span)
        finally:
            self._sleeper.clear()

    async def asleep(self) -> None:
        """Return once somebody sleeps."""
        async with asyncio.timeout(5):
            await self._sleeper.wait()


async def is_set(server: BotApiServer) -> None:
    await server.world.until(lambda: bool(server.calls("setWebhook")))
    await server.world.until(lambda: bool(server.world.webhook))


async def test_what_is_posted_is_heard_in_order_and_asked_for_as_it_should(
    server: BotApiServer, make: Maker, ear: Ear, hook: dict[str, str]
) -> None:
    ann = server.person(7, "Ann")
    telegram = make(**hook)
    ann.says(ann.direct, "before it started")

    async with hearing(telegram):
        await ear.hears(1)
        for n in range(20):
            ann.says(ann.direct, f"line {n}")
        await ear.hears(21)
        await server.world.until(lambda: not server.world.updates)

        assert telegram.health.connected
        assert telegram.health.last_heard_at is not None
        assert telegram.health.notes == ()

    assert ear.texts == ["before it started", *(f"line {n}" for n in range(20))]
    assert (server.world.hook.secret, server.world.hook.most) == ("open-sesame", 1)
    assert "message_reaction" in server.world.allowed
    assert server.calls("getUpdates") == []
    assert not telegram.health.connected


async def test_what_can_t_be_stored_now_is_asked_for_again(
    server: BotApiServer, make: Maker, ear: Ear, hook: dict[str, str]
) -> None:
    ear.refuses = Retryable("the database is busy")
    ann = server.person(7)

    async with hearing(make(**hook)):
        ann.says(ann.direct, "keep me")
        await server.world.until(lambda: "503" in server.world.hook.failure)
        assert len(server.world.updates) == 1
        ear.refuses = None
        await ear.hears(1)
        await server.world.until(lambda: not server.world.updates)

    assert ear.texts == ["keep me"]


async def test_what_breaks_storing_ends_it_and_stays_unconfirmed(
    server: BotApiServer, make: Maker, ear: Ear, hook: dict[str, str]
) -> None:
    ear.broken = True
    ann = server.person(7)
    ann.says(ann.direct, "keep me")
    telegram = make(**hook)

    with pytest.raises(OSError, match="disk is full"):
        await telegram.serve()

    assert len(server.world.updates) == 1
    ear.broken = False
    async with hearing(telegram):
        await ear.hears(1)
    assert ear.texts == ["keep me"]


@pytest.mark.parametrize("secret", [None, "", "open-sesam", "open-sesame ", "öpen", "x" * 5000])
async def test_who_does_not_know_the_secret_is_turned_away(
    secret: str | None,
    server: BotApiServer,
    make: Maker,
    ear: Ear,
    hook: dict[str, str],
    post: Post,
) -> None:
    if secret == "open-sesame ":
        secret = "open-sesame-"
    async with hearing(make(**hook)):
        await is_set(server)

        assert await post(update(text="let me in"), secret=secret) == 401
        assert await post(update(text="it is me")) == 200

    assert ear.texts == ["it is me"]


@pytest.mark.parametrize(
    ("how", "status"),
    [
        pytest.param({"path": "/other"}, 404, id="another path"),
        pytest.param({"method": "GET"}, 405, id="a look"),
        pytest.param({"data": b"no json"}, 400, id="no JSON"),
        pytest.param({"data": b""}, 400, id="nothing"),
        pytest.param({"data": b"[" * 200_000}, 400, id="a pit of brackets"),
        pytest.param({"data": b"\xff\xfe{"}, 400, id="no text"),
        pytest.param({"body": [1]}, 400, id="no update"),
        pytest.param({"body": {"message": {}}}, 400, id="an update without a number"),
        pytest.param({"body": {"update_id": True}}, 400, id="a number that is none"),
        pytest.param({"data": b" " * (1024 * 1024 + 1)}, 413, id="too much"),
    ],
)
async def test_what_telegram_never_posts_is_refused_and_the_next_is_heard(
    how: dict[str, Any],
    status: int,
    server: BotApiServer,
    make: Maker,
    ear: Ear,
    hook: dict[str, str],
    post: Post,
) -> None:
    async with hearing(make(**hook)):
        await is_set(server)

        assert await post(**how) == status
        assert await post(update(text="well")) == 200

    assert ear.texts == ["well"]
    assert ear.unreadable == []


async def test_a_post_that_drips_is_given_up(
    server: BotApiServer, make: Maker, ear: Ear, hook: dict[str, str], post: Post
) -> None:
    over = asyncio.Event()

    async def drip() -> AsyncIterator[bytes]:
        yield b"{"
        await over.wait()

    async with hearing(make(**hook, read_limit=timedelta(seconds=0.3))):
        await is_set(server)
        assert await post(data=drip()) == 408
        over.set()
        assert await post(update(text="well")) == 200


async def test_a_post_comes_through_although_many_stand_at_the_door_and_say_nothing(
    server: BotApiServer,
    make: Maker,
    ear: Ear,
    hook: dict[str, str],
    post: Post,
    caplog: pytest.LogCaptureFixture,
) -> None:
    host, _, port = hook["webhook_listen"].partition(":")
    ann = server.person(7)
    async with hearing(make(**hook)), asyncio.timeout(20), contextlib.AsyncExitStack() as stack:
        await is_set(server)
        crowd = [await asyncio.open_connection(host, int(port)) for _ in range(3 * MOST_WAITING)]
        for n, (_, writer) in enumerate(crowd):
            stack.callback(writer.close)
            writer.write(b"POST /tele/gram HTTP/1.1\r\n" if n % 2 else b"")

        assert await post(update(text="by hand")) == 200
        ann.says(ann.direct, "by Telegram")
        await ear.hears(2)
        for reader, _ in crowd[: 2 * MOST_WAITING]:
            assert await hung_up(reader)

    assert ear.texts == ["by hand", "by Telegram"]
    assert "Traceback" not in caplog.text


async def hung_up(reader: asyncio.StreamReader) -> bool:
    """Return whether nothing was answered before the connection was closed."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"POST /tele/gram HTTP/1.1\r\nHost: x\r\n", id="half of the headers"),
    ],
)
async def test_who_connects_and_does_not_say_what_for_is_shown_out(
    said: bytes, server: BotApiServer, make: Maker, hook: dict[str, str]
) -> None:
    host, _, port = hook["webhook_listen"].partition(":")
    async with hearing(make(**hook, read_limit=timedelta(seconds=0.3))):
        await is_set(server)
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(said)

        async with asyncio.timeout(HEADERS_IN.total_seconds()):
            assert await hung_up(reader)
        writer.close()


async def test_who_has_shown_the_secret_is_answered_whoever_comes_meanwhile(
    server: BotApiServer, ear: Ear, make: Maker, hook: dict[str, str], post: Post
) -> None:
    host, _, port = hook["webhook_listen"].partition(":")
    begun, let_go = asyncio.Event(), asyncio.Event()
    stored = ear.receive

    async def slow(updates: Sequence[Update]) -> None:
        begun.set()
        await let_go.wait()
        await stored(updates)

    ear.receive = slow  # type: ignore[method-assign]
    async with hearing(make(**hook)), contextlib.AsyncExitStack() as stack:
        await is_set(server)
        group = await stack.enter_async_context(asyncio.TaskGroup())
        answer = group.create_task(post(update(text="well")))
        await begun.wait()
        crowd = [await asyncio.open_connection(host, int(port)) for _ in range(2 * MOST_WAITING)]
        for _, writer in crowd:
            stack.callback(writer.close)
        assert await hung_up(crowd[0][0])
        let_go.set()

    assert answer.result() == 200
    assert ear.texts == ["well"]


async def test_who_hangs_up_half_way_leaves_nothing_behind(
    server: BotApiServer, make: Maker, ear: Ear, hook: dict[str, str], post: Post
) -> None:
    host, _, port = hook["webhook_listen"].partition(":")
    async with hearing(make(**hook)):
        await is_set(server)
        _, writer = await asyncio.open_connection(host, int(port))
        head = f"POST /tele/gram HTTP/1.1\r\nHost: x\r\n{SECRET_HEADER}: open-sesame\r\n"
        writer.write(f"{head}Content-Length: 99\r\n\r\n{{".encode())
        await writer.drain()
        writer.transport.abort()
        _, garbage = await asyncio.open_connection(host, int(port))
        garbage.write(b"\x16\x03\x01 what is this\r\n\r\n")
        await garbage.drain()
        garbage.close()

        assert await post(update(text="well")) == 200

    assert ear.texts == ["well"]


async def test_a_poison_update_is_recorded_and_answered(
    server: BotApiServer, make: Maker, ear: Ear, hook: dict[str, str]
) -> None:
    ann = server.person(7)

    async with hearing(make(**hook)):
        poison = server.world.push("message", {"text": "no chat, no date"})
        ann.says(ann.direct, "after it")
        await ear.hears(2)
        await server.world.until(lambda: not server.world.updates)

    assert [(u.account, u.update_id) for u in ear.unreadable] == [(ACCOUNT, str(poison))]
    assert ear.texts == ["after it"]


async def test_updates_are_stored_one_at_a_time(
    server: BotApiServer, ear: Ear, make: Maker, hook: dict[str, str], post: Post
) -> None:
    under_way = most = 0
    begun, let_go = asyncio.Event(), asyncio.Event()
    stored = ear.receive

    async def slow(updates: Sequence[Update]) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        begun.set()
        await let_go.wait()
        await stored(updates)
        under_way -= 1

    ear.receive = slow  # type: ignore[method-assign]
    async with hearing(make(**hook)), asyncio.TaskGroup() as group:
        await is_set(server)
        for n in range(5):
            group.create_task(post({**update(text=str(n)), "update_id": n}))
        await begun.wait()
        let_go.set()

    assert most == 1
    assert sorted(ear.texts) == ["0", "1", "2", "3", "4"]


async def test_a_stop_finishes_what_is_being_stored_and_then_listens_no_more(
    server: BotApiServer, ear: Ear, make: Maker, hook: dict[str, str], post: Post
) -> None:
    begun, let_go = asyncio.Event(), asyncio.Event()
    stored = ear.receive

    async def slow(updates: Sequence[Update]) -> None:
        begun.set()
        await let_go.wait()
        await stored(updates)

    ear.receive = slow  # type: ignore[method-assign]
    telegram = make(**hook)
    async with asyncio.TaskGroup() as group:
        serving = group.create_task(telegram.serve())
        await is_set(server)
        answer = group.create_task(post(update(text="just in time")))
        await begun.wait()
        serving.cancel()
        let_go.set()

    assert answer.result() == 200
    assert ear.texts == ["just in time"]
    with pytest.raises(aiohttp.ClientConnectorError):
        await post(update(text="too late"))
    assert server.world.webhook == hook["webhook_url"]


async def test_back_to_polls_nothing_that_waits_is_lost(
    server: BotApiServer, make: Maker, ear: Ear, hook: dict[str, str]
) -> None:
    ann = server.person(7)
    async with hearing(make(**hook)):
        ann.says(ann.direct, "by the webhook")
        await ear.hears(1)
        await server.world.until(lambda: not server.world.updates)
    ann.says(ann.direct, "while nobody listens")

    async with hearing(make()):
        await ear.hears(2)

    assert server.world.webhook == ""
    assert ear.texts == ["by the webhook", "while nobody listens"]


async def test_a_port_in_use_is_told_with_the_cure(make: Maker, hook: dict[str, str]) -> None:
    host, _, port = hook["webhook_listen"].partition(":")
    other = await asyncio.start_server(lambda _, writer: writer.close(), host, int(port))

    async with other:
        with pytest.raises(Misconfigured, match=r"telegram\.webhook_listen.*another") as told:
            await make(**hook).serve()

    assert "used by another process" in str(told.value)


async def test_an_address_of_another_machine_can_t_be_listened_at(
    make: Maker, hook: dict[str, str]
) -> None:
    with pytest.raises(Misconfigured, match=r"webhook_listen.*EADDRNOTAVAIL"):
        await make(**{**hook, "webhook_listen": "192.0.2.1:8080"}).serve()


async def test_an_address_that_telegram_refuses_is_told_with_the_cure(
    make: Maker, hook: dict[str, str]
) -> None:
    wrong = {**hook, "webhook_url": "https://bot.example.org:8080/"}

    with pytest.raises(Misconfigured, match=r"telegram\.webhook_url.*443.*leave it empty"):
        await make(**wrong).serve()


async def test_an_address_that_is_not_known_yet_is_tried_again(
    server: BotApiServer, make: Maker, ear: Ear, hook: dict[str, str]
) -> None:
    said = "Bad Request: bad webhook: Failed to resolve host: Name or service not known"
    server.fail("setWebhook", "refuse", description=said)
    clock = NotedClock(SystemClock().now())
    telegram = make(clock=clock, **hook)
    ann = server.person(7)

    async with hearing(telegram):
        await clock.asleep()
        assert any("does not take telegram.webhook_url yet" in n for n in telegram.health.notes)
        ann.says(ann.direct, "hi")
        clock.advance(clock.now() + timedelta(seconds=1))
        await ear.hears(1)

    assert len(server.calls("setWebhook")) == 2


class Watched:
    """A client whose looks at Telegram's end come when the test says so."""

    def __init__(self, server: BotApiServer, telegram: Telegram, clock: NotedClock) -> None:
        self.telegram, self._server, self._clock = telegram, server, clock

    async def looks(self) -> None:
        """Let the next look happen, and end."""
        before = len(self._server.calls("getWebhookInfo"))
        await self._clock.asleep()
        self._clock.advance(self._clock.now() + WATCH)
        await self._server.world.until(lambda: len(self._server.calls("getWebhookInfo")) > before)
        await self._clock.asleep()


@pytest.fixture
async def watched(
    server: BotApiServer, make: Maker, hook: dict[str, str]
) -> AsyncIterator[Watched]:
    clock = NotedClock(SystemClock().now())
    watched = Watched(server, make(clock=clock, **hook), clock)
    async with hearing(watched.telegram):
        await is_set(server)
        await clock.asleep()
        yield watched


async def test_what_went_wrong_at_telegram_s_end_is_told_until_it_goes_well(
    server: BotApiServer, ear: Ear, watched: Watched, post: Post
) -> None:
    world = server.world
    world.hook.failed_at = world.now() + timedelta(hours=1)
    world.hook.failure = f"Wrong response\nfrom {world.token}\x00: 502 Bad Gateway"

    await watched.looks()
    (note,) = watched.telegram.health.notes
    assert note.endswith("Wrong response from [token]: 502 Bad Gateway")

    world.hook.failed_at = world.now() - timedelta(hours=1)
    assert await post(update(text="well")) == 200
    await watched.looks()
    assert watched.telegram.health.notes == ()


async def test_a_webhook_that_somebody_removed_is_set_again(
    server: BotApiServer, ear: Ear, watched: Watched, hook: dict[str, str]
) -> None:
    server.world.webhook = ""
    ann = server.person(7)
    ann.says(ann.direct, "does anybody listen?")

    await watched.looks()
    await ear.hears(1)

    assert server.world.webhook == hook["webhook_url"]
    assert server.world.hook.secret == "open-sesame"
    assert watched.telegram.health.notes == ()


async def test_a_webhook_of_another_process_is_told_and_taken_back(
    server: BotApiServer, watched: Watched, hook: dict[str, str]
) -> None:
    server.world.webhook = "https://other.example/"

    await watched.looks()
    assert any("another process uses this token" in n for n in watched.telegram.health.notes)
    assert server.world.webhook == hook["webhook_url"]

    await watched.looks()
    assert watched.telegram.health.notes == ()


async def test_a_look_that_fails_closes_nothing(
    server: BotApiServer, ear: Ear, watched: Watched
) -> None:
    server.fail("getWebhookInfo", "status", code=502)
    await watched.looks()
    assert not watched.telegram.health.connected

    ann = server.person(7)
    ann.says(ann.direct, "hi")
    await ear.hears(1)
    assert watched.telegram.health.connected


async def test_a_token_that_is_revoked_meanwhile_is_told_with_the_cure(
    server: BotApiServer, make: Maker, hook: dict[str, str]
) -> None:
    server.fail("getWebhookInfo", "refuse", code=401, description="Unauthorized")

    with pytest.raises(Misconfigured, match="@BotFather"):
        await make(**hook).serve()


def test_a_secret_that_is_left_out_comes_from_the_token_and_does_not_show_it() -> None:
    one, same, other = (
        secret_of(TelegramConfig.model_validate({"token": token}))
        for token in ("1:one-token", "1:one-token", "1:two-token")
    )

    assert one == same != other
    assert 1 <= len(one) <= 256
    assert "token" not in one


async def test_no_log_line_holds_the_token_the_secret_or_a_text(
    server: BotApiServer,
    make: Maker,
    ear: Ear,
    hook: dict[str, str],
    post: Post,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("httpx", "httpcore", "telegram", "aiohttp"):
        caplog.set_level(logging.DEBUG, logger=name)
    server.fail("download", "status", code=500)
    telegram = make(**hook)
    ann = server.person(7)

    async with hearing(telegram):
        await is_set(server)
        ann.sends(ann.direct, "voice", content=[b"la la"], caption="dear diary")
        server.world.push("message", {"text": "dear diary"})
        await ear.hears(2)
        assert await post(data=b"dear diary") == 400
        assert await post({"update_id": 1}, secret="dear-guess") == 401
        (voice,) = ear.inbounds[0].attachments
        assert isinstance(await telegram.fetch(voice, 99), Missing)
        assert await telegram.fetch(voice, 99) == b"la la"

    printed = capsys.readouterr()
    seen = "\n".join([caplog.text, printed.out, printed.err, repr(telegram.__dict__)])
    assert "telegram.webhook.listens" in seen
    assert "getFile" in caplog.text
    for secret in (server.token.split(":")[1], "open-sesame", "dear", "la la"):
        assert secret not in seen


async def test_without_a_secret_of_the_owner_s_own_the_derived_one_is_asked_for(
    server: BotApiServer, make: Maker, ear: Ear, hook: dict[str, str], post: Post
) -> None:
    del hook["webhook_secret"]
    derived = secret_of(TelegramConfig.model_validate({"token": server.token}))

    async with hearing(make(**hook)):
        await is_set(server)

        assert server.world.hook.secret == derived
        assert await post(update(text="no"), secret="") == 401
        assert await post(update(text="yes"), secret=derived) == 200
