"""What happens in groups and channels, over the wire, by polls and by the webhook."""

from collections.abc import Mapping

import pytest

from core.conversation.model import (
    ChatKind,
    Edit,
    Inbound,
    Membership,
    Moved,
    Reaction,
)
from core.engine.model import Delivered, Outbound, Unreachable
from tests.adapters.telegram.conftest import ACCOUNT, Ear, Maker, free_port, hearing
from tests.servers.telegram import BotApiServer

Settings = Mapping[str, str]


@pytest.fixture(params=["polls", "webhook"])
def way(request: pytest.FixtureRequest) -> Settings:
    """How updates come."""
    if request.param == "polls":
        return {}
    port = free_port()
    return {
        "webhook_url": f"http://127.0.0.1:{port}/",
        "webhook_listen": f"127.0.0.1:{port}",
    }


async def test_posts_and_their_changes_are_heard_and_answered(
    server: BotApiServer, make: Maker, ear: Ear, way: Settings
) -> None:
    channel = server.channel(-1009, "News", signed=True)
    ann = server.person(7, "Ann")
    telegram = make(**way)

    async with hearing(telegram):
        first = ann.says(channel, "the news")
        await ear.hears(1)
        ann.edits(channel, first, "newer news")
        await ear.hears(2)

        post, edit = ear.updates
        assert isinstance(post, Inbound)
        assert isinstance(edit, Edit)
        assert (post.chat_kind, post.sender, post.from_bot) == (
            *(ChatKind.CHANNEL, "telegram:-1009"),
            False,
        )
        assert (edit.message_id, edit.text) == (post.message_id, "newer news")
        answer = Outbound(route=post.route, text="so?", key="t1b0", reply_to=post.message_id)
        assert isinstance(await telegram.send(answer), Delivered)

    assert [(sent.chat, sent.reply_to) for sent in server.sent] == [(-1009, first)]


async def test_the_forward_of_a_post_into_its_discussion_is_a_bot_s(
    server: BotApiServer, make: Maker, ear: Ear, way: Settings
) -> None:
    channel = server.channel(-1009, "News", linked=server.group(-1001))
    ann = server.person(7)

    async with hearing(make(**way)):
        ann.says(channel, "the news")
        await ear.hears(2)

    assert {(one.route.chat, one.from_bot) for one in ear.inbounds} == {
        ("-1009", False),
        ("-1001", True),
    }


async def test_reactions_come_and_go(
    server: BotApiServer, make: Maker, ear: Ear, way: Settings
) -> None:
    ann = server.person(7, "Ann")

    async with hearing(make(**way)):
        said = ann.says(ann.direct, "hi")
        await ear.hears(1)
        ann.reacts(ann.direct, said, "👍")
        ann.reacts(ann.direct, said, "❤")
        ann.reacts(ann.direct, said)
        await ear.hears(5)

    told = [one for one in ear.updates if isinstance(one, Reaction)]
    assert [(one.emoji, one.removed) for one in told] == [
        ("👍", False),
        ("👍", True),
        ("❤", False),
        ("❤", True),
    ]
    assert {(one.message_id, one.sender) for one in told} == {(str(said), "telegram:7")}


async def test_it_knows_where_it_was_let_in_and_put_out(
    server: BotApiServer, make: Maker, ear: Ear, way: Settings
) -> None:
    ann, group = server.person(7), server.group(-1001, bot="left")
    telegram = make(**way)

    async with hearing(telegram):
        ann.says(ann.direct, "hi")
        ann.blocks()
        ann.unblocks()
        ann.adds_bot(group)
        ann.removes_bot(group)
        await ear.hears(5)

    assert [
        (one.chat, one.present, one.reason) for one in ear.updates if isinstance(one, Membership)
    ] == [
        ("7", False, "blocked"),
        ("7", True, "unblocked"),
        ("-1001", True, "added"),
        ("-1001", False, "removed"),
    ]


@pytest.mark.parametrize("newer_first", [False, True])
async def test_a_group_that_moves_is_one_move_however_it_is_told(
    newer_first: bool, server: BotApiServer, make: Maker, ear: Ear, way: Settings
) -> None:
    group = server.group(-5, basic=True)
    ann = server.person(7)

    async with hearing(make(**way)):
        ann.says(group, "here")
        new = server.migrate(group, newer_first=newer_first)
        ann.says(new, "there")
        await ear.hears(4)

    moves = [one for one in ear.updates if isinstance(one, Moved)]
    assert moves == [Moved(account=ACCOUNT, old_chat="-5", new_chat=str(new.id))] * 2
    assert [one.route.chat for one in ear.inbounds] == ["-5", str(new.id)]


async def test_a_channel_where_it_may_not_write_is_unreachable(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    channel = server.channel(-1009, bot="member")
    telegram = make()

    async with hearing(telegram):
        ann = server.person(7)
        ann.says(ann.direct, "hi")
        await ear.hears(1)
    route = ear.inbounds[0].route

    outcome = await telegram.send(
        Outbound(route=type(route)(account=ACCOUNT, chat=str(channel.id)), text="x", key="t1b0")
    )
    assert isinstance(outcome, Unreachable)
