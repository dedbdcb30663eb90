"""Files that a companion gives at the console, and choices below its words."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, chdir
from pathlib import Path

import pytest

from core.admin.model import Choice
from core.engine.model import BubbleKind, Delivered, Enclosure, NotSent, Outbound, Refused
from tests.adapters.console.talk import Talk, until

CONTENT = b'{"hello": "you"}'


def enclosure(name: str = "my-data.json") -> Enclosure:
    return Enclosure(name=name, mime="application/json", content=CONTENT)


class Paper:
    """A talk over pipes, and all that was written."""

    def __init__(self, talk: Talk, out: int) -> None:
        self.talk, self._out = talk, out
        self._read = bytearray()

    async def gives(
        self, file: Enclosure | None, text: str = "here", choices: Sequence[Choice] = ()
    ) -> object:
        return await self.talk.messenger.send(given(self.talk, file, text, choices))

    @property
    def lines(self) -> list[str]:
        while True:
            try:
                self._read += os.read(self._out, 65_536)
            except BlockingIOError:
                return self._read.decode().splitlines()


def given(
    talk: Talk, file: Enclosure | None, text: str = "here", choices: Sequence[Choice] = ()
) -> Outbound:
    return Outbound(
        route=talk.console.route,
        text=text,
        key="k",
        kind=BubbleKind.FILE,
        file=file,
        choices=tuple(choices),
    )


@asynccontextmanager
async def open_talk(folder: Path) -> AsyncIterator[Paper]:
    (in_read, in_write), (out_read, out_write) = os.pipe(), os.pipe()
    os.set_blocking(out_read, False)
    with (
        open(in_read, encoding="utf-8") as stdin,
        open(in_write, "wb", buffering=0),
        open(out_write, "w", encoding="utf-8") as stdout,
        open(out_read, "rb", buffering=0),
    ):
        talk = Talk("lines", stdin=stdin, stdout=stdout, folder=folder)
        async with asyncio.TaskGroup() as tasks:
            serving = tasks.create_task(talk.console.serve())
            await until(lambda: talk.console.health.connected)
            yield Paper(talk, out_read)
            serving.cancel()


async def test_a_file_is_written_beside_and_its_place_is_told(tmp_path: Path) -> None:
    async with open_talk(tmp_path) as paper:
        outcome = await paper.gives(enclosure(), "all of it")
        lines = paper.lines

    assert isinstance(outcome, Delivered)
    assert lines == ["Mina: all of it", f"  | → {tmp_path / 'my-data.json'}"]
    assert (tmp_path / "my-data.json").read_bytes() == CONTENT


async def test_nothing_is_ever_written_over(tmp_path: Path) -> None:
    (tmp_path / "my-data.json").write_text("mine")
    (tmp_path / "my-data-2.json").symlink_to(tmp_path / "elsewhere")
    async with open_talk(tmp_path) as paper:
        for _ in range(2):
            await paper.gives(enclosure())

    assert (tmp_path / "my-data.json").read_text() == "mine"
    assert not (tmp_path / "elsewhere").exists()
    assert [(tmp_path / f"my-data-{n}.json").read_bytes() for n in (3, 4)] == [CONTENT] * 2


async def test_beside_the_process_the_path_is_told_from_there(tmp_path: Path) -> None:
    with chdir(tmp_path):
        async with open_talk(Path()) as paper:
            await paper.gives(enclosure(), "")
            lines = paper.lines

    assert lines == ["  | → ./my-data.json"]


@pytest.mark.parametrize("name", ["../evil.json", "/etc/passwd", "..", "", "a/b.json", "x\n.json"])
async def test_no_name_leads_out_of_the_folder(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    async with open_talk(folder) as paper:
        await paper.gives(enclosure(name))

    assert [one.name for one in folder.iterdir()] == ["file"]
    assert [one.name for one in tmp_path.iterdir()] == ["here"]


async def test_where_it_can_t_be_written_it_is_refused_and_nothing_is_said(tmp_path: Path) -> None:
    async with open_talk(tmp_path / "nowhere") as paper:
        outcomes = [await paper.gives(enclosure()), await paper.gives(None)]

        assert all(isinstance(one, Refused) for one in outcomes)
        assert paper.lines == []


async def test_a_closed_console_writes_no_file(tmp_path: Path) -> None:
    talk = Talk("lines", folder=tmp_path)

    assert isinstance(await talk.messenger.send(given(talk, enclosure())), NotSent)
    assert list(tmp_path.iterdir()) == []


async def test_choices_stand_below_as_lines_to_type(tmp_path: Path) -> None:
    yes = Choice(label="Yes", line="/forget #2 yes")
    there = Choice(label="There", line="/memory", in_direct=True)
    async with open_talk(tmp_path) as paper:
        said = Outbound(route=paper.talk.console.route, text="sure?", key="k", choices=(yes, there))
        await paper.talk.messenger.send(said)

        assert paper.lines == [
            "Mina: sure?",
            "  | 1. Yes: /forget #2 yes",
            "  | 2. There: /memory",
        ]
