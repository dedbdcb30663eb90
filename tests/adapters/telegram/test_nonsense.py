from datetime import UTC
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from telegram.error import TelegramError

from adapters.telegram.errors import UNPARSED
from adapters.telegram.translate import ALLOWED, translate
from core.conversation.model import Inbound
from tests.adapters.telegram.conftest import ACCOUNT
from tests.adapters.telegram.updates import GROUP, ME, NOW, entity, update
from tests.servers.telegram import CONTENTS

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(["private", "supergroup", "mention", "user", 7, -1001]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [*CONTENTS, "id", "type", "text", "from", "chat", "date", "user", "entities"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
NONSENSE = [None, "", "x" * 50, -1, 2**70, 0.5, True, [], {}, [None], {"id": "?"}, "\ud800"]
MESSAGE_KEYS = (
    *("message_id", "date", "edit_date", "chat", "from", "sender_chat", "text", "caption"),
    *("entities", "caption_entities", "reply_to_message", "forward_origin", "media_group_id"),
    *("message_thread_id", "is_topic_message", "new_chat_members", "photo", "sticker", "voice"),
    *("document", "poll", "dice", "contact", "story", "location", "venue", "quote", "via_bot"),
)


def survives(raw: dict[str, Any]) -> None:
    """Translate, or raise what the loop knows to be a broken update."""
    try:
        translated = translate(raw, account=ACCOUNT, me=ME, now=NOW)
    except (TelegramError, *UNPARSED):
        return
    for inbound in translated:
        if isinstance(inbound, Inbound):
            inbound.text.encode()
            inbound.sender_name.encode()
            assert "\n" not in inbound.sender_name
            assert inbound.sent_at.tzinfo is UTC


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(MESSAGE_KEYS), JSON, max_size=8))
def test_no_shape_of_json_gets_past_the_net(odd: dict[str, Any]) -> None:
    survives({"update_id": 1, "message": odd})
    survives(update(**odd))
    survives({"update_id": 1, **odd})


ABOUT_KEYS = (
    *("chat", "from", "user", "actor_chat", "date", "message_id", "old_reaction", "new_reaction"),
    *("old_chat_member", "new_chat_member", "migrate_to_chat_id", "migrate_from_chat_id"),
    *("sender_chat", "author_signature", "text", "photo", "document"),
)
ABOUT = JSON | st.sampled_from(
    [
        {"id": 7, "type": "private", "first_name": "Ann", "is_bot": False},
        {"user": {"id": 1, "is_bot": True, "first_name": "M"}, "status": "member"},
        [{"type": "emoji", "emoji": "👍"}, {"type": "custom_emoji", "custom_emoji_id": "1"}],
    ]
)


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(ABOUT_KEYS), ABOUT, max_size=8))
def test_no_shape_of_reactions_moves_or_posts_gets_past_the_net(odd: dict[str, Any]) -> None:
    for kind in ALLOWED:
        survives({"update_id": 1, kind: odd})


def test_ten_thousand_damaged_updates_get_past_no_net() -> None:
    """Real messages of every kind, each with one to three values replaced by nonsense."""
    rng = Random(20260110)

    for number in range(10_000):
        survives(damaged(rng, number))


def damaged(rng: Random, number: int) -> dict[str, Any]:
    """Return an update of some kind with one to three values replaced by nonsense."""
    kinds = list(CONTENTS)
    fields = CONTENTS[kinds[number % len(kinds)]]()
    raw = update(
        **fields, caption="@mina_bot", caption_entities=[entity("mention", 0, 9)], chat=GROUP
    )
    for _ in range(rng.randint(1, 3)):
        _damage(raw["message"], rng, rng.choice(NONSENSE))
    return raw


def _damage(node: Any, rng: Random, value: object) -> None:
    while isinstance(node, dict | list) and node:
        key = rng.choice(list(node)) if isinstance(node, dict) else rng.randrange(len(node))
        inner = node[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
            node[key] = inner = inner.copy()
            node = inner
            continue
        node[key] = value
        return
