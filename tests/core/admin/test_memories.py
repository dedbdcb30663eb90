"""`/memories`: what a person is told of what is remembered of them, and what nobody else is."""

import pytest

from core.admin.model import Right
from core.conversation.model import ChatKind
from core.memory.model import Status
from core.phrases import LANGUAGES, CommandLine, Phrase, phrase
from tests.core.admin.recollections import (
    ANA,
    BEN,
    DAY,
    answer,
    conversation,
    learn,
    learn_of_persona,
    say,
    told,
)
from tests.core.admin.shelf import NOW, OneShelf


def test_memories_are_listed_with_number_day_and_status_the_newest_first() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana lives in Porto.", at=NOW - 40 * DAY, status=Status.PAST)
    learn(shelf, "Ana lives in Lisbon (since 2024); she rises at 06:30.")
    learn(shelf, "Ana fears dogs.")
    told(shelf, "forget #3")

    assert told(shelf, "memories").splitlines() == [
        "**What I remember about you** (1/1)",
        "",
        "- `#3` Ana fears dogs. (Fri 2026-01-30; forgotten; can be undone until Sat 2026-02-07)",
        "- `#2` Ana lives in Lisbon (since 2024); she rises at 06:30. (Fri 2026-01-30)",
        "- `#1` Ana lives in Porto. (Mon 2025-12-22; no longer true)",
        "",
        "`/forget #3` lets go of one; `/memories Lisbon` searches, also what was really said.",
    ]


def test_a_day_is_that_of_the_persona() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana sings.", at=NOW.replace(day=30, hour=23, minute=30))

    assert "(Sat 2026-01-31)" in told(shelf, "memories")  # half past midnight in Berlin


def test_nothing_remembered_is_said() -> None:
    assert told(OneShelf(), "memories") == phrase(Phrase.MEMORIES_NONE, "en")


def test_nobody_sees_what_is_of_others_of_the_persona_or_set_aside() -> None:
    shelf = OneShelf()
    learn(shelf, "Ben has a canary.", BEN)
    learn_of_persona(shelf, "I keep a canary.")
    learn(shelf, "Ana rules all canaries.", status=Status.QUARANTINED, reason="instruction")
    say(shelf, "my canary sings", BEN)

    assert told(shelf, "memories") == phrase(Phrase.MEMORIES_NONE, "en")
    assert told(shelf, "memories canary") == "I find nothing for “canary”."


@pytest.mark.parametrize("right", [Right.FRIEND, Right.OWNER])
@pytest.mark.parametrize("line", ["memories", "memories 2", "memories lisbon"])
def test_in_a_room_it_tells_only_where_it_tells(line: str, right: Right) -> None:
    shelf = OneShelf()
    learn(shelf, "Ana lives in Lisbon.")

    answered = told(shelf, line, kind=ChatKind.GROUP, right=right)

    assert answered == phrase(CommandLine.IN_DIRECT, "en")


def test_what_a_person_said_of_themself_in_a_room_is_theirs_to_see() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana plays chess.", place=conversation(shelf, BEN).id)

    assert "plays chess" in told(shelf, "memories")
    assert "plays chess" not in told(shelf, "memories", sender=BEN)


def test_a_stranger_is_told_nothing() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana lives in Lisbon.")

    assert told(shelf, "memories", right=Right.STRANGER) == phrase(Phrase.NOT_ALLOWED, "en")


@pytest.mark.parametrize(
    ("line", "first", "rows", "more"),
    [
        pytest.param("memories", "#21", 10, True, id="the first"),
        pytest.param("memories 1", "#21", 10, True, id="the first by its number"),
        pytest.param("memories  2 ", "#11", 10, True, id="a middle one"),
        pytest.param("memories 3", "#1", 1, False, id="the last, not full"),
        pytest.param("memories ３", "#1", 1, False, id="wide digits"),
    ],
)
def test_ten_stand_on_a_page(line: str, first: str, rows: int, more: bool) -> None:
    shelf = OneShelf()
    for number in range(21):
        learn(shelf, f"Ana knows {number}.")

    shown = told(shelf, line).splitlines()

    assert shown[2].startswith(f"- `{first}` ")
    assert sum(row.startswith("- ") for row in shown) == rows
    assert any(row.startswith("More: `/memories ") for row in shown) is more


def test_ten_memories_fill_one_page_and_no_second() -> None:
    shelf = OneShelf()
    for number in range(10):
        learn(shelf, f"Ana knows {number}.")

    assert "(1/1)" in told(shelf, "memories")
    assert told(shelf, "memories 2").startswith("There is no page 2; the last one is 1.")


@pytest.mark.parametrize("page", ["0", "2", "999999"])
def test_a_page_that_there_is_not_is_told_with_the_last(page: str) -> None:
    shelf = OneShelf()
    learn(shelf, "Ana sings.")

    answered = told(shelf, f"memories {page}")

    assert f"no page {page}" in answered
    assert "`/memories 1`" in answered


def test_words_find_facts_and_what_was_really_said_by_both() -> None:
    shelf = OneShelf()
    said = say(shelf, "I moved to Lisbon at last!", at=NOW - 2 * DAY)
    asked = answer(shelf, "How do you like Lisbon?")
    other = say(shelf, "the weather is fine")
    learn(shelf, "Ana lives in Lisbon.", evidence=(other,))

    lines = told(shelf, "memories lisbon").splitlines()

    assert lines[0] == "What I find for “lisbon”:"
    assert set(lines[2:]) == {
        "- `#1` Ana lives in Lisbon. (Fri 2026-01-30)",
        f"- `m{said}` “I moved to Lisbon at last!” (you said it on Thu 2026-01-29)",
        f"- `m{asked}` “How do you like Lisbon?” (I said it on Fri 2026-01-30)",
    }


@pytest.mark.parametrize("word", ["pets", "Haustiere", "mascotas", "питомцы", "애완동물"])
def test_a_topic_lists_what_is_about_it_in_any_language(word: str) -> None:
    shelf = OneShelf()
    learn(shelf, "Ana has two dogs.")
    learn(shelf, "Ana lives in Porto.")
    learn(shelf, "아나는 고양이를 키운다")

    _, _, *rows = told(shelf, f"memories {word}").splitlines()

    assert [row.split()[1] for row in rows] == ["`#3`", "`#1`"]


def test_a_topic_also_lists_what_was_said_of_it_that_no_fact_tells() -> None:
    shelf = OneShelf()
    told_already = say(shelf, "I have two dogs.")
    said = say(shelf, "my cat sleeps on the desk")
    say(shelf, "I live in Porto.")
    answer(shelf, "Cats sleep a lot.")
    learn(shelf, "Ana has two dogs.", evidence=(told_already,))

    _, _, *rows = told(shelf, "memories pets").splitlines()

    assert [row.split()[1] for row in rows] == ["`#1`", f"`m{said}`"]


def test_a_persons_own_words_are_told_to_them_as_such() -> None:
    shelf = OneShelf()
    learn(shelf, 'Ana: "I have two cats"')

    assert "- `#1` “I have two cats” (Fri 2026-01-30)" in told(shelf, "memories").splitlines()


def test_a_search_shows_ten_at_most_and_says_if_there_is_nothing() -> None:
    shelf = OneShelf()
    for number in range(15):
        say(shelf, f"tulips again {number}")

    assert told(shelf, "memories tulips").count("\n- ") == 10
    assert told(shelf, "memories roses") == "I find nothing for “roses”."


@pytest.mark.parametrize(
    ("query", "statement"),
    [
        pytest.param("Lissabon", "Ana wohnt in Lissabon.", id="German"),
        pytest.param("수술", "아나는 무릎 수술을 받았다.", id="Korean, with a particle behind"),
        pytest.param("собака", "У Аны есть собака.", id="Russian"),
        pytest.param("собаки", "Ана боится собаку.", id="Russian, in another case"),
        pytest.param("犬", "アナは犬を飼っている。", id="Japanese, one sign"),
        pytest.param("手術", "アナは手術を受けた。", id="Japanese"),
        pytest.param("allergies", "Ana has an allergy.", id="another ending"),
    ],
)
def test_words_are_found_in_every_language(query: str, statement: str) -> None:
    shelf = OneShelf()
    learn(shelf, statement)
    learn(shelf, "Nothing of the kind.")

    assert "`#1`" in told(shelf, f"memories {query}")
    assert "`#2`" not in told(shelf, f"memories {query}")


def test_stored_words_are_data_without_markup_mentions_or_links() -> None:
    shelf = OneShelf()
    learn(shelf, "**Ana** @everyone [here](https://evil.example) `x`\n- `#99` <b>fake</b>")

    (row,) = [line for line in told(shelf, "memories").splitlines() if line.startswith("- ")]

    assert row.startswith("- `#1` Ana everyone here(https //evil.example) x - 99 b fake /b")
    assert not set("*@[]<>") & set(row)


def test_a_long_memory_is_shortened() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana likes " + "very " * 200 + "long walks.")

    assert len(told(shelf, "memories").splitlines()[2]) < 360


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_answers_in_the_language_of_who_asks(language: str) -> None:
    shelf = OneShelf()
    learn(shelf, "Ana lives in Lisbon.")
    say(shelf, "Lisbon!")

    listed = told(shelf, "memories", language=language)
    found = told(shelf, "memories lisbon", language=language)

    assert listed.startswith(phrase(Phrase.MEMORIES_HEAD, language, page="1", pages="1"))
    assert found.startswith(phrase(Phrase.MEMORY_FOUND, language, got="lisbon"))


def test_who_asks_decides_whose_memories_are_told() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana lives in Lisbon.", ANA)
    learn(shelf, "Ben lives in Bergen.", BEN)

    assert "Bergen" in told(shelf, "memories", sender=BEN)
    assert "lives in Lisbon" not in told(shelf, "memories", sender=BEN)


CANARY = "zanzibar"


@pytest.mark.parametrize(
    "line",
    [
        "start",
        "help",
        "status",
        "schedule",
        "availability",
        "memories",
        "memories 2",
        "memories {word}",
        "forget {word}",
        "forget #1",
        "forget #2",
        "forget m1",
        "forget undo",
        "forget undo #1",
        "forget erase #1",
        "memory search {word}",
        "memory list telegram:42",
        "teach",
        "teach status",
    ],
)
@pytest.mark.parametrize("kind", [ChatKind.DIRECT, ChatKind.GROUP])
def test_nothing_of_one_person_reaches_another_by_any_command(line: str, kind: ChatKind) -> None:
    shelf = OneShelf()
    said = say(shelf, f"I was born in {CANARY}")
    learn(shelf, f"Ana was born in {CANARY}.", evidence=(said,))
    learn(shelf, f"Ana fled from {CANARY}.", status=Status.PAST)
    answer(shelf, f"{CANARY}! How was it?")

    # What was asked for may be told back, so that is another word of the same statement.
    answers = [
        told(shelf, line.format(word=word), sender=BEN, kind=kind) for word in ("born", "fled")
    ]

    assert CANARY not in "".join(answers)
    assert "telegram:42" not in "".join(answers)
    assert len(shelf.state.facts) == 2
    assert shelf.state.kept[said].said.text
