"""One life after another over the same rows and the same Discord, on real sockets."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial
from random import Random

from adapters.clock.virtual import VirtualClock
from adapters.discord.client import Discord
from adapters.discord.config import DiscordConfig
from adapters.discord.speaking import nonce_of
from adapters.scripted.role import ScriptedRole
from core.admin.entries import COMMANDS
from core.admin.model import Access
from core.admin.service import Dispatcher
from core.conversation.model import ChatKind, Edit, Inbound, ReplyRequest, Update
from core.engine.memory import InMemoryWork
from core.engine.model import BubbleState, Lane, Outbound, TurnState
from core.engine.ports import Stores
from core.engine.service import Engine, Seat, Seats
from tests.scenarios.crash import Crash, Fuse, FusedMessenger, FusedRole, FusedWork
from tests.scenarios.talk import HEARD, QUICK, START, rows_of
from tests.servers.discord import DIRECT as DIRECT_TALK
from tests.servers.discord import Channel, DiscordServer
from tests.world import ACCOUNT, ALWAYS_THERE, DIRECT, MINA

GLANCE_S = 0.002
"""How often it is looked whether those who wait for a socket wait for the clock by now."""
PATIENCE_S = 20.0


class Anna:
    """The talk of `tests.scenarios.talk`, said on Discord whether anybody listens or not."""

    def __init__(self, server: DiscordServer) -> None:
        self._person = server.person(7, "Anna")
        self._here = Channel(id=int(DIRECT.chat), kind=DIRECT_TALK, owner=7)
        server.world.channels[self._here.id] = self._here
        self.said: dict[str, str] = {}
        """By message, what it says now."""
        self._lines: list[tuple[timedelta, Callable[[], None]]] = [
            (timedelta(seconds=0), partial(self._says, "hey", "are you their?")),
            (timedelta(seconds=1), self._corrects),
            (timedelta(seconds=4), partial(self._says, "/help")),
            (timedelta(seconds=5), partial(self._says, "one more thing")),
        ]

    def next_in(self) -> timedelta | None:
        """Return when she speaks next, from the start."""
        return self._lines[0][0] if self._lines else None

    def speaks(self) -> None:
        self._lines.pop(0)[1]()

    def _says(self, *texts: str) -> None:
        for text in texts:
            self.said[str(self._person.says(self._here, text))] = text

    def _corrects(self) -> None:
        wrong = next(number for number, text in self.said.items() if "their" in text)
        self._person.edits(self._here, int(wrong), "are you there?")
        self.said[wrong] = "are you there?"
        self._says("so I got the job!")


class DiscordLife:
    """Runs process after process; each has a client of its own, and reads back what it missed."""

    def __init__(self, server: DiscordServer, clock: VirtualClock) -> None:
        self.server, self.clock = server, clock
        self.work = InMemoryWork()
        self.anna = Anna(server)
        self._role = ScriptedRole([self._answer], clock=clock, loop=True)
        self._given: dict[str, str] = {}
        """By message, what this life was told."""
        self._news = asyncio.Event()

    def _answer(self, request: ReplyRequest) -> tuple[str, ...]:
        """Return other words each time: a history does not tell equal bubbles apart."""
        number = len(self._role.requests)
        return tuple(f"{nth} of answer {number}" for nth in ("first", "second", "third"))

    async def begin(self) -> None:
        """Let the place be known: the first message of a stranger cannot be read back."""

        def body(stores: Stores) -> None:
            stores.spaces.ensure(MINA, START)
            stores.conversations.find_or_create(MINA.space, DIRECT, ChatKind.DIRECT, START)

        await self.work.write(body)

    async def live(self, fuse: Fuse) -> None:
        """Run until nothing is left to do, or until the fuse blows."""
        self._given = {}
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.TaskGroup() as group:
                    await self._serve(fuse, group, stack)
            except* Crash:
                pass

    async def _serve(self, fuse: Fuse, group: asyncio.TaskGroup, stack: AsyncExitStack) -> None:
        seats = Seats()
        engine = Engine(
            work=FusedWork(self.work, fuse),
            clock=self.clock,
            dials=QUICK,
            seats=seats,
            dispatcher=Dispatcher(COMMANDS, Access(public=True)),
            spawn=group.create_task,
        )
        discord = self._client(engine)
        stack.push_async_callback(discord.close)
        seat = Seat(
            messenger=FusedMessenger(discord, fuse),
            persona=MINA,
            conversation=FusedRole(self._role, fuse),
            life=ALWAYS_THERE,
        )
        seats.settle(ACCOUNT, seat)
        await engine.prepare()
        serving = group.create_task(discord.serve())
        await self._drive(engine)
        serving.cancel()

    def _client(self, engine: Engine) -> Discord:
        async def receive(updates: Sequence[Update]) -> None:
            await engine.receive(updates)
            for update in updates:
                if isinstance(update, Inbound | Edit):
                    self._given[update.message_id] = update.text
            self._news.set()

        return Discord(
            DiscordConfig.model_validate(
                {
                    "token": self.server.token,
                    "api_url": self.server.url,
                    "gateway_url": self.server.gateway_url,
                }
            ),
            account=ACCOUNT,
            clock=self.clock,
            rng=Random(7),
            receive=receive,
            heard=partial(engine.heard, ACCOUNT),
            is_open=partial(engine.is_open, ACCOUNT),
            backlog_window=QUICK.backlog_window,
            menu=(),
            suggest=engine.suggest,
            is_welcome=engine.is_welcome,
        )

    async def _drive(self, engine: Engine) -> None:
        await self._hears_all()
        while True:
            engine.nudged.clear()
            next_due = await engine.run_due(self.clock.now())
            await asyncio.sleep(0)  # noqa: TID251  # gives way to those who were woken
            while busy := engine.running() - self.clock.sleeping():
                await asyncio.wait(busy, timeout=GLANCE_S)
            if engine.nudged.is_set():
                continue
            spoken_in = self.anna.next_in()
            spoken_at = None if spoken_in is None else START + spoken_in
            times = (next_due, self.clock.next_alarm(), spoken_at)
            if engine.quiet and times[1:] == (None, None):
                return
            upcoming = min((at for at in times if at is not None), default=None)
            if upcoming is None:
                return
            self.clock.advance(max(upcoming, self.clock.now()))
            if spoken_at is not None and spoken_at <= self.clock.now():
                self.anna.speaks()
                await self._hears_all()

    async def _hears_all(self) -> None:
        """Wait until this life was told all that Anna has said."""
        async with asyncio.timeout(PATIENCE_S):
            while self._given != self.anna.said:
                self._news.clear()
                await self._news.wait()


async def check_exactly_once(life: DiscordLife, fuses: Sequence[Fuse], *, stale: bool) -> None:
    """Assert that each word was said once, in order, and that nobody is in doubt about any.

    Args:
        life: After its last life.
        fuses: Of its lives.
        stale: Whether the command may have been left alone, for it had become old.
    """
    where = [fuse.blown_at for fuse in fuses]
    rows = await rows_of(life.work)
    bubbles = [bubble for record in rows.turns for bubble in record.bubbles]
    delivered = [one for one in bubbles if one.state is BubbleState.DELIVERED]
    nonces = {
        nonce_of(Outbound(route=DIRECT, text=one.text, key=one.key)): one for one in delivered
    }
    shown = [sent.nonce for sent in life.server.sent]

    heard = [said.text for said in rows.history if not said.by_companion]
    assert heard == [text for text in HEARD if not text.startswith("/")], where
    assert all(record.turn.state is TurnState.CLOSED for record in rows.turns), where
    assert not [one for one in bubbles if one.state is BubbleState.IN_DOUBT], where
    assert rows.reported == 0, where
    assert Counter(shown) == Counter(dict.fromkeys(nonces, 1)), where
    own = [said.text for said in rows.history if said.by_companion]
    assert Counter(own) == Counter(one.text for one in delivered if not one.notice), where
    for record in rows.turns:
        mine = [nonces[nonce].position for nonce in shown if nonce in nonces
                and nonces[nonce].turn == record.turn.id]  # fmt: skip
        assert mine == sorted(mine), where
        assert mine or record.turn.lane is Lane.COMMAND, where
    commands = [record for record in rows.turns if record.turn.lane is Lane.COMMAND]
    assert len(commands) == 1 or (stale and not commands), where
    assert None not in {said.turn for said in rows.history if not said.by_companion}, where
