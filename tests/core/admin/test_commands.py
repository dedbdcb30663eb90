from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.admin.entries import COMMANDS
from core.admin.entries.making import act, lone
from core.admin.model import Access, Command, Invocation, Right, Told
from core.admin.ports import Shelf
from core.admin.service import Dispatcher
from core.conversation.model import ChatKind, IdentityId
from core.phrases import LANGUAGES, Phrase, phrase
from tests.core.admin.shelf import NOW, TALLY, OneShelf, invocation


def secret(_invocation: Invocation, _shelf: Shelf) -> str:
    return "the vault is open"


SECRET = lone(act("vault", "Open the vault", secret, right=Right.OWNER))
FIRST = ("regenerate", "edit", "edit 9-10", "picture", "set", "set busy for", "set busy until")
MEMORIES = (
    "undo",
    "erase",
    "erase #1",
    "list",
    "list people",
    "add persona",
    "correct #1",
    "search",
)
"""Words of commands, for texts to follow."""
DISPATCHER = Dispatcher((*COMMANDS, SECRET), Access())


def told(call: Invocation, shelf: Shelf) -> str:
    return DISPATCHER.run(call, shelf).text


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_summary_is_written_in_every_language(command: Command) -> None:
    told = {command.name: command.summary}
    for one in command.acts:
        told[one.name] = one.summary
        told |= {f"{one.name} {option.name}": option.summary for option in one.options}

    assert [path for path, lines in told.items() if set(lines) != set(LANGUAGES)] == []


@pytest.mark.parametrize("right", [Right.FRIEND, Right.MODERATOR])
def test_nobody_is_offered_what_only_owners_may(right: Right) -> None:
    offered = {command.name for command in DISPATCHER.offered(right)}

    assert {"start", "help", "memories", "forget", "undo"} <= offered
    assert offered.isdisjoint({"memory", "teach", "reset", "pause", "audit", "vault", "pair"})


def test_help_speaks_the_language_of_who_asks() -> None:
    answer = told(invocation("help", language="de"), OneShelf())

    assert answer.splitlines() == [
        "Darum kannst du mich bitten:",
        "",
        "- /start: Hallo sagen",
        "- /help: Worum du mich bitten kannst",
        "- /status: Wie es mir gerade geht",
        "- /schedule: Was ich heute mache",
        "- /availability: Ob ich da bin und bis wann",
        "- /quiet: Ich schreibe nicht von mir aus",
        "- /wake: Ich darf wieder von mir aus schreiben",
        "- /memories: Was ich über dich weiß",
        "- /forget: Etwas über dich vergessen",
        "- /timezone: Wo du lebst, damit ich deine Uhrzeiten kenne",
        "- /language: In welcher Sprache wir reden",
        "- /link: Auf zwei Messengern eine Person für mich sein",
        "- /unlink: Dieses Konto wieder für sich sein lassen",
        "- /share: Einen Raum hören lassen, was du mir allein erzählt hast",
        "- /my_data: Alles, was ich von dir habe, als Datei",
        "- /forget_me: Alles von dir für immer löschen",
        "- /again: Eine andere Antwort",
        "- /undo: Den letzten Wortwechsel zurücknehmen",
        "",
        "`/help memories` zeigt, wie einer davon geschrieben wird.",
    ]


@pytest.mark.parametrize(
    ("asked", "right", "told"),
    [
        pytest.param("memories", Right.FRIEND, "`/memories [page]`", id="a command"),
        pytest.param("/Forget", Right.FRIEND, "`/forget <what>`", id="with a slash"),
        pytest.param("schedule", Right.FRIEND, "`/schedule [day]`", id="its first act"),
        pytest.param(
            "availability",
            Right.OWNER,
            "`/availability set <mode> [time] [because reason]`",
            id="an owner's act",
        ),
        pytest.param("memory", Right.FRIEND, "Did you mean /memories", id="not theirs"),
        pytest.param("xyzzy", Right.FRIEND, "I don't know /xyzzy", id="none"),
        pytest.param("*bold*", Right.FRIEND, "I don't know /…", id="no name"),
    ],
)
def test_help_tells_how_a_command_is_written(asked: str, right: Right, told: str) -> None:
    answer = DISPATCHER.run(invocation("help", right, arguments=asked), OneShelf()).text

    assert told in answer


def test_help_on_a_command_keeps_from_friends_what_owners_do() -> None:
    assert "regenerate" not in told(invocation("help", arguments="schedule"), OneShelf())


def test_help_shows_an_owner_the_commands_of_owners_in_english_if_need_be() -> None:
    answer = told(invocation("help", Right.OWNER, "ko"), OneShelf())

    assert "- /vault: Open the vault" in answer.splitlines()


def test_whoever_opens_the_talk_is_welcomed() -> None:
    answer = told(invocation("start", language="de"), OneShelf())

    assert answer == phrase(Phrase.GREETING, "de")


def test_a_friend_sees_how_it_is_without_figures() -> None:
    shelf = OneShelf()

    answer = told(invocation("status"), shelf)

    assert answer == (
        "I'm awake. My words come from gpt-x. You haven't asked me not to write first."
    )
    assert shelf.asked == []


def test_an_owner_sees_the_figures_of_the_day_and_the_process() -> None:
    shelf = OneShelf()

    answer = told(invocation("status", Right.OWNER), shelf)

    assert answer.splitlines()[2:] == [
        "- Messages: 120",
        "- Conversations: 3",
        "- Waiting for an answer: 1",
        "- Perhaps delivered: 2",
        "- Failed: 4",
        "- Unreachable: 5",
        "- Unreadable: 6",
        "- Tokens today: 700 of 1000",
        "- Last message: 2026-01-31 09:55 UTC",
        "- telegram: connected",
    ]
    assert shelf.asked == [("mina", "2026-01-31")]


def test_status_needs_no_facts_and_no_message_yet() -> None:
    shelf = OneShelf(tallied=replace(TALLY, last_at=None))

    answer = told(replace(invocation("status", Right.OWNER), facts={}), shelf)

    assert answer.splitlines()[0] == "I'm awake. You haven't asked me not to write first."
    assert answer.splitlines()[-2:] == ["- Tokens today: 700", "- Last message: none yet"]


def test_an_owner_in_a_group_gets_no_figures_before_others() -> None:
    shelf = OneShelf()
    in_group = replace(invocation("status", Right.OWNER), chat_kind=ChatKind.GROUP)

    answer = told(in_group, shelf)

    assert "120" not in answer
    assert phrase(Phrase.STATUS_IN_DIRECT, "en") in answer
    assert shelf.asked == []


def test_quiet_is_remembered_and_shown() -> None:
    shelf = OneShelf()

    first = told(invocation("quiet"), shelf)
    status = told(invocation("status"), shelf)

    assert first == phrase(Phrase.QUIET_ON, "en")
    assert status.endswith(phrase(Phrase.STATUS_QUIET, "en"))


def test_wake_ends_a_quiet_once() -> None:
    shelf = OneShelf()

    before = told(invocation("wake"), shelf)
    told(invocation("quiet"), shelf)
    woken = told(invocation("wake"), shelf)

    assert before == phrase(Phrase.WAKE_ALREADY, "en")
    assert woken == phrase(Phrase.WAKE_ON, "en")
    assert shelf.quiet == {}


def test_quiet_asked_twice_keeps_the_first_time() -> None:
    shelf = OneShelf()
    later = replace(invocation("quiet"), now=NOW + timedelta(days=1))

    told(invocation("quiet"), shelf)
    second = told(later, shelf)

    assert second == phrase(Phrase.QUIET_ALREADY, "en")
    assert shelf.quiet == {"telegram:42": NOW}


@pytest.mark.parametrize(
    ("name", "less"),
    [
        pytest.param("quiet", True, id="asks for less"),
        pytest.param("forget", True, id="asks to be forgotten"),
        pytest.param("status", False, id="asks for an answer"),
        pytest.param("nonsense", False, id="unknown"),
    ],
)
def test_only_what_asks_for_less_outlives_its_time(name: str, less: bool) -> None:
    assert DISPATCHER.asks_less(f"/{name}") is less


def test_an_unknown_command_is_answered_with_the_nearest() -> None:
    answer = told(invocation("qiet"), OneShelf())

    assert answer == "I don't know /qiet. Did you mean /quiet?"


def test_a_command_like_none_is_answered_with_the_way_to_help() -> None:
    answer = told(invocation("xyzzy"), OneShelf())

    assert answer == "I don't know /xyzzy. /help shows what I do know."


def test_a_guess_never_names_what_the_person_may_not_use() -> None:
    friend = told(invocation("vaul"), OneShelf())
    owner = told(invocation("vaul", Right.OWNER), OneShelf())

    assert "/vault" not in friend
    assert "/vault" in owner


@pytest.mark.parametrize(
    ("name", "right"),
    [
        pytest.param("vault", Right.FRIEND, id="a friend and an owner's command"),
        pytest.param("vault", Right.STRANGER, id="a stranger and an owner's command"),
        pytest.param("help", Right.STRANGER, id="a stranger and a friend's command"),
        pytest.param("xyzzy", Right.STRANGER, id="a stranger learns not even what is unknown"),
    ],
)
def test_who_may_not_gets_one_line_that_tells_nothing(name: str, right: Right) -> None:
    answer = told(invocation(name, right), OneShelf())

    assert answer == phrase(Phrase.NOT_ALLOWED, "en")


def test_without_an_owner_nobody_has_the_right_to_an_owners_command() -> None:
    dispatcher = Dispatcher((SECRET,), Access(friends=frozenset({IdentityId("telegram:42")})))

    right = dispatcher.right_of(IdentityId("telegram:42"), "42")

    assert dispatcher.offered(right) == ()


@given(
    name=st.text() | st.sampled_from([command.name for command in COMMANDS]),
    arguments=st.text() | st.builds("{} {}".format, st.sampled_from(FIRST + MEMORIES), st.text()),
    language=st.text(),
)
def test_no_name_and_no_argument_makes_it_raise(name: str, arguments: str, language: str) -> None:
    odd = replace(invocation(name, Right.OWNER, language), arguments=arguments)

    answer = told(odd, OneShelf())

    assert answer.strip()


@pytest.mark.parametrize(
    ("name", "summary", "word"),
    [
        pytest.param("Help", {"en": "x"}, "a-z", id="a capital"),
        pytest.param("forget-me", {"en": "x"}, "a-z", id="a hyphen"),
        pytest.param("a" * 33, {"en": "x"}, "32", id="a long name"),
        pytest.param("x", {"de": "x"}, "English", id="no English"),
        pytest.param("x", {"en": "x" * 101}, "100", id="a long summary"),
        pytest.param("x", {"en": "a\nb"}, "one line", id="two lines"),
    ],
)
def test_a_command_that_a_platform_would_refuse_is_refused(
    name: str, summary: dict[str, str], word: str
) -> None:
    with pytest.raises(ValueError, match=word):
        Command(name=name, summary=summary, acts=SECRET.acts)


def test_an_answer_may_bring_a_picture() -> None:
    shown = Told(text="the vault", picture="day:2026-01-31:light")
    pictured = lone(act("vault", "Open the vault", lambda _call, _shelf: shown))
    dispatcher = Dispatcher((pictured,), Access())

    assert dispatcher.run(invocation("vault", Right.OWNER), OneShelf()) == shown


def test_two_commands_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="a name of its own"):
        Dispatcher((SECRET, SECRET), Access())
