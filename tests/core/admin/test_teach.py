"""`/teach`: an owner begins it, sees how it goes, and hears what was learned."""

from datetime import timedelta

import pytest

from core.admin.model import Right
from core.conversation.model import ChatKind, ConversationId
from core.phrases import LANGUAGES, CommandLine, Phrase, phrase
from tests.core.admin.recollections import ANA, BEN, DAY, learn, learn_of_persona, of_owner, told
from tests.core.admin.shelf import NOW, OneShelf

HERE = ConversationId(1)
MINUTE = timedelta(minutes=1)


def test_an_owner_begins_to_teach_and_hears_how_it_ends() -> None:
    shelf = OneShelf()

    answered = of_owner(shelf, "teach")

    assert shelf.teaching.since(HERE) == (ANA, NOW, NOW)
    assert "`/teach stop`" in answered


@pytest.mark.parametrize("line", ["teach stop", "teach status"])
def test_where_nobody_teaches_it_says_so(line: str) -> None:
    assert of_owner(OneShelf(), line) == phrase(Phrase.TEACH_OFF, "en", form="/teach")


def test_the_end_tells_what_this_owner_taught_since_the_beginning() -> None:
    shelf = OneShelf()
    learn_of_persona(shelf, "I grew up in Busan.", at=NOW - DAY)
    of_owner(shelf, "teach")
    learn_of_persona(shelf, "I play the cello.", at=NOW + MINUTE)
    learn_of_persona(shelf, "I hate rain.", at=NOW + MINUTE, speaker=BEN)
    learn_of_persona(shelf, "I like tea.", at=NOW + MINUTE, source="circadia.command")
    learn(shelf, "Ana likes tea.", at=NOW + MINUTE)

    answered = of_owner(shelf, "teach stop", now=NOW + 2 * MINUTE)

    assert answered.splitlines() == [
        "Thank you. This is what I learned about myself:",
        "",
        "- `#2` I play the cello. (Sat 2026-01-31)",
    ]
    assert shelf.teaching.since(HERE) is None


def test_an_end_without_a_lesson_says_so() -> None:
    shelf = OneShelf()
    of_owner(shelf, "teach")

    assert of_owner(shelf, "teach STOP") == phrase(Phrase.TEACH_NOTHING, "en")


def test_the_status_tells_since_when_and_how_much() -> None:
    shelf = OneShelf()
    of_owner(shelf, "teach")
    shelf.teaching.go_on(HERE, NOW + 5 * MINUTE)
    learn_of_persona(shelf, "I play the cello.", at=NOW + 5 * MINUTE)

    answered = of_owner(shelf, "teach status", now=NOW + 6 * MINUTE)

    assert answered == ("You have been teaching me since 11:00, last at 11:05. Learned so far: 1.")


def test_who_begins_again_goes_on() -> None:
    shelf = OneShelf()
    of_owner(shelf, "teach")

    of_owner(shelf, "teach", now=NOW + 5 * MINUTE)

    assert shelf.teaching.since(HERE) == (ANA, NOW, NOW + 5 * MINUTE)


def test_what_was_left_long_ago_begins_anew() -> None:
    shelf = OneShelf()
    of_owner(shelf, "teach")

    of_owner(shelf, "teach", now=NOW + DAY)

    assert shelf.teaching.since(HERE) == (ANA, NOW + DAY, NOW + DAY)


def test_another_owner_begins_for_themself() -> None:
    shelf = OneShelf()
    of_owner(shelf, "teach")

    told(shelf, "teach", right=Right.OWNER, sender=BEN, now=NOW + MINUTE)

    assert shelf.teaching.since(HERE) == (BEN, NOW + MINUTE, NOW + MINUTE)


@pytest.mark.parametrize("right", [Right.STRANGER, Right.FRIEND])
def test_who_is_no_owner_teaches_nothing(right: Right) -> None:
    shelf = OneShelf()

    assert told(shelf, "teach", right=right) == phrase(Phrase.NOT_ALLOWED, "en")
    assert shelf.teaching.since(HERE) is None


def test_nobody_teaches_where_others_listen() -> None:
    shelf = OneShelf()

    answered = told(shelf, "teach", right=Right.OWNER, kind=ChatKind.GROUP)

    assert answered == phrase(CommandLine.IN_DIRECT, "en")
    assert shelf.teaching.since(HERE) is None


def test_other_words_get_the_right_forms() -> None:
    shelf = OneShelf()

    answered = of_owner(shelf, "teach me something")

    assert "`/teach stop`" in answered
    assert shelf.teaching.since(HERE) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_answers_in_the_language_of_the_owner(language: str) -> None:
    shelf = OneShelf()

    assert of_owner(shelf, "teach", language=language) == phrase(
        Phrase.TEACH_BEGUN, language, form="/teach stop"
    )
