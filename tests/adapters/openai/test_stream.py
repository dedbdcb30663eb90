"""Streams that break in the middle, over real sockets."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from llmock.pytest_plugin import LLMock

from core.conversation.model import Completion, Finish
from core.errors import Misconfigured, ModelBusy
from tests.adapters.openai.conftest import Chats, LeapingClock, prompt, requests_of, server
from tests.servers.models import ModelServer, refuses

TEXT = "one two three four five"


async def parts(stream: AsyncIterator[str | Completion]) -> tuple[list[str], Completion]:
    """Return the pieces and the completion that ends them."""
    found = [part async for part in stream]
    last = found.pop()
    assert isinstance(last, Completion)
    return [piece for piece in found if isinstance(piece, str)], last


async def test_pieces_come_one_by_one_and_the_whole_comes_last(
    llmock: LLMock, chats: Chats
) -> None:
    llmock.reply(TEXT)

    pieces, whole = await parts(chats(llmock.base_url()).stream(prompt()))

    assert len(pieces) == 5
    assert "".join(pieces) == whole.text == TEXT
    assert whole.finish is Finish.STOP
    assert whole.usage.tokens_in > 0
    assert whole.usage.calls == 1


@pytest.mark.parametrize("fault", ["truncate", "disconnect", "corrupt"])
async def test_a_stream_that_breaks_is_cut_and_keeps_what_came(
    llmock: LLMock, chats: Chats, fault: str
) -> None:
    llmock.reply(TEXT)
    getattr(llmock, fault)(after_chunks=3)

    pieces, whole = await parts(chats(llmock.base_url()).stream(prompt()))

    assert pieces == ["one ", "two "]
    assert (whole.text, whole.finish) == ("one two ", Finish.CUT)
    assert len(await requests_of(llmock)) == 1


@pytest.mark.parametrize("fault", ["truncate", "disconnect", "corrupt"])
async def test_a_stream_that_breaks_before_anything_came_is_tried_again(
    llmock: LLMock, chats: Chats, clock: LeapingClock, fault: str
) -> None:
    llmock.reply(TEXT, times=2)
    getattr(llmock, fault)(after_chunks=1)

    pieces, whole = await parts(chats(llmock.base_url()).stream(prompt()))

    assert ("".join(pieces), whole.finish) == (TEXT, Finish.STOP)
    assert len(clock.slept) == 1


async def test_a_stall_in_the_middle_is_a_cut(llmock: LLMock, chats: Chats) -> None:
    llmock.reply(TEXT).stall(after_chunks=2, seconds=1.5)
    impatient = server(llmock.base_url(), read=timedelta(milliseconds=100))

    pieces, whole = await parts(chats(impatient).stream(prompt()))

    assert (pieces, whole.finish) == (["one "], Finish.CUT)


async def test_a_stall_before_anything_came_is_busy(llmock: LLMock, chats: Chats) -> None:
    llmock.slow_first_token(1.5, times=None)
    impatient = server(llmock.base_url(), read=timedelta(milliseconds=50), retries=1)

    with pytest.raises(ModelBusy):
        await parts(chats(impatient).stream(prompt()))


async def test_the_deadline_ends_a_stream_that_trickles(llmock: LLMock, chats: Chats) -> None:
    llmock.reply(TEXT).stall(after_chunks=2, seconds=1.5)
    hurried = server(llmock.base_url(), deadline=timedelta(milliseconds=300))

    _, whole = await parts(chats(hurried).stream(prompt()))

    assert whole.finish is Finish.CUT


async def test_a_wrong_key_is_an_error_before_the_first_piece(llmock: LLMock, chats: Chats) -> None:
    llmock.outage(status=401)

    with pytest.raises(Misconfigured):
        await parts(chats(llmock.base_url()).stream(prompt()))


async def test_a_tool_call_in_fragments_is_put_together(llmock: LLMock, chats: Chats) -> None:
    llmock.call_tool("recall_memory", {"query": "the name of the cat", "top_k": 3})

    pieces, whole = await parts(chats(llmock.base_url()).stream(prompt()))

    assert pieces == []
    assert whole.finish is Finish.TOOLS
    assert whole.calls[0].arguments == '{"query": "the name of the cat", "top_k": 3}'


async def test_reasoning_stays_out_of_the_pieces(chats: Chats) -> None:
    async with ModelServer(says=[{"reasoning_content": "greet", "content": TEXT}]) as models:
        pieces, whole = await parts(chats(models.url).stream(prompt()))

    assert "".join(pieces) == TEXT
    assert whole.reasoning == "greet"


async def test_a_server_that_counts_nothing_in_streams_serves_too(chats: Chats) -> None:
    async with ModelServer(refuses("stream_options"), says=[TEXT]) as models:
        chat = chats(models.url)
        await parts(chat.stream(prompt()))
        _, whole = await parts(chat.stream(prompt()))

    assert whole.text == TEXT
    assert whole.usage.tokens_in == 0
    assert ["stream_options" in body for body in models.requests] == [True, False, False]


async def test_a_listener_who_leaves_early_breaks_nothing(llmock: LLMock, chats: Chats) -> None:
    llmock.reply(TEXT).reply("again")
    chat = chats(llmock.base_url())

    stream = chat.stream(prompt())
    assert await anext(stream) == "one "
    await stream.aclose()

    assert (await chat.generate(prompt())).text == "again"
