import json
import logging

import pytest

from core.conversation.model import Edit, Inbound
from core.errors import Misconfigured
from tests.adapters.telegram.conftest import ACCOUNT, Ear, HastyClock, Maker, hearing
from tests.servers.telegram import CONTENTS, BotApiServer

GROUP = -1001


async def test_what_is_said_is_heard_in_order(server: BotApiServer, make: Maker, ear: Ear) -> None:
    ann = server.person(7, "Ann")
    ann.says(ann.direct, "before it started")

    async with hearing(make()):
        await ear.hears(1)
        ann.says(ann.direct, "one")
        ann.says(ann.direct, "two")
        await ear.hears(3)

    assert ear.texts == ["before it started", "one", "two"]


@pytest.mark.parametrize("kind", CONTENTS)
async def test_a_text_right_after_any_kind_is_heard(
    kind: str, server: BotApiServer, make: Maker, ear: Ear
) -> None:
    ann = server.person(7)

    async with hearing(make()):
        ann.sends(ann.direct, kind)
        ann.says(ann.direct, "and?")
        await ear.hears(2)

    assert ear.texts[0].startswith("[")
    assert ear.texts[1] == "and?"
    assert ear.unreadable == []


async def test_edits_albums_forwards_topics_and_mentions_come_through(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    ann, group = server.person(7), server.group(GROUP, forum=True)
    topic = server.topic(group)

    async with hearing(make()):
        first = ann.says(ann.direct, "hi")
        ann.edits(ann.direct, first, "hello")
        ann.edits(ann.direct, first)
        ann.sends_album(ann.direct, ["the sea", ""])
        ann.forwards(ann.direct, "old news", origin="Bo")
        ann.says(group, "@MINA_bot hi", thread=topic)
        await ear.hears(7)

    assert [type(update) for update in ear.updates[:3]] == [Inbound, Edit, Edit]
    assert [edit.text for edit in ear.edits] == ["hello", "hello"]
    assert ear.texts[1:4] == ["[photo] the sea", "[photo]", "[forwarded from Bo] old news"]
    assert {inbound.album for inbound in ear.inbounds[1:3]} == {"album-1"}
    assert ear.inbounds[4].addressed
    assert ear.inbounds[4].route.thread == str(topic)
    assert ear.inbounds[4].reply_to is None


async def test_the_same_message_number_in_two_chats_is_two_messages(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    ann, bo = server.person(7), server.person(8)

    async with hearing(make()):
        numbers = ann.says(ann.direct, "x"), bo.says(bo.direct, "y")
        await ear.hears(2)

    assert numbers == (1, 1)
    assert len({(inbound.route, inbound.message_id) for inbound in ear.inbounds}) == 2


async def test_a_poison_update_is_recorded_and_passed(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    ann = server.person(7)

    async with hearing(make()):
        poison = server.world.push("message", {"text": "no chat, no date"})
        ann.says(ann.direct, "after it")
        await ear.hears(2)
        await server.world.until(lambda: not server.world.updates)

    assert ear.texts == ["after it"]
    assert [(u.account, u.update_id, u.reason) for u in ear.unreadable] == [
        (ACCOUNT, str(poison), "KeyError")
    ]


async def test_an_update_is_confirmed_only_after_it_is_stored(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "keep me")
    ear.broken = True
    telegram = make()

    with pytest.raises(OSError, match="disk is full"):
        await telegram.serve()

    assert len(server.world.updates) == 1

    ear.broken = False
    async with hearing(telegram):
        await ear.hears(1)
        await server.world.until(lambda: not server.world.updates)

    assert ear.texts == ["keep me"]


@pytest.mark.parametrize("at_start", [True, False], ids=["at the start", "while it runs"])
async def test_a_refused_token_is_told_with_the_cure(
    at_start: bool, server: BotApiServer, make: Maker
) -> None:
    method = "getMe" if at_start else "getUpdates"
    server.fail(method, "refuse", code=401, description="Unauthorized")

    with pytest.raises(Misconfigured, match=r"telegram\.token.*@BotFather|@BotFather.*token"):
        await make().serve()


def test_without_a_token_it_says_where_to_get_one(make: Maker) -> None:
    with pytest.raises(Misconfigured, match=r"telegram\.token is missing"):
        make(token=None)


async def test_a_webhook_is_taken_away_and_nothing_that_waits_is_lost(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    server.world.webhook = "https://old.example/hook"
    ann = server.person(7)
    ann.says(ann.direct, "waiting")

    async with hearing(make()):
        await ear.hears(1)

    assert server.world.webhook == ""
    assert ear.texts == ["waiting"]


async def test_privacy_mode_is_told_with_its_cure(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    server.world.bot["can_read_all_group_messages"] = False
    ann, group = server.person(7), server.group(GROUP)
    telegram = make()

    async with hearing(telegram):
        ann.says(group, "nobody hears this")
        ann.says(group, "@mina_bot this it does")
        await ear.hears(1)

        assert any("/setprivacy" in note for note in telegram.health.notes)

    assert ear.texts == ["@mina_bot this it does"]


async def test_only_what_is_used_is_asked_for(server: BotApiServer, make: Maker) -> None:
    async with hearing(make()):
        await server.world.until(lambda: bool(server.calls("getUpdates")))

    asked = server.calls("getUpdates")[0].parameters
    assert json.loads(asked["allowed_updates"]) == [
        *("message", "edited_message", "channel_post", "edited_channel_post"),
        *("message_reaction", "my_chat_member", "callback_query"),
    ]


async def test_no_log_line_and_no_error_holds_the_token(
    server: BotApiServer,
    make: Maker,
    ear: Ear,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("httpx", "httpcore", "telegram"):
        caplog.set_level(logging.DEBUG, logger=name)
    ann = server.person(7)
    telegram = make(clock=HastyClock())
    server.fail("getUpdates", "reset")
    server.fail("getUpdates", "status", code=502)
    server.fail("getUpdates", "malformed", body="who reads this")

    async with hearing(telegram):
        ann.says(ann.direct, "hi")
        await ear.hears(1)
    server.world.token = "424242:another"
    with pytest.raises(Misconfigured) as refused:
        await telegram.serve()

    chain = []
    error: BaseException | None = refused.value
    while error is not None:
        chain.append(f"{error!r} {error}")
        error = error.__cause__ or error.__context__
    printed = capsys.readouterr()
    seen = "\n".join([caplog.text, printed.out, printed.err, *chain, repr(telegram.__dict__)])
    assert "getUpdates" in caplog.text
    assert server.token.split(":")[1] not in seen
    assert "secret-part" not in seen
    assert "who reads this" not in seen
