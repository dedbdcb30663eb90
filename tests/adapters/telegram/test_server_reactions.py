"""The server's reactions, of people and of the bot."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram import Bot, ReactionTypeCustomEmoji, ReactionTypePaid, Update
from telegram.constants import ReactionEmoji
from telegram.error import BadRequest

from tests.servers.telegram import BotApiServer
from tests.servers.telegram.library import library
from tests.servers.telegram.reactions import EMOJI

REACTIONS = ["message", "message_reaction", "message_reaction_count"]


@pytest.fixture
async def bot(server: BotApiServer) -> AsyncIterator[Bot]:
    async with library(server) as bot:
        yield bot


def told(updates: tuple[Update, ...]) -> list[tuple[list[str], list[str]]]:
    """Return the reactions before and after each change."""
    seen = [update.message_reaction for update in updates]
    return [
        ([_named(kind) for kind in one.old_reaction], [_named(kind) for kind in one.new_reaction])
        for one in seen
        if one is not None
    ]


def _named(kind: Any) -> str:
    return str(getattr(kind, "emoji", "") or kind.custom_emoji_id)


def test_it_knows_the_emoji_that_the_library_knows() -> None:
    assert {emoji.value for emoji in ReactionEmoji} == EMOJI


async def test_reactions_of_people_are_told_with_what_was_there_before(
    server: BotApiServer, bot: Bot
) -> None:
    await bot.get_updates(allowed_updates=REACTIONS)
    ann = server.person(7)
    ann.says(ann.direct, "hi")
    mine = await bot.send_message(7, "hello")

    ann.reacts(ann.direct, mine.message_id, "❤")
    ann.reacts(ann.direct, mine.message_id, "❤")
    ann.reacts(ann.direct, mine.message_id, "👍", "5368324170671202286")
    ann.reacts(ann.direct, mine.message_id)
    updates = await bot.get_updates()

    both = ["👍", "5368324170671202286"]
    assert told(updates) == [([], ["❤"]), (["❤"], both), (both, [])]
    first = updates[1].message_reaction
    assert first is not None
    assert first.user is not None
    assert (first.chat.id, first.message_id, first.user.id) == (7, mine.message_id, 7)


async def test_reactions_come_only_to_who_asked_for_them(server: BotApiServer, bot: Bot) -> None:
    ann = server.person(7)

    ann.reacts(ann.direct, ann.says(ann.direct, "hi"), "👍")

    assert told(await bot.get_updates()) == []


async def test_reactions_in_a_group_come_only_to_an_administrator(
    server: BotApiServer, bot: Bot
) -> None:
    await bot.get_updates(allowed_updates=REACTIONS)
    ann, group = server.person(7), server.group(-1001)
    number = ann.says(group, "hi")

    ann.reacts(group, number, "👍")
    ann.promotes_bot(group)
    ann.reacts(group, number, "🔥")

    assert told(await bot.get_updates()) == [(["👍"], ["🔥"])]


async def test_of_reactions_to_a_post_only_their_number_is_told(
    server: BotApiServer, bot: Bot
) -> None:
    await bot.get_updates(allowed_updates=REACTIONS)
    news = server.channel(-1002)
    number = (await bot.send_message(-1002, "hi")).message_id

    server.person(7).reacts(news, number, "👍")
    server.person(8).reacts(news, number, "👍")
    *_, last = await bot.get_updates()

    assert last.message_reaction_count is not None
    assert [one.total_count for one in last.message_reaction_count.reactions] == [2]


async def test_the_bot_sets_one_reaction_and_takes_it_away(server: BotApiServer, bot: Bot) -> None:
    await bot.get_updates(allowed_updates=REACTIONS)
    ann = server.person(7)
    number = ann.says(ann.direct, "hi")

    await bot.set_message_reaction(7, number, "🔥", is_big=True)
    await bot.set_message_reaction(7, number, ReactionEmoji.MAN_SHRUGGING)
    await bot.set_message_reaction(7, number)

    assert [(one.message_id, one.with_, one.big) for one in server.reactions] == [
        (number, ("🔥",), True),
        (number, (ReactionEmoji.MAN_SHRUGGING,), False),
        (number, (), False),
    ]
    assert told(await bot.get_updates()) == []


@pytest.mark.parametrize(
    ("reaction", "said"),
    [
        pytest.param("🙂", "reaction_invalid", id="not in the list"),
        pytest.param("❤️", "reaction_invalid", id="with a variation selector"),
        pytest.param(["👍", "🔥"], "reactions_too_many", id="two"),
        pytest.param(ReactionTypeCustomEmoji("77"), "reaction_invalid", id="a custom one"),
        pytest.param(ReactionTypePaid(), "invalid reaction type", id="a paid one"),
    ],
)
async def test_a_reaction_that_telegram_refuses_is_refused(
    reaction: Any, said: str, server: BotApiServer, bot: Bot
) -> None:
    ann = server.person(7)
    number = ann.says(ann.direct, "hi")

    with pytest.raises(BadRequest, match=rf"(?i){said}"):
        await bot.set_message_reaction(7, number, reaction)
    assert server.reactions == []


async def test_what_is_there_already_or_allowed_may_be_used(server: BotApiServer, bot: Bot) -> None:
    ann, group = server.person(7), server.group(-1001)
    direct, there = ann.says(ann.direct, "hi"), ann.says(group, "hi")
    ann.reacts(ann.direct, direct, "77")
    group.allowed_reactions = frozenset({"👍"})

    await bot.set_message_reaction(7, direct, ReactionTypeCustomEmoji("77"))
    await bot.set_message_reaction(-1001, there, "👍")

    with pytest.raises(BadRequest, match=r"(?i)reaction_invalid"):
        await bot.set_message_reaction(-1001, there, "🔥")
    assert [kind.to_dict()["emoji"] for kind in await _available(bot)] == ["👍"]


async def _available(bot: Bot) -> Any:
    return (await bot.get_chat(-1001)).available_reactions


async def test_what_is_not_there_takes_no_reaction(server: BotApiServer, bot: Bot) -> None:
    ann, forum = server.person(7), server.group(-1001, forum=True)
    gone = ann.says(ann.direct, "oops")
    ann.deletes(ann.direct, gone)

    with pytest.raises(BadRequest, match=r"(?i)message to react not found"):
        await bot.set_message_reaction(7, gone, "👍")
    with pytest.raises(BadRequest, match=r"(?i)reaction_invalid"):
        await bot.set_message_reaction(-1001, server.topic(forum), "👍")
