"""A console with what it is given, and what came of it."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import TextIO

from adapters.clock.virtual import VirtualClock
from adapters.console.client import Console
from adapters.console.config import ConsoleConfig
from core.admin.model import MenuEntry
from core.conversation.model import (
    AccountId,
    ConversationId,
    IdentityId,
    Inbound,
    MessageId,
    Said,
    TurnId,
    Update,
)
from core.engine.model import Lane, Outbound, SendOutcome, Turn, TurnRecord, TurnState
from core.engine.ports import Messenger

NOW = datetime(2026, 1, 31, 10, 5, tzinfo=UTC)
ZONE = timezone(timedelta(hours=9))
HISTORY = (
    Said(
        id=MessageId(1),
        by_companion=False,
        sender=IdentityId("console:you"),
        sender_name="Jo",
        text="good night",
        sent_at=datetime(2026, 1, 30, 14, tzinfo=UTC),
        message_id="5",
    ),
    Said(
        id=MessageId(2),
        by_companion=True,
        sender=None,
        sender_name="",
        text="sleep well",
        sent_at=datetime(2026, 1, 30, 15, 1, tzinfo=UTC),
        message_id="6",
    ),
)
RECORD = TurnRecord(
    turn=Turn(
        id=TurnId(7),
        conversation=ConversationId(1),
        lane=Lane.TALK,
        state=TurnState.CLOSED,
        speaker=IdentityId("console:you"),
        speaker_name="Jo",
        opened_at=NOW,
        attempts=1,
        outcome="answered",
    ),
    bubbles=(),
    trace={},
)


class Talk:
    """Hears through a console and answers each message by `answers`, at once."""

    def __init__(
        self,
        mode: str,
        *,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
        history: Sequence[Said] = (),
        language: str | None = None,
        menu: Sequence[MenuEntry] = (MenuEntry(name="help", summary={"en": "What you can ask"}),),
        folder: Path = Path(),
    ) -> None:
        self.clock = VirtualClock(NOW)
        self.heard: list[Inbound] = []
        self.outcomes: list[SendOutcome] = []
        self.settled = 0
        self.silent = False
        """Answers nothing by itself."""
        self.full = False
        """Storing fails."""
        self.console = Console(
            ConsoleConfig.model_validate({"mode": mode, "person": "Jo", "language": language}),
            account=AccountId("console"),
            clock=self.clock,
            receive=self._receive,
            persona_name="Mina",
            settled=self._settle,
            history=history,
            menu=menu,
            folder=folder,
            zone=ZONE,
            stdin=stdin,
            stdout=stdout,
        )

        self.messenger: Messenger = self.console

    @property
    def texts(self) -> list[str]:
        return [inbound.text for inbound in self.heard]

    async def says(self, text: str) -> SendOutcome:
        return await self.messenger.send(Outbound(route=self.console.route, text=text, key="k"))

    async def _receive(self, updates: Sequence[Update]) -> None:
        if self.full:
            raise OSError("the disk is full")
        for update in updates:
            assert isinstance(update, Inbound)
            self.heard.append(update)

    async def _settle(self) -> None:
        waiting = self.heard[self.settled :]
        self.settled = len(self.heard)
        for inbound in () if self.silent else waiting:
            self.outcomes.append(await self.says(f"heard {inbound.text}"))


async def until(true: Callable[[], bool]) -> None:
    """Let the loop run until `true()` holds; the suite's time limit ends a wait in vain."""
    while not true():
        await asyncio.to_thread(lambda: None)
