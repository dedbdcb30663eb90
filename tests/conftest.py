"""Fixtures for all tests."""

from collections.abc import Iterator

import pytest
from blockbuster import BlockBuster, blockbuster_ctx

import adapters
import bot
import core

pytest_plugins = ("tests.servers.postgres",)


@pytest.fixture(autouse=True)
def nothing_blocks_the_loop() -> Iterator[BlockBuster]:
    """Fail the test when our code makes a blocking call in an event loop."""
    with blockbuster_ctx([bot, core, adapters]) as watched:
        for call in watched.functions.values():
            # asyncpg looks for password files and certificates, once a connection.
            call.can_block_in("asyncpg/connect_utils.py", "_parse_connect_dsn_and_args")
            # prompt_toolkit reads keys that the loop has seen to be there.
            call.can_block_in("prompt_toolkit/input/posix_utils.py", "read")
        yield watched
