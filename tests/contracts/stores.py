"""Stores to be put to the test, and the rows that the tests begin with."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copyfile

import pytest

from adapters.storage import Database, DatabaseConfig, migrate
from adapters.storage.tables import metadata
from core.conversation.model import (
    AccountId,
    ChatKind,
    IdentityId,
    Inbound,
    MessageId,
    Route,
)
from core.engine.memory import InMemoryWork
from core.engine.model import Bubble, BubbleState, Conversation, Lane, Turn
from core.engine.ports import Stores, Work
from core.persona.model import SpaceId
from tests.servers.postgres import PostgresServer

NOON = datetime(2026, 1, 10, 12, 0, 0, 123456, tzinfo=UTC)
MINA = SpaceId("mina")
DAY = "2026-01-10"
ANN = IdentityId("telegram:1")
HOME = Route(account=AccountId("tg"), chat="100")


def after(seconds: float) -> datetime:
    """Return an instant after noon."""
    return NOON + timedelta(seconds=seconds)


def inbound(key: str, text: str = "hi", route: Route = HOME, **changes: object) -> Inbound:
    """Return a message from Ann."""
    values: dict[str, object] = {
        "route": route,
        "chat_kind": ChatKind.DIRECT,
        "message_id": key,
        "sender": ANN,
        "sender_name": "Ann",
        "text": text,
        "sent_at": NOON,
        "addressed": True,
        **changes,
    }
    make: Callable[..., Inbound] = Inbound
    return make(**values)


def at(stores: Stores, route: Route = HOME, space: SpaceId = MINA) -> Conversation:
    """Return the conversation at `route`."""
    return stores.conversations.find_or_create(space, route, ChatKind.DIRECT, NOON)


def hear(
    stores: Stores,
    message: Inbound,
    *,
    lane: Lane = Lane.TALK,
    silence: str | None = None,
    addressed: bool = True,
    space: SpaceId = MINA,
) -> MessageId:
    """Store a message that is new."""
    conversation = at(stores, message.route, space)
    got = stores.messages.add(
        conversation, message, NOON, lane=lane, silence=silence, addressed=addressed
    )
    assert got is not None
    return got


def begin(
    stores: Stores,
    *first: MessageId,
    route: Route = HOME,
    waited: Mapping[str, object] | None = None,
) -> Turn:
    """Open a turn that claims `first`."""
    conversation = at(stores, route)
    return stores.turns.open(
        conversation.id,
        Lane.TALK,
        first,
        ANN,
        "Ann",
        NOON,
        language="en",
        reserved=500,
        reserved_day=DAY,
        waited=waited,
    )


def bubble(turn: Turn, position: int, **changes: object) -> Bubble:
    """Return a bubble that waits to be sent."""
    values: dict[str, object] = {
        "turn": turn.id,
        "position": position,
        "text": f"bubble {position}",
        "state": BubbleState.PENDING,
        "due_at": after(position),
        **changes,
    }
    make: Callable[..., Bubble] = Bubble
    return make(**values)


async def _migrated(config: DatabaseConfig) -> None:
    database = Database(config)
    await migrate(database, NOON)
    await database.close()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an SQLite file with empty tables."""
    config = DatabaseConfig().resolve(tmp_path_factory.mktemp("sqlite"))
    asyncio.run(_migrated(config))
    assert config.file is not None
    return config.file


@pytest.fixture(scope="session")
def postgres_template(postgres: PostgresServer) -> str:
    """Give the address of a PostgreSQL database with empty tables."""
    url = asyncio.run(postgres.make_database())
    asyncio.run(_migrated(DatabaseConfig(url=url)))
    return url


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where stores are to be opened: nowhere, in a file, or on a server."""

    config: DatabaseConfig | None = None


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Give each kind of place."""
    if request.param == "memory":
        return Place()
    if request.param == "sqlite":
        copyfile(request.getfixturevalue("sqlite_template"), tmp_path / "circadia.sqlite")
        return Place(config=DatabaseConfig(synchronous="normal").resolve(tmp_path))
    server: PostgresServer = request.getfixturevalue("postgres")
    url = request.getfixturevalue("postgres_template")
    asyncio.run(server.clear(url, metadata.tables))
    return Place(config=DatabaseConfig(url=url))


@pytest.fixture
async def work(place: Place) -> AsyncIterator[Work]:
    """Give empty stores of each kind."""
    if place.config is not None:
        database = Database(place.config)
        yield database
        await database.close()
    else:
        yield InMemoryWork()
