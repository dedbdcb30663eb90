"""One process for each database."""

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from adapters.storage import DatabaseConfig, instance_lock
from core.errors import AlreadyRunning, Misconfigured, Retryable

HOLDER = """
import asyncio, sys
from adapters.storage import DatabaseConfig, instance_lock

async def hold():
    async with instance_lock(DatabaseConfig(url=sys.argv[1])):
        print("held", flush=True)
        await asyncio.Event().wait()

asyncio.run(hold())
"""


async def taken(config: DatabaseConfig) -> bool:
    try:
        async with instance_lock(config):
            return False
    except AlreadyRunning:
        return True


async def test_a_second_one_is_told_what_to_do(config: DatabaseConfig) -> None:
    async with instance_lock(config):
        with pytest.raises(AlreadyRunning, match="stop it first"):
            async with instance_lock(config):
                pass

    assert not await taken(config)


async def test_an_error_inside_frees_it(config: DatabaseConfig) -> None:
    with pytest.raises(ZeroDivisionError):
        async with instance_lock(config):
            raise ZeroDivisionError

    assert not await taken(config)


async def test_the_death_of_its_process_frees_it(config: DatabaseConfig) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        HOLDER,
        config.url,
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    during = await taken(config)
    process.kill()
    await process.communicate()

    assert during
    async with asyncio.timeout(20):  # a server needs a moment to see that nobody is there
        while await taken(config):
            pass


async def test_two_databases_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    async with AsyncExitStack() as held:
        for name in ("a", "b"):
            config = DatabaseConfig(url=f"sqlite:///{name}.sqlite").resolve(tmp_path)
            await held.enter_async_context(instance_lock(config))


@pytest.mark.parametrize(
    ("url", "error"),
    [
        pytest.param("postgresql://127.0.0.1:1/none", Retryable, id="nobody answers"),
        pytest.param("{server}/no_such_database", Misconfigured, id="no such database"),
    ],
)
async def test_a_server_that_can_not_be_used_is_an_error_of_ours(
    postgres_config: DatabaseConfig, url: str, error: type[Exception]
) -> None:
    if url.startswith("{server}"):
        there = postgres_config.address.set(database="no_such_database")
        url = there.render_as_string(hide_password=False)

    with pytest.raises(error):
        async with instance_lock(DatabaseConfig(url=url)):
            pass
