"""What the menus hold: by right, by place and by language, within Telegram's limits."""

import re
from collections.abc import Sequence

import pytest
from telegram import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)

from adapters.telegram.commands import Lists, for_all, for_owners, menus
from core.admin.entries import COMMANDS
from core.admin.model import Act, Command, MenuEntry, Right, Where

PRIVATE, GROUPS = BotCommandScopeAllPrivateChats(), BotCommandScopeAllGroupChats()


def one(name: str, right: Right, *places: Where, hidden: bool = False) -> Command:
    summary = {"en": f"Does {name}", "de": f"Macht {name}"}
    acts = tuple(
        Act(name=f"act{at}", summary=summary, right=right, run=lambda *_: "", where=where)
        for at, where in enumerate(places or (Where.ANYWHERE,))
    )
    return Command(name=name, summary=summary, acts=acts, is_hidden=hidden)


TABLE = (
    one("help", Right.FRIEND),
    one("mine", Right.FRIEND, Where.PRIVATE, Where.DIRECT),
    one("mixed", Right.FRIEND, Where.DIRECT, Where.ANYWHERE),
    one("order", Right.MODERATOR),
    one("steer", Right.OWNER),
    one("pair", Right.STRANGER, Where.DIRECT, hidden=True),
)


def names(commands: Sequence[BotCommand]) -> list[str]:
    return [command.command for command in commands]


def test_each_language_gets_its_own_list_and_all_others_the_english_one() -> None:
    quiet = MenuEntry(name="quiet", summary={"en": "Write less", "ru": "Пиши меньше"})
    status = MenuEntry(name="status", summary={"en": "How I am"})

    lists = menus([quiet, status])

    assert {tag: [(c.command, c.description) for c in list_] for tag, list_ in lists.items()} == {
        "": [("quiet", "Write less"), ("status", "How I am")],
        "ru": [("quiet", "Пиши меньше"), ("status", "How I am")],
    }


def test_what_telegram_takes_is_not_exceeded() -> None:
    entries = [MenuEntry(name=f"c{n}", summary={"en": "x" * 100}) for n in range(120)]

    offered = menus(entries)[""]

    assert len(offered) == 100
    assert max(len(command.description) for command in offered) <= 256


def test_a_tag_that_telegram_does_not_know_is_left_out() -> None:
    assert set(menus([MenuEntry(name="a", summary={"en": "x", "pt-BR": "y", "de": "z"})])) == {
        "",
        "de",
    }


def test_friends_see_what_they_may_and_in_groups_what_is_not_for_the_direct_talk_alone() -> None:
    lists = for_all(TABLE)

    assert names(lists[PRIVATE][""]) == ["help", "mine", "mixed"]
    assert names(lists[GROUPS]["de"]) == ["help", "mixed"]
    assert lists[BotCommandScopeDefault()] == {"": (), "de": ()}


def test_an_owner_sees_all_that_is_not_hidden() -> None:
    assert names(for_owners(TABLE)[""]) == ["help", "mine", "mixed", "order", "steer"]


@pytest.mark.parametrize("lists", [*for_all(COMMANDS).values(), for_owners(COMMANDS)])
def test_the_whole_table_keeps_to_the_limits_of_telegram(lists: Lists) -> None:
    assert set(lists) == {"", "de", "es", "ja", "ko", "ru"}
    for commands in lists.values():
        assert len(commands) <= 100
        assert len(set(names(commands))) == len(commands)
        for command in commands:
            assert re.fullmatch(r"[a-z0-9_]{1,32}", command.command)
            assert 1 <= len(command.description) <= 256


def test_the_whole_table_tells_friends_of_friends_commands_and_owners_of_all() -> None:
    friends, owners = for_all(COMMANDS)[PRIVATE][""], for_owners(COMMANDS)[""]

    assert names(friends) == [
        one.name for one in COMMANDS if one.right <= Right.FRIEND and not one.is_hidden
    ]
    assert names(owners) == [one.name for one in COMMANDS if not one.is_hidden]
