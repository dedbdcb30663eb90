"""Images go to servers that look at them, and nowhere else."""

import base64
from dataclasses import replace

import pytest
from pydantic import BaseModel
from structlog.testing import capture_logs

from core.conversation.model import Image, Line, Prompt, ToolCall
from core.errors import ContextOverflow, Misconfigured
from tests.adapters.openai.conftest import Chats, LeapingClock, prompt, server
from tests.servers.models import (
    ModelServer,
    Response,
    always,
    error,
    has_images,
    once,
    refuses,
    refuses_format,
    refuses_images,
)

CAT = Image(content=b"\x89PNG a cat", mime="image/png")
DOG = Image(content=b"\xff\xd8 a dog", mime="image/jpeg")
SHOWN = Prompt(
    lines=(
        Line(role="system", text="You are Mina."),
        Line(role="user", text="look!", images=(CAT, DOG)),
        Line(role="assistant", text="cute"),
        Line(role="user", text="aren't they?"),
    )
)
BLIND = error(
    400,
    "Invalid content type. image_url is only supported by certain models.",
    param="messages.[1].content.[1].type",
)
SPOILT = error(400, "You uploaded an unsupported image.", code="invalid_image_format")


class Mood(BaseModel):
    mood: str


async def test_an_image_stands_behind_the_words_of_its_line_and_no_other(chats: Chats) -> None:
    async with ModelServer() as models:
        await chats(server(models.url, sees=True)).generate(SHOWN)

    (body,) = models.requests
    assert [message["content"] for message in body["messages"]] == [
        "You are Mina.",
        [
            {"type": "text", "text": "look!"},
            {"type": "image_url", "image_url": {"url": _url(CAT), "detail": "auto"}},
            {"type": "image_url", "image_url": {"url": _url(DOG), "detail": "auto"}},
        ],
        "cute",
        "aren't they?",
    ]


async def test_an_image_without_words_has_no_empty_part_that_servers_refuse(chats: Chats) -> None:
    async with ModelServer() as models:
        wordless = Prompt(lines=(Line(role="user", text="", images=(CAT,)),))
        await chats(server(models.url, sees=True)).generate(wordless)

    assert [part["type"] for part in models.requests[0]["messages"][0]["content"]] == ["image_url"]


async def test_only_a_person_s_line_can_show_something(chats: Chats) -> None:
    lines = (
        Line(role="system", text="You are Mina.", images=(CAT,)),
        Line(role="user", text="and?"),
        Line(
            role="assistant",
            text="",
            calls=(ToolCall(id="c", name="t", arguments="{}"),),
            images=(CAT,),
        ),
        Line(role="tool", text="a cat", answers="c", images=(CAT,)),
    )
    async with ModelServer() as models:
        await chats(server(models.url, sees=True)).generate(Prompt(lines=lines))

    assert not has_images(models.requests[0])


async def test_a_model_that_does_not_see_gets_the_words_alone(chats: Chats) -> None:
    async with ModelServer() as models:
        chat = chats(models.url)
        await chat.generate(SHOWN)

    assert not chat.sees
    assert [message["content"] for message in models.requests[0]["messages"]] == [
        line.text for line in SHOWN.lines
    ]


async def test_a_fallback_that_does_not_see_answers_from_the_words(chats: Chats) -> None:
    async with ModelServer(always(error(401, "no"))) as first, ModelServer(says=["hm"]) as second:
        chat = chats(server(first.url, sees=True), server(second.url))
        completion = await chat.generate(SHOWN)

    assert chat.sees
    assert completion.text == "hm"
    assert [has_images(one.requests[0]) for one in (first, second)] == [True, False]


async def test_whether_it_sees_is_a_matter_of_the_first_server(chats: Chats) -> None:
    assert not chats(server("http://127.0.0.1:1"), server("http://127.0.0.1:2", sees=True)).sees


@pytest.mark.parametrize(
    "refusal",
    [
        pytest.param(BLIND, id="OpenAI"),
        pytest.param(
            error(422, "unknown variant `image_url`, expected `text` at line 1"), id="DeepSeek"
        ),
        pytest.param(error(400, "m is not a multimodal model"), id="vLLM"),
        pytest.param(
            error(
                500,
                "image input is not supported - hint: you may need to provide the mmproj",
                code=500,
                type="server_error",
            ),
            id="llama.cpp",
        ),
        pytest.param(error(404, "No endpoints found that support image input"), id="OpenRouter"),
        pytest.param(error(400, "messages[1].content must be a string"), id="Groq"),
        pytest.param(error(400, "图片输入格式"), id="in words that nobody listed"),
    ],
)
@pytest.mark.parametrize("streams", [False, True])
async def test_a_server_that_refuses_images_answers_without_them_from_then_on(
    chats: Chats, clock: LeapingClock, refusal: Response, streams: bool
) -> None:
    async with ModelServer(refuses_images(refusal), says=["sorry?"]) as models:
        chat = chats(server(models.url, sees=True))
        with capture_logs() as logs:
            for _ in range(2):
                if streams:
                    piece, _ = [part async for part in chat.stream(SHOWN)]
                    assert piece == "sorry?"
                else:
                    assert (await chat.generate(SHOWN)).text == "sorry?"

    assert [has_images(body) for body in models.requests] == [True, False, False]
    assert not chat.sees
    assert clock.slept == []
    (learned,) = logs
    assert (learned["event"], learned["sees"]) == ("model.adapted", False)


@pytest.mark.parametrize(
    "refusal",
    [
        pytest.param(SPOILT, id="one that it can't read"),
        pytest.param(error(413, "Request Entity Too Large"), id="one that is too big"),
    ],
)
async def test_one_bad_image_does_not_blind_a_server(chats: Chats, refusal: Response) -> None:
    async with ModelServer(once(refusal)) as models:
        chat = chats(server(models.url, sees=True))
        for _ in range(2):
            await chat.generate(SHOWN)

    assert [has_images(body) for body in models.requests] == [True, False, True]
    assert chat.sees


async def test_what_went_wrong_for_another_reason_leaves_its_eyes(chats: Chats) -> None:
    async with ModelServer(always(error(400, "unknown model"))) as models:
        chat = chats(server(models.url, sees=True))
        with pytest.raises(Misconfigured):
            await chat.generate(SHOWN)

    assert chat.sees
    assert len(models.requests) == 2


async def test_other_refusals_are_met_first_and_the_images_stay(chats: Chats) -> None:
    async with ModelServer(refuses("temperature"), refuses("max_tokens")) as models:
        asked = replace(SHOWN, temperature=0.7, max_tokens=9)
        await chats(server(models.url, sees=True)).generate(asked)

    assert all(has_images(body) for body in models.requests)
    assert len(models.requests) == 3


async def test_a_refused_form_of_the_answer_costs_no_image(chats: Chats) -> None:
    rules = [refuses_format("json_schema")]
    async with ModelServer(*rules, says=['{"mood": "glad"}']) as models:
        answer = await chats(server(models.url, sees=True)).structured(SHOWN, Mood)

    assert answer.value.mood == "glad"
    assert [has_images(body) for body in models.requests] == [True, True]


async def test_a_prompt_that_is_too_long_is_for_the_caller_to_shorten(chats: Chats) -> None:
    too_long = error(400, "too long", code="context_length_exceeded")
    async with ModelServer(always(too_long)) as models:
        with pytest.raises(ContextOverflow):
            await chats(server(models.url, sees=True)).generate(SHOWN)

    assert len(models.requests) == 1


async def test_a_request_too_big_without_images_is_not_sent_twice(chats: Chats) -> None:
    async with ModelServer(always(error(413, "Request Entity Too Large"))) as models:
        with pytest.raises(ContextOverflow):
            await chats(server(models.url, sees=True)).generate(prompt())

    assert len(models.requests) == 1


async def test_neither_logs_nor_errors_hold_what_is_on_an_image(chats: Chats) -> None:
    leaky = error(400, f"bad image {_url(CAT)}")
    async with ModelServer(always(leaky)) as models:
        with capture_logs() as logs, pytest.raises(Misconfigured) as wrong:
            await chats(server(models.url, sees=True)).generate(SHOWN)

    told = f"{logs} {wrong.value!r} {wrong.value.__cause__!r} {SHOWN!r}"
    assert _url(CAT).partition(",")[2] not in told
    assert "a cat" not in told


def _url(image: Image) -> str:
    return f"data:{image.mime};base64,{base64.b64encode(image.content).decode()}"
