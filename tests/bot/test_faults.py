"""What is wrong with the settings is told at once, with cause and cure, without secrets."""

from pathlib import Path

import pytest

from bot.config import Settings, load, parsed
from bot.settings.faults import Faults
from tests.bot.home import TOKEN, Home


def test_a_stray_bracket_is_told_with_the_variable_and_an_example(home: Home) -> None:
    home.sets("CIRCADIA__ACCESS__OWNERS", "[")

    fault = home.faults()["access.owners"]

    assert "CIRCADIA__ACCESS__OWNERS" in fault
    assert "one of its two brackets" in fault
    assert "CIRCADIA__ACCESS__OWNERS=123456789" in fault


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
        pytest.param(
            '[telegram]\nproxy = "socks4://me:pass-word@127.0.0.1:1"',
            "telegram.proxy",
            ("http, https", 'proxy = "http://127.0.0.1:3128"'),
            id="a proxy of no use",
        ),
        pytest.param(
            '[telegram]\napi_url = "https://"',
            "telegram.api_url",
            ("no full address", 'api_url = "https://api.telegram.org"'),
            id="an address without a host",
        ),
        pytest.param(
            '[model]\nkey = "pass-word\\u200b"', "model.key", ("is no key", "***"), id="a key"
        ),
        pytest.param(
            '[database]\nurl = "sqlite:///a\\u0000b"',
            "database.url",
            ("control character", "sqlite:///"),
            id="a file that no system can name",
        ),
    ],
)
def test_a_fault_names_the_cause_and_the_cure(
    home: Home, written: str, setting: str, parts: tuple[str, ...]
) -> None:
    fault = home.writes(written).faults()[setting]

    assert all(part in fault for part in parts), fault
    assert "pass-word" not in fault


@pytest.mark.parametrize(
    ("content", "part"),
    [
        pytest.param(b"[companion\nname=", "not valid TOML", id="broken TOML"),
        pytest.param(b"[companion]\nname = Mina\n", "need quotes", id="the commonest slip"),
        pytest.param('[companion]\nname = "Ü"'.encode("utf-16"), "not UTF-8", id="UTF-16"),
        pytest.param(b"a = " + b"[" * 100_000, "too deep", id="brackets without end"),
        pytest.param(b"a = " + b"9" * 9_000, "too long", id="a number without end"),
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


@pytest.mark.parametrize("span", ["366d", "99999999d", "P999999999D"])
@pytest.mark.parametrize(
    "setting",
    ["backlog_window", "command_window", "bubble_patience", "time_threshold", "debounce_most"],
)
def test_a_span_out_of_all_reason_is_a_fault(home: Home, setting: str, span: str) -> None:
    home.writes(f'[conversation]\n{setting} = "{span}"')

    assert "less than or equal to" in home.faults()[f"conversation.{setting}"]


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("conversation.debounce_most = '11m'", id="it would never answer"),
        pytest.param("budget.tokens_per_day = 1000000000001", id="more than is ever counted"),
        pytest.param(f"budget.tokens_per_day = {'9' * 40}", id="more than a database keeps"),
        pytest.param("model.deadline = '2d'", id="a call of days"),
        pytest.param("telegram.read_limit = '2d'", id="an answer of days"),
    ],
)
def test_a_number_out_of_all_reason_is_a_fault(home: Home, written: str) -> None:
    setting = written.partition(" ")[0]

    assert "less than or equal to" in home.writes(written).faults()[setting]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Mi\\nna", id="two lines"),
        pytest.param("Mi\\u0007na", id="a control character"),
        pytest.param("\\u202eMina", id="the other direction"),
        pytest.param("\\u200b", id="nothing to see"),
        pytest.param("\\u3164", id="a letter that shows nothing"),
        pytest.param("Mina: [system]", id="the structure of a prompt"),
        pytest.param("M" * 65, id="too long"),
        pytest.param("M" + "\\u0301" * 9, id="a tower of accents"),
    ],
)
def test_a_name_that_can_t_be_shown_as_it_is_is_a_fault(home: Home, name: str) -> None:
    home.writes(f'[companion]\nname = "{name}"')

    assert "one line of at most 64 visible" in home.faults()["companion.name"]


@pytest.mark.parametrize("name", ["미나", "Anna-Lena O'Neill", "Nguyễn", "M" * 64, "U\u0308nal"])
def test_names_of_all_peoples_are_taken(home: Home, name: str) -> None:
    assert home.writes(f'[companion]\nname = "{name}"').settings().companion.name == name


@pytest.mark.parametrize(
    ("setting", "written"),
    [("access.owners", "owners = [{}]"), ("budget.tokens_per_day", "tokens_per_day = {}")],
)
def test_a_number_that_python_will_not_write_out_is_a_fault(
    home: Home, setting: str, written: str
) -> None:
    home.writes(f"[{setting.partition('.')[0]}]\n{written.format('0x' + 'f' * 9_000)}")

    assert setting in home.faults()


def test_a_list_without_end_in_a_variable_is_a_fault(home: Home) -> None:
    home.writes("").sets("CIRCADIA__ACCESS__OWNERS", "[" * 100_000 + "]" * 100_000)

    assert "access.owners" in home.faults()


@pytest.mark.parametrize("name", ["config.toml", "secrets"])
def test_links_in_a_circle_are_a_fault(home: Home, name: str) -> None:
    (home.folder / name).unlink(missing_ok=True)
    (home.folder / name).symlink_to(name)

    assert "can't be read" in home.faults()[str(home.folder / name)]
