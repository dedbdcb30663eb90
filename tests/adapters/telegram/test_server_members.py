"""What the server tells when the bot comes, goes, rises, is blocked, or its group moves."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot, Update
from telegram import Chat as TelegramChat
from telegram.error import BadRequest, ChatMigrated, Forbidden

from tests.servers.telegram import BotApiServer
from tests.servers.telegram.library import library


@pytest.fixture
async def bot(server: BotApiServer) -> AsyncIterator[Bot]:
    async with library(server) as bot:
        yield bot


def changes(updates: tuple[Update, ...]) -> list[tuple[str, str]]:
    """Return each change of what the bot is in a chat: from, to."""
    members = [update.my_chat_member for update in updates]
    return [
        (one.old_chat_member.status, one.new_chat_member.status)
        for one in members
        if one is not None
    ]


async def test_it_hears_who_lets_it_in_makes_it_more_and_throws_it_out(
    server: BotApiServer, bot: Bot
) -> None:
    group = server.group(-1001, bot="left")
    ann = server.person(7)
    ann.says(group, "unheard")
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await bot.send_message(-1001, "hi")

    ann.adds_bot(group)
    ann.promotes_bot(group)
    ann.demotes_bot(group)
    ann.removes_bot(group)
    ann.says(group, "unheard too")
    updates = await bot.get_updates()

    assert changes(updates) == [
        ("left", "member"),
        ("member", "administrator"),
        ("administrator", "member"),
        ("member", "kicked"),
    ]
    first = updates[0].my_chat_member
    assert first is not None
    assert (first.from_user.id, first.chat.id) == (7, -1001)
    texts = [update.message.new_chat_members for update in updates if update.message]
    assert [[user.id for user in users] for users in texts] == [[bot.id]]
    with pytest.raises(Forbidden, match="bot was kicked from the supergroup chat"):
        await bot.send_message(-1001, "hi")


async def test_it_hears_who_blocks_it_and_who_comes_back(server: BotApiServer, bot: Bot) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "hi")

    ann.blocks()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(7, "hello?")
    ann.unblocks()
    await bot.send_message(7, "welcome back")
    ann.blocks()
    ann.says(ann.direct, "sorry")
    updates = await bot.get_updates()

    assert changes(updates) == [("member", "kicked"), ("kicked", "member")] * 2
    assert updates[-1].message is not None
    assert [one.text for one in server.sent] == ["welcome back"]


async def test_it_hears_of_none_of_this_if_it_asked_for_messages_only(
    server: BotApiServer, bot: Bot
) -> None:
    await bot.get_updates(allowed_updates=["message"])
    ann = server.person(7)

    ann.blocks()
    ann.says(ann.direct, "hi")

    assert changes(await bot.get_updates()) == []


async def test_it_can_ask_what_it_is(server: BotApiServer, bot: Bot) -> None:
    group = server.group(-1001)
    before = await bot.get_chat_member(-1001, bot.id)
    server.person(7).promotes_bot(group)

    assert before.status == "member"
    assert (await bot.get_chat_member(-1001, bot.id)).status == "administrator"
    assert (await bot.get_chat_member(-1001, 7)).user.first_name == "Ann"
    with pytest.raises(BadRequest, match=r"(?i)participant_id_invalid"):
        await bot.get_chat_member(-1001, 99)


@pytest.mark.parametrize("newer_first", [False, True])
async def test_a_group_that_moves_says_so_in_both_chats(
    newer_first: bool, server: BotApiServer, bot: Bot
) -> None:
    group = server.group(-5, basic=True)

    newer = server.migrate(group, newer_first=newer_first)
    server.person(7).says(newer, "here we are")
    *moves, said = [update.message for update in await bot.get_updates()]

    seen = [(m.chat.id, m.migrate_to_chat_id, m.migrate_from_chat_id) for m in moves if m]
    expected = [(-5, newer.id, None), (newer.id, None, -5)]
    assert seen == (expected[::-1] if newer_first else expected)
    assert said is not None
    assert said.chat.type == TelegramChat.SUPERGROUP


async def test_calls_to_the_old_chat_are_refused_with_the_new_one(
    server: BotApiServer, bot: Bot
) -> None:
    group = server.group(-5, basic=True)
    mine = await bot.send_message(-5, "before")
    newer = server.migrate(group, to=-1005)

    for call in (
        bot.send_message(-5, "hi"),
        bot.edit_message_text("hi", -5, mine.message_id),
        bot.set_message_reaction(-5, mine.message_id, "👍"),
        bot.send_chat_action(-5, "typing"),
    ):
        with pytest.raises(ChatMigrated) as moved:
            await call
        assert moved.value.new_chat_id == newer.id == -1005
    await bot.send_message(-1005, "after")
    assert [one.chat for one in server.sent] == [-5, -1005]


async def test_only_a_basic_group_moves_and_only_once(server: BotApiServer) -> None:
    group = server.group(-5, basic=True)
    server.migrate(group)

    for chat in (group, server.group(-1001)):
        with pytest.raises(ValueError, match="not a basic group"):
            server.migrate(chat)
    with pytest.raises(ValueError, match="moved"):
        server.person(7).says(group, "anybody here?")
