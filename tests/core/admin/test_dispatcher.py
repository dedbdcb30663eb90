"""Rights, places, questions and the audit log: checked once, for every command alike."""

from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.scripted.steward import ScriptedSteward
from core.admin.entries import COMMANDS
from core.admin.entries.making import act, command, lone, option
from core.admin.model import (
    Access,
    Act,
    Command,
    Invocation,
    Pairing,
    Right,
    Told,
    Where,
)
from core.admin.ports import Audited, Shelf
from core.admin.rules import act_of, grantable, line_of, payload_of
from core.admin.service import ASKED_FOR, Dispatcher
from core.conversation.model import ChatKind, IdentityId
from core.errors import Misconfigured, Retryable
from core.phrases import CommandLine, Phrase, SteeringLine, phrase
from tests.core.admin.shelf import MINA, NOW, OneShelf, invocation

ANA = IdentityId("telegram:42")


def said(call: Invocation, _shelf: Shelf) -> str:
    return f"did {call.name} with {call.arguments!r}"


def box(**changes: object) -> Command:
    """Return a command of three acts; the last asks first."""
    return command(
        "box",
        "A box",
        act("box show", "Look in", said, option("box show what", "What")),
        act(
            "box lid open",
            "Open the lid",
            said,
            option("box lid open what", "What"),
            right=Right.OWNER,
        ),
        act("box lid close", "Close the lid", said, right=Right.OWNER, where=Where.PRIVATE),
        act(
            "box burn",
            "Burn it",
            said,
            option("box burn what", "What"),
            right=Right.OWNER,
            question=SteeringLine.RESET_HISTORY,
        ),
        is_linked=True,
    )


BOX = box()
HELLO = lone(act("start", "Hello", said))


def dispatcher(access: Access | None = None, pairing: Pairing | None = None) -> Dispatcher:
    return Dispatcher((HELLO, BOX), access or Access(owners=frozenset({ANA})), pairing)


def answered(call: Invocation, shelf: Shelf | None = None, to: Dispatcher | None = None) -> Told:
    return (to or dispatcher()).run(call, shelf or OneShelf())


@pytest.mark.parametrize(
    ("arguments", "name", "rest"),
    [
        pytest.param("", "show", "", id="nothing: the first"),
        pytest.param("show me", "show", "me", id="by name"),
        pytest.param("Show me", "show", "me", id="whatever the case"),
        pytest.param("me", "show", "me", id="what is unknown is an argument"),
        pytest.param("lid close now", "lid close", "now", id="two words"),
        pytest.param("lid  close\nnow\nthen", "lid close", "now\nthen", id="lines stay"),
        pytest.param("lid", "lid open", "", id="a group is its first act"),
        pytest.param("lid 2", "lid open", "2", id="with its argument"),
        pytest.param("burnt", "show", "burnt", id="only whole words"),
    ],
)
def test_an_act_is_named_by_the_first_words(arguments: str, name: str, rest: str) -> None:
    act, left = act_of(BOX, arguments)

    assert (act.name, left) == (name, rest)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        pytest.param({}, "/shelf put", id="nothing"),
        pytest.param({"what": "a book"}, "/shelf put a book", id="one"),
        pytest.param(
            {"what": " a\n/b ", "why": "it  fits"}, "/shelf put a /b because it fits", id="blanks"
        ),
        pytest.param({"more": "one\ntwo"}, "/shelf put one\ntwo", id="long text keeps its lines"),
        pytest.param({"other": "x"}, "/shelf put", id="unknown options are left out"),
    ],
)
def test_options_become_a_line_in_their_order(given: dict[str, str], line: str) -> None:
    put = act(
        "shelf put",
        "Put",
        said,
        option("shelf put what", "What"),
        option("shelf put why", "Why", before="because"),
        option("shelf put more", "More", is_long=True),
    )
    shelf = command("shelf", "A shelf", put, act("shelf take", "Take", said))

    assert line_of(shelf, put, given) == line
    assert act_of(shelf, line.removeprefix("/shelf "))[0] is put


@pytest.mark.parametrize(
    ("right", "access", "allowed"),
    [
        pytest.param(Right.FRIEND, Access(), False, id="a friend"),
        pytest.param(Right.MODERATOR, Access(), False, id="a moderator, granted nothing"),
        pytest.param(
            Right.MODERATOR, Access(granted=frozenset({"box lid open"})), True, id="granted the act"
        ),
        pytest.param(
            Right.MODERATOR, Access(granted=frozenset({"box"})), True, id="granted the command"
        ),
        pytest.param(
            Right.FRIEND, Access(granted=frozenset({"box"})), False, id="a friend gains nothing"
        ),
        pytest.param(Right.OWNER, Access(), True, id="an owner"),
    ],
)
def test_a_right_is_needed_or_granted(right: Right, access: Access, allowed: bool) -> None:
    told = answered(invocation("box", right, arguments="lid open"), to=dispatcher(access))

    refused = told == Told(text=phrase(Phrase.NOT_ALLOWED, "en"))
    assert refused is not allowed


def test_what_is_told_in_private_can_never_be_granted() -> None:
    access = Access(granted=frozenset({"box", "box lid close"}))
    call = invocation("box", Right.MODERATOR, arguments="lid close")

    assert grantable((BOX,)) == {"box", "box lid open", "box burn"}
    assert answered(call, to=dispatcher(access)).text == phrase(Phrase.NOT_ALLOWED, "en")


@pytest.mark.parametrize(
    ("kind", "unseen", "done"),
    [
        pytest.param(ChatKind.DIRECT, False, True, id="a direct talk"),
        pytest.param(ChatKind.GROUP, False, False, id="where others listen"),
        pytest.param(ChatKind.GROUP, True, True, id="shown to nobody else"),
    ],
)
def test_what_is_private_is_told_to_one_person_alone(
    kind: ChatKind, unseen: bool, done: bool
) -> None:
    call = invocation("box", Right.OWNER, arguments="lid close")

    told = answered(replace(call, chat_kind=kind, unseen=unseen))

    assert (told.text == "did box with ''") is done
    if not done:
        assert told.text == phrase(CommandLine.IN_DIRECT, "en")
        assert [(one.line, one.in_direct) for one in told.choices] == [("/box", True)]


def test_what_belongs_into_a_direct_talk_is_not_done_elsewhere_though_nobody_sees_it() -> None:
    direct = lone(act("learn", "Learn", said, where=Where.DIRECT))
    call = replace(invocation("learn"), chat_kind=ChatKind.GROUP, unseen=True)

    told = Dispatcher((direct,), Access()).run(call, OneShelf())

    assert told == Told(text=phrase(CommandLine.IN_DIRECT, "en"))


def burn(shelf: OneShelf, words: str = "", minutes: int = 0) -> Told:
    call = invocation("box", Right.OWNER, arguments=f"burn {words}".strip())
    return answered(replace(call, given_at=NOW + timedelta(minutes=minutes)), shelf)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param("hre", "`/pause here`", id="misspelt"),
        pytest.param("now please", "`/pause`", id="something else"),
        pytest.param("here and there", "`/pause here`", id="behind an act"),
    ],
)
def test_what_an_act_takes_no_notice_of_is_told(arguments: str, told: str) -> None:
    shelf, real = OneShelf(), Dispatcher(COMMANDS, Access())

    answer = real.run(invocation("pause", Right.OWNER, arguments=arguments), shelf).text

    assert told in answer
    assert shelf.pauses.since(MINA, invocation("pause").conversation) is None


def test_whoever_asks_for_less_is_understood_whatever_follows() -> None:
    shelf, real = OneShelf(), Dispatcher(COMMANDS, Access())

    real.run(invocation("quiet", arguments="please, for a while"), shelf)

    assert ANA in shelf.quiet


def test_a_question_is_asked_before_and_answered_by_a_button() -> None:
    shelf = OneShelf()

    asked = burn(shelf)

    assert asked.text.startswith(phrase(SteeringLine.RESET_HISTORY, "en"))
    assert [choice.line for choice in asked.choices] == ["/box burn yes", "/box burn no"]
    assert shelf.audits.count() == 0
    assert burn(shelf, "yes", 5).text == "did box with ''"


def test_a_no_leaves_all_as_it_is_and_the_yes_after_it_is_asked_anew() -> None:
    shelf = OneShelf()
    burn(shelf)

    assert burn(shelf, "no").text == phrase(CommandLine.NOTHING_DONE, "en")
    assert burn(shelf, "yes").choices != ()


@pytest.mark.parametrize(
    ("asked", "then", "minutes"),
    [
        pytest.param(None, "yes", 0, id="without a question"),
        pytest.param("", "yes", ASKED_FOR // timedelta(minutes=1) + 1, id="too late"),
        pytest.param("", "all yes", 0, id="a yes to something else"),
        pytest.param("all", "yes", 0, id="something else was asked"),
    ],
)
def test_a_yes_counts_only_for_what_was_asked_in_time(
    asked: str | None, then: str, minutes: int
) -> None:
    shelf = OneShelf()
    if asked is not None:
        burn(shelf, asked)

    told = burn(shelf, then, minutes)

    assert told.text.startswith(phrase(SteeringLine.RESET_HISTORY, "en"))
    assert shelf.audits.count() == 0


def test_a_yes_counts_once() -> None:
    shelf = OneShelf()
    burn(shelf)

    burn(shelf, "yes")

    assert burn(shelf, "yes").choices != ()


def test_what_an_owner_does_is_noted_without_its_arguments() -> None:
    shelf = OneShelf()

    answered(invocation("box", Right.OWNER, arguments="lid open my secret"), shelf)
    answered(invocation("box", Right.OWNER, arguments="show it"), shelf)
    answered(invocation("box", Right.FRIEND, arguments="lid open"), shelf)

    assert shelf.audits.latest(10) == [
        Audited(at=NOW, space=MINA, actor=ANA, act="box lid open", account="main", chat="42")
    ]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        pytest.param("box", "did box with ''", id="a command"),
        pytest.param("box-burn", "did box with 'burn'", id="never another act"),
        pytest.param("box-K7PQ", "did box with 'K7PQ'", id="with an argument"),
        pytest.param("start", "did start with 'start'", id="one that no link gives"),
        pytest.param("box show", "did start with 'box show'", id="no payload"),
        pytest.param("nothing-1", "did start with 'nothing-1'", id="an unknown one"),
    ],
)
def test_a_link_into_the_direct_talk_gives_a_command(arguments: str, text: str) -> None:
    assert answered(invocation("start", Right.FRIEND, arguments=arguments)).text == text


def test_a_link_carries_what_its_line_says() -> None:
    assert payload_of("/pair K7PQ2MXA") == "pair-K7PQ2MXA"


def test_a_link_gives_nobody_a_right() -> None:
    told = answered(invocation("start", Right.STRANGER, arguments="box"))

    assert told.text == phrase(Phrase.NOT_ALLOWED, "en")


def moderated(moderators: set[str]) -> Dispatcher:
    granted = frozenset({"box lid open"})
    return dispatcher(Access(granted=granted, moderators=frozenset(moderators)))


@pytest.mark.parametrize(
    ("moderators", "roles", "right"),
    [
        pytest.param({"telegram:42"}, set(), Right.MODERATOR, id="the person"),
        pytest.param({"discord:9"}, {"discord:9"}, Right.MODERATOR, id="a role"),
        pytest.param({"discord:9"}, {"discord:8"}, Right.FRIEND, id="another role"),
    ],
)
def test_a_moderator_is_known_by_numbers(
    moderators: set[str], roles: set[str], right: Right
) -> None:
    to = moderated(moderators)
    call = replace(invocation("box", Right.FRIEND, arguments="lid open"), chat_kind=ChatKind.GROUP)

    assert to.wants_roles(call)
    assert to.with_roles(call, roles).right is right


def test_an_owner_stays_one_whatever_the_roles() -> None:
    to = moderated({"telegram:42"})

    assert to.with_roles(invocation("box", Right.OWNER), set()).right is Right.OWNER


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(invocation("box", Right.FRIEND, arguments="lid open"), id="a direct talk"),
        pytest.param(
            replace(invocation("box", Right.FRIEND), chat_kind=ChatKind.GROUP),
            id="what friends may",
        ),
        pytest.param(
            replace(invocation("box", Right.OWNER, arguments="lid open"), chat_kind=ChatKind.GROUP),
            id="an owner",
        ),
    ],
)
def test_the_platform_is_not_asked_for_roles_without_need(call: Invocation) -> None:
    assert not moderated({"discord:9"}).wants_roles(call)


# What is asked of the world before.


async def number(_call: Invocation, _steward: object) -> object:
    return 7


async def tired(_call: Invocation, _steward: object) -> object:
    raise Retryable("tired", retry_after=timedelta(0))


def prepared(call: Invocation, _shelf: Shelf) -> str:
    return f"{call.prepared}"


def asking(first: Act) -> Dispatcher:
    return Dispatcher((lone(first),), Access())


async def test_what_an_act_asks_of_the_world_is_at_hand_when_it_runs() -> None:
    to = asking(act("ask", "Ask", prepared, prepare=number))

    call = await to.prepare(invocation("ask"), ScriptedSteward())

    assert to.run(call, OneShelf()).text == "7"


async def test_a_failure_of_the_world_is_at_hand_as_such() -> None:
    to = asking(act("ask", "Ask", prepared, prepare=tired))

    call = await to.prepare(invocation("ask"), ScriptedSteward())

    assert isinstance(call.prepared, Retryable)


async def test_a_process_that_takes_no_orders_says_so() -> None:
    to = asking(act("ask", "Ask", prepared, prepare=number))

    call = await to.prepare(invocation("ask"), None)

    assert isinstance(call.prepared, Misconfigured)


@pytest.mark.parametrize("right", [Right.STRANGER, Right.FRIEND])
async def test_nothing_is_asked_for_who_may_not(right: Right) -> None:
    to = asking(act("ask", "Ask", prepared, prepare=tired, right=Right.OWNER))

    call = await to.prepare(invocation("ask", right), ScriptedSteward())

    assert call.prepared is None
