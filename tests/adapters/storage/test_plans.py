"""What is asked with every message finds its rows by an index, however long the history."""

import re

import pytest
from sqlalchemy import Connection, Executable
from sqlalchemy.dialects import sqlite

from adapters.storage import (
    Database,
    DatabaseConfig,
    conversations,
    duties,
    messages,
    plans,
    sums,
    turns,
)


def plan(statement: Executable, connection: Connection) -> str:
    compiled = statement.compile(dialect=sqlite.dialect())  # type: ignore[attr-defined]  # all do
    asked = re.sub(r"__\[POSTCOMPILE_\w+\]", "?", str(compiled))  # a list of one
    values = tuple("1" for _ in compiled.positiontup)
    rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}", values)
    return "; ".join(row.detail for row in rows)


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        pytest.param(conversations._WAITING, "ix_messages_waiting", id="waiting"),
        pytest.param(conversations._OPEN_TURN, "ix_turns_open", id="open turn"),
        pytest.param(conversations._AT_ROUTE, "autoindex_conversations", id="route"),
        pytest.param(conversations._UPCOMING, "ix_lanes_due_at", id="upcoming"),
        pytest.param(conversations._ROUSE, "ix_conversations_space", id="conversations to rouse"),
        pytest.param(conversations._ROUSE, "autoindex_lanes", id="lanes to rouse"),
        pytest.param(messages._RECENT, "ix_messages_history", id="history"),
        pytest.param(messages._BY_KEY, "autoindex_messages", id="key"),
        pytest.param(messages._SPOKEN_TO, "ix_messages_own", id="spoken to"),
        pytest.param(messages._MARKS, "autoindex_messages", id="reactions"),
        pytest.param(messages._BOT_TURNS, "ix_messages_bots", id="turns of bots"),
        pytest.param(messages._BOT_TURNS, "ix_messages_heard", id="last word of a person"),
        pytest.param(conversations._AT_CHAT, "autoindex_conversations", id="threads of a chat"),
        pytest.param(conversations._HEARD, "ix_conversations_space", id="places"),
        pytest.param(conversations._HEARD, "ix_messages_heard", id="what was heard last"),
        pytest.param(turns._ANSWERED, "ix_messages_turn", id="answered"),
        pytest.param(turns._RECENT, "ix_turns_recent", id="last turns"),
        pytest.param(plans._DAYS, "autoindex_day_plans", id="days"),
        pytest.param(plans._LINES, "autoindex_day_lines", id="lines of a month"),
        pytest.param(plans._REVISION, "autoindex_revisions", id="revision"),
        pytest.param(duties._OWED, "ix_duties_owed", id="what is owed"),
        pytest.param(duties._LATEST, "autoindex_duties", id="last duties"),
        pytest.param(sums._TALK, "ix_messages_history", id="count of messages"),
        pytest.param(sums._WRONG, "ix_bubbles_wrong", id="what went wrong"),
    ],
)
async def test_it_is_found_by_its_index(
    sqlite_config: DatabaseConfig, statement: Executable, index: str
) -> None:
    database = Database(sqlite_config)

    found = await database.administer(lambda connection: plan(statement, connection))

    await database.close()
    assert index in found
    assert "SCAN messages" not in found
