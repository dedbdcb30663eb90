"""What every test of the model client needs: a chat over real sockets, and a clock that leaps."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta

import pytest
from llmock.journal import RequestRecord
from llmock.pytest_plugin import LLMock
from pydantic import SecretStr

from adapters.openai.client import OpenAIChat
from adapters.openai.config import ServerConfig
from core.conversation.model import Line, Prompt

KEY = "sk-test-4711-do-not-log"
SECRET_TALK = "my sister is in hospital"


class LeapingClock:
    """Sleeps by setting itself forward, and tells how long it slept."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 10, 12, tzinfo=UTC)
        self.slept: list[timedelta] = []

    def now(self) -> datetime:
        return self._now

    async def sleep(self, span: timedelta) -> None:
        self.slept.append(span)
        self._now += span


Chats = Callable[..., OpenAIChat]


@pytest.fixture
def clock() -> LeapingClock:
    return LeapingClock()


@pytest.fixture
async def chats(clock: LeapingClock) -> AsyncIterator[Chats]:
    """Make chats over servers, given by address or by config; all are closed at the end."""
    made: list[OpenAIChat] = []

    def make(*servers: str | ServerConfig) -> OpenAIChat:
        configs = [server(one) if isinstance(one, str) else one for one in servers]
        made.append(OpenAIChat(configs, clock=clock, rng=random.Random(1)))
        return made[-1]

    yield make
    for chat in made:
        await chat.close()


def server(url: str, **fields: object) -> ServerConfig:
    return ServerConfig.model_validate({"url": url, "key": SecretStr(KEY), **fields})


def prompt(text: str = SECRET_TALK, **fields: object) -> Prompt:
    lines = (Line(role="system", text="You are Mina."), Line(role="user", text=text))
    return Prompt(lines=lines, **fields)  # type: ignore[arg-type]


async def requests_of(llmock: LLMock) -> list[RequestRecord]:
    """Wait for what is still being served, beside the loop."""
    return await asyncio.to_thread(lambda: llmock.requests)


async def assert_resilient(llmock: LLMock) -> None:
    await asyncio.to_thread(llmock.assert_resilient)
