"""What the scenarios with real processes share."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from llmock.pytest_plugin import LLMock

from tests.scenarios.house import House
from tests.scenarios.processes import ForkServer, serving_forks
from tests.servers.telegram import BotApiServer


@pytest.fixture(scope="session")
def forks() -> Iterator[ForkServer]:
    """Give the fork server of this session: its imports take seconds."""
    with serving_forks() as server:
        yield server


@pytest.fixture
async def telegram() -> AsyncIterator[BotApiServer]:
    async with BotApiServer() as server:
        yield server


@pytest.fixture
async def house(
    tmp_path: Path, forks: ForkServer, telegram: BotApiServer, llmock: LLMock
) -> AsyncIterator[House]:
    """Give a folder with settings; whatever ran in it is ended, and what it wrote looked at."""
    house = House(tmp_path, forks, telegram, llmock)
    yield house
    await house.leaves()
