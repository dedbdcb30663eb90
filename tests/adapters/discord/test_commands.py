"""The table as Discord's commands, and back from what people do with them to lines."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.commands import LOCALES, application_commands, is_same, subcommands
from adapters.discord.components import buttons, window
from adapters.discord.errors import UNPARSED
from adapters.discord.interactions import Given, Wanting, by_name, meaning, read
from core.admin.entries import COMMANDS
from core.admin.model import Choice, Unfinished
from core.admin.rules import act_of, line_of, parse_command
from core.conversation.model import ChatKind, Route
from tests.adapters.discord.conftest import ACCOUNT
from tests.adapters.discord.table import MOOD, TABLE, VOICE, act, command
from tests.servers.discord.commands import get_commands, put_commands
from tests.servers.discord.layout import checked_rows, checked_window
from tests.servers.discord.sending import Asked
from tests.servers.discord.world import APPLICATION, World

NAMES = by_name(TABLE)
REAL = by_name(COMMANDS)


def told(commands: list[Any]) -> list[Any]:
    """Tell a strict Discord of commands, and return what it tells back."""
    world = World(lambda: datetime(2026, 1, 10, tzinfo=UTC))
    path = {"application": str(APPLICATION)}
    put_commands(world, Asked(path=path, items=commands))
    return get_commands(world, Asked(path=path, query={"with_localizations": "true"}))


def raw(**fields: Any) -> dict[str, Any]:
    return {
        "id": "90",
        "token": "aW50",
        "type": 2,
        "guild_id": "900",
        "channel_id": "901",
        "channel": {"id": "901", "type": 0},
        "member": {"nick": "Annie", "user": {"id": "7", "username": "ann"}},
        "locale": "es-ES",
        "context": 0,
        "data": {"name": "status"},
        **fields,
    }


def chosen(line: str, **options: str) -> dict[str, Any]:
    name, *path = line.split()
    inner: list[Any] = [{"type": 3, "name": key, "value": text} for key, text in options.items()]
    for depth, word in enumerate(reversed(path)):
        inner = [{"type": 2 if depth else 1, "name": word, "options": inner}]
    return raw(data={"name": name, "options": inner})


def line_given(event: dict[str, Any]) -> str:
    meant = meaning(read(event, ACCOUNT), NAMES)
    assert isinstance(meant, Given)
    return meant.line


# The table as commands.


@pytest.mark.parametrize("table", [TABLE, COMMANDS], ids=["every kind", "the real one"])
def test_discord_takes_the_whole_table_and_shows_it_as_it_was_told(table: Any) -> None:
    wanted = application_commands(table)

    assert is_same(told(wanted), wanted)
    assert is_same(reversed(told(wanted)), wanted)


def test_what_is_hidden_is_not_told() -> None:
    assert [one["name"] for one in application_commands(TABLE)] == ["status", "mood", "voice"]


def test_acts_are_subcommands_the_first_one_too_and_two_words_are_a_group() -> None:
    (mood,) = application_commands([MOOD])

    shape = [(one["type"], one["name"]) for one in mood["options"]]
    assert shape == [(1, "show"), (1, "set"), (2, "log")]
    assert [one["name"] for one in mood["options"][2]["options"]] == ["list", "drop"]


def test_an_act_that_is_called_as_a_group_is_put_into_it() -> None:
    odd = command("odd", act("create"), act("create text"))

    assert subcommands(odd) == {("create", "create"): odd.acts[0], ("create", "text"): odd.acts[1]}
    assert told(application_commands([odd]))


def test_what_is_required_comes_first_and_the_line_keeps_the_order_of_the_table() -> None:
    (mood,) = application_commands([MOOD])
    fields = mood["options"][1]["options"]

    assert [one["name"] for one in fields] == ["how", "span"]
    assert line_given(chosen("mood set", how="good", span="2h")) == "/mood set for 2h good"


def test_only_what_owners_alone_may_use_is_kept_from_others_and_that_in_servers() -> None:
    permissions = {
        one["name"]: one["default_member_permissions"] for one in application_commands(TABLE)
    }

    assert permissions == {"status": None, "mood": None, "voice": "32"}


def test_a_long_text_is_never_required_and_suggestions_exclude_choices() -> None:
    mood, voice = application_commands([MOOD, VOICE])
    (long,) = voice["options"][1]["options"]
    (which,) = mood["options"][2]["options"][1]["options"]

    assert (long["required"], long["max_length"]) == (False, 4000)
    assert which["autocomplete"]


def test_every_language_of_the_table_has_a_locale_of_discords() -> None:
    (first, *_) = application_commands(COMMANDS)

    assert set(first["description_localizations"]) == {"ko", "ru", "ja", "es-ES", "es-419", "de"}
    assert set(LOCALES) | {"en"} == set(COMMANDS[0].summary)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"description": "Another"}, id="a description"),
        pytest.param({"description_localizations": {"de": "Anders"}}, id="a language"),
        pytest.param({"default_member_permissions": "32"}, id="who sees it"),
        pytest.param({"contexts": [0]}, id="where it is shown"),
        pytest.param({"options": []}, id="its options"),
    ],
)
def test_any_change_is_seen(change: dict[str, Any]) -> None:
    wanted = application_commands([MOOD])

    assert not is_same(told([wanted[0] | change]), wanted)


# What is done with them, as lines.


@pytest.mark.parametrize(
    ("event", "line"),
    [
        pytest.param(chosen("status"), "/status", id="a command alone"),
        pytest.param(chosen("mood show"), "/mood show", id="the first act, by its name"),
        pytest.param(chosen("mood log drop", which="#2"), "/mood log drop #2", id="a group"),
        pytest.param(
            chosen("mood set", how="a\nb /help", span=" 2\r\nh "),
            "/mood set for 2 h a b /help",
            id="line breaks and slashes are words",
        ),
        pytest.param(
            chosen("voice set", text="one\n\n/two @everyone <@7>"),
            "/voice set one\n\n/two @everyone <@7>",
            id="a long text keeps its lines",
        ),
        pytest.param(chosen("mood set", how="x" * 4000), "/mood set " + "x" * 4000, id="long"),
        pytest.param(chosen("gone act", word="x"), "/gone act x", id="of a table that was"),
        pytest.param(
            raw(type=3, data={"component_type": 2, "custom_id": "/mood set good"}),
            "/mood set good",
            id="a button",
        ),
        pytest.param(
            raw(
                type=5,
                data={
                    "custom_id": "/voice tune warm",
                    "components": [
                        {"type": 18, "component": {"type": 4, "custom_id": "text", "value": "a\nb"}}
                    ],
                },
            ),
            "/voice tune warm a\nb",
            id="a window",
        ),
        pytest.param(
            raw(
                type=5,
                data={
                    "custom_id": "/gone tune",
                    "components": [
                        {
                            "type": 1,
                            "components": [{"type": 4, "custom_id": "text", "value": "a"}],
                        }
                    ],
                },
            ),
            "/gone tune a",
            id="a window of a table that was, in rows",
        ),
    ],
)
def test_it_gives_the_line(event: dict[str, Any], line: str) -> None:
    assert line_given(event) == line


def test_who_where_and_in_which_language_it_was_given_is_known() -> None:
    asked = read(raw(channel_id="902", channel={"type": 11, "parent_id": "901"}), ACCOUNT)
    inbound = asked.said("/status")

    assert inbound.route == Route(account=ACCOUNT, chat="901", thread="902")
    assert (inbound.sender, inbound.sender_name) == ("discord:7", "Annie")
    assert (inbound.language, inbound.server, inbound.unseen) == ("es-ES", "900", True)
    assert inbound.addressed
    assert inbound.chat_kind is ChatKind.GROUP


def test_in_a_direct_talk_it_is_not_hidden() -> None:
    event = raw(user={"id": "7", "username": "ann"}, context=1) | {"guild_id": None}
    inbound = read(event, ACCOUNT).said("/status")

    assert (inbound.chat_kind, inbound.unseen) == (ChatKind.DIRECT, False)


@pytest.mark.parametrize("real", sorted(REAL))
def test_every_act_of_the_real_table_comes_back_as_itself(real: str) -> None:
    here = REAL[real]
    for path, one in subcommands(here).items():
        given = {
            field.name: field.choices[0] if field.choices else f"x{number}"
            for number, field in enumerate(one.options)
        }
        meant = meaning(read(chosen(" ".join((real, *path)), **given), ACCOUNT), REAL)

        assert isinstance(meant, Given)
        assert meant.line == line_of(here, one, given)
        spoken = parse_command(meant.line)
        assert spoken is not None
        assert act_of(here, spoken.arguments)[0] is one


# Windows and what is completed.


def test_a_missing_long_text_is_asked_for_and_what_was_given_comes_back() -> None:
    meant = meaning(read(chosen("voice tune", kind="warm"), ACCOUNT), NAMES)

    assert isinstance(meant, Wanting)
    checked_window(meant.window)
    assert meant.window["custom_id"] == "/voice tune warm"
    assert [one["component"]["custom_id"] for one in meant.window["components"]] == ["text"]
    assert meant.window["components"][0]["component"]["max_length"] == 4000


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({"kind": "x" * 200}, id="too long to come back by itself"),
        pytest.param({"kind": "warm", "span": "2h"}, id="stands behind the text in the line"),
    ],
)
def test_what_can_not_come_back_by_itself_stands_in_the_window(given: dict[str, str]) -> None:
    tune = VOICE.acts[2]
    made = window(VOICE, tune, given)

    assert made is not None
    checked_window(made)
    fields = {one["component"]["custom_id"]: one["component"] for one in made["components"]}
    assert {name: one["value"] for name, one in fields.items() if name != "text"} == given
    written = [
        {"type": 18, "component": {"type": 4, "custom_id": name, "value": one.get("value", "hey")}}
        for name, one in fields.items()
    ]
    event = raw(type=5, data={"custom_id": made["custom_id"], "components": written})
    assert line_given(event) == line_of(VOICE, tune, {**given, "text": "hey"})


def test_a_button_to_a_long_text_opens_the_window_and_one_with_a_text_does_not() -> None:
    press = {"component_type": 2, "custom_id": "/voice set"}
    meant = meaning(read(raw(type=3, data=press), ACCOUNT), NAMES)

    assert isinstance(meant, Wanting)
    assert line_given(raw(type=3, data=press | {"custom_id": "/voice set x"})) == "/voice set x"
    assert line_given(raw(type=3, data=press | {"custom_id": "/voice"})) == "/voice"


def test_what_is_being_written_is_the_line_so_far() -> None:
    event = chosen("mood log drop", which="#")
    event["data"]["options"][0]["options"][0]["options"][0]["focused"] = True
    meant = meaning(read(event | {"type": 4}, ACCOUNT), NAMES)

    assert isinstance(meant, Unfinished)
    assert (meant.line, meant.option) == ("/mood log drop #", "which")


def test_buttons_stand_in_rows_once_each_and_not_too_many() -> None:
    choices = [Choice(label=f"b{n}", line=f"/page {n}") for n in range(40)]
    there = [Choice(label="There", line="/help", in_direct=True)]

    rows = checked_rows(buttons([*choices[:7], choices[0], *there]))
    assert [len(row["components"]) for row in rows] == [5, 2]
    assert sum(len(row["components"]) for row in checked_rows(buttons(choices))) == 25
    ((link,),) = (row["components"] for row in checked_rows(buttons(there, "55")))
    assert link["url"] == "https://discord.com/channels/@me/55"


# Nonsense.


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 30),
    st.text(st.characters(), max_size=30),
    st.sampled_from(["/status", "/usr/bin", "//", "/", "status", "mood", "\ud800", "/a\x00b"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["id", "type", "name", "value", "options", "custom_id", "components", "user"]
            ),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=10,
)
PARTS = ("name", "options", "custom_id")


@given(
    kind=st.sampled_from([2, 3, 4, 5]),
    data=st.fixed_dictionaries({}, optional=dict.fromkeys(PARTS, VALUES)),
    changes=st.dictionaries(st.sampled_from(sorted(raw())), VALUES, max_size=3),
)
def test_nonsense_is_read_as_a_command_or_refused(
    kind: int, data: dict[str, Any], changes: dict[str, Any]
) -> None:
    press = {"component_type": 2}
    try:
        asked = read(raw(type=kind, data=press | data) | changes, ACCOUNT)
        meant = meaning(asked, NAMES)
        inbound = asked.said(meant.line)
    except UNPARSED:
        return

    inbound.text.encode()
    assert "\x00" not in inbound.text
    assert parse_command(meant.line) is not None
