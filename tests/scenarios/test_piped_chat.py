"""`circadia chat` over a pipe: what a script sees of it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.phrases import Phrase, phrase
from tests.scenarios.processes import ROOT, ForkServer

HANGUL, CYRILLIC, KANA = r"[\uac00-\ud7a3]", r"[а-яё]", r"[\u3041-\u30fa]"


class Shell:
    """An empty folder to chat in."""

    def __init__(self, folder: Path, forks: ForkServer) -> None:
        self.folder = folder
        self._forks = forks
        self._chats = 0

    async def chats(self, typed: str, *words: str) -> "Chat":
        """Run `circadia chat WORDS` with `typed` coming in through a pipe."""
        self._chats += 1
        run = await self._forks.start(
            ["chat", *words],
            cwd=self.folder,
            log=self.folder.with_name(f"chat-{self._chats}.log"),
            out=self.folder.with_name(f"chat-{self._chats}.out"),
            typed=typed,
        )
        return Chat(await run.gone(), run.out.read_text("utf-8"), run.log.read_text("utf-8"))


class Chat:
    """A talk that has ended."""

    def __init__(self, code: int | None, out: str, log: str) -> None:
        self.code, self.out, self.log = code, out, log

    @property
    def answers(self) -> list[str]:
        """Return the first line of each of Mina's bubbles of this run."""
        return [line for line in self.out.splitlines() if line.startswith("Mina: ")]


@pytest.fixture
def shell(tmp_path: Path, forks: ForkServer) -> Shell:
    folder = tmp_path / "home"
    folder.mkdir()
    return Shell(folder, forks)


def test_a_real_shell_pipes_a_line_in_and_an_answer_out(tmp_path: Path) -> None:
    done = subprocess.run(
        f"printf 'hello\\n' | {sys.executable} -m bot chat | cat",
        shell=True,
        cwd=tmp_path,
        env={"PATH": os.defpath, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Mina: ")
    assert "\x1b" not in done.stdout


async def test_the_next_talk_begins_with_the_last_one(shell: Shell) -> None:
    first = await shell.chats("안녕 hello\nmy name is Anna\n")
    second = await shell.chats("what is my name?\n")

    assert (first.code, second.code) == (0, 0)
    assert first.log == second.log == ""
    assert len(first.answers) >= 2
    past = [line for line in second.out.splitlines() if line.startswith("20")]
    assert past[0].endswith(" you: 안녕 hello")
    assert any(line.endswith("you: my name is Anna") for line in past)
    for answer in first.answers:
        assert any(line.endswith(answer) for line in past)
    assert "Anna" in "".join(second.answers)
    assert "\x1b" not in first.out + second.out


async def test_every_line_is_answered_also_the_last_without_an_end_of_line(shell: Shell) -> None:
    chat = await shell.chats("hello\n\nmy name is Anna\n/quiet\nwhat is my name?")

    assert chat.code == 0
    assert len(chat.answers) >= 4
    assert phrase(Phrase.QUIET_ON, "en") in chat.out
    assert "Anna" in chat.answers[-1]


async def test_no_line_at_all_ends_it_at_once_and_well(shell: Shell) -> None:
    chat = await shell.chats("")

    assert (chat.code, chat.out, chat.log) == (0, "", "")


async def test_leaving_ends_it_before_the_lines_that_follow(shell: Shell) -> None:
    chat = await shell.chats("/exit\nhello\n")

    assert (chat.code, chat.out) == (0, "")


async def test_the_debug_view_shows_what_an_answer_was_made_of(shell: Shell) -> None:
    chat = await shell.chats("hello\n", "--debug")

    shown = [line for line in chat.out.splitlines() if line.startswith("  | ")]
    assert chat.code == 0
    assert shown[0] == "  | turn 1: answered"
    assert any("context" in line and "msg:1" in line for line in shown)
    assert any("pocket" in line for line in shown)
    assert "turn.closed" in chat.log
    assert "hello" not in chat.log


@pytest.mark.parametrize(
    ("typed", "letters"),
    [
        pytest.param("안녕! 오늘 어때?", HANGUL, id="Korean"),
        pytest.param("Привет! Как дела?", CYRILLIC, id="Russian"),
        pytest.param("こんにちは、元気？", KANA, id="Japanese"),
    ],
)
async def test_it_answers_in_the_language_that_it_hears(
    shell: Shell, typed: str, letters: str
) -> None:
    chat = await shell.chats(f"{typed}\n")

    assert chat.code == 0
    assert chat.answers
    assert all(re.search(letters, answer) for answer in chat.answers)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        pytest.param("[companion\n", "is not valid TOML", id="no TOML"),
        pytest.param('[companion]\nzone = "CEST"\n', "companion.zone", id="a wrong value"),
        pytest.param('[companion]\nnam = "Jo"\n', "Did you mean name?", id="a key that is none"),
    ],
)
async def test_settings_that_are_wrong_end_it_with_a_sentence(
    shell: Shell, settings: str, told: str
) -> None:
    (shell.folder / "config.toml").write_text(settings)

    chat = await shell.chats("hello\n")

    assert chat.code == 2
    assert chat.out == ""
    assert told in chat.log
    assert "Traceback" not in chat.log
    assert list(shell.folder.iterdir()) == [shell.folder / "config.toml"]
