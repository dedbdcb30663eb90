"""Photos on the server of our own: as strict as the real one."""

import base64
import io
from typing import Any

import aiohttp
import pytest

from tests.contracts.pixels import DOT
from tests.servers.telegram import BotApiServer


async def upload(server: BotApiServer, photo: object, **fields: object) -> dict[str, Any]:
    """Ask for a photo in the direct talk with Ann, who has written, and return the answer."""
    server.person(7).says(server.person(7).direct, "hi")
    form = aiohttp.FormData()
    for name, value in {"chat_id": "7", **fields}.items():
        part = {"filename": name} if isinstance(value, bytes) else {}
        form.add_field(name, value, **part)
    if isinstance(photo, bytes):
        form.add_field("photo", io.BytesIO(photo), filename="day.png", content_type="image/png")
    elif photo is not None:
        form.add_field("photo", photo)
    url = f"{server.url}/bot{server.token}/sendPhoto"
    async with aiohttp.ClientSession() as web, web.post(url, data=form) as response:
        answer: dict[str, Any] = await response.json()
        return answer


async def test_a_photo_is_kept_with_its_size_and_can_be_fetched(server: BotApiServer) -> None:
    message = (await upload(server, DOT, caption=" my day "))["result"]

    (size,) = message["photo"]
    assert (message["caption"], "text" in message) == ("my day", False)
    assert (size["width"], size["height"], size["file_size"]) == (1, 1, len(DOT))
    assert server.world.files[size["file_id"]].content == DOT


async def test_a_photo_may_lie_in_a_part_that_is_named(server: BotApiServer) -> None:
    answer = await upload(server, "attach://here", here=DOT)

    assert answer["ok"]
    assert server.sent[0].photo == DOT


@pytest.mark.parametrize(
    ("photo", "fields", "said"),
    [
        pytest.param(None, {}, "no photo in the request", id="none"),
        pytest.param("attach://gone", {}, "no photo in the request", id="no such part"),
        pytest.param("AgACAgI", {}, "wrong file identifier", id="an unknown id"),
        pytest.param(b"%PDF-1.7", {}, "IMAGE_PROCESS_FAILED", id="no picture"),
        pytest.param(
            DOT[:16] + (5001).to_bytes(4) * 2 + DOT[24:],
            {},
            "PHOTO_INVALID_DIMENSIONS",
            id="too many pixels",
        ),
        pytest.param(
            DOT[:16] + (21).to_bytes(4) + DOT[20:], {}, "PHOTO_INVALID_DIMENSIONS", id="too long"
        ),
        pytest.param(DOT + bytes(10 * 1024 * 1024), {}, "too big for a photo", id="too heavy"),
        pytest.param(DOT, {"caption": "😂" * 513}, "caption is too long", id="in UTF-16"),
        pytest.param(
            DOT,
            {"caption": "hi", "caption_entities": '[{"type": "bold", "offset": 0, "length": 3}]'},
            "ends outside",
            id="an entity that ends outside",
        ),
        pytest.param(
            DOT,
            {"reply_parameters": '{"message_id": 50}'},
            "message to be replied not found",
            id="a reply to nothing",
        ),
    ],
)
async def test_what_telegram_refuses_is_refused(
    photo: object, fields: dict[str, object], said: str, server: BotApiServer
) -> None:
    answer = await upload(server, photo, **fields)

    assert not answer["ok"]
    assert said in answer["description"]
    assert server.sent == []


async def test_a_photo_has_no_text_to_edit(server: BotApiServer) -> None:
    message = (await upload(server, DOT, caption="my day"))["result"]
    changed = {"chat_id": 7, "message_id": message["message_id"], "text": "your day"}

    url = f"{server.url}/bot{server.token}/editMessageText"
    async with aiohttp.ClientSession() as web, web.post(url, json=changed) as response:
        assert "no text in the message" in (await response.json())["description"]


async def test_steered_over_http_it_tells_the_bytes(server: BotApiServer) -> None:
    await upload(server, DOT)

    async with (
        aiohttp.ClientSession() as web,
        web.get(f"{server.url}/control/sent") as response,
    ):
        (sent,) = await response.json()
    assert base64.b64decode(sent["photo"]) == DOT
