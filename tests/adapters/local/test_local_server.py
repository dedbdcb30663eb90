"""The packaged model, served inside this process, through the real client."""

import random
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from adapters.clock.system import SystemClock
from adapters.local.server import LocalServer, engine_named, weights_in
from adapters.openai.client import OpenAIChat
from adapters.openai.config import ServerConfig
from core.conversation.model import Completion, Finish, Line, Prompt
from core.errors import Misconfigured

PROMPT = Prompt(
    lines=(Line(role="user", text="Say hello in one short sentence."),),
    temperature=0.0,
    max_tokens=60,
)


class Weather(BaseModel):
    model_config = ConfigDict(extra="forbid")

    sky: Literal["clear", "cloudy"]
    degrees: int = Field(ge=-50, le=50, description="Celsius.")


def test_a_server_that_was_not_entered_has_no_address() -> None:
    with pytest.raises(RuntimeError, match="enter it first"):
        _ = LocalServer().url


@pytest.mark.parametrize("find", [weights_in, engine_named])
def test_a_missing_package_names_the_extra_that_brings_it(find: Callable[[str], object]) -> None:
    with pytest.raises(Misconfigured, match="extra `local`"):
        find("no_package_of_this_name")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with LocalServer() as server:
        yield server.url


@pytest.fixture
async def chat(url: str) -> AsyncIterator[OpenAIChat]:
    servers = [ServerConfig(url=url, name="smollm2")]
    one = OpenAIChat(servers, clock=SystemClock(), rng=random.Random(1))
    yield one
    await one.close()


@pytest.mark.local_model
async def test_the_packaged_model_talks_streams_counts_and_keeps_a_form(chat: OpenAIChat) -> None:
    completion = await chat.generate(PROMPT)
    *pieces, whole = [part async for part in chat.stream(PROMPT)]
    weather = await chat.structured(PROMPT, Weather)

    assert completion.text
    assert completion.finish is Finish.STOP
    assert isinstance(whole, Completion)
    assert "".join(map(str, pieces)) == whole.text
    assert whole.usage.tokens_in > 0
    assert whole.usage.tokens_out > 0
    assert isinstance(weather.value, Weather)
    assert weather.usage.calls == 1
