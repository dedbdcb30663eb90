"""Prompts and answers, between our words and those of the wire."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.openai.config import ServerConfig
from adapters.openai.gathering import Gathering
from adapters.openai.habits import Habits
from adapters.openai.translate import Ask, from_wire, to_wire
from core.conversation.model import (
    Completion,
    Finish,
    Line,
    Prompt,
    ToolCall,
    ToolSpec,
    Usage,
)
from core.errors import BrokenAnswer

LOCAL = ServerConfig(url="http://127.0.0.1:1/v1", name="m")
CALL = ToolCall(id="c1", name="recall_memory", arguments='{"query": "cat"}')
TURN = Prompt(
    lines=(
        Line(role="user", text="my cat?"),
        Line(role="assistant", text="", calls=(CALL,), reasoning="look it up"),
        Line(role="tool", text="Tama", answers="c1"),
    ),
    tools=(ToolSpec(name="recall_memory", description="Look.", parameters={"type": "object"}),),
)


def answer(**message: object) -> dict[str, object]:
    return {"choices": [{"message": message, "finish_reason": "stop"}]}


def test_a_turn_with_tools_keeps_calls_and_answers_together() -> None:
    wire = to_wire(Ask(prompt=TURN), LOCAL, Habits.of(LOCAL))

    call, result = wire["messages"][1:]
    assert call["content"] is None
    assert call["tool_calls"][0]["id"] == result["tool_call_id"] == "c1"
    assert call["tool_calls"][0]["function"] == {
        "name": "recall_memory",
        "arguments": '{"query": "cat"}',
    }
    assert wire["tools"][0]["function"]["name"] == "recall_memory"


@pytest.mark.parametrize("replay", [True, False])
def test_reasoning_goes_back_only_where_it_is_wanted(replay: bool) -> None:
    config = LOCAL.model_copy(update={"replay_reasoning": replay})

    wire = to_wire(Ask(prompt=TURN), config, Habits.of(config))

    kept = [message.get("reasoning_content") for message in wire["messages"]]
    assert kept == [None, "look it up" if replay else None, None]


def test_broken_arguments_are_never_sent_back() -> None:
    broken = Line(
        role="assistant", text="", calls=(ToolCall(id="c", name="t", arguments='{"query": "c'),)
    )

    wire = to_wire(Ask(prompt=Prompt(lines=(broken,))), LOCAL, Habits.of(LOCAL))

    assert wire["messages"][0]["tool_calls"][0]["function"]["arguments"] == "{}"


@pytest.mark.parametrize(
    ("config", "asked", "sent"),
    [
        pytest.param({}, {}, {}, id="what is unset is left out"),
        pytest.param(
            {},
            {"temperature": 0.7, "max_tokens": 9},
            {"temperature": 0.7, "max_tokens": 9},
            id="as the call asks",
        ),
        pytest.param(
            {"temperature": 0.0, "max_tokens": 5},
            {"temperature": 0.7, "max_tokens": 9},
            {"temperature": 0.0, "max_tokens": 5},
            id="settings win",
        ),
        pytest.param(
            {"url": "https://api.openai.com/v1"},
            {"max_tokens": 9},
            {"max_completion_tokens": 9},
            id="OpenAI knows the newer name",
        ),
    ],
)
def test_options(
    config: dict[str, object], asked: dict[str, float], sent: dict[str, float]
) -> None:
    one = ServerConfig.model_validate({"url": LOCAL.url, "name": "m", **config})
    prompt = Prompt(lines=(Line(role="user", text="hi"),), **asked)  # type: ignore[arg-type]

    wire = to_wire(Ask(prompt=prompt), one, Habits.of(one))

    del wire["model"], wire["messages"]
    assert wire == sent


@pytest.mark.parametrize(
    ("body", "completion"),
    [
        pytest.param(
            answer(content=None),
            Completion(text="", finish=Finish.STOP),
            id="no content",
        ),
        pytest.param(
            answer(content="hi", reasoning_content="greet"),
            Completion(text="hi", finish=Finish.STOP, reasoning="greet"),
            id="DeepSeek's reasoning",
        ),
        pytest.param(
            answer(content="", reasoning="greet"),
            Completion(text="", finish=Finish.STOP, reasoning="greet"),
            id="all in the reasoning",
        ),
        pytest.param(
            answer(
                content=[
                    {"type": "thinking", "thinking": [{"type": "text", "text": "greet"}]},
                    {"type": "text", "text": "hi"},
                ]
            ),
            Completion(text="hi", finish=Finish.STOP, reasoning="greet"),
            id="Mistral's parts",
        ),
        pytest.param(
            answer(content=None, refusal="I can't"),
            Completion(text="", finish=Finish.REFUSED),
            id="a refusal",
        ),
        pytest.param(
            {"choices": [{"message": {"content": "hi"}, "finish_reason": "eos"}]},
            Completion(text="hi", finish=Finish.STOP),
            id="an unknown reason",
        ),
        pytest.param(
            {"choices": [{"message": {"content": "h"}, "finish_reason": "length"}]},
            Completion(text="h", finish=Finish.CUT),
            id="cut by length",
        ),
        pytest.param(
            {"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]},
            Completion(text="", finish=Finish.REFUSED),
            id="filtered",
        ),
        pytest.param(
            answer(tool_calls=[{"id": "c", "function": {"name": "t", "arguments": {"a": 1}}}]),
            Completion(
                text="",
                finish=Finish.TOOLS,
                calls=(ToolCall(id="c", name="t", arguments='{"a": 1}'),),
            ),
            id="arguments that are no string, and a call that says stop",
        ),
        pytest.param(
            answer(tool_calls=[{"id": "c", "function": {"arguments": "{}"}}, None, "x"]),
            Completion(text="", finish=Finish.STOP),
            id="calls of nothing",
        ),
    ],
)
def test_an_answer(body: dict[str, object], completion: Completion) -> None:
    found = from_wire(body, "")

    assert found == Completion(
        text=completion.text,
        finish=completion.finish,
        calls=completion.calls,
        reasoning=completion.reasoning,
        usage=Usage(calls=1),
    )


@pytest.mark.parametrize(
    "body",
    [{}, {"choices": None}, {"choices": []}, {"choices": [None]}, {"error": {"message": "x"}}],
    ids=str,
)
def test_an_answer_without_a_choice_is_broken(body: dict[str, object]) -> None:
    with pytest.raises(BrokenAnswer, match="m@h"):
        from_wire(body, "m@h")


def test_a_missing_id_is_made_up_the_same_each_time_and_apart_for_each_call() -> None:
    calls = [{"function": {"name": "t", "arguments": arguments}} for arguments in ("{}", "[]")]

    first, again = from_wire(answer(tool_calls=calls), ""), from_wire(answer(tool_calls=calls), "")

    assert [call.id for call in first.calls] == [call.id for call in again.calls]
    assert len({call.id for call in first.calls}) == 2


def test_usage_is_counted_and_what_is_missing_is_nothing() -> None:
    usage = {"prompt_tokens": 12, "completion_tokens": None}

    assert from_wire({**answer(content="x"), "usage": usage}, "").usage == Usage(
        tokens_in=12, calls=1
    )


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        pytest.param(10**9, 10**9, id="the most"),
        pytest.param(10**30, 10**9, id="more than any call takes"),
        pytest.param(-1, 0, id="less than nothing"),
        pytest.param(1e300, 0, id="no whole number"),
        pytest.param("12", 0, id="a text"),
    ],
)
def test_a_count_that_can_t_be_is_kept_within_reason(said: object, counted: int) -> None:
    usage = {"prompt_tokens": said, "completion_tokens": said}

    found = from_wire({**answer(content="x"), "usage": usage}, "").usage

    assert (found.tokens_in, found.tokens_out) == (counted, counted)


def test_a_call_in_fragments_without_numbers_is_put_together() -> None:
    gathering = Gathering("m@h")
    fragments = [
        {"id": "a", "function": {"name": "t", "arguments": '{"q"'}},
        {"function": {"arguments": ": 1}"}},
        {"id": "b", "function": {"name": "u", "arguments": ""}},
    ]

    for fragment in fragments:
        gathering.add({"choices": [{"delta": {"tool_calls": [fragment]}}]})

    assert gathering.whole().calls == (
        ToolCall(id="a", name="t", arguments='{"q": 1}'),
        ToolCall(id="b", name="u", arguments="{}"),
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["choices", "message", "delta", "content", "tool_calls", "function", "name",
             "arguments", "usage", "prompt_tokens", "index", "id", "finish_reason", "thinking"]
        ),
        inner,
        max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@settings(deadline=None)
@given(JSON)
def test_no_answer_however_odd_brings_another_error(body: object) -> None:
    with suppress(BrokenAnswer):
        from_wire(body, "m@h")


@settings(deadline=None)
@given(st.lists(JSON, max_size=4))
def test_no_chunks_however_odd_bring_an_error(chunks: list[object]) -> None:
    gathering = Gathering("m@h")

    for chunk in chunks:
        gathering.add(chunk)

    assert isinstance(gathering.whole(), Completion)
