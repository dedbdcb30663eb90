import pytest

from core.conversation.model import (
    AttachmentKind,
    ChatKind,
    Inbound,
    Membership,
    Route,
    Unreadable,
)
from core.engine.model import Delivered, Outbound
from tests.adapters.discord.conftest import ACCOUNT, Ear, HastyClock, Maker, hearing
from tests.servers.discord import DiscordServer
from tests.servers.discord.world import FORUM, NEWS, Channel, Guild


@pytest.fixture
def guild(server: DiscordServer) -> Guild:
    return server.guild(900)


@pytest.fixture
def room(server: DiscordServer, guild: Guild) -> Channel:
    return server.channel(guild, "general", id=901)


async def test_a_direct_message_is_heard_as_one(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann = server.person(7, "Ann")

    async with hearing(make(), server):
        said = ann.says(ann.direct, "hi there")
        await ear.hears(1)

    (inbound,) = ear.inbounds
    assert inbound.route == Route(account=ACCOUNT, chat=str(ann.direct.id))
    assert inbound.chat_kind is ChatKind.DIRECT
    assert inbound.addressed
    assert inbound.message_id == str(said)
    assert (inbound.sender, inbound.sender_name) == ("discord:7", "Ann")
    assert inbound.server is None


async def test_a_thread_is_a_conversation_inside_its_channel(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")

    async with hearing(make(), server):
        thread = ann.opens(room, "holidays", "where to?")
        await ear.hears(1)

    (inbound,) = ear.inbounds
    assert inbound.route == Route(account=ACCOUNT, chat="901", thread=str(thread.id))
    assert (inbound.text, inbound.server) == ("where to?", "900")
    assert inbound.chat_kind is ChatKind.GROUP
    assert not inbound.addressed


async def test_a_thread_that_nobody_told_of_is_looked_up_once(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    thread = ann.opens(room, "holidays")
    server.archive(thread)

    async with hearing(make(), server):
        for text in ("one", "two"):
            ann.says(thread, text)
        await ear.hears(2)

    assert {inbound.route.thread for inbound in ear.inbounds} == {str(thread.id)}
    assert {inbound.route.chat for inbound in ear.inbounds} == {"901"}
    assert len(server.calls("get_channel")) <= 1


async def test_an_announcement_channel_is_a_channel(
    server: DiscordServer, ear: Ear, make: Maker, guild: Guild
) -> None:
    news = server.channel(guild, "news", kind=NEWS)

    async with hearing(make(), server):
        server.person(7, "Ann").says(news, "version 2 is out")
        await ear.hears(1)

    assert ear.inbounds[0].chat_kind is ChatKind.CHANNEL


async def test_a_mention_and_a_reply_address_it_and_other_talk_does_not(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")
    me = server.world.me

    async with hearing(make(), server):
        ann.says(room, "nice weather")
        ann.says(room, f"<@{me}> are you there?")
        ann.says(room, "@everyone hello")
        await ear.hears(3)

    assert [inbound.addressed for inbound in ear.inbounds] == [False, True, False]
    assert ear.texts[1] == "@Mina are you there?"


async def test_the_words_of_a_bot_and_of_a_webhook_count_as_a_bots(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    feed = server.webhook(70, "Feed", application=71)

    async with hearing(make(), server):
        feed.says(room, "Ann speaks through me", name="Ann")
        server.person(8, "Robo", bot=True).says(room, "beep")
        await ear.hears(2)

    proxied, robo = ear.inbounds
    assert (proxied.sender, proxied.via, proxied.from_bot) == ("discord:70", "discord:71", True)
    assert proxied.sender_name == "Ann"
    assert (robo.sender, robo.via, robo.from_bot) == ("discord:8", None, True)


async def test_a_voice_message_can_be_fetched_and_one_too_large_can_not(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann, mina = server.person(7, "Ann"), make()

    async with hearing(mina, server):
        ann.sends_voice(ann.direct, 12.0)
        await ear.hears(1)
        (voice,) = ear.inbounds[0].attachments
        content = await mina.fetch(voice, 1000)
        missing = await mina.fetch(voice, 10)

    assert ear.texts == ["[voice 0:12]"]
    assert voice.kind is AttachmentKind.VOICE
    assert content == b"OggS" * 64
    assert getattr(missing, "reason", None) == "too large"


async def test_an_edit_changes_the_text_and_a_preview_changes_nothing(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann = server.person(7, "Ann")

    async with hearing(make(), server):
        said = ann.says(ann.direct, "see https://example.org")
        ann.edits(ann.direct, said)
        ann.edits(ann.direct, said, "see you")
        ann.edits(ann.direct, said)  # told whole again, for the card
        ann.says(ann.direct, "bye")
        await ear.hears(3)

    (edit,) = ear.edits
    assert (edit.message_id, edit.text) == (str(said), "see you")
    assert edit.route == ear.inbounds[0].route


async def test_messages_that_are_deleted_one_by_one_or_at_once_are_told(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")

    async with hearing(make(), server):
        ids = [ann.says(room, text) for text in ("a", "b", "c")]
        ann.deletes(room, ids[0])
        ann.deletes(room, ids[1], ids[2])
        await ear.hears(5)

    one, both = ear.deletions
    assert one.message_ids == (str(ids[0]),)
    assert set(both.message_ids) == {str(ids[1]), str(ids[2])}


async def test_reactions_come_and_go_with_the_name_of_who_put_them(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")

    async with hearing(make(), server):
        said = ann.says(room, "I won!")
        ann.reacts(room, said, "🎉")
        ann.unreacts(room, said, "🎉")
        await ear.hears(3)

    assert [(one.emoji, one.sender_name, one.removed) for one in ear.reactions] == [
        ("🎉", "Ann", False),
        ("🎉", "Ann", True),
    ]


async def test_a_clearing_takes_away_the_reactions_that_were_heard(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann, ben = server.person(7, "Ann"), server.person(8, "Ben")

    async with hearing(make(), server):
        said = ann.says(room, "I won!")
        ann.reacts(room, said, "🎉")
        ben.reacts(room, said, "👍")
        body = {"channel_id": "901", "guild_id": "900", "message_id": str(said)}
        emoji = {"id": None, "name": "👍"}
        server.world.tell("MESSAGE_REACTION_REMOVE_EMOJI", {**body, "emoji": emoji}, room)
        server.world.tell("MESSAGE_REACTION_REMOVE_ALL", body, room)
        await ear.hears(5)

    assert [(one.emoji, one.sender) for one in ear.reactions if one.removed] == [
        ("👍", "discord:8"),
        ("🎉", "discord:7"),
    ]


async def test_being_put_out_of_a_server_is_told_for_each_of_its_channels(
    server: DiscordServer, ear: Ear, make: Maker, guild: Guild, room: Channel
) -> None:
    server.channel(guild, "games", id=902)
    ann = server.person(7, "Ann")

    async with hearing(make(), server):
        ann.says(room, "bye")
        await ear.hears(1)
        server.leave(guild)
        await ear.hears(3)

    gone = {(one.chat, one.present, one.reason) for one in ear.memberships}
    assert gone == {("901", False, "removed"), ("902", False, "removed")}


async def test_an_outage_puts_it_out_of_nothing(
    server: DiscordServer, ear: Ear, make: Maker, guild: Guild, room: Channel
) -> None:
    ann = server.person(7, "Ann")

    async with hearing(make(), server):
        server.outage(guild)
        server.outage(guild, over=True)
        ann.says(room, "back again")
        await ear.hears(1)

    assert ear.texts == ["back again"]
    assert ear.memberships == []


async def test_a_channel_that_is_deleted_and_a_server_that_lets_it_in_are_told(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    async with hearing(make(), server):
        await server.world.until(lambda: bool(server.gateway.open()))
        server.remove(room)
        await ear.hears(1)
        server.guild(950, "New friends")
        other = server.world.guilds[950]
        lounge = server.channel(other, "lounge", id=951)
        server.leave(other)
        await ear.hears(2)

    assert ear.memberships == [
        Membership(account=ACCOUNT, chat="901", present=False, reason="deleted"),
        Membership(account=ACCOUNT, chat=str(lounge.id), present=False, reason="removed"),
    ]


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param({"id": "5", "channel_id": "901", "guild_id": "900"}, id="no author"),
        pytest.param({"id": "5"}, id="no channel"),
        pytest.param({}, id="nothing at all"),
        pytest.param(
            {"id": "5", "channel_id": "901", "guild_id": "900", "author": 5, "type": 0},
            id="an author that is a number",
        ),
    ],
)
async def test_a_broken_event_is_noted_and_the_next_text_is_heard(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel, broken: dict[str, object]
) -> None:
    ann = server.person(7, "Ann")

    async with hearing(make(), server):
        server.world.tell("MESSAGE_CREATE", dict(broken), room)
        ann.says(room, "still there?")
        await ear.hears(2)

    noted = [update for update in ear.updates if isinstance(update, Unreadable)]
    assert [one.account for one in noted] == [ACCOUNT]
    assert ear.texts == ["still there?"]
    assert len(server.identifies) == 1


async def test_a_broken_event_of_the_library_does_not_end_the_connection(
    server: DiscordServer, ear: Ear, make: Maker, room: Channel
) -> None:
    ann = server.person(7, "Ann")

    async with hearing(make(), server):
        server.world.tell("CHANNEL_UPDATE", {"id": "901", "type": 0, "guild_id": "900"}, room)
        ann.says(room, "still there?")
        await ear.hears(1)

    assert ear.texts == ["still there?"]
    assert len(server.identifies) == 1


async def test_what_could_not_be_kept_is_given_again_in_order(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann, clock = server.person(7, "Ann"), HastyClock()
    ear.failures = 3

    async with hearing(make(clock=clock), server):
        for text in ("one", "two", "three"):
            ann.says(ann.direct, text)
        await ear.hears(3)

    assert ear.texts == ["one", "two", "three"]
    assert len(clock.slept) == 3


async def test_joins_and_pins_are_not_said_by_anybody(
    server: DiscordServer, ear: Ear, make: Maker, guild: Guild, room: Channel
) -> None:
    ann = server.person(7, "Ann")

    async with hearing(make(), server):
        ann.joins(guild, room)
        said = ann.says(room, "hello")
        ann.pins(room, said)
        ann.says(room, "bye")
        await ear.hears(2)

    assert ear.texts == ["hello", "bye"]
    assert all(isinstance(update, Inbound) for update in ear.updates)


async def test_the_post_of_a_forum_is_a_conversation_and_answered_in_the_post(
    server: DiscordServer, ear: Ear, make: Maker, guild: Guild
) -> None:
    ann, forum = server.person(7, "Ann"), server.channel(guild, "ideas", kind=FORUM)
    mina = make()

    async with hearing(mina, server):
        post = ann.opens(forum, "a garden", f"<@{server.world.me}> with tomatoes?")
        await ear.hears(1)
        (inbound,) = ear.inbounds
        sent = await mina.send(Outbound(route=inbound.route, text="with beans!", key="t1b0"))

    assert inbound.route == Route(account=ACCOUNT, chat=str(forum.id), thread=str(post.id))
    assert (inbound.text, inbound.addressed) == ("@Mina with tomatoes?", True)
    assert isinstance(sent, Delivered)
    assert [(one.channel, one.text) for one in server.sent] == [(post.id, "with beans!")]
