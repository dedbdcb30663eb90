"""What drives the motor, over the wall clock."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from adapters.clock.system import SystemClock
from adapters.scripted.messenger import ScriptedMessenger
from adapters.scripted.role import ScriptedRole
from bot.driver import Driver
from core.admin.entries import COMMANDS
from core.admin.model import Access
from core.admin.service import Dispatcher
from core.conversation.model import AccountId, ChatKind, IdentityId, Inbound, Route
from core.engine.memory import InMemoryWork
from core.engine.model import RHYTHMS, Dials
from core.engine.ports import Stores, T
from core.engine.service import Engine, Seat, Seats
from core.errors import Misconfigured, Retryable
from core.persona.model import Persona, SpaceId

ACCOUNT = AccountId("scripted")
CLOCK = SystemClock()
MINA = Persona(space=SpaceId("main"), display_name="Mina", seed="", zone=ZoneInfo("UTC"))


class SlowWriter(InMemoryWork):
    """Takes a moment for every transaction, as a disk does."""

    async def write(self, body: Callable[[Stores], T]) -> T:
        await CLOCK.sleep(timedelta(milliseconds=5))
        return await super().write(body)


class FullDisk(InMemoryWork):
    """Keeps nothing."""

    async def write(self, body: Callable[[Stores], T]) -> T:
        raise Misconfigured("the disk is full")


def _heard(number: int) -> Inbound:
    return Inbound(
        route=Route(account=ACCOUNT, chat="7"),
        chat_kind=ChatKind.DIRECT,
        message_id=str(number),
        sender=IdentityId("telegram:7"),
        sender_name="Anna",
        text="hello",
        sent_at=CLOCK.now(),
        addressed=True,
    )


async def test_it_is_settled_only_when_everything_received_is_answered() -> None:
    messenger = ScriptedMessenger(CLOCK)
    role = ScriptedRole(["hi"], clock=CLOCK, loop=True, thinks=timedelta(milliseconds=20))
    async with asyncio.TaskGroup() as group:
        engine = Engine(
            work=SlowWriter(),
            clock=CLOCK,
            dials=Dials(rhythm=RHYTHMS["instant"], debounce_quiet=timedelta(0)),
            seats=Seats(
                {ACCOUNT: Seat(messenger=messenger, persona=MINA, conversation=role, defers=False)}
            ),
            dispatcher=Dispatcher(COMMANDS, Access(public=True)),
            spawn=group.create_task,
        )
        await engine.prepare()
        driver = Driver(engine, CLOCK)
        driving = group.create_task(driver.drive())

        for number in range(1, 11):
            engine.nudged.set()  # the motor looks while the message is being stored
            await driver.receive([_heard(number)])
            await driver.settled()
            assert len(messenger.texts) == number

        driving.cancel()


async def test_a_database_that_keeps_nothing_is_no_reason_to_give_a_messenger_up() -> None:
    async with asyncio.TaskGroup() as group:
        engine = Engine(
            work=FullDisk(),
            clock=CLOCK,
            dials=Dials(),
            seats=Seats(),
            dispatcher=Dispatcher(COMMANDS, Access(public=True)),
            spawn=group.create_task,
        )

        with pytest.raises(Retryable, match="the disk is full"):
            await Driver(engine, CLOCK).receive([_heard(1)])
