"""What every language model does behind the port ChatModel, whatever stands behind it."""

import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Protocol

import pytest
from llmock.pytest_plugin import LLMock
from llmock.scenarios import Reply
from pydantic import BaseModel, ConfigDict

from adapters.clock.system import SystemClock
from adapters.local.server import LocalServer
from adapters.openai.client import OpenAIChat
from adapters.openai.config import ServerConfig
from adapters.scripted.model import ScriptedChat
from core.conversation.model import (
    Completion,
    Finish,
    Image,
    Line,
    Prompt,
    ToolCall,
    ToolSpec,
    Usage,
)
from core.conversation.ports import ChatModel
from core.errors import (
    BrokenAnswer,
    CircadiaError,
    ContextOverflow,
    Misconfigured,
    ModelBusy,
    ModelRefused,
)
from tests.contracts.pixels import DOT

RECALL = ToolSpec(name="recall_memory", description="Look.", parameters={"type": "object"})
PROMPT = Prompt(
    lines=(
        Line(role="system", text="You are Mina."),
        Line(role="user", text="Say hello, please."),
    ),
    temperature=0.7,
    max_tokens=40,
)


class Mood(BaseModel):
    model_config = ConfigDict(extra="forbid")

    mood: str


class Stage(Protocol):
    """A model, and a way to tell it what to do next."""

    chat: ChatModel

    def says(self, text: str, *, finish: Finish = Finish.STOP) -> None: ...

    def calls(self, name: str, arguments: str) -> None: ...

    def fails(self, error: CircadiaError) -> None: ...


class ScriptedStage:
    def __init__(self) -> None:
        self._replies: list[Completion | CircadiaError] = []
        self.chat: ChatModel = ScriptedChat([self._reply for _ in range(9)])

    def _reply(self, prompt: Prompt) -> Completion:
        reply = self._replies.pop(0)
        if isinstance(reply, CircadiaError):
            raise reply
        return reply

    def says(self, text: str, *, finish: Finish = Finish.STOP) -> None:
        usage = Usage(tokens_in=1, tokens_out=1, calls=1)
        self._replies.append(Completion(text=text, finish=finish, usage=usage))

    def calls(self, name: str, arguments: str) -> None:
        call = ToolCall(id="c1", name=name, arguments=arguments)
        usage = Usage(calls=1)
        self._replies.append(Completion(text="", finish=Finish.TOOLS, calls=(call,), usage=usage))

    def fails(self, error: CircadiaError) -> None:
        self._replies.append(error)


class OpenAIStage:
    _REASONS = {Finish.CUT: "length", Finish.REFUSED: "content_filter"}
    _STATUSES: dict[type[CircadiaError], tuple[int, str]] = {
        ModelBusy: (503, "overloaded"),
        ModelRefused: (400, "content_filter"),
        ContextOverflow: (400, "context_length_exceeded"),
        Misconfigured: (401, "invalid_api_key"),
    }

    def __init__(self, llmock: LLMock) -> None:
        self._llmock = llmock
        config = ServerConfig(url=llmock.base_url(), retries=0)
        self.open = OpenAIChat([config], clock=SystemClock(), rng=random.Random(1))
        self.chat: ChatModel = self.open

    def says(self, text: str, *, finish: Finish = Finish.STOP) -> None:
        self._llmock.add(Reply(text=text, finish_reason=self._REASONS.get(finish)))

    def calls(self, name: str, arguments: str) -> None:
        self._llmock.call_tool(name, {})

    def fails(self, error: CircadiaError) -> None:
        status, code = self._STATUSES[type(error)]
        self._llmock.fail(status, code=code)


@pytest.fixture(params=["scripted", "openai"])
async def stage(request: pytest.FixtureRequest, llmock: LLMock) -> AsyncIterator[Stage]:
    if request.param == "scripted":
        yield ScriptedStage()
        return
    one = OpenAIStage(llmock)
    yield one
    await one.open.close()


@pytest.fixture(scope="module")
def local_url() -> Iterator[str]:
    with LocalServer() as server:
        yield server.url


@pytest.fixture(params=["scripted", "openai", pytest.param("local", marks=pytest.mark.local_model)])
def url(request: pytest.FixtureRequest, llmock: LLMock) -> str | None:
    """Give the server of each kind, started before the loop runs; None for none."""
    if request.param == "local":
        started: str = request.getfixturevalue("local_url")
        return started
    return llmock.base_url() if request.param == "openai" else None


@pytest.fixture
async def model(url: str | None) -> AsyncIterator[ChatModel]:
    """A model that says something of its own when it is asked."""
    if url is None:
        yield ScriptedChat([lambda prompt: '{"mood": "calm and bright"}'], loop=True)
        return
    chat = OpenAIChat([ServerConfig(url=url, sees=True)], clock=SystemClock(), rng=random.Random(1))
    yield chat
    await chat.close()


async def all_of(stream: AsyncIterator[str | Completion]) -> list[str | Completion]:
    return [part async for part in stream]


async def test_an_answer_has_text_and_is_counted(model: ChatModel) -> None:
    completion = await model.generate(PROMPT)

    assert completion.text.strip()
    assert completion.model
    assert completion.usage.calls == 1
    assert completion.usage.tokens_in > 0
    assert completion.usage.tokens_out > 0


async def test_an_image_never_costs_the_answer(model: ChatModel) -> None:
    look = Line(role="user", text="Look, please.", images=(Image(content=DOT, mime="image/png"),))

    completion = await model.generate(Prompt(lines=(look,), max_tokens=40))

    assert completion.text.strip()


async def test_the_pieces_of_a_stream_are_its_whole_and_the_whole_comes_last(
    model: ChatModel,
) -> None:
    *pieces, whole = await all_of(model.stream(PROMPT))

    assert isinstance(whole, Completion)
    assert all(isinstance(piece, str) and piece for piece in pieces)
    assert "".join(map(str, pieces)) == whole.text
    assert whole.usage.calls == 1
    assert whole.usage.tokens_out > 0


async def test_a_structured_answer_is_of_its_shape(model: ChatModel) -> None:
    steady = replace(PROMPT, temperature=0.0, max_tokens=300)  # the smallest model rambles

    answer = await model.structured(steady, Mood)

    assert isinstance(answer.value, Mood)
    assert answer.usage.calls >= 1


async def test_what_is_said_comes_through_unchanged(stage: Stage) -> None:
    stage.says(" Привет, 세상! \n\n👋 ")

    assert (await stage.chat.generate(PROMPT)).text == " Привет, 세상! \n\n👋 "


async def test_text_and_calls_may_both_be_empty(stage: Stage) -> None:
    stage.says("")

    completion = await stage.chat.generate(PROMPT)

    assert (completion.text, completion.calls) == ("", ())


async def test_a_call_of_a_tool_is_no_text(stage: Stage) -> None:
    stage.calls("recall_memory", "{}")

    completion = await stage.chat.generate(Prompt(lines=PROMPT.lines, tools=(RECALL,)))

    assert completion.finish is Finish.TOOLS
    assert [(call.name, call.arguments) for call in completion.calls] == [("recall_memory", "{}")]
    assert completion.calls[0].id


@pytest.mark.parametrize("finish", [Finish.CUT, Finish.REFUSED])
async def test_an_answer_tells_why_it_ended_early(stage: Stage, finish: Finish) -> None:
    stage.says("Once upon", finish=finish)
    stage.says("Once upon", finish=finish)

    completion = await stage.chat.generate(PROMPT)
    *_, whole = await all_of(stage.chat.stream(PROMPT))

    assert isinstance(whole, Completion)
    assert completion.finish is whole.finish is finish


@pytest.mark.parametrize(
    "error",
    [ModelBusy("x"), ModelRefused("x"), ContextOverflow("x"), Misconfigured("x")],
    ids=lambda error: type(error).__name__,
)
async def test_a_failure_is_one_of_the_port_in_every_method(
    stage: Stage, error: CircadiaError
) -> None:
    for _ in range(3):
        stage.fails(error)

    with pytest.raises(type(error)):
        await stage.chat.generate(PROMPT)
    with pytest.raises(type(error)):
        await all_of(stage.chat.stream(PROMPT))
    with pytest.raises(type(error)):
        await stage.chat.structured(PROMPT, Mood)


async def test_a_wrong_form_is_repaired_once_and_both_calls_are_counted(stage: Stage) -> None:
    stage.says('{"mood": 7}')
    stage.says('{"mood": "fine"}')

    answer = await stage.chat.structured(PROMPT, Mood)

    assert answer.value == Mood(mood="fine")
    assert answer.usage.calls == 2


async def test_after_one_repair_an_answer_is_broken(stage: Stage) -> None:
    for _ in range(3):
        stage.says('{"mood": 7}')

    with pytest.raises(BrokenAnswer):
        await stage.chat.structured(PROMPT, Mood)


async def test_a_cut_structured_answer_is_never_taken(stage: Stage) -> None:
    for _ in range(3):
        stage.says('{"mood": "fine"}', finish=Finish.CUT)

    with pytest.raises(BrokenAnswer):
        await stage.chat.structured(PROMPT, Mood)


async def test_a_refused_structured_answer_is_a_refusal(stage: Stage) -> None:
    stage.says('{"mood": "fine"}', finish=Finish.REFUSED)

    with pytest.raises(ModelRefused):
        await stage.chat.structured(PROMPT, Mood)
