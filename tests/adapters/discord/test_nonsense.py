"""Events of any shape: some are read, none raises what the queue does not expect."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.errors import UNPARSED
from core.conversation.model import Inbound
from tests.adapters.discord.events import file, message, updates

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(), max_size=30),
    st.sampled_from(["<@7>", "<@&31>", "<t:99999999999>", "\ud800", "<#901>"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["id", "name", "user", "content", "message", "url", "username"]),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=8,
)
WHOLE: Mapping[str, Any] = {
    **message(content="hello <@7>"),
    "member": {"nick": "Annie"},
    "webhook_id": None,
    "application_id": None,
    "message_reference": {"message_id": "4"},
    "referenced_message": None,
    "message_snapshots": [{"message": {"content": "x", "attachments": []}}],
    "sticker_items": [{"id": "1", "name": "Wave"}],
    "attachments": [file("a.png", "image/png")],
    "poll": {"question": {"text": "?"}},
    "edited_timestamp": "2026-01-10T22:00:00+00:00",
    "message_id": "5",
    "user_id": "7",
    "emoji": {"id": None, "name": "👍"},
    "ids": ["5"],
}
EVENTS = (
    "MESSAGE_CREATE",
    "MESSAGE_UPDATE",
    "MESSAGE_DELETE",
    "MESSAGE_DELETE_BULK",
    "MESSAGE_REACTION_ADD",
    "MESSAGE_REACTION_REMOVE",
)


@pytest.mark.parametrize("event", EVENTS)
@given(changes=st.dictionaries(st.sampled_from(sorted(WHOLE)), VALUES, max_size=4))
def test_nonsense_is_read_or_refused_and_never_worse(event: str, changes: dict[str, Any]) -> None:
    try:
        heard = updates(event, {**WHOLE, **changes})
    except UNPARSED:
        return

    for update in heard:
        if isinstance(update, Inbound):
            update.text.encode()  # what a database takes
            assert "\x00" not in update.text
            assert update.message_id.isdecimal()
            assert update.sender_name.isprintable()
