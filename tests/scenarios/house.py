"""A folder with settings and the processes that live in it, beside a Bot API and a model server."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from llmock.pytest_plugin import LLMock

from adapters.storage import Database, DatabaseConfig
from core.conversation.model import ConversationId, Said
from core.engine.model import BubbleState, TurnRecord, TurnState
from core.engine.ports import Stores
from core.persona.model import SpaceId
from tests.scenarios.processes import CLOCK, GLANCE, ForkServer, Run
from tests.servers.patience import PATIENCE_S
from tests.servers.telegram import BotApiServer

KEY = "sk-process-4711-never-to-be-told"
OWNER = 7
SPACE = SpaceId("main")
FAULTY = ("Traceback", "process.crashed", "process.unraisable", "loop.failed", "motor.failed")
"""What no run writes, whatever happens around it."""

Section = Mapping[str, object]
Tables = Section | Sequence[Section]
"""A section, or one that stands many times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A command that came to its end."""

    code: int | None
    out: str
    log: str

    @property
    def report(self) -> dict[str, Any]:
        """Return the last line of standard output, which is to be a JSON object."""
        report: dict[str, Any] = json.loads(self.out.splitlines()[-1])
        return report


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What the database holds of all conversations."""

    said: list[Said]
    turns: list[TurnRecord]
    waiting: int
    """Messages that no turn has taken up yet."""

    @property
    def open(self) -> bool:
        """Return whether a turn is under way."""
        return any(record.turn.state is not TurnState.CLOSED for record in self.turns)

    @property
    def heard(self) -> list[str]:
        """Return what people said."""
        return [said.text for said in self.said if not said.by_companion]

    @property
    def bubbles(self) -> list[tuple[str, BubbleState]]:
        """Return every bubble with what became of it, in order."""
        records = sorted(self.turns, key=lambda record: record.turn.id)
        return [(bubble.text, bubble.state) for record in records for bubble in record.bubbles]


class House:
    """One database's home; every process of it is started here and logs everything it can."""

    def __init__(
        self, folder: Path, forks: ForkServer, telegram: BotApiServer, model: LLMock
    ) -> None:
        self.folder, self.telegram, self.model = folder, telegram, model
        self._forks = forks
        self.runs: list[Run] = []
        self.secrets = {telegram.token.split(":")[1], KEY}
        """What no run may tell."""
        self.settles()

    def settles(self, **changes: Tables) -> None:
        """Write config.toml: the usual settings, some keys changed, some sections added."""
        sections: dict[str, Section] = {
            "companion": {"scheduled": False},
            "access": {"owners": [OWNER]},
            "conversation": {"rhythm": "instant", "debounce_quiet": 0.1},
            "telegram": {
                "token": self.telegram.token,
                "api_url": self.telegram.url,
                "poll_timeout": 1,
            },
            "model": {"url": self.model.base_url(), "key": KEY, "name": "scripted"},
            "embeddings": {"model": "none"},  # each run would load it anew
            "log": {"level": "debug"},
        }
        lines: list[str] = []
        for name in (*sections, *(name for name in changes if name not in sections)):
            change = changes.get(name, {})
            if isinstance(change, Mapping):
                lines += _table(f"[{name}]", {**sections.get(name, {}), **change})
            else:
                lines += [line for one in change for line in _table(f"[[{name}]]", one)]
        (self.folder / "config.toml").write_text("\n".join(lines), "utf-8")

    async def lives(self) -> Run:
        """Start `circadia run`."""
        return await self._start("run")

    async def does(self, *words: str, typed: str = "", within_s: float = PATIENCE_S) -> Ended:
        """Run `circadia WORDS` to its end."""
        run = await self._start(*words, typed=typed)
        code = await run.gone(within_s=within_s)
        return Ended(code=code, out=run.out.read_text("utf-8"), log=run.log.read_text("utf-8"))

    async def _start(self, *words: str, typed: str = "") -> Run:
        number = len(self.runs) + 1
        run = await self._forks.start(
            words,
            cwd=self.folder,
            log=self.folder / f"run-{number}.log",
            out=self.folder / f"run-{number}.out",
            typed=typed,
        )
        self.runs.append(run)
        return run

    async def leaves(self) -> None:
        """End what still runs, and look whether any run wrote what none may write."""
        for run in self.runs:
            run.kill()
            await run.gone()
        told = "\n".join(self.told(run) for run in self.runs)
        assert not [word for word in (*self.secrets, *FAULTY) if word in told], told
        assert not [text for text in self._written() if text in told], told

    @staticmethod
    def told(run: Run) -> str:
        """Return both outputs of a run so far."""
        files = (file for file in (run.out, run.log) if file.exists())
        return "\n".join(file.read_text("utf-8") for file in files)

    def _written(self) -> set[str]:
        """Return what people and the companion wrote; short words may stand anywhere."""
        chats = self.telegram.world.chats.values()
        texts = {str(m.get("text", "")) for chat in chats for m in chat.messages.values()}
        return {text for text in texts if len(text) > 8}

    async def rests(self, *, within_s: float = PATIENCE_S) -> Rows:
        """Return the rows once every update is taken, and every message answered or passed."""
        ends_at = CLOCK.now() + timedelta(seconds=within_s)
        while True:
            taken = not self.telegram.world.updates
            rows = await self.rows()
            if taken and not rows.waiting and not rows.open:
                return rows
            assert CLOCK.now() < ends_at, f"unfinished after {within_s} s: {rows}"
            await CLOCK.sleep(GLANCE)

    async def rows(self) -> Rows:
        """Return what is kept, read beside the process."""

        def body(stores: Stores) -> Rows:
            said: list[Said] = []
            turns: list[TurnRecord] = []
            tally = stores.figures.tally(SPACE, "")
            for number in range(1, tally.conversations + 1):
                said += stores.messages.recent(ConversationId(number), 1000)
                turns += stores.turns.recent(ConversationId(number), 1000)
            return Rows(said=said, turns=turns, waiting=tally.waiting)

        database = Database(DatabaseConfig(readers=1).resolve(self.folder))
        try:
            return await database.read(body)
        finally:
            await database.close()

    async def prompts(self) -> list[str]:
        """Return what the model was asked, each prompt as one text."""
        records = await asyncio.to_thread(lambda: self.model.requests)
        return [
            "\n".join(str(message["content"]) for message in record.body["messages"])
            for record in records
        ]


def _table(head: str, keys: Section) -> Iterator[str]:
    yield head
    yield from (f"{key} = {json.dumps(value)}" for key, value in keys.items() if value is not None)
