"""A whole companion under a virtual clock: what is heard, what passes, what was said."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self
from zoneinfo import ZoneInfo

from adapters.calendar.dates.client import SpokenDates
from adapters.clock.virtual import VirtualClock
from adapters.scripted.judgement import ScriptedJudgement
from adapters.scripted.messenger import ScriptedMessenger
from adapters.scripted.role import Reply, ScriptedRewrite, ScriptedRole
from adapters.scripted.transcriber import ScriptedTranscriber
from adapters.words.client import SnowballLexicon
from core.admin.entries import COMMANDS
from core.admin.model import Access, Pairing
from core.admin.service import Dispatcher
from core.availability.model import WaitingDials
from core.conversation.model import (
    AccountId,
    Attachment,
    ChatKind,
    ConversationId,
    IdentityId,
    Inbound,
    Route,
    Said,
    Update,
)
from core.conversation.ports import ConversationRole
from core.engine.memory import InMemoryWork
from core.engine.model import RHYTHMS, Bubble, BubbleState, Dials, Lane, TurnRecord
from core.engine.ports import Messenger, Pictures, Work
from core.engine.service import Engine, Seat, Seats
from core.memory.ports import Embedder
from core.memory.rules.gate import GateDials
from core.memory.service.recall import Recall, RecallSettings
from core.memory.service.turn import Memory
from core.memory.service.writing import Writer
from core.persona.model import Persona, SpaceId
from core.schedule.model import Life
from core.schedule.service import Planner
from tests.threads import WatchedThreads

LEXICON, DATES = SnowballLexicon(), SpokenDates()
"""They read their tables when they are made: before any loop runs."""

ACCOUNT = AccountId("scripted")
DIRECT = Route(account=ACCOUNT, chat="7")
ANNA = IdentityId("telegram:7")

MINA = Persona(
    space=SpaceId("main"),
    display_name="Mina",
    seed="Mina likes quiet cafes.",
    zone=ZoneInfo("Europe/Berlin"),
)

ROUNDS = 500
"""In memory nothing takes so many: who has not ended by then waits for another's send."""

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)

INSTANT = Dials(rhythm=RHYTHMS["instant"])
ALWAYS_THERE = Life(is_lived=False)
"""For all tests that are not about its life."""


class World(AbstractAsyncContextManager["World"]):
    """Everything but the outside: use it as a context manager."""

    def __init__(
        self,
        now: str,
        *replies: Reply,
        dials: Dials = INSTANT,
        rewrite: ScriptedRewrite | None = None,
        judgement: ScriptedJudgement | None = None,
        transcriber: ScriptedTranscriber | None = None,
        sees: bool = False,
        writes: timedelta = timedelta(0),
        messenger: ScriptedMessenger | None = None,
        work: Work | None = None,
        thinks: timedelta = timedelta(0),
        costs: int = 0,
        spends: int | None = None,
        loop: bool = False,
        access: Access | None = None,
        life: Life = ALWAYS_THERE,
        waiting: WaitingDials | None = None,
        planner: Planner | None = None,
        pictures: Pictures | None = None,
        persona: Persona = MINA,
        talks: ConversationRole | None = None,
        remembers: bool = False,
        embedder: Embedder | None = None,
        pairing: Pairing | None = None,
    ) -> None:
        self.pairing = pairing
        self.clock = VirtualClock(datetime.fromisoformat(now))
        self.messenger = messenger or ScriptedMessenger(self.clock)
        self.role = ScriptedRole(
            replies,
            clock=self.clock,
            thinks=thinks,
            writes=writes,
            costs=costs,
            spends=spends,
            loop=loop,
            sees=sees,
        )
        self.work: Work = work or InMemoryWork()
        self.access = access or Access(public=True)
        self.dials = dials
        self.rewrite, self.judgement, self.transcriber = rewrite, judgement, transcriber
        self.life, self.waiting = life, waiting or WaitingDials()
        self.planner = planner or Planner()
        self.pictures = pictures
        self.persona = persona
        self.talks, self.remembers, self.embedder = talks, remembers, embedder
        self.records: list[TurnRecord] = []
        self._ids = 0

    async def __aenter__(self) -> Self:
        self._threads = WatchedThreads()
        asyncio.get_running_loop().set_default_executor(self._threads)
        self._group = asyncio.TaskGroup()
        await self._group.__aenter__()
        self.engine = self.start()
        await self.engine.prepare()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.engine.stop(timedelta(0))
        await self._group.__aexit__(exc_type, exc, traceback)

    def start(self, messenger: Messenger | None = None, work: Work | None = None) -> Engine:
        """Return an engine over the rows as they are: what a restart does."""
        seat = Seat(
            messenger=messenger or self.messenger,
            persona=self.persona,
            conversation=self.talks or self.role,
            memory=self.memory(work or self.work) if self.remembers else None,
            rewrite=self.rewrite,
            judgement=self.judgement,
            transcriber=self.transcriber,
            life=self.life,
            waiting=self.waiting,
            planner=self.planner,
        )
        self.seats = Seats({ACCOUNT: seat})
        return Engine(
            work=work or self.work,
            clock=self.clock,
            dials=self.dials,
            seats=self.seats,
            dispatcher=Dispatcher(COMMANDS, self.access, self.pairing),
            spawn=self._group.create_task,
            on_turn=self._remember,
            pictures=self.pictures,
            embedder=self.embedder,
        )

    def memory(self, work: Work) -> Memory:
        """Return a memory over the rows of `work`."""
        zone = self.persona.zone
        recall = Recall(work, self.embedder, LEXICON, DATES, zone, RecallSettings())
        return Memory(work, recall, Writer(GateDials(), DATES), LEXICON, None, self.judgement)

    async def _remember(self, record: TurnRecord) -> None:
        self.records.append(record)

    def inbound(
        self,
        text: str,
        *,
        sender: IdentityId = ANNA,
        route: Route = DIRECT,
        chat_kind: ChatKind = ChatKind.DIRECT,
        addressed: bool = True,
        message_id: str | None = None,
        sent_at: datetime | None = None,
        language: str | None = None,
        from_bot: bool = False,
        via: IdentityId | None = None,
        server: str | None = None,
        reply_to: str | None = None,
        attachments: tuple[Attachment, ...] = (),
    ) -> Inbound:
        """Return a message as a messenger would hand it over now."""
        self._ids += 1
        return Inbound(
            route=route,
            chat_kind=chat_kind,
            message_id=message_id or str(self._ids),
            sender=sender,
            sender_name=f"Person {sender.rpartition(':')[2]}",
            text=text,
            sent_at=sent_at or self.clock.now(),
            addressed=addressed,
            language=language,
            from_bot=from_bot,
            via=via,
            server=server,
            reply_to=reply_to,
            attachments=attachments,
        )

    async def hears(self, *updates: str | Update) -> None:
        """Hand over messages, together; nothing is answered before time passes."""
        kept = [self.inbound(u) if isinstance(u, str) else u for u in updates]
        await self.engine.receive(kept)

    async def passes(self, span: timedelta, *, minutely: bool = False) -> None:
        """Let `span` pass, waking everything at its time.

        The process looks at the clock once a minute at least; here only if `minutely`, for long
        spans are quicker without.
        """
        end = self.clock.now() + span
        while True:
            next_due = await self.engine.run_due(self.clock.now())
            await self._quiet()
            if self.engine.nudged.is_set():
                self.engine.nudged.clear()
                continue
            alarms = [at for at in (next_due, self.clock.next_alarm()) if at is not None]
            if minutely:
                alarms.append(self.clock.now() + timedelta(minutes=1))
            upcoming = min(alarms, default=end)
            if upcoming > end:
                break
            self.clock.advance(max(upcoming, self.clock.now()))
            if upcoming == end == self.clock.now() and not alarms:
                break
        self.clock.advance(end)

    async def _quiet(self) -> None:
        """Let every turn run until it ends or waits for the clock, or for one that does."""
        rounds = 0
        while self.engine.running() - self.clock.sleeping():
            await asyncio.sleep(0)  # noqa: TID251  # gives way to the turns; no time passes
            rounds = 0 if self._threads.are_busy() else rounds + 1
            if rounds > ROUNDS and self.clock.sleeping():
                break
        for _ in range(5):
            await asyncio.sleep(0)  # noqa: TID251  # and to the typing lights

    @property
    def sent(self) -> list[str]:
        """Return what the companion has said, in order."""
        return self.messenger.texts

    async def history(self, route: Route = DIRECT) -> list[Said]:
        """Return the last hundred messages of a conversation."""
        here = await self._at(route)
        return await self.work.read(lambda stores: stores.messages.recent(here, 100))

    async def turns(self, route: Route = DIRECT) -> Sequence[TurnRecord]:
        """Return the turns of a conversation, newest first."""
        here = await self._at(route)
        return await self.work.read(lambda stores: stores.turns.recent(here, 100))

    async def _at(self, route: Route) -> ConversationId:
        now = self.clock.now()
        known = await self.work.write(
            lambda stores: stores.conversations.find_or_create(
                MINA.space, route, ChatKind.DIRECT, now
            )
        )
        return known.id

    async def bubbles(self, state: BubbleState, route: Route = DIRECT) -> Iterable[Bubble]:
        """Return the bubbles of a conversation that are in `state`."""
        return [b for r in await self.turns(route) for b in r.bubbles if b.state is state]

    def lanes_of(self, records: Sequence[TurnRecord], lane: Lane) -> list[TurnRecord]:
        """Return the turns of one lane."""
        return [record for record in records if record.turn.lane is lane]
