"""What the client makes of a server in trouble, over real sockets."""

import random
from collections.abc import Iterator
from datetime import timedelta

import pytest
from llmock.pytest_plugin import LLMock
from llmock.scenarios import Reply
from llmock.testing import LLMockServer
from structlog.testing import capture_logs

from adapters.clock.system import SystemClock
from adapters.openai.client import OpenAIChat
from core.conversation.model import Finish, ToolSpec
from core.errors import ContextOverflow, Misconfigured, ModelBusy
from tests.adapters.openai.conftest import (
    KEY,
    SECRET_TALK,
    Chats,
    LeapingClock,
    assert_resilient,
    prompt,
    requests_of,
    server,
)

HANGS_S = 1.5
"""Longer than any limit here, and short enough for the server to end with the session."""

RECALL = ToolSpec(
    name="recall_memory",
    description="Look for a memory.",
    parameters={
        "type": "object",
        "properties": {"query": {"type": "string"}},
        "required": ["query"],
    },
)


@pytest.fixture
def second() -> Iterator[LLMockServer]:
    """A further server, that is well."""
    with LLMockServer() as one:
        one.state.scenarios.add(Reply(text="here I am"))
        yield one


async def test_a_wait_that_the_server_asks_for_is_the_least(
    llmock: LLMock, chats: Chats, clock: LeapingClock
) -> None:
    llmock.rate_limit(retry_after=20).reply("hi")

    completion = await chats(llmock.base_url()).generate(prompt())

    assert completion.text == "hi"
    (waited,) = clock.slept
    assert timedelta(seconds=20) <= waited < timedelta(seconds=22)


async def test_by_the_real_clock_the_client_counts_as_resilient(llmock: LLMock) -> None:
    llmock.rate_limit(retry_after=0.2).reply("hi")
    chat = OpenAIChat([server(llmock.base_url())], clock=SystemClock(), rng=random.Random(1))

    await chat.generate(prompt())
    await chat.close()

    await assert_resilient(llmock)


async def test_a_wait_longer_than_the_deadline_ends_the_tries(
    llmock: LLMock, chats: Chats, clock: LeapingClock
) -> None:
    llmock.rate_limit(times=None, retry_after=3600)

    with pytest.raises(ModelBusy) as busy:
        await chats(llmock.base_url()).generate(prompt())

    assert busy.value.retry_after == timedelta(hours=1)
    assert clock.slept == []
    assert len(await requests_of(llmock)) == 1


@pytest.mark.parametrize("status", [500, 502])
async def test_an_outage_is_tried_again_with_growing_waits_and_no_more(
    llmock: LLMock, chats: Chats, clock: LeapingClock, status: int
) -> None:
    llmock.outage(status=status)

    with pytest.raises(ModelBusy):
        await chats(llmock.base_url()).generate(prompt())

    requests = await requests_of(llmock)
    assert len(requests) == 3
    assert {request.sdk_retry_count for request in requests} == {0}
    first, second = clock.slept
    assert timedelta(seconds=0.5) <= first < second
    await assert_resilient(llmock)


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_what_an_owner_must_mend_is_not_tried_again(
    llmock: LLMock, chats: Chats, status: int
) -> None:
    llmock.outage(status=status)

    with pytest.raises(Misconfigured, match=r"127\.0\.0\.1"):
        await chats(llmock.base_url()).generate(prompt())

    assert len(await requests_of(llmock)) == 1


async def test_no_credit_left_is_for_the_owner_and_not_a_matter_of_waiting(
    llmock: LLMock, chats: Chats
) -> None:
    llmock.fail(429, code="insufficient_quota", message="You exceeded your current quota.")

    with pytest.raises(Misconfigured):
        await chats(llmock.base_url()).generate(prompt())

    assert len(await requests_of(llmock)) == 1


async def test_a_prompt_that_does_not_fit_is_known_for_it(llmock: LLMock, chats: Chats) -> None:
    llmock.context_overflow()

    with pytest.raises(ContextOverflow):
        await chats(llmock.base_url()).generate(prompt())

    assert len(await requests_of(llmock)) == 1


async def test_a_server_that_never_answers_is_given_up_within_its_limit(
    llmock: LLMock, chats: Chats
) -> None:
    llmock.delay(HANGS_S, times=None)
    silent = server(llmock.base_url(), read=timedelta(milliseconds=50), retries=1)

    with pytest.raises(ModelBusy):
        await chats(silent).generate(prompt())


async def test_the_deadline_holds_whatever_the_other_limits_say(
    llmock: LLMock, chats: Chats
) -> None:
    llmock.delay(HANGS_S, times=None)
    silent = server(llmock.base_url(), deadline=timedelta(milliseconds=100), retries=5)

    with pytest.raises(ModelBusy):
        await chats(silent).generate(prompt())


async def test_an_unreachable_server_is_busy(chats: Chats, unused_tcp_port: int) -> None:
    with pytest.raises(ModelBusy):
        await chats(f"http://127.0.0.1:{unused_tcp_port}/v1").generate(prompt())


@pytest.mark.parametrize("status", [401, 503])
async def test_the_next_server_answers_when_the_first_fails(
    llmock: LLMock, chats: Chats, second: LLMockServer, status: int
) -> None:
    llmock.outage(status=status)

    with capture_logs() as logs:
        completion = await chats(
            server(llmock.base_url(), name="first"),
            server(second.base_url(), name="second"),
        ).generate(prompt())

    assert completion.text == "here I am"
    assert completion.model.startswith("second@127.0.0.1:")
    assert logs[-1]["event"] == "model.fell_back"


async def test_a_silent_server_leaves_time_for_the_next(
    llmock: LLMock, chats: Chats, second: LLMockServer
) -> None:
    llmock.delay(4, times=None)  # as long as a share of 2.5 s, and the first call of a client

    completion = await chats(
        server(llmock.base_url(), deadline=timedelta(seconds=5)), second.base_url()
    ).generate(prompt())

    assert completion.text == "here I am"


async def test_neither_logs_nor_errors_hold_keys_or_talk(llmock: LLMock, chats: Chats) -> None:
    llmock.outage(status=500)
    leaky = f"failed for {KEY} with {SECRET_TALK}"
    llmock.reset().fail(500, times=2, message=leaky).fail(401, message=leaky)

    with capture_logs() as logs, pytest.raises(Misconfigured) as wrong:
        await chats(llmock.base_url()).generate(prompt())

    told = f"{logs} {wrong.value!r} {wrong.value.__cause__!r}"
    assert [one["event"] for one in logs] == ["model.retried", "model.retried"]
    assert KEY not in told
    assert SECRET_TALK not in told


async def test_a_tool_call_comes_through_with_its_arguments(llmock: LLMock, chats: Chats) -> None:
    llmock.call_tool("recall_memory", {"query": "cat"})

    completion = await chats(llmock.base_url()).generate(prompt(tools=(RECALL,)))

    assert completion.finish is Finish.TOOLS
    (call,) = completion.calls
    assert (call.name, call.arguments) == ("recall_memory", '{"query": "cat"}')


async def test_broken_arguments_and_unknown_tools_come_through_as_they_are(
    llmock: LLMock, chats: Chats
) -> None:
    llmock.break_tool_call("malformed_arguments").break_tool_call("unknown_tool")
    chat = chats(llmock.base_url())

    broken = await chat.generate(prompt(tools=(RECALL,)))
    unknown = await chat.generate(prompt(tools=(RECALL,)))

    assert not broken.calls[0].arguments.endswith("}")
    assert unknown.calls[0].name != "recall_memory"
