"""The server's channels: posts, rights, and the group where they are discussed."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot
from telegram.error import BadRequest, Forbidden

from tests.servers.telegram import BotApiServer
from tests.servers.telegram.library import library


@pytest.fixture
async def bot(server: BotApiServer) -> AsyncIterator[Bot]:
    async with library(server) as bot:
        yield bot


async def test_a_post_comes_from_the_channel_and_names_its_author_if_signed(
    server: BotApiServer, bot: Bot
) -> None:
    news = server.channel(-1002, "News", signed=True)
    ann = server.person(7, "Ann")

    number = ann.says(news, "first")
    ann.edits(news, number, "second")
    posted, edited = await bot.get_updates()

    post, changed = posted.channel_post, edited.edited_channel_post
    assert post is not None
    assert changed is not None
    assert (post.text, post.author_signature, post.from_user) == ("first", "Ann", None)
    assert post.sender_chat is not None
    assert (post.sender_chat.id, post.chat.type) == (-1002, "channel")
    assert (changed.text, changed.message_id) == ("second", number)


async def test_an_administrator_may_post_and_hears_nothing_of_its_own(
    server: BotApiServer, bot: Bot
) -> None:
    server.channel(-1002)

    post = await bot.send_message(-1002, "hello")
    await bot.edit_message_text("hello all", -1002, post.message_id)

    assert (post.from_user, post.author_signature) == (None, None)
    assert [one.text for one in server.sent] == ["hello"]
    assert await bot.get_updates() == ()


async def test_who_is_no_administrator_may_neither_post_nor_hear(
    server: BotApiServer, bot: Bot
) -> None:
    news = server.channel(-1002, bot="left")
    server.person(7).says(news, "hi")

    with pytest.raises(BadRequest, match=r"(?i)need administrator rights in the channel chat"):
        await bot.send_message(-1002, "hello")
    assert await bot.get_updates() == ()


async def test_a_channel_that_threw_it_out_is_forbidden(server: BotApiServer, bot: Bot) -> None:
    server.person(7).removes_bot(server.channel(-1002))

    with pytest.raises(Forbidden, match="bot was kicked from the channel chat"):
        await bot.send_message(-1002, "hello")


async def test_a_post_is_forwarded_to_the_discussion_and_can_be_answered_there(
    server: BotApiServer, bot: Bot
) -> None:
    group = server.group(-1001)
    news = server.channel(-1002, linked=group, signed=True)
    ann = server.person(7)

    number = ann.says(news, "what do you think?")
    forward = group.last_id
    ann.says(group, "fine", reply_to=forward)
    await bot.send_message(-1001, "me too", message_thread_id=forward)
    _, automatic, comment = await bot.get_updates()

    message = automatic.message
    assert message is not None
    assert message.is_automatic_forward
    assert message.from_user is not None
    assert message.from_user.id == 777000
    assert message.sender_chat is not None
    assert message.sender_chat.id == -1002
    assert message.forward_origin is not None
    assert message.forward_origin.to_dict()["message_id"] == number
    assert comment.message is not None
    assert comment.message.message_thread_id == forward
    assert not comment.message.is_topic_message
    assert (await bot.get_chat(-1002)).linked_chat_id == -1001
