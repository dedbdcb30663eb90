"""Files that go out, messages that are taken back, and who administers a chat."""

import asyncio
from datetime import timedelta

import pytest

from adapters.clock.system import SystemClock
from core.admin.model import Choice
from core.conversation.model import IdentityId, Route
from core.engine.model import (
    BubbleKind,
    Delivered,
    Enclosure,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
    SendOutcome,
    Unreachable,
)
from tests.adapters.telegram.conftest import ACCOUNT, Maker
from tests.servers.telegram import BotApiServer

ANN = Route(account=ACCOUNT, chat="7")
GROUP = Route(account=ACCOUNT, chat="-1001")
DATA = Enclosure(name="my-data.json", mime="application/json", content=b'{"hello": "you"}')
AGAIN = Choice(label="Again", line="/export")


@pytest.fixture(autouse=True)
def written(server: BotApiServer) -> None:
    """Ann has written before; else a bot may not write to her."""
    person = server.person(7)
    person.says(person.direct, "hi")


def enclosed(text: str = "all of it", file: Enclosure | None = DATA) -> Outbound:
    return Outbound(
        route=ANN, text=text, key="t1b0", kind=BubbleKind.FILE, file=file, choices=(AGAIN,)
    )


def removal(of: str | None, route: Route = ANN) -> Outbound:
    return Outbound(route=route, text="", key="t1b0", kind=BubbleKind.REMOVAL, amends=of)


def delivered(outcome: SendOutcome) -> str:
    assert isinstance(outcome, Delivered), outcome
    assert outcome.at.utcoffset() == timedelta(0)
    return outcome.message_id


async def test_a_file_arrives_whole_under_its_name_with_caption_and_buttons(
    server: BotApiServer, make: Maker
) -> None:
    shown = delivered(await make().send(enclosed("**all** of it")))

    (sent,) = server.sent
    assert str(sent.message_id) == shown
    assert (sent.document, sent.file_name, sent.text) == (
        *(DATA.content, DATA.name),
        "all of it",
    )
    assert [e["type"] for e in sent.entities] == ["bold"]
    assert [b["text"] for row in sent.buttons for b in row] == ["Again"]
    document = server.world.chats[7].messages[sent.message_id]["document"]
    assert document["mime_type"] == "application/json"


async def test_a_text_too_long_for_a_caption_follows_with_the_buttons(
    server: BotApiServer, make: Maker
) -> None:
    delivered(await make().send(enclosed("x" * 1025)))

    file, words = server.sent
    assert (file.document, file.text, file.buttons) == (DATA.content, "", ())
    assert (words.text, words.document) == ("x" * 1025, None)
    assert [b["text"] for row in words.buttons for b in row] == ["Again"]


async def test_where_the_text_below_did_not_arrive_the_whole_is_in_doubt(
    server: BotApiServer, make: Maker
) -> None:
    server.fail("sendMessage", "flood", retry_after=3)

    assert isinstance(await make().send(enclosed("x" * 1025)), InDoubt)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(None, id="none"),
        pytest.param(Enclosure(name="a.txt", mime="text/plain", content=b""), id="empty"),
        pytest.param(
            Enclosure(name="a.bin", mime="application/zip", content=bytes(50_000_001)),
            id="too large",
        ),
    ],
)
async def test_what_can_t_be_sent_is_refused_without_asking(
    file: Enclosure | None, server: BotApiServer, make: Maker
) -> None:
    assert isinstance(await make().send(enclosed(file=file)), Refused)
    assert server.calls("sendDocument") == []


@pytest.mark.parametrize(
    ("kind", "how", "expected"),
    [
        pytest.param("lost-answer", {}, InDoubt, id="an answer that was lost"),
        pytest.param("hang", {}, InDoubt, id="no answer in time"),
        pytest.param("flood", {"retry_after": 3}, NotSent, id="a flood"),
        pytest.param("refuse", {"code": 413, "description": "too large"}, InDoubt, id="413"),
    ],
)
async def test_a_file_is_never_sent_twice(
    kind: str, how: dict[str, object], expected: type, server: BotApiServer, make: Maker
) -> None:
    server.fail("sendDocument", kind, **how)

    assert isinstance(await make().send(enclosed()), expected)
    assert len(server.calls("sendDocument")) == 1


async def test_after_a_crash_a_file_stays_in_doubt(server: BotApiServer, make: Maker) -> None:
    assert isinstance(await make().settle(enclosed(), SystemClock().now()), InDoubt)
    assert server.sent == []


async def test_a_message_is_taken_back_and_again_is_done(server: BotApiServer, make: Maker) -> None:
    telegram = make()
    said = delivered(await telegram.send(Outbound(route=ANN, text="the key is x", key="t1b0")))

    assert delivered(await telegram.send(removal(said))) == said
    assert delivered(await telegram.send(removal(said))) == said
    assert delivered(await telegram.settle(removal(said), SystemClock().now())) == said

    assert [(one.kind, one.message_id) for one in server.amended] == [("deleted", int(said))]
    assert int(said) not in server.world.chats[7].messages


@pytest.mark.parametrize("kind", ["lost-answer", "reset"])
async def test_a_removal_without_an_answer_is_asked_for_once_more(
    kind: str, server: BotApiServer, make: Maker
) -> None:
    telegram = make()
    said = delivered(await telegram.send(Outbound(route=ANN, text="the key is x", key="t1b0")))
    server.fail("deleteMessage", kind)

    assert delivered(await telegram.send(removal(said))) == said
    assert int(said) not in server.world.chats[7].messages


async def test_what_is_too_old_or_not_its_own_stays(server: BotApiServer, make: Maker) -> None:
    telegram, group = make(), server.group(-1001)
    asked = server.person(7).says(group, "hi")
    said = delivered(await telegram.send(Outbound(route=GROUP, text="old", key="t1b0")))
    group.messages[int(said)]["date"] -= 3 * 86_400

    for of in (said, str(asked), "press-4", None):
        assert isinstance(await telegram.send(removal(of, GROUP)), Refused)
    assert server.amended == []


async def test_who_blocked_it_is_unreachable_for_removals_too(
    server: BotApiServer, make: Maker
) -> None:
    telegram = make()
    said = delivered(await telegram.send(Outbound(route=ANN, text="x", key="t1b0")))
    server.person(7).blocks()

    assert isinstance(await telegram.send(removal(said)), Unreachable)


@pytest.mark.parametrize(
    ("rank", "roles"),
    [
        ("creator", {"telegram:-1001"}),
        ("administrator", {"telegram:-1001"}),
        ("member", set()),
        ("left", set()),
        ("kicked", set()),
    ],
)
async def test_who_administers_a_chat_is_told_by_the_chat(
    rank: str, roles: set[str], server: BotApiServer, make: Maker
) -> None:
    server.group(-1001).ranks[7] = rank

    assert await make().roles(GROUP, IdentityId("telegram:7")) == roles


@pytest.mark.parametrize(
    ("route", "person"),
    [
        pytest.param(ANN, "telegram:7", id="the direct talk"),
        pytest.param(GROUP, "discord:7", id="of another messenger"),
        pytest.param(GROUP, "telegram:-1001", id="who speaks as a chat"),
        pytest.param(GROUP, "telegram:x", id="no number"),
    ],
)
async def test_where_there_are_no_roles_nobody_is_asked(
    route: Route, person: str, server: BotApiServer, make: Maker
) -> None:
    server.group(-1001).ranks[7] = "creator"

    assert await make().roles(route, IdentityId(person)) == frozenset()
    assert server.calls("getChatMember") == []


@pytest.mark.parametrize("kind", ["refuse", "reset", "malformed", "status", "flood", "hang"])
async def test_roles_that_can_t_be_had_are_none(
    kind: str, server: BotApiServer, make: Maker
) -> None:
    server.group(-1001).ranks[7] = "creator"
    server.fail("getChatMember", kind)

    async with asyncio.timeout(8):
        assert await make().roles(GROUP, IdentityId("telegram:7")) == frozenset()


async def test_of_a_chat_that_it_is_not_in_no_roles_are_known(make: Maker) -> None:
    assert await make().roles(GROUP, IdentityId("telegram:7")) == frozenset()
    assert await make().roles(GROUP, IdentityId("telegram:99")) == frozenset()
