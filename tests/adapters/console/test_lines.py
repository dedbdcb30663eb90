import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import pytest
from blockbuster import blockbuster_ctx

from core.conversation.model import Said
from core.engine.model import Delivered, Health, InDoubt, NotSent, Outbound, Unreachable
from core.phrases import Phrase, phrase
from tests.adapters.console.talk import HISTORY, NOW, RECORD, Talk, until

ROOT = Path(__file__).parents[3]
TALKER = [sys.executable, "-m", "tests.adapters.console.talker"]
END_S = 20.0
"""Longer than a process needs to start on a busy machine."""


@dataclass
class Pipes:
    """Both ends of standard input and output."""

    stdin: TextIO
    keyboard: TextIO
    stdout: TextIO
    paper: TextIO

    def types(self, text: str, *, end: bool = True) -> None:
        self.keyboard.write(text)
        self.keyboard.flush()
        if end:
            self.keyboard.close()

    def read(self) -> str:
        """Return all that was written, once the writer is done."""
        self.stdout.close()
        return self.paper.read()


@pytest.fixture
def pipes() -> Iterator[Pipes]:
    in_read, in_write = os.pipe()
    out_read, out_write = os.pipe()
    with (
        open(in_read, encoding="utf-8") as stdin,
        open(in_write, "w", encoding="utf-8", newline="") as keyboard,
        open(out_write, "w", encoding="utf-8") as stdout,
        open(out_read, encoding="utf-8") as paper,
    ):
        yield Pipes(stdin=stdin, keyboard=keyboard, stdout=stdout, paper=paper)


def talk_over(pipes: Pipes, *, history: Sequence[Said] = (), language: str | None = None) -> Talk:
    return Talk("auto", stdin=pipes.stdin, stdout=pipes.stdout, history=history, language=language)


async def test_each_line_is_answered_before_the_next_is_heard(pipes: Pipes) -> None:
    talk = talk_over(pipes)
    pipes.types("hi\nhow are you?\n")

    await talk.console.serve()

    assert talk.texts == ["hi", "how are you?"]
    assert pipes.read() == "Mina: heard hi\nMina: heard how are you?\n"


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("hi", ["hi"], id="a last line without its end"),
        pytest.param("hi\r\nyou\r\n", ["hi", "you"], id="line ends of two characters"),
        pytest.param("\n  \nhi\n\n", ["hi"], id="blank lines say nothing"),
        pytest.param("\ufeffhi\n", ["hi"], id="a byte order mark"),
        pytest.param("a\u2028b\x0cc\n", ["a\u2028bc"], id="only a line end ends a line"),
        pytest.param("a\x00\x1b[2Jb\n", ["a[2Jb"], id="control characters are dropped"),
        pytest.param("hi\n/exit\nmore\n", ["hi"], id="the wish to leave"),
        pytest.param("/help\n", ["/help"], id="commands are handed over"),
        pytest.param("안녕 🌙\n", ["안녕 🌙"], id="any script"),
        pytest.param("x" * 200_000 + "\nhi\n", ["x" * 200_000, "hi"], id="longer than a read"),
    ],
)
async def test_lines_become_messages(pipes: Pipes, typed: str, heard: list[str]) -> None:
    talk = talk_over(pipes)
    talk.silent = True

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(talk.console.serve())
        await asyncio.to_thread(pipes.types, typed)

    assert talk.texts == heard


async def test_bytes_that_are_no_text_harm_nothing(pipes: Pipes) -> None:
    talk = talk_over(pipes)
    pipes.keyboard.buffer.write(b"a\xff\xc3\nb\n")
    pipes.types("")

    await talk.console.serve()

    assert talk.texts == ["a\ufffd\ufffd", "b"]


async def test_a_message_says_who_where_and_when(pipes: Pipes) -> None:
    talk = talk_over(pipes, language="de-AT")
    pipes.types("hi\nhi\n")

    await talk.console.serve()

    first, second = talk.heard
    assert (first.sender, first.sender_name, first.language) == ("console:you", "Jo", "de-AT")
    assert (first.route.account, first.route.chat, first.addressed) == ("console", "console", True)
    assert first.sent_at == NOW
    assert int(first.message_id) < int(second.message_id)


async def test_a_bubble_of_several_lines_stays_one_and_literal(pipes: Pipes) -> None:
    talk = talk_over(pipes)
    talk.silent = True
    pipes.types("hi\n", end=False)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(talk.console.serve())
        await until(lambda: bool(talk.heard))
        outcome = await talk.says("[bold]a[/bold] <b>\n**b** \x1b[31mred\r\nc")
        pipes.keyboard.close()

    assert isinstance(outcome, Delivered)
    assert pipes.read() == "Mina: [bold]a[/bold] <b>\n  **b** [31mred\n  c\n"


async def test_the_history_comes_first_with_its_dates(pipes: Pipes) -> None:
    talk = talk_over(pipes, history=HISTORY)
    pipes.types("hi\n")

    await talk.console.serve()

    assert pipes.read().splitlines() == [
        "2026-01-30 23:00 Jo: good night",
        "2026-01-31 00:01 Mina: sleep well",
        "Mina: heard hi",
    ]


async def test_typing_leaves_no_mark_on_plain_lines(pipes: Pipes) -> None:
    talk = talk_over(pipes)
    pipes.types("hi\n")

    await talk.console.typing(talk.console.route)
    await talk.console.serve()

    assert pipes.read() == "Mina: heard hi\n"


async def test_waiting_for_a_line_ends_when_cancelled_and_eats_none(pipes: Pipes) -> None:
    talk = talk_over(pipes)

    async with asyncio.TaskGroup() as tasks:
        serving = tasks.create_task(talk.console.serve())
        await until(lambda: talk.console.health.connected)
        serving.cancel()
    pipes.types("for the next one\n")

    assert serving.cancelled()
    assert pipes.stdin.readline() == "for the next one\n"
    assert not talk.console.health.connected


async def test_a_closed_console_sends_nothing_and_says_so(pipes: Pipes) -> None:
    talk = talk_over(pipes)
    pipes.types("")

    before = await talk.says("too early")
    await talk.console.serve()
    after = await talk.says("too late")

    assert isinstance(before, NotSent)
    assert isinstance(after, NotSent)
    assert pipes.read() == ""


async def test_when_nobody_reads_any_more_it_ends(pipes: Pipes) -> None:
    talk = talk_over(pipes)
    pipes.paper.close()
    pipes.types("hi\nmore\n", end=False)

    await talk.console.serve()

    assert talk.outcomes == [Unreachable(reason="BrokenPipeError")]
    assert talk.texts == ["hi"]


async def test_when_nobody_reads_the_history_it_ends_too(pipes: Pipes) -> None:
    talk = talk_over(pipes, history=HISTORY)
    pipes.paper.close()
    pipes.types("hi\n", end=False)

    await talk.console.serve()

    assert talk.texts == []


async def test_reading_and_writing_never_block_the_loop(pipes: Pipes) -> None:
    talk = talk_over(pipes, history=HISTORY)
    pipes.types("hi\nyou\n")

    with blockbuster_ctx():
        await talk.console.serve()

    assert talk.texts == ["hi", "you"]


async def test_the_debug_view_is_told_apart_from_what_was_said(pipes: Pipes) -> None:
    talk = talk_over(pipes)
    pipes.types("", end=False)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(talk.console.serve())
        await until(lambda: talk.console.health.connected)
        await talk.console.show_trace(RECORD)
        pipes.keyboard.close()
    await talk.console.show_trace(RECORD)

    assert pipes.read() == "  | turn 7: answered\n"


async def test_its_health_tells_when_the_person_last_wrote(pipes: Pipes) -> None:
    talk = talk_over(pipes)
    pipes.types("hi\n")
    before = talk.console.health

    await talk.console.serve()

    assert before == Health(connected=False, last_heard_at=None)
    assert talk.console.health == Health(connected=False, last_heard_at=NOW)


async def test_what_was_being_written_when_the_process_died_stays_in_doubt() -> None:
    talk = Talk("lines")
    lost = Outbound(route=talk.console.route, text="hello", key="t1b0")

    outcome = await talk.console.settle(lost, NOW)

    assert isinstance(outcome, InDoubt)


async def test_a_failure_of_the_process_ends_it_with_that_failure(pipes: Pipes) -> None:
    talk = talk_over(pipes)
    talk.full = True
    pipes.types("hi\n")

    with pytest.raises(ExceptionGroup) as failed:
        await talk.console.serve()

    assert failed.group_contains(OSError)
    assert not talk.console.health.connected


async def test_input_from_a_file_is_read_to_its_end(pipes: Pipes, tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_text("one\ntwo", encoding="utf-8")

    with script.open(encoding="utf-8") as stdin:
        talk = Talk("auto", stdin=stdin, stdout=pipes.stdout)
        await talk.console.serve()

    assert pipes.read() == "Mina: heard one\nMina: heard two\n"


def test_a_real_process_answers_a_pipe_and_ends_with_it() -> None:
    done = subprocess.run(
        TALKER, input="hi\n/exit\n", capture_output=True, encoding="utf-8", cwd=ROOT, timeout=END_S
    )

    assert done.stdout == "Mina: heard hi\nleft\n"
    assert done.stderr == ""


def test_a_real_process_without_input_ends_at_once() -> None:
    done = subprocess.run(
        TALKER,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=END_S,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "left\n", "")


def test_a_real_process_that_waits_for_a_line_ends_on_an_interrupt() -> None:
    with subprocess.Popen(
        TALKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"hi\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"Mina: heard hi\n"

        process.send_signal(signal.SIGINT)

        assert process.wait(timeout=END_S) != 0


def test_no_phrase_of_the_screen_is_written_to_a_pipe() -> None:
    done = subprocess.run(
        TALKER, input="hi\n", capture_output=True, encoding="utf-8", cwd=ROOT, timeout=END_S
    )

    assert phrase(Phrase.CONSOLE_KEYS, "en") not in done.stdout
    assert "\x1b" not in done.stdout
