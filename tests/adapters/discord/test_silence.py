"""What must not be seen: the token, and what people write."""

import logging

import pytest
from structlog.testing import capture_logs

from core.conversation.model import Route
from core.engine.model import Outbound
from tests.adapters.discord.conftest import ACCOUNT, Ear, HastyClock, Maker, hearing
from tests.servers.discord import DiscordServer


async def test_the_token_is_in_no_log_however_much_is_logged(
    server: DiscordServer, ear: Ear, make: Maker, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ann, mina = server.person(7, "Ann"), make(clock=HastyClock())
    where = Route(account=ACCOUNT, chat=str(ann.direct.id))
    server.fail("send_message", "reset")

    with capture_logs() as logs:
        async with hearing(mina, server):
            ann.says(ann.direct, "hi")
            await ear.hears(1)
            await mina.send(Outbound(route=where, text="hello", key="t1b0"))
            server.gateway.ask_reconnect()
            await server.world.until(lambda: bool(server.gateway.resumes))

    assert "Got a request to RESUME" in caplog.text  # the library did log
    assert server.token not in caplog.text
    assert server.token not in str(logs)


async def test_from_information_on_nothing_that_was_said_is_logged(
    server: DiscordServer, ear: Ear, make: Maker, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    ann, mina = server.person(7, "Ann"), make(clock=HastyClock())
    where = Route(account=ACCOUNT, chat=str(ann.direct.id))
    server.fail("send_message", "refuse", status=400, code=50035, message="my secret diary")

    with capture_logs() as logs:
        async with hearing(mina, server):
            ann.says(ann.direct, "my secret diary")
            await ear.hears(1)
            await mina.send(Outbound(route=where, text="my secret diary", key="t1b0"))

    assert "secret diary" not in caplog.text + str(logs)


async def test_the_library_sets_up_no_log_of_its_own(server: DiscordServer, make: Maker) -> None:
    async with hearing(make(), server):
        pass

    handlers = logging.getLogger("discord").handlers
    assert all(isinstance(handler, logging.NullHandler) for handler in handlers)
