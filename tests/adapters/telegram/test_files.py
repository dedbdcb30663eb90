import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from aiohttp import web

from core.conversation.model import Attachment, AttachmentKind
from core.engine.model import Missing
from tests.adapters.telegram.conftest import Ear, Maker, hearing
from tests.servers.telegram import BotApiServer

MEGABYTE = 1024 * 1024
GIVEN = b"\x89PNG" + bytes(range(256)) * 400


@pytest.fixture
async def attachment(server: BotApiServer, make: Maker, ear: Ear) -> Attachment:
    """A photo as it was heard."""
    ann = server.person(7)
    async with hearing(make()):
        ann.sends(ann.direct, "photo", content=[b"small", GIVEN])
        await ear.hears(1)
    (found,) = ear.inbounds[0].attachments
    return found


async def test_what_was_sent_comes_back_whole(make: Maker, attachment: Attachment) -> None:
    assert attachment.kind is AttachmentKind.IMAGE
    assert attachment.size == len(GIVEN)

    assert await make().fetch(attachment, len(GIVEN)) == GIVEN


async def test_it_can_be_fetched_again_after_its_path_has_expired(
    server: BotApiServer, make: Maker, attachment: Attachment
) -> None:
    telegram = make()
    await telegram.fetch(attachment, MEGABYTE)
    server.expire_files()

    assert await telegram.fetch(attachment, MEGABYTE) == GIVEN


async def test_what_is_told_to_be_too_large_is_not_asked_for(
    server: BotApiServer, make: Maker, attachment: Attachment
) -> None:
    assert await make().fetch(attachment, len(GIVEN) - 1) == Missing(reason="too large")
    assert server.calls("getFile") == []


async def test_a_size_that_telegram_tells_only_when_asked_is_obeyed(
    server: BotApiServer, make: Maker, attachment: Attachment
) -> None:
    silent = replace(attachment, size=None)

    assert await make().fetch(silent, len(GIVEN) - 1) == Missing(reason="too large")
    assert server.calls("download") == []


async def test_a_file_that_is_larger_than_told_is_cut_off(
    server: BotApiServer, make: Maker, attachment: Attachment
) -> None:
    server.world.files[attachment.handle].size = 5
    lying = replace(attachment, size=5)

    assert await make().fetch(lying, 100) == Missing(reason="too large")


@pytest.mark.parametrize(
    ("method", "kind", "how", "why"),
    [
        ("getFile", "refuse", {"description": "Bad Request: file is too big"}, "too large"),
        ("getFile", "refuse", {"description": "Bad Request: invalid file_id"}, "gone"),
        ("getFile", "refuse", {"code": 401, "description": "Unauthorized"}, "refused"),
        ("getFile", "refuse", {"code": 403, "description": "Forbidden: no"}, "refused"),
        ("getFile", "flood", {"retry_after": 5}, "busy"),
        ("getFile", "reset", {}, "out of reach"),
        ("getFile", "status", {"code": 502}, "out of reach"),
        ("getFile", "hang", {}, "out of reach"),
        ("getFile", "malformed", {}, "unreadable"),
        ("getFile", "malformed", {"body": '{"ok": true, "result": 7}'}, "unreadable"),
        (
            "getFile",
            "malformed",
            {"body": '{"ok": true, "result": {"file_id": "a", "file_unique_id": "b"}}'},
            "gone",
        ),
        ("download", "refuse", {"code": 404, "description": "Not Found"}, "gone"),
        ("download", "refuse", {"code": 403, "description": "Forbidden"}, "refused"),
        ("download", "status", {"code": 500}, "out of reach"),
        ("download", "reset", {}, "out of reach"),
        ("download", "hang", {}, "out of reach"),
    ],
)
async def test_what_can_t_be_had_says_why(
    method: str,
    kind: str,
    how: dict[str, Any],
    why: str,
    server: BotApiServer,
    make: Maker,
    attachment: Attachment,
) -> None:
    server.fail(method, kind, **how)
    telegram = make(read_limit=timedelta(seconds=0.3))

    assert await telegram.fetch(attachment, MEGABYTE) == Missing(reason=why)
    assert await telegram.fetch(attachment, MEGABYTE) == GIVEN


@pytest.mark.parametrize("handle", ["no such file", "\n", "x" * 5000])
async def test_a_handle_without_a_meaning_is_gone(
    handle: str, make: Maker, attachment: Attachment
) -> None:
    assert await make().fetch(replace(attachment, handle=handle), 99_999_999) == Missing(
        reason="gone"
    )


async def test_out_of_reach_and_closed_it_raises_nothing(
    server: BotApiServer, make: Maker, attachment: Attachment
) -> None:
    telegram = make()
    await server.unplug()

    assert await telegram.fetch(attachment, MEGABYTE) == Missing(reason="out of reach")
    await telegram.close()
    assert await telegram.fetch(attachment, MEGABYTE) == Missing(reason="closed")


async def test_the_token_stands_where_it_belongs_whatever_the_paths_hold(
    server: BotApiServer, make: Maker
) -> None:
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        if request.path.startswith("/file/bot/base/file/bot"):
            return web.Response(body=b"here")
        file = {"file_id": "a", "file_unique_id": "b", "file_path": "photos/bot/a.jpg"}
        return web.json_response({"ok": True, "result": file})

    app = web.Application()
    app.router.add_route("*", "/{anything:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/file/bot/base/"
        found = await make(api_url=url).fetch(
            Attachment(kind=AttachmentKind.FILE, handle="a"), MEGABYTE
        )
    finally:
        await runner.cleanup()

    assert found == b"here"
    assert asked == [
        f"/file/bot/base/bot{server.token}/getFile",
        f"/file/bot/base/file/bot{server.token}/photos/bot/a.jpg",
    ]


@pytest.mark.parametrize("head", [b"", b"Content-Encoding: gzip\r\n"], ids=["drip", "packed"])
async def test_a_download_that_drips_or_is_packed_ends(head: bytes, make: Maker) -> None:
    """The pieces come within every limit of a read; the whole has its own."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                size = 0
                while (header := await reader.readline()).strip():
                    if header.lower().startswith(b"content-length:"):
                        size = int(header.split(b":")[1])
                await reader.readexactly(size)
                if b"getFile" in line:
                    body = b'{"ok":true,"result":{"file_id":"a","file_unique_id":"b",'
                    body += b'"file_path":"photos/a.jpg"}}'
                    length = b"Content-Length: %d\r\n\r\n" % len(body)
                    writer.write(b"HTTP/1.1 200 OK\r\n" + length + body)
                    continue
                writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + head + b"\r\n")
                while not reader.at_eof():
                    writer.write(b"1\r\nx\r\n")
                    await writer.drain()
                    try:
                        await asyncio.wait_for(reader.read(1), 0.05)
                    except TimeoutError:
                        continue
        except ConnectionError:
            pass
        finally:
            writer.close()

    dripping = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = dripping.sockets[0].getsockname()[1]
    telegram = make(api_url=f"http://127.0.0.1:{port}", read_limit=timedelta(seconds=0.2))

    async with dripping:
        found = await telegram.fetch(Attachment(kind=AttachmentKind.FILE, handle="a"), MEGABYTE)

    assert found == Missing(reason="unreadable" if head else "out of reach")
