"""Servers that are almost compatible: what they refuse is left out, once and for all."""

import pytest
from structlog.testing import capture_logs

from core.conversation.model import Line, Prompt, ToolCall, ToolSpec
from core.errors import BrokenAnswer, Misconfigured, ModelBusy
from tests.adapters.openai.conftest import KEY, Chats, prompt, server
from tests.servers.models import (
    ModelServer,
    Response,
    Rule,
    always,
    error,
    refuses,
    wants_no_reasoning,
    wants_reasoning_back,
)

CALL = ToolCall(id="c1", name="recall_memory", arguments="{}")
TOOL_TURN = Prompt(
    lines=(
        Line(role="user", text="my cat?"),
        Line(role="assistant", text="", calls=(CALL,), reasoning="look it up"),
        Line(role="tool", text="Tama", answers="c1"),
    ),
    tools=(ToolSpec(name="recall_memory", description="Look.", parameters={"type": "object"}),),
)


@pytest.mark.parametrize("named", [True, False], ids=["named in a field", "named in words"])
async def test_a_refused_temperature_is_dropped_and_remembered(chats: Chats, named: bool) -> None:
    async with ModelServer(refuses("temperature", named=named)) as models:
        chat = chats(models.url)
        for _ in range(2):
            await chat.generate(prompt(temperature=0.7))

    assert [body.get("temperature") for body in models.requests] == [0.7, None, None]


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        pytest.param(
            [refuses("max_tokens")], ["max_tokens", "max_completion_tokens"], id="the newer name"
        ),
        pytest.param(
            [refuses("max_tokens"), refuses("max_completion_tokens", named=False)],
            ["max_tokens", "max_completion_tokens", None],
            id="neither",
        ),
    ],
)
async def test_the_length_goes_by_the_name_that_the_server_knows(
    chats: Chats, rules: list[Rule], names: list[str | None]
) -> None:
    async with ModelServer(*rules) as models:
        await chats(models.url).generate(prompt(max_tokens=99))

    sent = [
        next((name for name in body if name.startswith("max_")), None) for body in models.requests
    ]
    assert sent == names


async def test_several_refusals_in_a_row_leave_a_call_that_passes(chats: Chats) -> None:
    rules = [refuses("temperature"), refuses("max_tokens"), refuses("tools", status=422)]
    async with ModelServer(*rules) as models:
        chat = chats(models.url)
        asked = prompt(temperature=0.7, max_tokens=9, tools=TOOL_TURN.tools)
        await chat.generate(asked)
        await chat.generate(asked)

    assert len(models.requests) == 5
    assert models.requests[-1].keys() == {"model", "messages", "max_completion_tokens", "stream"}


async def test_a_refusal_that_names_nothing_of_ours_is_for_the_owner(chats: Chats) -> None:
    async with ModelServer(always(error(400, "no"))) as models:
        with pytest.raises(Misconfigured):
            await chats(models.url).generate(prompt(temperature=0.7))

    assert len(models.requests) == 1


async def test_what_did_not_help_is_not_remembered(chats: Chats) -> None:
    says_temperature = error(400, "your temperature is none of my business")
    async with ModelServer(always(says_temperature)) as models:
        chat = chats(models.url)
        for _ in range(2):
            with pytest.raises(Misconfigured):
                await chat.generate(prompt(temperature=0.7))

    assert ["temperature" in body for body in models.requests] == [True, False, True, False]


@pytest.mark.parametrize("replays", [True, False])
@pytest.mark.parametrize(
    ("rule", "wanted"), [(wants_reasoning_back, True), (wants_no_reasoning, False)]
)
async def test_reasoning_is_replayed_where_it_must_and_not_where_it_must_not(
    chats: Chats, rule: Rule, wanted: bool, replays: bool
) -> None:
    async with ModelServer(rule, says=["Tama!"]) as models:
        chat = chats(server(models.url, replay_reasoning=replays))
        for _ in range(2):
            assert (await chat.generate(TOOL_TURN)).text == "Tama!"

    replayed = ["reasoning_content" in body["messages"][1] for body in models.requests]
    assert replayed == ([wanted] * 2 if replays == wanted else [replays, wanted, wanted])


async def test_a_prompt_that_was_cut_without_a_word_is_reported_once(chats: Chats) -> None:
    long = prompt("In the beginning you were told who you are. " * 1000)
    async with ModelServer(reads_at_most=4096) as models:
        chat = chats(models.url)
        with capture_logs() as logs:
            for _ in range(2):
                await chat.generate(long)

    (warning,) = (one for one in logs if one["event"] == "model.prompt_cut")
    assert warning["log_level"] == "warning"
    assert warning["tokens_read"] == 4096


@pytest.mark.parametrize("counts", [True, False])
async def test_a_prompt_that_was_read_whole_gives_no_warning(chats: Chats, counts: bool) -> None:
    async with ModelServer(counts=counts) as models:
        with capture_logs() as logs:
            await chats(models.url).generate(prompt("In the beginning you were told. " * 1000))

    assert logs == []


@pytest.mark.parametrize(
    "response",
    [
        pytest.param(Response(body={"choices": None}), id="null choices"),
        pytest.param(Response(body={"choices": []}), id="no choices"),
        pytest.param(Response(body={"error": {"message": "x"}}), id="an error with status 200"),
        pytest.param(Response(body="<html>", content_type="text/html"), id="a web page"),
    ],
)
async def test_an_answer_that_is_none_is_broken(chats: Chats, response: Response) -> None:
    async with ModelServer(always(response)) as models:
        with pytest.raises(BrokenAnswer, match=r"gpt-5-mini@127\.0\.0\.1"):
            await chats(models.url).generate(prompt())


@pytest.mark.parametrize("key", [KEY, None])
async def test_a_key_is_sent_only_if_there_is_one(chats: Chats, key: str | None) -> None:
    async with ModelServer() as models:
        await chats(server(models.url, key=key)).generate(prompt())

    (headers,) = models.headers
    assert headers.get("Authorization") == (f"Bearer {key}" if key else None)
    assert "OpenAI-Organization" not in headers


def _deep(levels: int) -> str:
    return '{"choices": ' + "[" * levels + "]" * levels + "}"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(_deep(100_000), id="deeper than JSON is read"),
        pytest.param(_deep(600), id="deeper than it is read out again"),
        pytest.param('{"usage": {"prompt_tokens": ' + "9" * 9000 + "}}", id="a number too long"),
    ],
)
@pytest.mark.parametrize("streams", [False, True])
async def test_an_answer_that_can_t_be_read_is_a_broken_one(
    chats: Chats, body: str, streams: bool
) -> None:
    said = f"data: {body}\n\n" if streams else body
    kind = "text/event-stream" if streams else "application/json"
    async with ModelServer(always(Response(body=said, content_type=kind))) as models:
        chat = chats(models.url)
        with pytest.raises(BrokenAnswer):
            await (anext(chat.stream(prompt())) if streams else chat.generate(prompt()))


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize("taken", [True, False])
async def test_an_answer_longer_than_any_is_broken_before_it_is_read(
    chats: Chats, taken: bool, status: int
) -> None:
    text = "a" * ((3 if taken else 5) * 2**20)
    whole = {"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}
    async with ModelServer(always(Response(status=status, body=whole))) as models:
        asked = chats(models.url).generate(prompt())
        if not taken:
            with pytest.raises(BrokenAnswer, match=r"127\.0\.0\.1.*more than"):
                await asked
        elif status == 500:
            with pytest.raises(ModelBusy):
                await asked
        else:
            assert (await asked).text == text
