from pathlib import Path

import pytest

from adapters.pocket.client import CONNECT, SECTION
from adapters.pocket.sheet import ASK, SAY, TOPICS
from adapters.pocket.tables import PocketTables, parsed, table_from
from core.errors import Misconfigured
from tests.adapters.pocket.rooms import LANGUAGES, tables

PACKAGED = Path(__file__).parents[3] / "adapters" / "pocket" / "tables"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key_and_enough_variants(language: str) -> None:
    table = tables().by_language[language]

    assert {key for key, lines in table.say.items() if len(set(lines)) >= SAY[key]} == set(SAY)
    assert {key for key, lines in table.ask.items() if len(set(lines)) >= ASK[key]} == set(ASK)
    assert set(table.topics) >= TOPICS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_patterns_of_every_language_are_sound(language: str) -> None:
    name = f"{language}.toml"
    raw = parsed((PACKAGED / name).read_bytes(), name)

    assert table_from(language, raw, name).language == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_introduction_fits_a_bubble_with_a_long_name(language: str) -> None:
    for line in tables().by_language[language].say["intro"]:
        named = line.replace("{name}", "x" * 40)
        assert len(named.replace("{connect}", CONNECT).replace("{section}", SECTION)) <= 400


def test_a_language_can_be_changed_in_part(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('[say]\ncalled = ["Ahoy.", "Aye."]\n', encoding="utf-8")

    changed = PocketTables.load(tmp_path).by_language["en"]

    assert changed.say["called"] == ("Ahoy.", "Aye.")
    assert changed.say["thanks"] == tables().by_language["en"].say["thanks"]


def test_a_new_language_needs_nothing_but_a_file(tmp_path: Path) -> None:
    (tmp_path / "nl.toml").write_bytes((PACKAGED / "en.toml").read_bytes())

    added = PocketTables.load(tmp_path).speaks("nl-BE")

    assert added is not None
    assert added.language == "nl"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        pytest.param("en", "say = [", ["en.toml", "not TOML"], id="no TOML"),
        pytest.param("en", "colour = 1", ["en.toml", "`colour`", "remove it"], id="unknown key"),
        pytest.param("nl", 'script = "latin"', ["nl.toml", "`boundaries`", "add"], id="little"),
        pytest.param("en", '[say]\nthanks = ["Sure."]', ["`say`", "`thanks`", "needs 4"], id="few"),
        pytest.param(
            "en",
            '[say]\nintro = ["I am {name}.", "{name} here.", "Give me {connect}."]',
            ["`say`", "`intro`", "{section}"],
            id="nothing of the settings",
        ),
        pytest.param("en", '[say]\ncalled = ["{nmae}", ""]', ["`say.called.0`"], id="slot"),
        pytest.param("en", '[say]\ncalled = ["{", "b"]', ["`say.called.0`"], id="broken brace"),
        pytest.param(
            "en", '[hear]\nthanks.any = ["(x"]', ["`hear.thanks.any`", "'(x'"], id="bad pattern"
        ),
        pytest.param("en", '[hear]\nthanks.any = ["x*"]', ["`hear.thanks.any`"], id="empty match"),
        pytest.param(
            "en",
            '[say]\nfarewell = ["Bye?", "b", "c", "d"]',
            ["`say`", "question mark"],
            id="a farewell that hooks",
        ),
        pytest.param("English", "", ["English.toml", "rename"], id="file name"),
    ],
)  # fmt: skip
def test_a_broken_table_names_file_key_and_cure(
    tmp_path: Path, name: str, content: str, said: list[str]
) -> None:
    (tmp_path / f"{name}.toml").write_text(content, encoding="utf-8")

    with pytest.raises(Misconfigured) as refused:
        PocketTables.load(tmp_path)

    assert [word for word in said if word not in str(refused.value)] == []


def test_a_missing_folder_is_an_error_with_its_cure(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="create it"):
        PocketTables.load(tmp_path / "none")
