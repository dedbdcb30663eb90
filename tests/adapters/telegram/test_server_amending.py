"""What the server lets the bot change and take back, and where it may still answer."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from telegram import Bot, MessageEntity, ReplyParameters
from telegram.error import BadRequest, RetryAfter

from adapters.clock.system import SystemClock
from tests.servers.telegram import BotApiServer
from tests.servers.telegram.library import library


@pytest.fixture
async def bot(server: BotApiServer) -> AsyncIterator[Bot]:
    async with library(server) as bot:
        yield bot


@pytest.fixture(autouse=True)
def greeted(server: BotApiServer) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "hi")


async def test_its_own_messages_can_be_changed(server: BotApiServer, bot: Bot) -> None:
    mine = await bot.send_message(7, "one")
    bold = [MessageEntity("bold", 0, 3)]

    first = await bot.edit_message_text("two", 7, mine.message_id)
    await bot.edit_message_text("two", 7, mine.message_id, entities=bold)
    await bot.delete_message(7, mine.message_id)

    assert not isinstance(first, bool)
    assert (first.text, first.message_id) == ("two", mine.message_id)
    assert first.edit_date is not None
    assert [(one.kind, one.text, len(one.entities)) for one in server.amended] == [
        ("edited", "two", 0),
        ("edited", "two", 1),
        ("deleted", "", 0),
    ]
    assert all(SystemClock().now() - one.at < timedelta(minutes=1) for one in server.amended)
    assert server.sent[0].text == "one"


@pytest.mark.parametrize(
    ("text", "entities", "said"),
    [
        pytest.param("one", [], "message is not modified: specified new", id="the same"),
        pytest.param("x" * 4097, [], "message_too_long", id="too long"),
        pytest.param(" ", [], "message text is empty", id="blank"),
        pytest.param("two", [MessageEntity("bold", 0, 9)], "ends outside", id="past the end"),
    ],
)
async def test_a_change_that_telegram_refuses_is_refused(
    text: str, entities: list[MessageEntity], said: str, server: BotApiServer, bot: Bot
) -> None:
    mine = await bot.send_message(7, "one")

    with pytest.raises(BadRequest, match=rf"(?i){said}"):
        await bot.edit_message_text(text, 7, mine.message_id, entities=entities)
    assert server.amended == []
    assert server.person(7).direct.messages[mine.message_id]["text"] == "one"


async def test_what_is_gone_or_of_others_cannot_be_changed(server: BotApiServer, bot: Bot) -> None:
    mine = await bot.send_message(7, "one")
    await bot.delete_message(7, mine.message_id)

    with pytest.raises(BadRequest, match=r"(?i)message to edit not found"):
        await bot.edit_message_text("two", 7, mine.message_id)
    with pytest.raises(BadRequest, match=r"(?i)message to delete not found"):
        await bot.delete_message(7, mine.message_id)
    with pytest.raises(BadRequest, match=r"(?i)message can't be edited"):
        await bot.edit_message_text("two", 7, 1)


async def test_messages_of_others_are_taken_back_only_by_who_may(
    server: BotApiServer, bot: Bot
) -> None:
    ann, group = server.person(7), server.group(-1001)
    theirs = ann.says(group, "spam")

    with pytest.raises(BadRequest, match=r"(?i)message can't be deleted"):
        await bot.delete_message(-1001, theirs)
    ann.promotes_bot(group)
    await bot.delete_message(-1001, theirs)
    await bot.delete_message(7, 1)

    assert [one.chat for one in server.amended] == [-1001, 7]


async def test_after_two_days_nothing_is_taken_back_any_more(
    server: BotApiServer, bot: Bot
) -> None:
    ann = server.person(7)
    old = ann.says(ann.direct, "hi", at=SystemClock().now() - timedelta(hours=49))

    with pytest.raises(BadRequest, match=r"(?i)message can't be deleted for everyone"):
        await bot.delete_message(7, old)


async def test_numbers_of_messages_never_come_again(bot: Bot) -> None:
    first = await bot.send_message(7, "one")
    await bot.delete_message(7, first.message_id)

    assert (await bot.send_message(7, "two")).message_id > first.message_id


@pytest.mark.filterwarnings("ignore:Deprecated since version v22.2")
async def test_changes_can_be_too_many(server: BotApiServer, bot: Bot) -> None:
    mine = await bot.send_message(7, "one")
    server.fail("editMessageText", "flood", retry_after=9)

    with pytest.raises(RetryAfter):
        await bot.edit_message_text("two", 7, mine.message_id)
    await bot.edit_message_text("two", 7, mine.message_id)


async def test_an_update_shows_what_was_said_when_it_was_made(
    server: BotApiServer, bot: Bot
) -> None:
    ann = server.person(7)
    ann.edits(ann.direct, ann.says(ann.direct, "before"), "after")

    *_, said, edited = await bot.get_updates()

    assert said.message is not None
    assert edited.edited_message is not None
    assert (said.message.text, edited.edited_message.text) == ("before", "after")


async def test_a_reply_to_what_is_gone_passes_only_if_that_is_allowed(
    server: BotApiServer, bot: Bot
) -> None:
    ann = server.person(7)
    gone = ann.says(ann.direct, "oops")
    ann.deletes(ann.direct, gone)

    with pytest.raises(BadRequest, match=r"(?i)message to be replied not found"):
        await bot.send_message(7, "what?", reply_parameters=ReplyParameters(gone))
    anyway = ReplyParameters(gone, allow_sending_without_reply=True)
    await bot.send_message(7, "what?", reply_parameters=anyway)

    assert [one.reply_to for one in server.sent] == [None]


async def test_a_closed_topic_takes_messages_of_administrators_only(
    server: BotApiServer, bot: Bot
) -> None:
    ann, forum = server.person(7), server.group(-1001, forum=True)
    topic = server.topic(forum)

    ann.closes_topic(forum, topic)
    with pytest.raises(BadRequest, match=r"(?i)topic_closed"):
        await bot.send_message(-1001, "hi", message_thread_id=topic)
    await bot.send_message(-1001, "in General")
    ann.reopens_topic(forum, topic)
    await bot.send_message(-1001, "in the topic", message_thread_id=topic)
    ann.closes_topic(forum)
    with pytest.raises(BadRequest, match=r"(?i)topic_closed"):
        await bot.send_message(-1001, "in General")
    ann.promotes_bot(forum)
    await bot.send_message(-1001, "in General again")

    assert [one.thread for one in server.sent] == [None, topic, None]
    closed = (await bot.get_updates())[1].message
    assert closed is not None
    assert closed.forum_topic_closed is not None
    assert closed.message_thread_id == topic


async def test_a_deleted_topic_is_not_found(server: BotApiServer, bot: Bot) -> None:
    ann, forum = server.person(7), server.group(-1001, forum=True)
    topic = server.topic(forum)
    said = ann.says(forum, "hi", thread=topic)

    ann.deletes_topic(forum, topic)

    with pytest.raises(BadRequest, match=r"(?i)message thread not found"):
        await bot.send_message(-1001, "hi", message_thread_id=topic)
    assert said not in forum.messages


async def test_the_general_topic_goes_without_a_thread(server: BotApiServer, bot: Bot) -> None:
    ann, forum = server.person(7), server.group(-1001, forum=True)
    ann.says(forum, "hi")

    heard = (await bot.get_updates())[-1].message
    sent = await bot.send_message(-1001, "hello")
    await bot.send_chat_action(-1001, "typing", message_thread_id=1)

    assert heard is not None
    assert (heard.message_thread_id, sent.message_thread_id) == (None, None)
    with pytest.raises(BadRequest, match=r"(?i)message thread not found"):
        await bot.send_message(-1001, "hello", message_thread_id=1)
