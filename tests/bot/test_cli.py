"""The command line: exit codes, sentences and files."""

import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from typer.testing import CliRunner, Result

from bot.cli.app import app
from bot.cli.asking import ask, completer
from bot.cli.init import QUESTIONS, answers_to
from bot.config import Settings, load
from bot.settings.toml import rendered
from tests.bot.home import DISCORD_TOKEN, TOKEN

MAIN = (sys.executable, "-m", "bot")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with settings that keep everything in it."""
    (tmp_path / "config.toml").write_text('[log]\nlevel = "error"\n', "utf-8")
    return tmp_path


def typed(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(app, [*words, "--config", str(folder / "config.toml")])


def last_line(result: Result) -> dict[str, object]:
    found: dict[str, object] = json.loads(result.stdout.splitlines()[-1])
    return found


def really(*words: str, cwd: Path, **environ: str) -> "subprocess.CompletedProcess[str]":
    house = str(Path(__file__).parents[2])
    return subprocess.run(
        [*MAIN, *words],
        cwd=cwd,
        env={"PATH": os.defpath, "PYTHONPATH": house, **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def test_faults_of_the_settings_end_a_command_with_two_and_no_traceback(tmp_path: Path) -> None:
    done = really("check", cwd=tmp_path, CIRCADIA__COMPANION__ZONE="CEST", TERM="xterm-256color")

    assert done.returncode == 2
    assert "companion.zone (from CIRCADIA__COMPANION__ZONE)" in done.stderr
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


def test_a_token_that_is_refused_reaches_neither_stream(tmp_path: Path) -> None:
    done = really("check", "--json", cwd=tmp_path, CIRCADIA__TELEGRAM__TOKEN="hunter2 hunter2")

    assert done.returncode == 2
    assert json.loads(done.stdout.splitlines()[-1])["ok"] is False
    assert "hunter2" not in done.stdout + done.stderr


def test_without_the_extra_a_sentence_tells_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'typer'\", name='typer')", "utf-8"
    )
    house = str(Path(__file__).parents[2])

    done = really("chat", cwd=tmp_path, PYTHONPATH=f"{tmp_path}{os.pathsep}{house}")

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert 'pip install "circadia[bot]"' in done.stderr


def test_a_wrong_option_is_a_usage_error() -> None:
    assert CliRunner().invoke(app, ["check", "--nonsense"]).exit_code == 2
    assert CliRunner().invoke(app, ["nonsense"]).exit_code == 2


@pytest.mark.parametrize(
    "command", ["chat", "run", "init", "check", "migrate", "backup", "restore", "status"]
)
def test_every_help_shows_an_example_and_the_exit_codes(command: str) -> None:
    shown = CliRunner().invoke(app, [command, "--help"], terminal_width=100)

    assert shown.exit_code == 0
    assert f"circadia {command}" in shown.stdout.split("Usage", 1)[1].split("\n", 1)[1]
    assert "Exit codes: 0 fine" in shown.stdout


def test_check_tells_what_is_set_up_and_makes_nothing(folder: Path) -> None:
    before = sorted(folder.iterdir())

    result = typed(folder, "check", "--json")

    assert result.exit_code == 0
    report = last_line(result)
    assert report["ok"] is True
    assert sorted(folder.iterdir()) == before


def test_check_warns_of_a_bot_that_nobody_may_command(folder: Path) -> None:
    with (folder / "config.toml").open("a") as file:
        file.write(f'[telegram]\ntoken = "{TOKEN}"\n')

    result = typed(folder, "check", "--json")

    assert result.exit_code == 0
    assert "access.owners is empty" in result.stdout
    assert TOKEN not in result.output


@pytest.mark.parametrize(
    ("written", "warned"),
    [
        pytest.param("model.name = 'm'\nbudget.tokens_per_day = 1000", True, id="too little"),
        pytest.param("model.name = 'm'", False, id="enough"),
        pytest.param("budget.tokens_per_day = 1000", False, id="nothing to pay"),
    ],
)
def test_check_warns_of_a_budget_that_no_turn_fits_in(
    folder: Path, written: str, warned: bool
) -> None:
    (folder / "config.toml").write_text(written, "utf-8")

    result = typed(folder, "check")

    assert result.exit_code == 0
    assert ("so the model is never asked" in result.output) is warned


def test_check_fails_where_the_database_is_none(folder: Path) -> None:
    (folder / "circadia.sqlite").write_text("this is a letter, no database" * 100)

    result = typed(folder, "check", "--json")

    assert result.exit_code == 1
    assert last_line(result)["ok"] is False
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        pytest.param(
            "UPDATE alembic_version SET version_num = '9999'",
            "the database is of version '9999', which this Circadia does not know",
            id="a newer Circadia has been here",
        ),
        pytest.param(
            "DELETE FROM alembic_version", "tables of another program", id="another program's"
        ),
    ],
)
def test_check_fails_where_a_start_would_and_a_backup_still_goes(
    folder: Path, changed: str, sentence: str
) -> None:
    typed(folder, "migrate")
    with closing(sqlite3.connect(folder / "circadia.sqlite")) as other:
        other.execute(changed)
        other.commit()

    checked, migrated = typed(folder, "check"), typed(folder, "migrate")
    copied = typed(folder, "backup", str(folder / "copy.sqlite"))

    assert (checked.exit_code, copied.exit_code) == (1, 0)
    assert sentence in checked.output
    assert sentence in migrated.output


def test_the_database_is_migrated_counted_backed_up_and_restored(folder: Path) -> None:
    first, again = typed(folder, "migrate", "--json"), typed(folder, "migrate", "--json")
    counted = typed(folder, "status", "--json")
    copied = typed(folder, "backup", str(folder / "copy.sqlite"), "--json")
    refused = typed(folder, "backup", str(folder / "copy.sqlite"))
    restored = typed(folder, "restore", str(folder / "copy.sqlite"), "--yes", "--json")

    assert [r.exit_code for r in (first, again, counted, copied, restored)] == [0, 0, 0, 0, 0]
    assert last_line(first)["applied"]
    assert last_line(again)["applied"] == []
    assert last_line(counted)["messages"] == 0
    assert last_line(copied)["file"] == str(folder / "copy.sqlite")
    assert refused.exit_code != 0
    assert "another name" in refused.stderr
    assert Path(str(last_line(restored)["kept"])).exists()


@pytest.mark.parametrize("command", ["status", "backup"])
def test_a_database_that_is_not_there_is_told_and_not_made(folder: Path, command: str) -> None:
    result = typed(folder, command, "--json")

    assert result.exit_code == 1
    assert "no database" in str(last_line(result)["error"])
    assert not (folder / "circadia.sqlite").exists()


def test_restore_asks_on_a_terminal_and_refuses_without_one(folder: Path) -> None:
    result = typed(folder, "restore", str(folder / "copy.sqlite"))

    assert result.exit_code == 2
    assert "--yes" in result.stderr


def test_a_database_in_use_ends_with_three(folder: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder / "config.toml")],
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"

        result = typed(folder, "migrate", "--json")

        holder.kill()
    assert result.exit_code == 3, result.output
    assert "another process" in str(last_line(result)["error"])


HOLDER = """
import asyncio, sys
from pathlib import Path
from adapters.storage import instance_lock
from bot.config import load

async def hold():
    async with instance_lock(load(Path(sys.argv[1]), {}).database):
        print("held", flush=True)
        sys.stdin.read()

asyncio.run(hold())
"""


def test_init_writes_what_can_be_read_and_by_the_owner_alone(tmp_path: Path) -> None:
    result = typed(tmp_path / "new", "init", "--yes")

    file = tmp_path / "new" / "config.toml"
    assert result.exit_code == 0
    assert "circadia chat --config" in result.stdout
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert isinstance(load(file, {}), Settings)
    assert [one.name for one in file.parent.iterdir()] == ["config.toml"]


def test_init_replaces_nothing_without_a_word(folder: Path) -> None:
    before = (folder / "config.toml").read_text()

    refused = typed(folder, "init", "--yes")
    kept = (folder / "config.toml").read_text()
    forced = typed(folder, "init", "--yes", "--force")

    assert (refused.exit_code, forced.exit_code) == (2, 0)
    assert "--force" in refused.stderr
    assert kept == before
    assert (folder / "config.toml").read_text() == rendered(Settings)


def test_init_asks_nobody_where_there_is_no_terminal(tmp_path: Path) -> None:
    result = typed(tmp_path, "init")

    assert result.exit_code == 2
    assert "--yes" in result.stderr
    assert not (tmp_path / "config.toml").exists()


class Answering:
    """Answers questions from a list, and keeps what was asked."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.hidden: list[str] = []

    def __call__(
        self,
        question: str,
        *,
        problem: Callable[[str], str | None],
        default: str,
        choices: Iterable[str],
        hidden: bool,
    ) -> str:
        answer = self.answers.pop(0)
        assert problem(answer) is None
        if hidden:
            self.hidden.append(answer)
        return answer


def test_init_asks_for_the_owner_only_with_a_token_and_hides_what_is_secret() -> None:
    who, server = ("Jo", "Jo fixes radios.", "UTC"), ("http://127.0.0.1:1/v1", "m", "k")
    short = Answering("Mina", "Mina likes quiet cafes.", "Asia/Seoul", "", "", "")
    long = Answering(*who, TOKEN, DISCORD_TOKEN, "7,8", *server)
    on_discord = Answering(*who, "", DISCORD_TOKEN, "8", "")

    few, many, other = (answers_to(QUESTIONS, asked) for asked in (short, long, on_discord))

    assert few == {"companion": {"zone": "Asia/Seoul"}}
    assert many["access"] == {"owners": ["7", "8"]}
    assert many["model"] == {"url": "http://127.0.0.1:1/v1", "name": "m", "key": "k"}
    assert long.hidden == [TOKEN, DISCORD_TOKEN, "k"]
    assert "telegram" not in other
    assert other["discord"] == {"token": DISCORD_TOKEN}
    assert other["access"] == {"owners": ["8"]}


@pytest.mark.parametrize(
    ("key", "wrong"),
    [("zone", "CEST"), ("token", "nonsense"), ("owners", "@jo"), ("url", "x")],
)
def test_init_refuses_an_answer_that_the_settings_would(key: str, wrong: str) -> None:
    question = next(one for one in QUESTIONS if one.key == key)

    assert question.problem(" ") is None
    assert question.problem(wrong)


def test_a_question_is_asked_again_until_its_answer_fits() -> None:
    with (
        create_pipe_input() as keys,
        create_app_session(input=keys, output=DummyOutput()),
    ):
        keys.send_text("CEST\n\x15Europe/Berlin\n\n")

        answer = ask("Zone", problem=lambda text: "no" if text == "CEST" else None, default="UTC")
        empty = ask("Zone", problem=lambda text: None if text else "no", default="UTC")

    assert (answer, empty) == ("Europe/Berlin", "UTC")


def test_any_part_of_a_choice_is_completed() -> None:
    choices = completer(["Europe/Berlin", "UTC", "Europe/Bern"])

    found = choices.get_completions(Document("berlin"), CompleteEvent(completion_requested=True))

    assert [(one.text, one.start_position) for one in found] == [("Europe/Berlin", -len("berlin"))]
