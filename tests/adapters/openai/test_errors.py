"""Every way in which the wire can fail has a meaning, and none of them leaks."""

import inspect
import json
from datetime import UTC, datetime, timedelta

import httpx2
import openai
import pytest

from adapters.openai.errors import (
    TRANSLATION,
    BadRequest,
    Busy,
    TooBig,
    asked_wait,
    translate,
    translated,
)
from core.errors import (
    BrokenAnswer,
    CircadiaError,
    ContextOverflow,
    Misconfigured,
    ModelBusy,
    ModelRefused,
)

NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)
REQUEST = httpx2.Request("POST", "https://me:sk-secret@models.example/v1/chat/completions")

EVERY_CLASS = [
    kind
    for module in (openai._exceptions, httpx2._exceptions)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if issubclass(kind, Exception) and kind.__module__ == module.__name__
    if not issubclass(kind, Warning)
]
PORT = (ModelBusy, ModelRefused, ContextOverflow, BrokenAnswer, Misconfigured)


@pytest.mark.parametrize("kind", EVERY_CLASS, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_class_of_the_libraries_is_translated(kind: type[Exception]) -> None:
    ours = next((ours for theirs, ours in TRANSLATION if issubclass(kind, theirs)), None)

    assert ours is not None
    assert issubclass(ours, PORT)


def test_a_row_never_hides_behind_a_row_for_its_parent() -> None:
    kinds = [theirs for theirs, _ in TRANSLATION]

    hidden = [
        kind
        for place, kind in enumerate(kinds)
        if any(issubclass(kind, earlier) for earlier in kinds[:place])
    ]

    assert hidden == []


def status_error(status: int, body: object, **headers: str) -> openai.APIStatusError:
    response = httpx2.Response(status, json=body, headers=headers, request=REQUEST)
    client = openai.OpenAI(api_key="none", base_url="http://127.0.0.1:1")
    try:
        return client._make_status_error_from_response(response)
    finally:
        client.close()


@pytest.mark.parametrize(
    ("status", "error", "meaning"),
    [
        pytest.param(400, {"code": "context_length_exceeded"}, ContextOverflow, id="by code"),
        pytest.param(
            400,
            {"message": "This model's maximum context length is 4096 tokens"},
            ContextOverflow,
            id="by OpenAI's and vLLM's words",
        ),
        pytest.param(
            400,
            {"message": "x", "type": "exceed_context_size_error"},
            ContextOverflow,
            id="by llama.cpp's type",
        ),
        pytest.param(
            500,
            {"message": "Requested tokens (9000) exceed context window of 512"},
            ContextOverflow,
            id="by llama-cpp-python's words, with its status",
        ),
        pytest.param(413, {"message": "no"}, TooBig, id="by status"),
        pytest.param(429, {"code": "insufficient_quota"}, Misconfigured, id="no credit left"),
        pytest.param(429, {"message": "slow down"}, Busy, id="too fast"),
        pytest.param(402, {"message": "pay"}, Misconfigured, id="payment required"),
        pytest.param(408, {"message": "late"}, Busy, id="time-out of the server"),
        pytest.param(529, {"message": "overloaded"}, Busy, id="overloaded"),
        pytest.param(401, {"message": "bad key"}, Misconfigured, id="wrong key"),
        pytest.param(404, {"message": "no such model"}, Misconfigured, id="unknown model"),
        pytest.param(400, {"code": "content_filter"}, ModelRefused, id="filtered prompt"),
        pytest.param(400, {"message": "what?"}, BadRequest, id="anything else"),
        pytest.param(
            500,
            {"message": "image input is not supported - hint: you may need to provide the mmproj"},
            BadRequest,
            id="llama.cpp without eyes",
        ),
        pytest.param(
            404,
            {"message": "No endpoints found that support image input"},
            BadRequest,
            id="OpenRouter without eyes",
        ),
        pytest.param(422, [{"loc": ["body"], "msg": "no"}], BadRequest, id="a list as body"),
    ],
)
def test_a_status_and_its_body_say_what_to_do(
    status: int, error: object, meaning: type[CircadiaError]
) -> None:
    found = translate(status_error(status, {"error": error}), "m@models.example", NOW)

    assert type(found) is meaning


@pytest.mark.parametrize(
    ("error", "spoilt"),
    [
        pytest.param(
            {"message": "You uploaded an unsupported image.", "code": "invalid_image_format"},
            True,
            id="one image that it can't read",
        ),
        pytest.param(
            {"message": "image_url is only supported by certain models", "param": "messages.[0]"},
            False,
            id="no image at all",
        ),
    ],
)
def test_a_broken_image_is_no_want_of_eyes(error: object, spoilt: bool) -> None:
    found = translate(status_error(400, {"error": error}), "m@models.example", NOW)

    assert isinstance(found, BadRequest)
    assert found.spoilt is spoilt


def test_neither_message_nor_cause_repeats_what_the_server_said() -> None:
    leaky = status_error(
        401, {"error": {"message": "Incorrect API key provided: sk-secret at https://host/v1"}}
    )

    with pytest.raises(Misconfigured) as caught, translated("m@models.example", NOW):
        raise leaky

    assert "sk-secret" not in str(caught.value)
    assert "m@models.example" in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_garbled_chunk_is_worth_another_try() -> None:
    with pytest.raises(Busy), translated("m@models.example", NOW):
        json.loads('{"choices": [')


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        pytest.param({"retry-after": "20"}, timedelta(seconds=20), id="seconds"),
        pytest.param({"retry-after": "0.5"}, timedelta(milliseconds=500), id="a part of one"),
        pytest.param(
            {"retry-after-ms": "250", "retry-after": "1"}, timedelta(milliseconds=250), id="exact"
        ),
        pytest.param(
            {"retry-after": "Sat, 10 Jan 2026 12:01:00 GMT"}, timedelta(minutes=1), id="a date"
        ),
        pytest.param(
            {"retry-after": "Sat, 10 Jan 2026 11:00:00 GMT"}, timedelta(0), id="a date gone by"
        ),
        pytest.param({"retry-after": "soon"}, None, id="nonsense"),
        pytest.param({"retry-after": "nan"}, None, id="no number"),
        pytest.param({}, None, id="nothing"),
    ],
)
def test_asked_wait(headers: dict[str, str], wait: timedelta | None) -> None:
    assert asked_wait(headers, NOW) == wait


def test_the_wait_that_was_asked_for_reaches_the_caller() -> None:
    found = translate(status_error(429, {}, **{"retry-after": "20"}), "m@h", NOW)

    assert isinstance(found, ModelBusy)
    assert found.retry_after == timedelta(seconds=20)
