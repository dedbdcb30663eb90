import asyncio
import io
import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import ColorDepth, DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from core.admin.entries import COMMANDS
from core.conversation.model import IdentityId
from core.engine.model import Delivered, NotSent
from tests.adapters.console.talk import HISTORY, NOW, RECORD, Talk, until

ENTER, ALT_ENTER, CTRL_C, CTRL_D, UP, TAB = "\r", "\x1b\r", "\x03", "\x04", "\x1b[A", "\t"
ROOT = Path(__file__).parents[3]
TYPES = "Mina is typing…"
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])")


COLOURS = re.compile(r"\x1b\[(\d+;)*(3[0-7]|9[0-7]|38;5;\d+)(;\d+)*m")
END_S = 20.0
"""Longer than a process needs to start on a busy machine."""


def shown(raw: str) -> str:
    """Return what was drawn, without colours and movements."""
    return ESCAPES.sub("", raw).replace("\r", "")


@dataclass
class Desk:
    """A keyboard, a screen, and the talk between."""

    talk: Talk
    keys: PipeInput
    paper: io.StringIO
    serving: asyncio.Task[None]

    @property
    def raw(self) -> str:
        return self.paper.getvalue()

    @property
    def seen(self) -> str:
        """Everything ever drawn."""
        return shown(self.raw)

    async def draws_all(self) -> None:
        """Print something, after which all below is drawn anew and not by differences."""
        await self.talk.console.show_trace(RECORD)

    def forget(self) -> None:
        self.paper.seek(0)
        self.paper.truncate()


class Paper(Vt100_Output):
    """A terminal that knows where its cursor is without being asked."""

    def get_rows_below_cursor_position(self) -> int:
        return 20


@asynccontextmanager
async def desk(talk: Talk, depth: ColorDepth = ColorDepth.DEPTH_8_BIT) -> AsyncIterator[Desk]:
    paper = io.StringIO()
    output = Paper(
        paper,
        lambda: Size(rows=24, columns=80),
        term="xterm",
        default_color_depth=depth,
        enable_cpr=False,
    )
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        async with asyncio.TaskGroup() as tasks:
            serving = tasks.create_task(talk.console.serve())
            await until(lambda: "›" in paper.getvalue())
            yield Desk(talk=talk, keys=keys, paper=paper, serving=serving)
            if not serving.done():
                serving.cancel()


async def test_a_typed_line_is_a_message_and_shown_as_a_bubble() -> None:
    async with desk(Talk("terminal")) as here:
        here.keys.send_text("hi there" + ENTER)
        await until(lambda: "│ hi there" in here.seen)

    assert here.talk.texts == ["hi there"]
    assert "Jo · 19:05\n│ hi there\n" in here.seen


async def test_an_answer_is_shown_with_name_and_local_time() -> None:
    async with desk(Talk("terminal")) as here:
        outcome = await here.talk.says("hello\nyou")

    assert outcome == Delivered(message_id=str(int(NOW.timestamp() * 1_000_000)), at=NOW)
    assert "Mina · 19:05\n│ hello\n│ you\n" in here.seen


@pytest.mark.parametrize(
    ("keys", "heard"),
    [
        pytest.param("\x1b[200~one\ntwo\r\n\nthree\x1b[201~\r", "one\ntwo\n\nthree", id="pasted"),
        pytest.param("one" + ALT_ENTER + "two" + ENTER, "one\ntwo", id="Alt+Enter"),
        pytest.param("hi" + ENTER, "hi", id="one line"),
        pytest.param(ENTER + "  " + ENTER + "hi" + ENTER, "hi", id="blank lines say nothing"),
        pytest.param("//exit" + ENTER, "//exit", id="two slashes are talk"),
    ],
)
async def test_what_is_entered_is_one_message(keys: str, heard: str) -> None:
    async with desk(Talk("terminal")) as here:
        here.keys.send_text(keys)
        await until(lambda: bool(here.talk.heard))

    assert here.talk.texts == [heard]


async def test_a_command_is_completed_with_its_summary_beside_it() -> None:
    async with desk(Talk("terminal")) as here:
        here.keys.send_text("/he")
        await until(lambda: "What you can ask" in here.seen)
        here.keys.send_text(TAB + ENTER)
        await until(lambda: bool(here.talk.heard))

    assert here.talk.texts == ["/help"]


async def test_an_act_is_completed_behind_its_command_with_what_it_asks_for() -> None:
    async with desk(Talk("terminal", menu=COMMANDS)) as here:
        here.keys.send_text("/memory corr")
        await until(lambda: "/memory correct <" in here.seen)
        here.keys.send_text(TAB + " #2 tea" + ENTER)
        await until(lambda: bool(here.talk.heard))

    assert here.talk.texts == ["/memory correct #2 tea"]


async def test_what_was_typed_before_comes_back_by_arrow() -> None:
    async with desk(Talk("terminal")) as here:
        here.keys.send_text("again" + ENTER)
        await until(lambda: len(here.talk.heard) == 1)
        here.keys.send_text(UP + ENTER)
        await until(lambda: len(here.talk.heard) == 2)

    assert here.talk.texts == ["again", "again"]


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param(CTRL_D, id="Ctrl-D"),
        pytest.param(CTRL_C, id="Ctrl-C"),
        pytest.param("half a thought" + CTRL_C, id="Ctrl-C in a line"),
        pytest.param("/exit" + ENTER, id="the command"),
        pytest.param("/EXIT " + ENTER, id="the command in capitals"),
    ],
)
async def test_leaving_ends_it_cleanly(keys: str) -> None:
    real = (sys.stdout, sys.stderr)
    async with desk(Talk("terminal")) as here:
        here.keys.send_text(keys)
        await here.serving

    assert here.talk.texts == []
    assert (sys.stdout, sys.stderr) == real
    assert isinstance(await here.talk.says("too late"), NotSent)


async def test_cancelling_gives_the_terminal_back() -> None:
    real = (sys.stdout, sys.stderr)
    async with desk(Talk("terminal")) as here:
        here.serving.cancel()

    assert here.serving.cancelled()
    assert (sys.stdout, sys.stderr) == real
    assert here.raw.count("\x1b[?2004l") == here.raw.count("\x1b[?2004h") == 1


async def test_typing_is_shown_and_ends_with_the_bubble() -> None:
    async with desk(Talk("terminal")) as here:
        await here.talk.console.typing(here.talk.console.route)
        await here.draws_all()
        during = here.seen
        here.forget()
        await here.talk.says("hello")
        await here.draws_all()

    assert TYPES in during
    assert TYPES not in here.seen
    assert "/exit leaves" in here.seen


async def test_typing_ends_by_itself_when_no_answer_comes() -> None:
    async with desk(Talk("terminal")) as here:
        await here.talk.console.typing(here.talk.console.route)
        await here.draws_all()
        here.forget()

        await until(lambda: here.talk.clock.next_alarm() is not None)
        here.talk.clock.advance(NOW + timedelta(seconds=6))
        await until(lambda: here.raw != "")
        await here.draws_all()

    assert TYPES not in here.seen
    assert "/exit leaves" in here.seen


async def test_typing_that_is_renewed_goes_on() -> None:
    async with desk(Talk("terminal")) as here:
        console, clock = here.talk.console, here.talk.clock
        await console.typing(console.route)
        await until(lambda: clock.next_alarm() is not None)
        clock.advance(NOW + timedelta(seconds=4))
        await console.typing(console.route)

        clock.advance(NOW + timedelta(seconds=6))
        await until(lambda: clock.next_alarm() == NOW + timedelta(seconds=9))

        assert console.status == TYPES
        clock.advance(NOW + timedelta(seconds=9))
        assert console.status != TYPES


async def test_text_is_shown_as_it_is_and_steers_nothing() -> None:
    async with desk(Talk("terminal")) as here:
        await here.talk.says("[bold]a[/bold] <b>x</b> **c** \x1b]0;title\x07\x1b[2J\x9b31m")

    assert "│ [bold]a[/bold] <b>x</b> **c** ]0;title[2J31m\n" in here.seen
    assert "\x1b]0;" not in here.raw
    assert "\x1b[2J" not in here.raw


async def test_a_name_steers_nothing_either() -> None:
    odd = replace(HISTORY[0], sender_name="Jo\x1b[2J", sender=IdentityId("console:you"))

    async with desk(Talk("terminal", history=[odd])) as here:
        pass

    assert "Jo[2J · 2026-01-30 23:00" in here.seen


async def test_the_history_is_shown_dimmed_with_its_dates() -> None:
    async with desk(Talk("terminal", history=HISTORY)) as here:
        pass

    assert (
        "Jo · 2026-01-30 23:00\n│ good night\nMina · 2026-01-31 00:01\n│ sleep well\n" in here.seen
    )
    assert here.seen.index("sleep well") < here.seen.index("›")
    assert "\x1b[0;90m" in here.raw


async def test_the_keys_are_told_in_the_persons_language() -> None:
    async with desk(Talk("terminal", language="de-AT")) as here:
        await until(lambda: "/exit beendet" in here.seen)

    assert "Enter sendet" in here.seen


async def test_colours_are_drawn_on_a_terminal_and_left_out_on_request() -> None:
    async with desk(Talk("terminal")) as colourful:
        await colourful.talk.says("hello")
    async with desk(Talk("terminal"), ColorDepth.DEPTH_1_BIT) as plain:
        await plain.talk.says("hello")

    assert COLOURS.search(colourful.raw)
    assert not COLOURS.search(plain.raw)


async def test_what_others_print_is_not_lost() -> None:
    async with desk(Talk("terminal")) as here:
        sys.stdout.write("a line of a log\n")
        await until(lambda: "a line of a log\n" in here.seen)


async def test_the_debug_view_is_dimmed_below_the_answer() -> None:
    async with desk(Talk("terminal")) as here:
        await here.talk.says("hello")
        await here.talk.console.show_trace(RECORD)

    assert "  turn 7: answered\n" in here.seen.partition("│ hello\n")[2]
    assert "\x1b[0;90m  turn 7: answered" in here.raw


async def test_a_failure_of_the_process_ends_it_and_gives_the_terminal_back() -> None:
    real = (sys.stdout, sys.stderr)
    talk = Talk("terminal")
    talk.full = True

    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("hi" + ENTER)
        with pytest.raises(ExceptionGroup) as failed:
            await talk.console.serve()

    assert failed.group_contains(OSError)
    assert (sys.stdout, sys.stderr) == real


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        pytest.param({}, True, id="a terminal has colours"),
        pytest.param({"NO_COLOR": "1"}, False, id="NO_COLOR is obeyed"),
    ],
)
def test_a_real_process_talks_on_a_real_terminal(env: dict[str, str], coloured: bool) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.adapters.console.talker"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env={"TERM": "xterm-256color", "LANG": "C.UTF-8", **env},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        seen = read_until(ours, "›")
        os.write(ours, b"hi" + ENTER.encode())
        seen += read_until(ours, "heard hi.*›")
        os.write(ours, CTRL_D.encode())
        seen += read_until(ours, "left")
        assert process.wait(timeout=END_S) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)

    assert "│ hi" in shown(seen)
    assert bool(COLOURS.search(seen)) is coloured


def read_until(terminal: int, words: str) -> str:
    """Return what the terminal shows up to `words`, a pattern; tells where its cursor is."""
    seen = ""
    while not re.search(words, shown(seen), re.DOTALL):
        ready, _, _ = select.select([terminal], [], [], END_S)
        assert ready, f"never saw {words!r} in {shown(seen)!r}"
        piece = os.read(terminal, 65_536).decode(errors="replace")
        if "\x1b[6n" in piece:
            os.write(terminal, b"\x1b[1;1R")
        seen += piece
    return seen
