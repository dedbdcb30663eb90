"""A person is found in cells of any kind, and nobody else is taken for them."""

import io
import json
from datetime import UTC, datetime
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conversation.model import IdentityId
from core.privacy.model import Dossier, Finding, Sign, Signs
from core.privacy.rules.seeking import Seeker
from core.privacy.rules.writing import as_json, written

ANN = IdentityId("telegram:42")
SAID = "I moved to the island of Zanzibar"
SIGNS = Signs(
    identities=frozenset((ANN,)),
    names=frozenset(("Ann", "김수진")),
    words=frozenset((SAID, "pepper")),
    places=frozenset(("42",)),
)
NOON = datetime(2026, 5, 1, 23, tzinfo=UTC)
KEPT, MENTION = False, True


def findings(**cells: object) -> tuple[Finding, ...]:
    seeker = Seeker(SIGNS)
    seeker.row("rows", cells)
    return seeker.scanned().findings


@pytest.mark.parametrize(
    ("column", "cell", "sign", "mentioned"),
    [
        pytest.param("sender", ANN, Sign.IDENTITY, KEPT, id="an identity"),
        pytest.param("audience", f"direct:{ANN}", Sign.IDENTITY, KEPT, id="an audience"),
        pytest.param("line", f"/memory add {ANN} x", Sign.IDENTITY, MENTION, id="in a line"),
        pytest.param("marks", f'[{{"sender": "{ANN}"}}]', Sign.IDENTITY, KEPT, id="in JSON"),
        pytest.param("chat", "42", Sign.PLACE, KEPT, id="the number of a chat"),
        pytest.param("old_chat", 42, Sign.PLACE, KEPT, id="as a number"),
        pytest.param("sender_name", "ANN", Sign.NAME, KEPT, id="a name in another case"),
        pytest.param("text", "ask Ann.", Sign.NAME, MENTION, id="a name in a text"),
        pytest.param("text", "김수진이 왔어요", Sign.NAME, MENTION, id="without blanks between"),
        pytest.param("trace", json.dumps({"a": ["김수진"]}), Sign.NAME, KEPT, id="JSON hides it"),
        pytest.param("text", f"so: «{SAID}»!", Sign.WORDS, KEPT, id="a text within a text"),
        pytest.param("text", SAID.upper().replace(" ", "\n"), Sign.WORDS, KEPT, id="broken lines"),
        pytest.param("blob", b"\x00\xfftelegram:42\x00", Sign.IDENTITY, MENTION, id="in bytes"),
        pytest.param("trace", {"steps": [{"said": "pepper"}]}, Sign.WORDS, KEPT, id="in values"),
    ],
)
def test_a_sign_is_found(column: str, cell: object, sign: Sign, mentioned: bool) -> None:
    found = findings(**{column: cell})

    assert [(one.sign, one.mentioned) for one in found] == [(sign, mentioned)]


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        pytest.param("sender", "telegram:421", id="a longer number"),
        pytest.param("sender", "xtelegram:42", id="another platform"),
        pytest.param("message_id", "42", id="a number that is no place"),
        pytest.param("chat", "-42", id="a group"),
        pytest.param("text", "Annabel came", id="a longer name"),
        pytest.param("text", "I moved to the island", id="a part of a text"),
        pytest.param("sent_at", NOON, id="an instant"),
        pytest.param("text", None, id="nothing"),
        pytest.param("taught", True, id="a truth"),
    ],
)
def test_what_only_looks_like_it_is_passed_by(column: str, cell: object) -> None:
    assert findings(**{column: cell}) == ()


def test_words_in_a_row_of_somebody_else_are_a_mention() -> None:
    theirs = findings(sender="telegram:7", text=f"she said: {SAID}")
    own = findings(sender=ANN, text=f"she said: {SAID}")

    assert [one.mentioned for one in theirs] == [MENTION]
    assert [one.mentioned for one in own] == [KEPT, KEPT]


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_text_is_found_whatever_stands_around_it(before: str, after: str) -> None:
    found = findings(text=f"{before} {SAID} {after}")

    assert Sign.WORDS in {one.sign for one in found}


@given(st.recursive(st.text(max_size=20) | st.integers(), lambda x: st.lists(x, max_size=3)))
def test_no_cell_is_too_strange(cell: object) -> None:
    findings(cell=cell, other=json.dumps(cell), third=str(cell).encode())


def test_the_file_is_named_by_the_local_day() -> None:
    dossier = Dossier(identities=frozenset((ANN,)), sections={"messages": ({"text": "안녕"},)})

    made = written(dossier, NOON, ZoneInfo("Europe/Berlin"))

    assert (made.name, made.mime) == ("my-data-2026-05-02.json", "application/json")
    assert "안녕" in made.content.decode()


def test_a_large_file_is_packed() -> None:
    entry = {"text": "hello " * 200}
    dossier = Dossier(identities=frozenset((ANN,)), sections={"messages": (entry,) * 50})

    made = written(dossier, NOON, UTC, most=20_000)

    with ZipFile(io.BytesIO(made.content)) as folder:
        packed = folder.read("my-data-2026-05-01.json").decode()
    assert made.name == "my-data-2026-05-01.zip"
    assert len(made.content) < 20_000
    assert packed == as_json(dossier, NOON)
