"""Fixtures for all tests."""

from collections.abc import Iterator

import pytest
from blockbuster import BlockBuster, blockbuster_ctx

import adapters
import bot
import core

pytest_plugins = ("tests.servers.postgres",)


@pytest.fixture(autouse=True, scope="session")
def nothing_blocks_the_loop() -> Iterator[BlockBuster]:
    """Fail the test when our code makes a blocking call in an event loop."""
    with blockbuster_ctx([bot, core, adapters]) as watched:
        for call in watched.functions.values():
            # asyncpg looks for password files and certificates, once a connection.
            call.can_block_in("asyncpg/connect_utils.py", "_parse_connect_dsn_and_args")
            # Prompts and tables are read once, at the start.
            call.can_block_in("core/prompts/templates.py", "load")
            call.can_block_in("adapters/pocket/tables.py", "load")
            # The zone of a plan is looked for once.
            call.can_block_in("adapters/storage/plans.py", "_zone")
            # A traceback is written: that something went wrong matters more than a moment.
            call.can_block_in("linecache.py", {"checkcache", "updatecache"})
            call.can_block_in("rich/traceback.py", "_render_stack")
            # prompt_toolkit reads keys that the loop has seen to be there.
            call.can_block_in("prompt_toolkit/input/posix_utils.py", "read")
            # and waits a moment for its last line, once, at its end.
            call.can_block_in("prompt_toolkit/patch_stdout.py", "close")
        yield watched
