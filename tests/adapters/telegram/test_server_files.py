"""The server's files: asked for, downloaded, too big, and gone after a while."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot, Voice
from telegram.error import BadRequest, InvalidToken, NetworkError

from tests.servers.telegram import BotApiServer
from tests.servers.telegram.library import library


@pytest.fixture
async def bot(server: BotApiServer) -> AsyncIterator[Bot]:
    async with library(server) as bot:
        yield bot


async def heard_voice(bot: Bot) -> Voice:
    message = (await bot.get_updates())[-1].message
    assert message is not None
    assert message.voice is not None
    return message.voice


async def test_a_voice_and_a_document_can_be_downloaded(server: BotApiServer, bot: Bot) -> None:
    ann = server.person(7)
    ann.sends(ann.direct, "document", name="list.txt", content=[b"milk"], caption="buy")
    ann.sends(ann.direct, "voice", seconds=3, content=["T2dnUw=="])

    document = (await bot.get_updates())[0].message
    voice = await heard_voice(bot)

    assert document is not None
    assert document.document is not None
    file = await document.document.get_file()
    assert str(file.file_path).endswith(".txt")
    assert await file.download_as_bytearray() == b"milk"
    assert (voice.to_dict()["duration"], voice.file_size) == (3, 4)
    assert await (await voice.get_file()).download_as_bytearray() == b"OggS"


async def test_a_photo_has_several_sizes(server: BotApiServer, bot: Bot) -> None:
    ann = server.person(7)
    ann.sends(ann.direct, "photo", content=[b"s", b"mm", b"lll"])

    (update,) = await bot.get_updates()

    assert update.message is not None
    sizes = update.message.photo
    assert [one.file_size for one in sizes] == [1, 2, 3]
    assert sizes[0].width < sizes[1].width < sizes[2].width
    largest = await sizes[-1].get_file()
    assert await largest.download_as_bytearray() == b"lll"


async def test_a_file_of_more_than_20_mb_is_not_given(server: BotApiServer, bot: Bot) -> None:
    ann = server.person(7)
    ann.sends(ann.direct, "voice", content=[b"-"], size=20 * 1024 * 1024)
    most = await heard_voice(bot)
    ann.sends(ann.direct, "voice", content=[b"-"], size=20 * 1024 * 1024 + 1)

    await most.get_file()
    with pytest.raises(BadRequest, match=r"(?i)file is too big"):
        await (await heard_voice(bot)).get_file()
    with pytest.raises(BadRequest, match=r"(?i)invalid file_id"):
        await bot.get_file("unheard-of")


async def test_a_path_ends_and_can_be_asked_for_anew(server: BotApiServer, bot: Bot) -> None:
    ann = server.person(7)
    ann.sends(ann.direct, "voice", content=[b"OggS"])
    voice = await heard_voice(bot)
    file = await voice.get_file()
    assert file == await voice.get_file()

    server.expire_files()

    with pytest.raises((BadRequest, InvalidToken), match=r"(?i)not found"):
        await file.download_as_bytearray()
    assert await (await voice.get_file()).download_as_bytearray() == b"OggS"
    assert len(server.calls("download")) == 2


async def test_a_download_can_break_off(server: BotApiServer, bot: Bot) -> None:
    ann = server.person(7)
    ann.sends(ann.direct, "voice", content=[b"OggS"])
    file = await (await heard_voice(bot)).get_file()
    server.fail("download", "reset")

    with pytest.raises(NetworkError):
        await file.download_as_bytearray()
    assert await file.download_as_bytearray() == b"OggS"
