"""The server of our own: it is only worth something if it is as strict as the real one."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.servers.telegram import BotApiServer

ROOT = Path(__file__).parents[3]
Ask = Callable[..., Any]


@pytest.fixture
async def web() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
def ask(server: BotApiServer, web: aiohttp.ClientSession) -> Ask:
    """Call a method with JSON and return status and body."""

    async def asked(method: str, **parameters: Any) -> tuple[int, dict[str, Any]]:
        url = f"{server.url}/bot{server.token}/{method}"
        async with web.post(url, json=parameters) as response:
            return response.status, await response.json()

    return asked


def entity(offset: int, length: int, kind: str = "bold") -> dict[str, object]:
    return {"type": kind, "offset": offset, "length": length}


@pytest.mark.parametrize(
    ("parameters", "code", "said"),
    [
        pytest.param({"text": "hi", "chat_id": 99}, 400, "chat not found", id="unknown chat"),
        pytest.param({"text": "hi", "chat_id": "x"}, 400, "invalid chat_id", id="no number"),
        pytest.param({"text": "hi", "chat_id": 9}, 403, "initiate", id="who never wrote"),
        pytest.param({"text": " \n"}, 400, "text is empty", id="blank"),
        pytest.param({"text": "😂" * 2049}, 400, "too long", id="too long in UTF-16"),
        pytest.param({"text": "hi", "entities": [entity(0, 3)]}, 400, "ends outside", id="past"),
        pytest.param({"text": "😂", "entities": [entity(1, 1)]}, 400, "outside", id="half a pair"),
        pytest.param({"text": "hi", "entities": [entity(0, 0)]}, 400, "wrong offset", id="empty"),
        pytest.param(
            {"text": "hi", "entities": [entity(0, 2, "blink")]}, 400, "type", id="unknown entity"
        ),
        pytest.param(
            {"text": "hi", "entities": [entity(0, 2, "text_link")]}, 400, "url", id="no address"
        ),
        pytest.param({"text": "hi", "entities": "[{"}, 400, "JSON", id="broken JSON"),
        pytest.param(
            {"text": "hi", "reply_parameters": {"message_id": 50}},
            400,
            "message to be replied not found",
            id="reply to nothing",
        ),
        pytest.param({"text": "hi", "message_thread_id": 5}, 400, "thread not", id="no topic"),
    ],
)
async def test_what_telegram_refuses_is_refused(
    parameters: dict[str, Any], code: int, said: str, server: BotApiServer, ask: Ask
) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "hi")
    server.person(9)

    status, body = await ask("sendMessage", **{"chat_id": 7, **parameters})

    assert (status, body["ok"], body["error_code"]) == (code, False, code)
    assert said in body["description"]
    assert server.sent == []


async def test_a_reply_to_nothing_passes_if_that_is_allowed(server: BotApiServer, ask: Ask) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "hi")
    reply = {"message_id": 50, "allow_sending_without_reply": True}

    status, _ = await ask("sendMessage", chat_id=7, text="hi", reply_parameters=reply)

    assert status == 200


async def test_who_blocked_it_can_be_written_to_after_writing_again(
    server: BotApiServer, ask: Ask
) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "hi")
    server.bar(ann.direct)

    assert (await ask("sendMessage", chat_id=7, text="hi"))[0] == 403
    ann.says(ann.direct, "sorry")
    assert (await ask("sendMessage", chat_id=7, text="hi"))[0] == 200


async def test_updates_come_again_until_they_are_confirmed(server: BotApiServer, ask: Ask) -> None:
    ann = server.person(7)
    for text in "abc":
        ann.says(ann.direct, text)

    _, first = await ask("getUpdates", limit=2)
    _, again = await ask("getUpdates", limit=2)
    _, rest = await ask("getUpdates", offset=first["result"][-1]["update_id"] + 1)

    assert first == again
    assert [update["message"]["text"] for update in rest["result"]] == ["c"]


async def test_a_poll_waits_for_news(server: BotApiServer, ask: Ask) -> None:
    ann = server.person(7)

    async with asyncio.TaskGroup() as group:
        poll = group.create_task(ask("getUpdates", timeout=20))
        await server.world.until(lambda: bool(server.calls("getUpdates")))
        ann.says(ann.direct, "news")

    assert poll.result()[1]["result"][0]["message"]["text"] == "news"


async def test_kinds_that_were_not_asked_for_never_come(server: BotApiServer, ask: Ask) -> None:
    ann = server.person(7)
    await ask("getUpdates", allowed_updates=["edited_message"])
    ann.edits(ann.direct, ann.says(ann.direct, "a"), "b")

    _, body = await ask("getUpdates")

    assert [list(update)[1] for update in body["result"]] == ["edited_message"]


async def test_of_two_polls_the_older_ends_with_a_conflict(server: BotApiServer, ask: Ask) -> None:
    async with asyncio.TaskGroup() as group:
        older = group.create_task(ask("getUpdates", timeout=20))
        await server.world.until(lambda: len(server.calls("getUpdates")) == 1)
        newer = group.create_task(ask("getUpdates", timeout=1))

    assert older.result()[0] == 409
    assert newer.result() == (200, {"ok": True, "result": []})


async def test_a_webhook_and_polls_exclude_each_other(server: BotApiServer, ask: Ask) -> None:
    await ask("setWebhook", url="https://old.example/hook")

    assert (await ask("getUpdates"))[0] == 409
    assert (await ask("getWebhookInfo"))[1]["result"]["url"] == "https://old.example/hook"
    await ask("deleteWebhook")
    assert (await ask("getUpdates"))[0] == 200


@pytest.mark.parametrize(("path", "code"), [("bot1:wrong/getMe", 401), ("bot{token}/getRich", 404)])
async def test_a_wrong_token_and_a_wrong_method_are_told_apart(
    path: str, code: int, server: BotApiServer, web: aiohttp.ClientSession
) -> None:
    async with web.get(f"{server.url}/{path.format(token=server.token)}") as response:
        assert response.status == code


async def test_menus_keep_to_the_limits(server: BotApiServer, ask: Ask) -> None:
    good = [{"command": "quiet", "description": "Write less"}]

    assert (await ask("setMyCommands", commands=good, language_code="ru"))[0] == 200
    assert (await ask("getMyCommands", language_code="ru"))[1]["result"] == good
    assert (await ask("getMyCommands"))[1]["result"] == []
    assert (await ask("setMyCommands", commands=good, language_code="russian"))[0] == 400
    bad = [{"command": "forget-me", "description": "x"}]
    assert (await ask("setMyCommands", commands=bad))[0] == 400
    await ask("deleteMyCommands", language_code="ru")
    assert server.world.commands == {}


async def test_run_by_itself_it_is_steered_over_http(web: aiohttp.ClientSession) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.servers.telegram",
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        about = json.loads(await process.stdout.readline())
        bot = f"{about['url']}/bot{about['token']}"

        async def control(path: str, order: object) -> Any:
            async with web.post(f"{about['url']}/control/{path}", json=order) as response:
                assert response.status == 200, await response.text()
                return await response.json()

        async def told(path: str) -> Any:
            async with web.get(f"{about['url']}/control/{path}") as response:
                return await response.json()

        ann = {"id": 7, "name": "Ann"}
        await control("group", {"id": -1001, "title": "Cats", "forum": True})
        thread = (await control("topic", {"chat": -1001, "name": "Food"}))["thread"]
        await control("act", {"person": ann, "does": "says", "with": {"text": "hi"}})
        await control(
            "act",
            {
                "person": ann,
                "does": "sends",
                "chat": -1001,
                "with": {"kind": "voice", "seconds": 3, "how": {"thread": thread}},
            },
        )
        await control("fault", {"kind": "refuse", "method": "sendMessage"})
        for text in ("refused", "arrives"):
            async with web.post(f"{bot}/sendMessage", data={"chat_id": 7, "text": text}):
                pass
        await control("bar", {"chat": 7, "why": "Forbidden: bot was blocked by the user"})
        async with web.get(f"{bot}/getUpdates") as response:
            updates = (await response.json())["result"]

        sent = await told("sent?count=1&wait=5")
        assert [one["text"] for one in sent] == ["arrives"]
        assert [update["message"]["chat"]["id"] for update in updates] == [7, -1001]
        assert len(await told("calls?method=sendMessage")) == 2
        assert await told("typing") == []
    finally:
        process.terminate()
        await process.communicate()
