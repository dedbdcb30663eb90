"""`/forget`: a person takes back what is remembered of them, and nothing of anybody else."""

from dataclasses import replace
from datetime import timedelta

import pytest

from core.admin.model import Right
from core.conversation.model import ChatKind, IdentityId, MessageId
from core.memory.model import Fact, Scope, Status, direct
from core.phrases import LANGUAGES, CommandLine, Phrase, phrase
from tests.core.admin.recollections import (
    ANA,
    BEN,
    DAY,
    OWNERS,
    answer,
    conversation,
    learn,
    learn_of_persona,
    of_owner,
    say,
    status_of,
    told,
)
from tests.core.admin.shelf import MINA, NOW, OneShelf


def heard(shelf: OneShelf, person: IdentityId = ANA) -> set[MessageId]:
    scope = Scope(space=MINA, here=direct(person), persons=frozenset((person,)))
    return {one.id for one in shelf.sayings.heard(scope)}


def lisbon(shelf: OneShelf) -> tuple[Fact, MessageId]:
    """Store a fact and the message that says it."""
    said = say(shelf, "I moved to Lisbon at last!")
    return learn(shelf, "Ana lives in Lisbon.", evidence=(said,)), said


@pytest.mark.parametrize("line", ["forget #1", "forget 1", "forget lisbon", "forget ＃1"])
def test_a_memory_is_forgotten_with_its_words_and_it_says_how_to_undo_that(line: str) -> None:
    shelf = OneShelf()
    fact, said = lisbon(shelf)

    answered = told(shelf, line)

    assert answered.splitlines() == [
        "Forgotten:",
        "",
        "- `#1` Ana lives in Lisbon. (Fri 2026-01-30)",
        "",
        "Messages that said it, and go with it: 1.",
        "`/forget undo` takes it back, until Sat 2026-02-07; then it is gone for good.",
    ]
    assert status_of(shelf, fact) is Status.HIDDEN
    assert said not in heard(shelf)


def test_several_that_fit_are_listed_and_none_is_forgotten() -> None:
    shelf = OneShelf()
    fact, _ = lisbon(shelf)
    other = learn(shelf, "Ana met Ben in Lisbon.")

    lines = told(shelf, "forget lisbon").splitlines()

    assert lines[0].startswith("Several fit “lisbon”; nothing is forgotten yet.")
    assert {line.split()[1] for line in lines[2:]} == {"`#1`", "`#2`"}
    assert [status_of(shelf, one) for one in (fact, other)] == [Status.ACTIVE] * 2


def test_several_are_forgotten_and_brought_back_together() -> None:
    shelf = OneShelf()
    facts = [learn(shelf, "Ana sings."), learn(shelf, "Ana has a cat."), learn(shelf, "Ana runs.")]

    told(shelf, "forget #1, #3")
    gone = [status_of(shelf, fact) for fact in facts]
    told(shelf, "forget undo")

    assert gone == [Status.HIDDEN, Status.ACTIVE, Status.HIDDEN]
    assert {status_of(shelf, fact) for fact in facts} == {Status.ACTIVE}


def test_words_alone_are_forgotten_by_their_number_and_come_back() -> None:
    shelf = OneShelf()
    said, other = say(shelf, "my knee surgery went well"), say(shelf, "how is the weather?")

    answered = told(shelf, f"forget m{said}")
    gone = heard(shelf)
    shown = told(shelf, "memories")
    back = told(shelf, "forget undo")

    assert "my knee surgery went well" in answered
    assert gone == {other}
    assert "forgotten; can be undone" in shown
    assert "my knee surgery went well" in back
    assert "no longer true" not in back
    assert heard(shelf) == {said, other}
    assert told(shelf, "memories") == phrase(Phrase.MEMORIES_NONE, "en")


def test_words_take_along_what_rests_on_them_alone() -> None:
    shelf = OneShelf()
    fact, said = lisbon(shelf)

    told(shelf, f"forget m{said}")
    gone = status_of(shelf, fact), heard(shelf)
    told(shelf, "forget undo")

    assert gone == (Status.HIDDEN, set())
    assert (status_of(shelf, fact), heard(shelf)) == (Status.ACTIVE, {said})


def test_words_of_the_companion_are_forgotten_too() -> None:
    shelf = OneShelf()
    say(shelf, "guess where I am")
    mine = answer(shelf, "In Lisbon, I guess!")

    told(shelf, "forget lisbon")

    assert mine not in heard(shelf)


def test_forgotten_words_are_deleted_like_forgotten_facts() -> None:
    shelf = OneShelf()
    said = say(shelf, "my knee surgery went well")

    told(shelf, f"forget m{said}")

    (left,) = shelf.facts.hidden_before(MINA, NOW + timedelta(seconds=1))
    assert left.evidence == (said,)


def test_what_was_forgotten_is_learned_no_more_until_it_is_back() -> None:
    shelf = OneShelf()
    fact, said = lisbon(shelf)

    told(shelf, "forget #1")
    blocked = shelf.facts.is_blocked(MINA, fact.statement, (said,))
    told(shelf, "forget undo")

    assert blocked
    assert not shelf.facts.is_blocked(MINA, fact.statement, (said,))


@pytest.mark.parametrize("line", ["forget undo", "forget undo #1", "forget UNDO 1"])
def test_undo_brings_a_memory_back_within_seven_days(line: str) -> None:
    shelf = OneShelf()
    fact, said = lisbon(shelf)
    told(shelf, "forget #1")

    answered = told(shelf, line, now=NOW + 7 * DAY)

    assert answered.splitlines()[0] == "I remember it again:"
    assert status_of(shelf, fact) is Status.ACTIVE
    assert said in heard(shelf)


def test_after_seven_days_it_is_too_late() -> None:
    shelf = OneShelf()
    fact, _ = lisbon(shelf)
    told(shelf, "forget #1")

    answered = told(shelf, "forget undo", now=NOW + 7 * DAY + timedelta(seconds=1))

    assert answered == phrase(Phrase.FORGET_NOT_UNDONE, "en")
    assert status_of(shelf, fact) is Status.HIDDEN


def test_undo_takes_the_last_forgetting_first() -> None:
    shelf = OneShelf()
    first, second = learn(shelf, "Ana sings."), learn(shelf, "Ana has a cat.")
    told(shelf, "forget #2")
    told(shelf, "forget #1", now=NOW + DAY)

    told(shelf, "forget undo", now=NOW + DAY)

    assert (status_of(shelf, first), status_of(shelf, second)) == (Status.ACTIVE, Status.HIDDEN)


def test_nobody_takes_back_what_was_forgotten_of_others_or_of_the_persona() -> None:
    shelf = OneShelf()
    others = [learn(shelf, "Ben sings.", BEN), learn_of_persona(shelf, "I grew up in Busan.")]
    of_owner(shelf, "memory forget #1 #2")

    answers = {told(shelf, line) for line in ("forget undo", "forget undo #1", "forget undo #2")}

    assert answers == {phrase(Phrase.FORGET_NOT_UNDONE, "en")}
    assert [status_of(shelf, fact) for fact in others] == [Status.HIDDEN] * 2


def test_erase_deletes_at_once_with_the_words() -> None:
    shelf = OneShelf()
    fact, said = lisbon(shelf)

    answered = told(shelf, "forget erase #1")

    assert answered == "Erased for good: `#1`. Places that lost words: 1."
    assert status_of(shelf, fact) is None
    assert shelf.state.kept[said].said.text == ""
    assert told(shelf, "forget undo") == phrase(Phrase.FORGET_NOT_UNDONE, "en")


def test_what_is_forgotten_already_can_be_erased_before_its_time() -> None:
    shelf = OneShelf()
    fact, said = lisbon(shelf)
    told(shelf, "forget #1")

    told(shelf, "forget erase #1")

    assert status_of(shelf, fact) is None
    assert shelf.state.kept[said].said.text == ""


def test_words_alone_can_be_erased_with_what_rests_on_them() -> None:
    shelf = OneShelf()
    fact, said = lisbon(shelf)

    answered = told(shelf, "forget erase m1")

    assert answered == "Erased for good: `m1`. Places that lost words: 1."
    assert status_of(shelf, fact) is None
    assert shelf.state.kept[said].said.text == ""


def test_what_says_the_same_elsewhere_is_erased_too() -> None:
    shelf = OneShelf()
    lisbon(shelf)
    elsewhere, _ = lisbon(shelf)

    told(shelf, "forget erase #1")

    assert status_of(shelf, elsewhere) is None


@pytest.mark.parametrize("line", ["forget erase", "forget erase lisbon"])
def test_erase_takes_numbers_alone(line: str) -> None:
    shelf = OneShelf()
    fact, said = lisbon(shelf)

    assert "`/forget erase #12`" in told(shelf, line)
    assert status_of(shelf, fact) is Status.ACTIVE
    assert shelf.state.kept[said].said.text


@pytest.mark.parametrize("act", ["forget", "forget erase"])
def test_others_the_persona_and_nothing_at_all_get_the_same_answer(act: str) -> None:
    shelf = OneShelf()
    theirs = learn(shelf, "Ben sings.", BEN)
    own = learn_of_persona(shelf, "I sing.")

    answers = [told(shelf, f"{act} #{number}") for number in (theirs.id, own.id, 99)]

    plain = {one.replace(f"#{n}", "#") for one, n in zip(answers, (1, 2, 99), strict=True)}
    assert plain == {phrase(Phrase.MEMORY_NO_SUCH, "en", got="`#`")}
    assert (status_of(shelf, theirs), status_of(shelf, own)) == (Status.ACTIVE, Status.ACTIVE)


def test_words_of_others_are_not_to_be_forgotten_or_found() -> None:
    shelf = OneShelf()
    say(shelf, "hello")
    said = say(shelf, "my canary sings", BEN)
    learn(shelf, "Ben has a canary.", BEN, evidence=(said,))
    learn_of_persona(shelf, "I keep a canary.")

    by_number, by_words = told(shelf, f"forget m{said}"), told(shelf, "forget canary")

    assert by_number == phrase(Phrase.MEMORY_NO_SUCH, "en", got=f"`m{said}`")
    assert by_words == "I find nothing for “canary”."
    assert said in heard(shelf, BEN)


def test_of_a_mixed_list_what_is_theirs_is_forgotten_and_the_rest_named() -> None:
    shelf = OneShelf()
    mine, other = learn(shelf, "Ana sings."), learn(shelf, "Ben sings.", BEN)

    answered = told(shelf, "forget #1 #2 m9")

    assert (status_of(shelf, mine), status_of(shelf, other)) == (Status.HIDDEN, Status.ACTIVE)
    assert answered.endswith(phrase(Phrase.MEMORY_NO_SUCH, "en", got="`#2`, `m9`"))


def test_an_owner_forgets_by_this_command_only_of_themself() -> None:
    shelf = OneShelf()
    other = learn(shelf, "Ben sings.", BEN)

    told(shelf, "forget #1", right=Right.OWNER)

    assert status_of(shelf, other) is Status.ACTIVE


@pytest.mark.parametrize("line", ["forget #1", "forget lisbon", "forget undo", "forget erase #1"])
def test_in_a_room_it_forgets_nothing_and_tells_where_it_does(line: str) -> None:
    shelf = OneShelf()
    fact, _ = lisbon(shelf)

    answered = told(shelf, line, kind=ChatKind.GROUP)

    assert answered == phrase(CommandLine.IN_DIRECT, "en")
    assert status_of(shelf, fact) is Status.ACTIVE


@pytest.mark.parametrize("line", ["forget", "forget  ", "forget the", "forget all", "forget ?!"])
def test_without_a_word_of_weight_it_shows_how_to_ask(line: str) -> None:
    shelf = OneShelf()
    fact = learn(shelf, "Ana is the best of all.")

    assert "`/forget #12`" in told(shelf, line)
    assert status_of(shelf, fact) is Status.ACTIVE


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param("#-1", id="negative"),
        pytest.param("#0", id="nought"),
        pytest.param("#" + "9" * 18, id="huge"),
        pytest.param("#" + "9" * 40, id="longer than any number"),
        pytest.param("#1; DROP TABLE facts", id="an attempt"),
        pytest.param("**Lisbon** @everyone", id="markup"),
        pytest.param("undo everything", id="undo and a word"),
        pytest.param("erase #1 #x", id="a number and none"),
        pytest.param(" ".join(f"#{n}" for n in range(1, 40)), id="more than anybody names"),
    ],
)
def test_odd_arguments_forget_nothing_and_are_answered_plainly(arguments: str) -> None:
    shelf = OneShelf()
    fact = learn(shelf, "Ana sings.")

    answered = told(shelf, f"forget {arguments}")

    assert status_of(shelf, fact) is Status.ACTIVE
    assert "**" not in answered
    assert "@" not in answered


def test_what_is_set_aside_is_no_friends_to_forget() -> None:
    shelf = OneShelf()
    aside = learn(shelf, "Ana rules.", status=Status.QUARANTINED, reason="instruction")

    answered = told(shelf, "forget #1")

    assert answered == phrase(Phrase.MEMORY_NO_SUCH, "en", got="`#1`")
    assert status_of(shelf, aside) is Status.QUARANTINED


def test_what_was_said_of_oneself_in_a_room_is_forgotten_there_too() -> None:
    shelf = OneShelf()
    direct_one = learn(shelf, "Ana plays chess.")
    in_room = learn(shelf, "Ana plays chess.", place=conversation(shelf, BEN).id)

    told(shelf, "forget #1")

    assert [status_of(shelf, one) for one in (direct_one, in_room)] == [Status.HIDDEN] * 2


def test_what_a_deleted_message_hid_is_neither_shown_nor_undone() -> None:
    shelf = OneShelf()
    fact = learn(shelf, "Ana sings.")
    shelf.facts.save(replace(fact, status=Status.HIDDEN, closed_at=NOW, reason="deleted"))

    assert told(shelf, "memories") == phrase(Phrase.MEMORIES_NONE, "en")
    assert told(shelf, "forget undo") == phrase(Phrase.FORGET_NOT_UNDONE, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_answers_in_the_language_of_who_asks(language: str) -> None:
    shelf = OneShelf()
    lisbon(shelf)

    answered = told(shelf, "forget lisbon", language=language)

    assert answered.startswith(phrase(Phrase.FORGET_DONE, language))
    assert phrase(Phrase.FORGET_ALONG, language, count="1") in answered
    assert len(shelf.facts.listed(OWNERS, statuses=(Status.HIDDEN,))) == 1
