"""The server steered from another process: everything that a test can do is a request."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import pytest
from telegram import Bot, Update

from tests.servers.telegram import BotApiServer
from tests.servers.telegram.library import library

ANN = {"id": 7, "name": "Ann"}
Control = Callable[..., Any]


@pytest.fixture
async def bot(server: BotApiServer) -> AsyncIterator[Bot]:
    async with library(server) as bot:
        await bot.get_updates(allowed_updates=Update.ALL_TYPES)
        yield bot


@pytest.fixture
async def control(server: BotApiServer) -> AsyncIterator[Control]:
    """Ask for a path under /control and return the answer."""
    async with aiohttp.ClientSession(raise_for_status=True) as web:

        async def asked(path: str, order: object = None, method: str = "POST") -> Any:
            url = f"{server.url}/control/{path}"
            async with web.request(method, url, json=order) as response:
                return await response.json()

        yield asked


async def kinds(bot: Bot) -> list[str]:
    return [next(k for k in one.to_dict() if k != "update_id") for one in await bot.get_updates()]


async def test_channels_are_made_and_posted_to(bot: Bot, control: Control) -> None:
    await control("group", {"id": -1001})
    await control("channel", {"id": -1002, "title": "News", "linked": -1001, "signed": True})
    post = {"person": ANN, "does": "says", "chat": -1002, "with": {"text": "first"}}

    done = await control("act", post)
    edited = {"message_id": done["message_id"], "text": "second"}
    await control("act", {**post, "does": "edits", "with": edited})

    assert await kinds(bot) == ["channel_post", "message", "edited_channel_post"]


async def test_people_react_block_and_bring_it_in(bot: Bot, control: Control) -> None:
    await control("group", {"id": -1001, "bot": "left"})
    said = await control("act", {"person": ANN, "does": "says", "with": {"text": "hi"}})
    number = said["message_id"]

    reaction = {"message_id": number, "with_": ["👍"]}
    await control("act", {"person": ANN, "does": "reacts", "with": reaction})
    await control("act", {"person": ANN, "does": "blocks"})
    await control("act", {"person": ANN, "does": "unblocks"})
    await control("act", {"person": ANN, "does": "adds_bot", "chat": -1001})
    await bot.set_message_reaction(7, number, "🔥")
    mine = await bot.send_message(7, "hello")
    await bot.edit_message_text("hello!", 7, mine.message_id)

    assert await kinds(bot) == [
        *("message", "message_reaction", "my_chat_member", "my_chat_member"),
        *("my_chat_member", "message"),
    ]
    (reacted,) = await control("reactions", method="GET")
    assert (reacted["message_id"], reacted["with_"]) == (number, ["🔥"])
    (amended,) = await control("amended", method="GET")
    assert (amended["kind"], amended["text"]) == ("edited", "hello!")


async def test_groups_move_and_topics_close(bot: Bot, control: Control) -> None:
    await control("group", {"id": -5, "basic": True})
    await control("group", {"id": -1001, "forum": True})
    thread = (await control("topic", {"chat": -1001, "name": "Food"}))["thread"]

    moved = await control("migrate", {"chat": -5, "to": -1005, "newer_first": True})
    closing = {"person": ANN, "does": "closes_topic", "chat": -1001, "with": {"thread": thread}}
    await control("act", closing)
    messages = [update.message for update in await bot.get_updates()]

    assert (moved["id"], moved["type"]) == (-1005, "supergroup")
    assert [one.chat.id for one in messages if one] == [-1005, -5, -1001]
    assert messages[2] is not None
    assert messages[2].forum_topic_closed is not None


async def test_files_are_sent_and_their_paths_end(
    server: BotApiServer, bot: Bot, control: Control
) -> None:
    voice = {"kind": "voice", "content": ["T2dnUw=="]}
    await control("act", {"person": ANN, "does": "sends", "with": voice})
    message = (await bot.get_updates())[0].message
    assert message is not None
    assert message.voice is not None
    before = await message.voice.get_file()

    await control("paths", method="DELETE")
    after = await message.voice.get_file()

    assert before.file_path != after.file_path
    assert await after.download_as_bytearray() == b"OggS"


async def test_the_pauses_of_a_webhook_are_set(server: BotApiServer, control: Control) -> None:
    await control("retry", {"first_s": 0.01, "most_s": 0.1})

    assert (server.world.retry_first_s, server.world.retry_most_s) == (0.01, 0.1)


@pytest.mark.parametrize(
    ("path", "order"),
    [
        pytest.param("act", {"person": ANN, "does": "flies"}, id="an act that nobody does"),
        pytest.param("migrate", {"chat": -1001}, id="a group that can't move"),
    ],
)
async def test_what_cannot_be_done_is_said(
    path: str, order: object, server: BotApiServer, control: Control
) -> None:
    server.group(-1001)

    with pytest.raises(aiohttp.ClientResponseError) as refused:
        await control(path, order)
    assert refused.value.status == 400
