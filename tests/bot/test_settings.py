"""Settings from file, secret files and environment."""

import tomllib
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import Settings, load, parsed
from bot.settings.faults import Faults
from bot.settings.toml import literal, rendered
from bot.settings.values import access, dials, persona, secrets, warnings
from core.engine.model import Dials

TOKEN = "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"


class Home:
    """A folder with settings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "config.toml"
        self.environ: dict[str, str] = {}

    def writes(self, text: str) -> "Home":
        self.file.write_text(text, "utf-8")
        return self

    def hides(self, name: str, text: str) -> "Home":
        (self.folder / "secrets").mkdir(exist_ok=True)
        (self.folder / "secrets" / name).write_text(text, "utf-8")
        return self

    def sets(self, name: str, value: str) -> "Home":
        self.environ[name] = value
        return self

    def settings(self) -> Settings:
        found = load(self.file, self.environ)
        assert isinstance(found, Settings), str(found)
        return found

    def faults(self) -> dict[str, str]:
        found = load(self.file, self.environ)
        assert isinstance(found, Faults)
        return {fault.setting: str(fault) for fault in found.faults}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path).writes("")


def test_an_empty_file_means_the_defaults(home: Home) -> None:
    assert home.settings() == Settings().model_copy(
        update={"database": Settings().database.resolve(home.folder)}
    )


def test_the_environment_wins_over_secrets_which_win_over_the_file(home: Home) -> None:
    home.writes('[companion]\nname = "File"\nlanguage = "de"\nseed = "File"')
    home.hides("companion__name", "Secret\n").hides("companion__language", "ko\n")
    home.sets("CIRCADIA__COMPANION__NAME", "Environment")

    who = home.settings().companion

    assert (who.name, who.language, who.seed) == ("Environment", "ko", "File")


def test_a_file_of_another_editor_is_read_all_the_same(home: Home) -> None:
    home.file.write_bytes('\ufeff[companion]\r\nname = "Ünal"\r\n'.encode())

    assert home.settings().companion.name == "Ünal"


@pytest.mark.parametrize(
    ("written", "owners"),
    [
        ("", ()),
        ("123", ("123",)),
        ("1,2", ("1", "2")),
        ("[1,2]", ("1", "2")),
        (" 1 , 2 ", ("1", "2")),
        ('"1"', ("1",)),
        ("telegram:7", ("telegram:7",)),
    ],
)
def test_lists_from_the_environment_need_no_json(
    home: Home, written: str, owners: tuple[str, ...]
) -> None:
    home.sets("CIRCADIA__ACCESS__OWNERS", written)

    assert home.settings().access.owners == owners


def test_a_stray_bracket_is_told_with_the_variable_and_an_example(home: Home) -> None:
    home.sets("CIRCADIA__ACCESS__OWNERS", "[")

    fault = home.faults()["access.owners"]

    assert "CIRCADIA__ACCESS__OWNERS" in fault
    assert "one of its two brackets" in fault
    assert "CIRCADIA__ACCESS__OWNERS=123456789" in fault


def test_spans_may_be_written_everywhere_in_every_way(home: Home) -> None:
    home.writes(
        '[conversation]\ndebounce_quiet = 2\ndebounce_most = "PT1M"\n'
        '[model]\nread = "2m"\n[[model.fallbacks]]\nconnect = "250ms"\n'
    ).sets("CIRCADIA__CONVERSATION__BACKLOG_WINDOW", "7d")

    settings = home.settings()

    assert settings.conversation.debounce_quiet == timedelta(seconds=2)
    assert settings.conversation.debounce_most == timedelta(minutes=1)
    assert settings.conversation.backlog_window == timedelta(days=7)
    assert settings.model.read == timedelta(minutes=2)
    assert settings.model.fallbacks[0].connect == timedelta(seconds=0.25)


def test_all_faults_are_told_at_once(home: Home) -> None:
    home.writes(
        '[companion]\nzone = "CEST"\nnmae = "x"\n[budget]\ntokens_per_day = -1\n'
        "[model.roles.rewrite]\ntemperature = 9\n[[model.fallbacks]]\nretries = 99\nretriez = 1\n"
        '[telegram]\ntoken = "nonsense"\n'
    )
    home.hides("telegram__tokn", TOKEN).hides("teelgram__token", TOKEN)
    home.sets("CIRCADIA__CONVERSATION__TIME_THRESHOLD", "soon")
    home.sets("CIRCADIA__TELEGRM__TOKEN", TOKEN).sets("CIRCADIA__LOG", "debug")

    assert set(home.faults()) == {
        "companion.zone",
        "companion.nmae",
        "budget.tokens_per_day",
        "model.roles.rewrite.temperature",
        "model.fallbacks.retries",
        "model.fallbacks.retriez",
        "telegram.token",
        "telegram.tokn",
        "teelgram",
        "telegrm",
        "conversation.time_threshold",
        "log",
    }


@pytest.mark.parametrize(
    ("written", "setting", "parts"),
    [
        pytest.param(
            '[companion]\nzone = "CEST"',
            "companion.zone",
            ("config.toml", "'CEST'", 'zone = "Europe/Berlin"'),
            id="a value that is none: the file, what it got, and an example",
        ),
        pytest.param(
            "[conversation]\ncontext_windw = 5",
            "conversation.context_windw",
            ("is not a setting", "Did you mean context_window?"),
            id="a slip of the pen: the nearest name",
        ),
        pytest.param(
            "[companion]\ntokens_per_day = 5",
            "companion.tokens_per_day",
            ("Did you mean budget.tokens_per_day?",),
            id="the wrong section: the right one",
        ),
        pytest.param(
            "[companion]\ncolour = 5",
            "companion.colour",
            ("[companion] knows", "zone"),
            id="nothing near: what there is",
        ),
        pytest.param(
            "companion = 5", "companion", ("is a section",), id="a value instead of a section"
        ),
        pytest.param(
            '[companion]\nname = " "', "companion.name", ("is empty",), id="a name of blanks"
        ),
        pytest.param(
            "[access]\nowners = [1, '@mina']",
            "access.owners",
            ("change hands", "at entry 2"),
            id="one entry of a list",
        ),
        pytest.param(
            '[conversation]\ndebounce_quiet = "9s"',
            "conversation.debounce_quiet",
            ("longer than conversation.debounce_most",),
            id="two that don't fit together",
        ),
    ],
)
def test_a_fault_names_the_cause_and_the_cure(
    home: Home, written: str, setting: str, parts: tuple[str, ...]
) -> None:
    fault = home.writes(written).faults()[setting]

    assert all(part in fault for part in parts), fault


@pytest.mark.parametrize(
    ("content", "part"),
    [
        pytest.param(b"[companion\nname=", "not valid TOML", id="broken TOML"),
        pytest.param(b"[companion]\nname = Mina\n", "need quotes", id="the commonest slip"),
        pytest.param('[companion]\nname = "Ü"'.encode("utf-16"), "not UTF-8", id="UTF-16"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_beside_all_other_faults(
    home: Home, content: bytes, part: str
) -> None:
    home.file.write_bytes(content)
    home.sets("CIRCADIA__BUDGET__TOKENS_PER_DAY", "many")

    faults = home.faults()

    assert part in faults[str(home.file)]
    assert "budget.tokens_per_day" in faults


def test_a_file_that_was_named_must_exist_but_the_default_need_not(tmp_path: Path) -> None:
    named = load(tmp_path / "config.toml", {})

    assert isinstance(named, Faults)
    assert "circadia init" in str(named)
    assert isinstance(parsed({}), Settings)


@pytest.mark.parametrize("place", ["file", "secret", "environment"])
def test_a_secret_that_is_refused_is_not_shown(home: Home, place: str) -> None:
    wrong = "hunter2 hunter2"
    match place:
        case "file":
            home.writes(f'[telegram]\ntoken = "{wrong}"')
        case "secret":
            home.hides("telegram__token", wrong)
        case _:
            home.sets("CIRCADIA__TELEGRAM__TOKEN", wrong)

    fault = home.faults()["telegram.token"]

    assert "hunter2" not in fault
    assert "***" in fault


def test_a_password_or_token_in_the_wrong_place_is_not_shown() -> None:
    found = parsed(
        {"database": {"url": "oracle://me:hunter2@host/x"}, "budget": {"tokens_per_day": TOKEN}}
    )

    assert isinstance(found, Faults)
    assert len(found.faults) == 2
    assert "hunter2" not in str(found)
    assert TOKEN not in str(found)


def test_the_value_of_an_unknown_key_is_not_shown() -> None:
    found = parsed({"telegram": {"tokn": TOKEN}, "telegrm": {"token": TOKEN}})

    assert TOKEN not in str(found)


def test_a_token_in_quotes_or_with_a_line_end_is_taken(home: Home) -> None:
    home.sets("CIRCADIA__TELEGRAM__TOKEN", f'"{TOKEN}"\r')

    assert secrets(home.settings()) == {TOKEN}


def test_an_empty_variable_leaves_an_optional_setting_out(home: Home) -> None:
    home.sets("CIRCADIA__TELEGRAM__TOKEN", "")

    assert home.settings().telegram.token is None


def test_names_of_variables_may_be_in_small_letters(home: Home) -> None:
    home.sets("circadia__companion__name", "Small")

    assert home.settings().companion.name == "Small"


def test_other_programs_variables_are_not_ours(home: Home) -> None:
    home.sets("CIRCADIAN", "1").sets("TELEGRAM__TOKEN", "x").sets("COMPANION", "x")

    home.settings()


def test_secrets_are_found_in_keys_roles_fallbacks_and_addresses() -> None:
    settings = parsed(
        {
            "model": {
                "key": "key-of-all",
                "roles": {"rewrite": {"key": "key-of-one"}},
                "fallbacks": [{"key": "key-of-other"}],
            },
            "telegram": {"token": TOKEN, "proxy": "http://me:proxy-pass@127.0.0.1:3128"},
            "database": {"url": "postgresql://me:base%40pass@127.0.0.1/x"},
        }
    )
    assert isinstance(settings, Settings)

    found = secrets(settings)

    assert {"key-of-all", "key-of-one", "key-of-other", TOKEN, "proxy-pass"} <= found
    assert {"base%40pass", "base@pass"} <= found
    assert not any(secret in repr(settings) for secret in found - {"proxy-pass"})


def test_the_default_settings_are_the_default_dials() -> None:
    assert dials(Settings()) == Dials()


def test_a_bare_number_means_that_id_on_every_messenger() -> None:
    settings = parsed(
        {"access": {"owners": [7], "friends": ["telegram:8"], "rooms": [-9], "public": True}}
    )
    assert isinstance(settings, Settings)

    let_in = access(settings)

    assert let_in.owners == {"telegram:7"}
    assert let_in.friends == {"telegram:8"}
    assert let_in.rooms == {"telegram:-9"}
    assert let_in.public


def test_the_persona_is_who_the_settings_say() -> None:
    settings = parsed({"companion": {"name": " Jo ", "aliases": "Joe, Joey", "zone": "Asia/Seoul"}})
    assert isinstance(settings, Settings)

    who = persona(settings)

    assert who.names == ("Jo", "Joe", "Joey")
    assert who.zone.key == "Asia/Seoul"


def test_an_owner_learns_that_nobody_may_command_or_talk() -> None:
    alone = parsed({"telegram": {"token": TOKEN}})
    owned = parsed({"telegram": {"token": TOKEN}, "access": {"owners": "7"}})
    open_ = parsed({"telegram": {"token": TOKEN}, "access": {"owners": "7", "public": "true"}})
    assert isinstance(alone, Settings)
    assert isinstance(owned, Settings)
    assert isinstance(open_, Settings)

    assert [text.split()[0] for text in warnings(alone)] == ["access.owners", "Nobody"]
    assert warnings(owned) == ()
    assert [text.split()[0] for text in warnings(open_)] == ["access.public"]
    assert warnings(Settings()) == ()


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40))
def test_any_text_survives_the_way_through_the_file(text: str) -> None:
    assert tomllib.loads(f"it = {literal(text)}")["it"] == text


def test_what_init_writes_is_read_back(home: Home) -> None:
    given_ = {"companion": {"name": 'Jo "J"', "zone": "Asia/Seoul"}, "access": {"owners": ["7"]}}

    settings = home.writes(rendered(Settings, given_)).settings()

    assert settings.companion.name == 'Jo "J"'
    assert settings.companion.zone.key == "Asia/Seoul"
    assert settings.access.owners == ("7",)
