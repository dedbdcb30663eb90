"""Structured answers from servers that hold a form, refuse it, or nod and do as they like."""

import json

import pytest
from llmock.pytest_plugin import LLMock
from pydantic import BaseModel, ConfigDict, Field

from core.errors import BrokenAnswer, ModelBusy, ModelRefused
from tests.adapters.openai.conftest import Chats, LeapingClock, prompt, requests_of
from tests.servers.models import (
    Body,
    ModelServer,
    Response,
    Rule,
    Said,
    always,
    error,
    refuses,
    refuses_format,
)


class Judged(BaseModel):
    model_config = ConfigDict(extra="forbid")

    score: float = Field(ge=0, le=1)
    reason: str


GOOD = '{"score": 0.5, "reason": "so so"}'
JUDGED = Judged(score=0.5, reason="so so")


def forms(models: ModelServer) -> list[str]:
    """Return how each request asked for its form."""
    return [form_of(body) for body in models.requests]


def form_of(body: Body) -> str:
    if "tool_choice" in body:
        return "tool"
    return str(body.get("response_format", {}).get("type", "words"))


async def test_a_server_that_knows_schemas_is_asked_once(llmock: LLMock, chats: Chats) -> None:
    answer = await chats(llmock.base_url()).structured(prompt(), Judged)

    assert isinstance(answer.value, Judged)
    assert answer.usage.calls == 1
    (request,) = await requests_of(llmock)
    form = request.body["response_format"]["json_schema"]
    assert form["strict"] is True
    assert form["schema"]["required"] == ["score", "reason"]
    assert form["schema"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("rules", "steps"),
    [
        pytest.param([], ["json_schema"], id="all forms"),
        pytest.param(
            [refuses_format("json_schema")], ["json_schema", "json_object"], id="no schema"
        ),
        pytest.param(
            [refuses_format("json_schema", status=500)],
            ["json_schema", "json_object"],
            id="a plain 500 for schemas",
        ),
        pytest.param(
            [refuses("response_format")],
            ["json_schema", "json_object", "tool"],
            id="no formats at all",
        ),
        pytest.param(
            [refuses("response_format", named=False, status=422), refuses("tools")],
            ["json_schema", "json_object", "tool", "words"],
            id="words alone",
        ),
    ],
)
async def test_the_first_form_that_is_not_refused_is_taken_and_remembered(
    chats: Chats, rules: list[Rule], steps: list[str]
) -> None:
    async with ModelServer(*rules, says=[GOOD]) as models:
        chat = chats(models.url)
        first = await chat.structured(prompt(), Judged)
        second = await chat.structured(prompt(), Judged)

    assert first.value == second.value == JUDGED
    assert forms(models) == [*steps, steps[-1]]


async def test_a_tool_may_bring_the_answer(chats: Chats) -> None:
    call = {"id": "c", "function": {"name": "answer", "arguments": GOOD}}
    said: Said = {"role": "assistant", "content": None, "tool_calls": [call]}
    async with ModelServer(refuses("response_format"), says=[said]) as models:
        answer = await chats(models.url).structured(prompt(), Judged)

    assert answer.value == JUDGED


@pytest.mark.parametrize(
    "ignored",
    [
        pytest.param("It depends, I would say.", id="prose"),
        pytest.param('{"verdict": "so so"}', id="keys of its own"),
    ],
)
async def test_a_server_that_ignores_the_schema_is_asked_in_words(
    chats: Chats, ignored: str
) -> None:
    async with ModelServer(says=[ignored, GOOD]) as models:
        answer = await chats(models.url).structured(prompt(), Judged)

    assert answer.value == JUDGED
    assert answer.usage.calls == 2
    assert forms(models) == ["json_schema", "json_object"]
    told = models.requests[1]["messages"]
    assert [message["role"] for message in told] == ["system", "user"]
    assert '"score"' in told[0]["content"]


async def test_one_repair_names_the_errors(chats: Chats) -> None:
    wrong = '{"score": 7, "reason": "very"}'
    async with ModelServer(says=[wrong, GOOD]) as models:
        answer = await chats(models.url).structured(prompt(), Judged)

    assert answer.value == JUDGED
    assert answer.usage.calls == 2
    assert answer.usage.tokens_out > 0
    said, asked = models.requests[1]["messages"][-2:]
    assert said == {"role": "assistant", "content": wrong}
    assert "score: Input should be less than or equal to 1" in asked["content"]


async def test_after_one_repair_the_answer_is_broken(chats: Chats) -> None:
    async with ModelServer(says=['{"score": 7, "reason": "Ana said so"}']) as models:
        with pytest.raises(BrokenAnswer, match="less_than_equal") as broken:
            await chats(models.url).structured(prompt(), Judged)

    assert len(models.requests) == 2
    assert "Ana" not in str(broken.value)


async def test_a_cut_answer_is_asked_for_again_even_if_it_could_be_closed(chats: Chats) -> None:
    async with ModelServer(says=['{"score": 0.5, "reason": "so s', GOOD]) as models:
        answer = await chats(models.url).structured(prompt(), Judged)

    assert answer.value == JUDGED
    assert "cut off" in models.requests[1]["messages"][-1]["content"]


async def test_an_answer_that_ran_out_of_length_is_broken_though_it_reads_well(
    chats: Chats,
) -> None:
    async with ModelServer(says=[GOOD], finish="length") as models:
        with pytest.raises(BrokenAnswer, match="cut"):
            await chats(models.url).structured(prompt(), Judged)


async def test_a_refusal_is_no_reason_to_climb_down(chats: Chats) -> None:
    said: Said = {"role": "assistant", "content": None, "refusal": "I can't judge that."}
    async with ModelServer(says=[said]) as models:
        with pytest.raises(ModelRefused):
            await chats(models.url).structured(prompt(), Judged)

    assert len(models.requests) == 1


async def test_an_outage_is_not_asked_in_every_form(chats: Chats, clock: LeapingClock) -> None:
    async with ModelServer(always(error(500, "down"))) as models:
        with pytest.raises(ModelBusy):
            await chats(models.url).structured(prompt(), Judged)

    assert forms(models) == ["json_schema", "json_object", "json_object", "json_object"]
    assert len(clock.slept) == 2


async def test_the_fallback_server_has_a_ladder_of_its_own(chats: Chats) -> None:
    down = always(Response(status=503, body={}))
    async with ModelServer(down) as first, ModelServer(says=[GOOD]) as second:
        answer = await chats(first.url, second.url).structured(prompt(), Judged)

    assert answer.value == JUDGED
    assert forms(second) == ["json_schema"]


async def test_a_prompt_without_a_system_line_gets_one_for_the_form(chats: Chats) -> None:
    asked = prompt()
    bare = type(asked)(lines=asked.lines[1:])
    async with ModelServer(refuses_format("json_schema"), says=[GOOD]) as models:
        await chats(models.url).structured(bare, Judged)

    (demand, _) = models.requests[1]["messages"]
    assert demand["role"] == "system"
    assert json.dumps(Judged.model_json_schema()) in demand["content"]
