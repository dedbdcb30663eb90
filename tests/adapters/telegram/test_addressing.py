from typing import Any

import pytest

from adapters.telegram.translate import Me, translate
from core.conversation.model import ChatKind, Inbound
from tests.adapters.telegram.conftest import ACCOUNT
from tests.adapters.telegram.updates import (
    ANN,
    BOT,
    DIRECT,
    GROUP,
    NOW,
    entity,
    heard,
    said,
    update,
)
from tests.servers.telegram import CONTENTS


@pytest.mark.parametrize(
    ("fields", "addressed"),
    [
        pytest.param({"text": "hi all"}, False, id="plain talk"),
        pytest.param(
            {"text": "@Mina_Bot hi", "entities": [entity("mention", 0, 9)]}, True, id="mention"
        ),
        pytest.param(
            {"text": "@mina_bot hi", "entities": [entity("mention", 0, 9)]},
            True,
            id="mention in other case",
        ),
        pytest.param(
            {"text": "😂 @mina_bot", "entities": [entity("mention", 3, 9)]},
            True,
            id="mention behind an emoji of two units",
        ),
        pytest.param(
            {"text": "@mina_bot2 hi", "entities": [entity("mention", 0, 10)]},
            False,
            id="another bot whose name begins the same",
        ),
        pytest.param({"text": "http://x/@mina_bot"}, False, id="the name without an entity"),
        pytest.param(
            {
                **CONTENTS["photo"](),
                "caption": "@MINA_BOT",
                "caption_entities": [entity("mention", 0, 9)],
            },
            True,
            id="mention in a caption",
        ),
        pytest.param(
            {"text": "Mina", "entities": [entity("text_mention", 0, 4, user=BOT)]},
            True,
            id="mention by id",
        ),
        pytest.param(
            {"text": "Ann", "entities": [entity("text_mention", 0, 3, user=ANN)]},
            False,
            id="mention of a person by id",
        ),
        pytest.param(
            {"text": "yes", "reply_to_message": update(**{"from": BOT, "text": "ok?"})["message"]},
            True,
            id="reply to the bot",
        ),
        pytest.param(
            {"text": "yes", "reply_to_message": update(text="ok?")["message"]},
            False,
            id="reply to a person",
        ),
        pytest.param(
            {
                "text": "hello topic",
                "is_topic_message": True,
                "message_thread_id": 3,
                "reply_to_message": update(
                    **{"from": BOT, "forum_topic_created": {"name": "C", "icon_color": 1}}
                )["message"],
            },
            False,
            id="the first words of a topic that the bot opened",
        ),
        pytest.param(
            {"text": "/quiet@mina_bot", "entities": [entity("bot_command", 0, 15)]},
            True,
            id="command with its name",
        ),
        pytest.param(
            {"text": "/quiet", "entities": [entity("bot_command", 0, 6)]},
            False,
            id="command to all bots",
        ),
    ],
)
def test_in_a_group_it_is_addressed_by(fields: dict[str, Any], addressed: bool) -> None:
    inbound = heard(chat=GROUP, **fields)

    assert inbound.addressed is addressed
    assert inbound.chat_kind is ChatKind.GROUP


def test_a_bot_without_a_name_is_not_meant_by_a_command_to_all() -> None:
    raw = update(chat=GROUP, text="/quiet", entities=[entity("bot_command", 0, 6)])

    (inbound,) = translate(raw, account=ACCOUNT, me=Me(id=1, username=""), now=NOW)

    assert isinstance(inbound, Inbound)
    assert not inbound.addressed


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param("/quiet@Mina_Bot 3h", "/quiet 3h", id="its name is taken off"),
        pytest.param("/quiet@MINA_BOT", "/quiet", id="in any case"),
        pytest.param("/quiet 3h", "/quiet 3h", id="without a name it stays"),
        pytest.param("say /quiet@other_bot", "say /quiet@other_bot", id="no command inside a text"),
    ],
)
@pytest.mark.parametrize("chat", [DIRECT, GROUP], ids=["direct", "group"])
def test_a_command_loses_the_name_of_the_bot(text: str, left: str, chat: object) -> None:
    assert heard(text=text, chat=chat).text == left


@pytest.mark.parametrize("kind", ["message", "edited_message"])
@pytest.mark.parametrize("chat", [DIRECT, GROUP], ids=["direct", "group"])
def test_a_command_for_another_bot_is_nothing(kind: str, chat: object) -> None:
    raw = update(kind, text="/start@mina_bot2 now", chat=chat)

    assert said(raw) == ()
