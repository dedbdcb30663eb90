"""`circadia data`: everything of a person saved, looked for and erased from the command line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bot.cli.app import app
from core.conversation.model import AccountId, ChatKind, IdentityId, Inbound, Route
from core.engine.model import Lane
from core.engine.ports import Stores
from tests.bot.home import Home
from tests.bot.test_cli_memory import ANA, MAIN, NOW, draft, keep, report

BEN = IdentityId("telegram:43")
WORD = "zyxworqvex"


def typed(home: Home, *words: str) -> Result:
    return CliRunner().invoke(app, ["data", *words, "--config", str(home.file)])


def live(stores: Stores) -> None:
    for who, name in ((ANA, "Ana"), (BEN, "Ben")):
        route = Route(account=AccountId("telegram"), chat=who.removeprefix("telegram:"))
        here = stores.conversations.find_or_create(MAIN, route, ChatKind.DIRECT, NOW)
        said = Inbound(
            route=route,
            chat_kind=ChatKind.DIRECT,
            message_id="1",
            sender=who,
            sender_name=name,
            text=f"my cat is {WORD} of {name}",
            sent_at=NOW,
            addressed=True,
        )
        stores.messages.add(here, said, NOW, lane=Lane.TALK, silence="seen")
        stores.facts.add(draft(f"{name} has a cat called {WORD}.", who), NOW)


@pytest.fixture
def filled(home: Home) -> Home:
    keep(home, live)
    return home


def test_everything_of_one_person_is_saved_as_json(filled: Home, tmp_path: Path) -> None:
    file = tmp_path / "ana.json"

    result = typed(filled, "export", "--person", ANA, "--out", str(file), "--json")

    told = json.loads(file.read_text("utf-8"))
    assert result.exit_code == 0, result.output
    assert report(result)["sections"] == {"places": 1, "messages": 1, "memories": 1}
    assert (told["format"], told["version"]) == ("circadia.my-data", 1)
    assert told["messages"][0]["text"] == f"my cat is {WORD} of Ana"
    assert "Ben" not in file.read_text("utf-8")


def test_a_file_that_is_there_is_not_written_over(filled: Home, tmp_path: Path) -> None:
    file = tmp_path / "ana.json"
    file.write_text("mine", "utf-8")

    result = typed(filled, "export", "--person", ANA, "--out", str(file))

    assert result.exit_code == 2
    assert file.read_text("utf-8") == "mine"


def test_of_whom_nothing_is_kept_there_is_no_file(filled: Home) -> None:
    result = typed(filled, "export", "--person", "telegram:99", "--json")

    assert result.exit_code == 0
    assert report(result)["file"] is None


@pytest.mark.parametrize("act", ["export", "forget", "scan"])
@pytest.mark.parametrize("person", ["Ana", "42", "telegram:@ana", "persona", "*", ""])
def test_a_person_is_named_by_an_id_alone(filled: Home, act: str, person: str) -> None:
    assert typed(filled, act, "--person", person).exit_code == 2


def test_nothing_is_erased_unasked(filled: Home) -> None:
    result = typed(filled, "forget", "--person", ANA)

    assert result.exit_code == 2
    assert typed(filled, "scan", "--person", ANA).exit_code == 1


def test_everything_of_one_person_is_erased_and_nothing_of_another(filled: Home) -> None:
    result = typed(filled, "forget", "--person", ANA, "--yes", "--json")

    told = report(result)
    assert result.exit_code == 0, result.output
    assert (told["messages"], told["memories"], told["places"]) == (1, 1, 1)
    assert (told["left"], told["scrubbed"]) == ([], True)
    assert typed(filled, "scan", "--person", ANA).exit_code == 0
    assert typed(filled, "scan", "--person", BEN).exit_code == 1


def test_a_second_time_nothing_is_left_to_be_erased(filled: Home) -> None:
    typed(filled, "forget", "--person", ANA, "--yes")

    result = typed(filled, "forget", "--person", ANA, "--yes", "--json")

    assert (report(result)["rows"], report(result)["ok"]) == (0, True)
