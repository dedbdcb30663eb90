"""Settings from file, secret files and environment."""

import tomllib
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import Settings, parsed
from bot.settings.toml import literal, rendered
from bot.settings.values import access, dials, persona, secrets, warnings
from core.engine.model import Dials
from tests.bot.home import TOKEN, Home


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
    assert not any(secret in repr(settings) for secret in found)


def test_the_default_settings_are_the_default_dials() -> None:
    assert dials(Settings()) == Dials()


def test_a_bare_number_means_that_id_on_every_messenger() -> None:
    settings = parsed(
        {"access": {"owners": [7], "friends": ["telegram:8"], "rooms": [-9], "public": True}}
    )
    assert isinstance(settings, Settings)

    let_in = access(settings)

    assert let_in.owners == {"telegram:7", "discord:7"}
    assert let_in.friends == {"telegram:8"}
    assert let_in.rooms == {"telegram:-9", "discord:-9"}
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


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_any_text_survives_the_way_through_the_file(text: str) -> None:
    assert tomllib.loads(f"it = {literal(text)}")["it"] == text


def test_what_init_writes_is_read_back(home: Home) -> None:
    answers: dict[str, dict[str, object]] = {
        "companion": {"name": 'Jo "J"', "zone": "Asia/Seoul"},
        "access": {"owners": ["7"]},
    }

    settings = home.writes(rendered(Settings, answers)).settings()

    assert settings.companion.name == 'Jo "J"'
    assert settings.companion.zone.key == "Asia/Seoul"
    assert settings.access.owners == ("7",)
