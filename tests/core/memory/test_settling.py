"""What a draft rests on, and languages that nobody can read here."""

import pytest

from core.memory.model import Drop, FactId, Keep, Merge, Quarantine, Saying, Status, Why
from core.memory.rules.gate import GateDials, Weighed, verdict, weigh
from core.memory.rules.wording import is_untabled
from core.memory.service.writing import draft_from_words
from tests.core.memory.gate_builders import MINA, draft, fact, saying, witnessed
from tests.core.memory.test_writing import LATER, Shelf

DIALS = GateDials()


def rests_on(statement: str, *said: Saying) -> tuple[int, ...]:
    written = draft(statement, *(one.id for one in said if not one.by_companion))
    return weigh(written, witnessed(*said)).draft.evidence


# Evidence.


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("what do you know about my job?", "Ana works as a nurse"),
        ("do you remember where I live?", "Ana lives in Berlin"),
        ("was weißt du über meinen Beruf?", "Ana arbeitet als Hebamme"),
        ("¿qué sabes de mi trabajo?", "Ana trabaja como profesora"),
        ("что ты знаешь о моей работе?", "Ана работает учителем"),
        ("私の仕事を覚えてる？", "アナは看護師として働いている"),
    ],
)
def test_a_question_is_no_evidence_and_counts_no_mention(question: str, statement: str) -> None:
    weighed = weigh(draft(statement), witnessed(saying(1, question)))

    assert (weighed.why, weighed.refused) == (Why.NO_EVIDENCE, True)
    assert verdict(weighed, [], DIALS) == Drop(why=Why.NO_EVIDENCE)
    again = verdict(weighed, [fact(7, statement)], DIALS)
    assert isinstance(again, Merge)
    assert (again.into, again.draft.evidence) == (FactId(7), ())


async def test_what_is_known_stays_as_it_is_when_it_is_saved_on_a_question() -> None:
    shelf = Shelf()
    told = weigh(draft("Ana works as a nurse"), witnessed(saying(1, "I work as a nurse")))
    asked = weigh(
        draft("Ana works as a nurse", 2), witnessed(saying(2, "what do you know about my job?"))
    )
    first = await shelf.writes(told)

    second = await shelf.writes(asked, LATER)

    assert isinstance(second.verdict, Merge)
    assert second.fact == first.fact
    assert await shelf.holds() == [first.fact]


def test_only_the_words_that_tell_of_it_are_cited() -> None:
    told = saying(1, "I work as a nurse in Leeds")
    beside, asks = saying(2, "such lovely weather"), saying(3, "what do you think of that?")

    assert rests_on("Ana works as a nurse", told, beside, asks) == (1,)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        pytest.param(
            "Ana has a cat called Tom", [saying(1, "what should I feed my cat Tom?")], id="it tells"
        ),
        pytest.param(
            "Ana is vegan",
            [saying(1, "are you vegan?", own=True), saying(2, "yes")],
            id="a yes tells what it was asked",
        ),
        pytest.param(
            "Ana eats no meat", [saying(1, "I became a vegan years ago")], id="other words tell it"
        ),
    ],
)
def test_what_tells_in_other_ways_stays_cited(statement: str, said: list[Saying]) -> None:
    assert rests_on(statement, *said) == (said[-1].id,)


# Languages without a table.


@pytest.mark.parametrize(
    ("text", "untabled"),
    [
        ("certo, mangio vetro a colazione, ahah", True),
        ("moro no Porto e tenho dois gatos", True),
        ("ik woon in Utrecht", True),
        ("mieszkam w Krakowie", True),
        ("İstanbul'da yaşıyorum", True),
        ("tôi sống ở Hà Nội", True),
        ("jag bor i Malmö", True),
        ("звісно, їм скло на сніданок, ха-ха", True),
        ("如果我有钱,我就住在奥斯陆", True),
        ("μένω στην Αθήνα", True),
        ("أنا أعيش في دبي", True),
        ("I live in Malmö with Jan", False),
        ("ich wohne in Łódź", False),
        ("vivo en São Paulo", False),
        ("j'habite à Liège avec ma sœur", False),
        ("Я живу в Москве", False),
        ("東京に住んでいます", False),
        ("大学生", False),
        ("서울에 살아요", False),
        ("I met Zorblax", False),
        ("Müller", False),
        ("ok", False),
        ("…", False),
    ],
)
def test_a_language_without_a_table_is_told_apart(text: str, untabled: bool) -> None:
    assert is_untabled(text) is untabled


def test_a_bare_name_is_in_the_language_of_the_talk() -> None:
    assert is_untabled("Bergen", "it")
    assert not is_untabled("Bergen", "de")


def unread(statement: str, number: int, text: str) -> Weighed:
    return weigh(draft(statement, number), witnessed(saying(number, text)))


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("Ana mangia vetro a colazione", "certo, mangio vetro a colazione, ahah"),
        ("Ana eats glass for breakfast", "certo, mangio vetro a colazione, ahah"),
        ("安娜住在奥斯陆", "如果我有钱,我就住在奥斯陆"),
        ("Ана їсть скло на сніданок", "звісно, їм скло на сніданок, ха-ха"),
    ],
)
async def test_what_nobody_can_read_is_set_aside(statement: str, text: str) -> None:
    shelf = Shelf()

    await shelf.writes(unread(statement, 1, text))

    assert await shelf.holds(Status.ACTIVE) == []


async def test_what_nobody_can_read_comes_in_when_it_is_said_again() -> None:
    shelf = Shelf()
    first = await shelf.writes(unread("Ana lavora in una banca", 1, "lavoro in una banca"))
    assert isinstance(first.verdict, Quarantine)
    assert first.verdict.why is Why.UNSURE

    await shelf.writes(unread("Ana lavora in una banca", 2, "sono in banca, lavoro lì"), LATER)

    assert [one.status for one in await shelf.holds()] == [Status.ACTIVE]


@pytest.mark.parametrize(
    ("text", "words", "kept"),
    [
        pytest.param(
            "ricorda che il mio compleanno è il 3 maggio",
            "il mio compleanno è il 3 maggio",
            True,
            id="asked for",
        ),
        pytest.param(
            "il mio compleanno è il 3 maggio", "il mio compleanno è il 3 maggio", False, id="not"
        ),
    ],
)
def test_what_is_asked_for_is_kept_in_any_language(text: str, words: str, kept: bool) -> None:
    said = saying(1, text)
    made = draft_from_words(said, words, space=MINA, source="circadia.asked")
    assert made is not None

    found = verdict(weigh(made, witnessed(said)), [], DIALS)

    assert isinstance(found, Keep) is kept
