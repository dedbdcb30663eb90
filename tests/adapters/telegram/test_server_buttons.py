"""The server of our own, of buttons, menus and files: as strict as the real one."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.adapters.telegram.test_server import ask, web
from tests.servers.telegram import BotApiServer

__all__ = ["ask", "web"]

Ask = Callable[..., Any]


@pytest.fixture(autouse=True)
def written(server: BotApiServer) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "hi")


def keys(*rows: list[dict[str, object]]) -> dict[str, object]:
    return {"inline_keyboard": list(rows)}


def button(text: object = "Go", **kind: object) -> dict[str, object]:
    return {"text": text, **(kind or {"callback_data": "/go"})}


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        pytest.param(keys([button(callback_data="x" * 65)]), "BUTTON_DATA_INVALID", id="65 bytes"),
        pytest.param(keys([button(callback_data="ä" * 33)]), "BUTTON_DATA_INVALID", id="66 bytes"),
        pytest.param(keys([button(callback_data="")]), "BUTTON_DATA_INVALID", id="no data"),
        pytest.param(keys([button(url="nowhere")]), "BUTTON_URL_INVALID", id="no address"),
        pytest.param(keys([{"text": "Go"}]), "Text buttons are unallowed", id="does nothing"),
        pytest.param(keys([button("  ")]), "Text buttons are unallowed", id="says nothing"),
        pytest.param(keys([button(7)]), "can't parse inline keyboard button", id="no text"),
        pytest.param(
            keys([button(callback_data="/x", url="https://t.me/x")]), "BUTTON_TYPE", id="both"
        ),
        pytest.param(keys([button()] * 9), "reply markup is too long", id="nine in a row"),
        pytest.param(keys(*[[button()]] * 101), "reply markup is too long", id="101"),
        pytest.param({"keyboard": []}, "reply markup", id="another kind"),
        pytest.param("[{", "JSON", id="broken JSON"),
    ],
)
async def test_buttons_that_telegram_refuses_are_refused(
    markup: object, said: str, server: BotApiServer, ask: Ask
) -> None:
    status, body = await ask("sendMessage", chat_id=7, text="hi", reply_markup=markup)

    assert status == 400
    assert said in body["description"]
    assert server.sent == []


async def test_buttons_come_go_and_count_for_whether_anything_changed(
    server: BotApiServer, ask: Ask
) -> None:
    markup = keys([button(), button(callback_data="x" * 64)])
    _, sent = await ask("sendMessage", chat_id=7, text="hi", reply_markup=markup)
    here = {"chat_id": 7, "message_id": sent["result"]["message_id"]}

    same, said = await ask("editMessageText", **here, text="hi", reply_markup=markup)
    fewer, _ = await ask("editMessageText", **here, text="hi", reply_markup=keys([button()]))
    none, body = await ask("editMessageReplyMarkup", **here)
    again, _ = await ask("editMessageReplyMarkup", **here)

    assert sent["result"]["reply_markup"] == markup
    assert (same, fewer, none, again) == (400, 200, 200, 400)
    assert "not modified" in said["description"]
    assert "reply_markup" not in body["result"]


async def test_a_press_comes_as_an_update_and_is_answered_in_time_or_not_at_all(
    server: BotApiServer, ask: Ask
) -> None:
    ann = server.person(7)
    _, sent = await ask("sendMessage", chat_id=7, text="hi", reply_markup=keys([button()]))
    press = ann.presses(ann.direct, sent["result"]["message_id"], "Go")

    _, body = await ask("getUpdates", offset=-1)
    query = body["result"][0]["callback_query"]
    answered = await ask("answerCallbackQuery", callback_query_id=press, text="ok")
    server.expire_presses()
    late = await ask("answerCallbackQuery", callback_query_id=press)
    unknown = await ask("answerCallbackQuery", callback_query_id="1")

    assert (query["id"], query["data"], query["from"]["id"]) == (press, "/go", 7)
    assert query["message"]["message_id"] == sent["result"]["message_id"]
    assert answered == (200, {"ok": True, "result": True})
    for status, refused in (late, unknown):
        assert status == 400
        assert "query is too old" in refused["description"]
    assert server.world.callbacks[press].answered == 1


async def test_menus_have_scopes_of_which_the_nearest_is_seen(
    server: BotApiServer, ask: Ask
) -> None:
    ann, bo = server.person(9, language="de"), server.person(8)
    ann.says(ann.direct, "hi")
    group = server.group(-1001)
    group.ranks[8] = "administrator"

    async def sets(name: str, scope: dict[str, object] | None, language: str = "") -> int:
        how: dict[str, object] = {} if scope is None else {"scope": scope}
        line = [{"command": name, "description": "x"}]
        return int((await ask("setMyCommands", commands=line, language_code=language, **how))[0])

    assert await sets("base", None) == 200
    assert await sets("groups", {"type": "all_group_chats"}) == 200
    assert await sets("admins", {"type": "all_chat_administrators"}) == 200
    assert await sets("directs", {"type": "all_private_chats"}) == 200
    assert await sets("direkt", {"type": "all_private_chats"}, "de") == 200
    assert (ann.menu(ann.direct), bo.menu(bo.direct)) == (["direkt"], ["directs"])
    assert (ann.menu(group), bo.menu(group)) == (["groups"], ["admins"])
    assert await sets("hers", {"type": "chat", "chat_id": 9}) == 200
    assert ann.menu(ann.direct) == ["hers"]
    assert await sets("no", {"type": "chat", "chat_id": 8}) == 400
    assert await sets("no", {"type": "chat_administrators", "chat_id": 9}) == 400
    assert await sets("no", {"type": "everywhere"}) == 400
    await ask("deleteMyCommands", scope={"type": "chat", "chat_id": 9})
    assert ann.menu(ann.direct) == ["direkt"]


@pytest.mark.parametrize("document", [None, "no-such-file"])
async def test_a_document_without_a_file_is_refused(document: str | None, ask: Ask) -> None:
    status, _ = await ask("sendDocument", chat_id=7, document=document)

    assert status == 400


async def test_what_people_are_in_a_chat_is_told(server: BotApiServer, ask: Ask) -> None:
    group = server.group(-1001)
    group.ranks[7] = "creator"

    async def status(user: int, chat: int = -1001) -> object:
        code, body = await ask("getChatMember", chat_id=chat, user_id=user)
        return body["result"]["status"] if code == 200 else code

    server.person(8)
    assert [await status(7), await status(8), await status(99)] == ["creator", "member", 400]
    server.channel(-1009, bot="member")
    assert await status(7, -1009) == 400
