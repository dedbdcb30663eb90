"""What takes whose place."""

import pytest

from core.memory.model import (
    Drop,
    FactId,
    Keep,
    Merge,
    Quarantine,
    Status,
    Subject,
    Supersede,
    Verdict,
    Why,
)
from core.memory.rules.gate import GateDials, Weighed, verdict
from tests.core.memory.gate_builders import BO, draft, fact, sure

DIALS = GateDials()


def placed(statement: str, *known: str, corrects: bool = False) -> Verdict:
    facts = [fact(at, one) for at, one in enumerate(known, 1)]
    return verdict(sure(statement, corrects=corrects), facts, DIALS)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        pytest.param("Ana lives in Berlin", "Ana has moved to Hamburg", id="home"),
        pytest.param("Ana is 25 years old", "Ana is 26 years old", id="age"),
        pytest.param("Ana works as a nurse", "Ana works as a teacher", id="job"),
        pytest.param("Ana works at Siemens", "Ana works for Bosch", id="employer"),
        pytest.param("Ana studies law", "Ana studies marine biology", id="study"),
        pytest.param("Ana is single", "Ana is married", id="marital"),
        pytest.param("Ana is vegan", "Ana eats meat", id="diet"),
        pytest.param("Ana's birthday is 3 May", "Ana's birthday is 5 May", id="birthday"),
        pytest.param("Ana's favourite food is soup", "Ana's favourite food is rice", id="food"),
        pytest.param("Ana has two kids", "Ana has three kids", id="how many children"),
        pytest.param("Ana has a dog called Rex", "Ana's dog Rex died", id="a pet died"),
        pytest.param("Ana is dating Tom", "Ana broke up with Tom", id="they broke up"),
        pytest.param("Ana plays in a band", "Ana left her band", id="it is over"),
        pytest.param("Ana wohnt in Köln", "Ana ist nach Bonn gezogen", id="German"),
        pytest.param("Ana vive en Bogotá", "Ana vive en Medellín", id="Spanish"),
        pytest.param("Ана живёт в Казани", "Ана переехала в Москву", id="Russian"),
        pytest.param("アナは東京に住んでいる", "アナは大阪に引っ越した", id="Japanese"),
        pytest.param("아나는 서울에 산다", "아나는 부산으로 이사했다", id="Korean"),
    ],
)
def test_a_new_value_takes_the_place_of_the_old(known: str, said: str) -> None:
    found = placed(said, known)

    assert isinstance(found, Supersede), found
    assert found.old == (FactId(1),)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        pytest.param("Ana lives in Berlin", "Ana is living in Berlin", id="same home"),
        pytest.param("Ana lives in Berlin", "ana lives in berlin.", id="case and marks"),
        pytest.param("Ana has two cats", "Ana has 2 cats", id="a number in digits"),
        pytest.param("Ana is a hospital nurse", "Ana works as a nurse in a hospital", id="order"),
        pytest.param("Cem ist von Beruf Bäcker", "Cem arbeitet als Bäcker", id="German"),
        pytest.param("У Аны два кота", "У Аны 2 кота", id="Russian"),
    ],
)
def test_the_same_again_is_counted(known: str, said: str) -> None:
    assert isinstance(placed(said, known), Merge)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        pytest.param("Ana has a dog called Rex", "Ana has a cat called Tom", id="another pet"),
        pytest.param("Ana has a brother", "Ana has a sister", id="another sibling"),
        pytest.param("Ana is allergic to nuts", "Ana is allergic to milk", id="another allergy"),
        pytest.param("Ana likes tea", "Ana likes coffee", id="likes are many"),
        pytest.param("Ana's brother lives in Oslo", "Ana's sister lives in Oslo", id="alike only"),
        pytest.param("Ana works from home", "Ana's dog Rex died", id="the end of something else"),
        pytest.param("Ana lives in Berlin", "Ana plans to move to Hamburg", id="a plan only"),
        pytest.param("Ana likes cats", "Ana does not like cats", id="a denial is no repetition"),
    ],
)
def test_what_has_many_values_stands_beside(known: str, said: str) -> None:
    assert isinstance(placed(said, known), Keep)


def test_likeness_alone_takes_no_place_but_a_correction_does() -> None:
    known, said = "Ana's exam is on Monday morning", "Ana's exam is on Friday morning"

    assert isinstance(placed(said, known), Keep)
    assert isinstance(placed(said, known, corrects=True), Supersede)


def test_facts_of_another_person_or_of_the_past_have_no_place_to_take() -> None:
    others = [
        fact(1, "Ana lives in Berlin", subject=Subject(BO)),
        fact(2, "Ana lives in Berlin", status=Status.PAST),
        fact(3, "Ana lives in Bonn", status=Status.HIDDEN),
    ]

    assert isinstance(verdict(sure("Ana lives in Bonn"), others, DIALS), Keep)


@pytest.mark.parametrize(
    ("score", "kind"),
    [
        pytest.param(0.6, Keep, id="keep is inclusive"),
        pytest.param(0.59, Quarantine, id="between"),
        pytest.param(0.35, Quarantine, id="quarantine is inclusive"),
        pytest.param(0.34, Drop, id="below"),
    ],
)
def test_the_score_decides(score: float, kind: type[Verdict]) -> None:
    weighed = Weighed(score=score, why=Why.UNSURE, draft=draft())

    assert type(verdict(weighed, [], DIALS)) is kind


@pytest.mark.parametrize("why", [Why.SECRET, Why.PROMPT_TEXT])
def test_a_secret_is_stored_nowhere_whatever_the_score(why: Why) -> None:
    weighed = Weighed(score=0.9, why=why, draft=draft())

    assert verdict(weighed, [], DIALS) == Drop(why=why)


@pytest.mark.parametrize("corrects", [False, True])
@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Ana lives in Bergen", "Ana would live in Oslo if she were rich"),
        ("Ana lives in a flat in Bergen", "Ana would rather live in a house in Bergen"),
        ("Ana wohnt in Bergen", "Ana würde in Oslo wohnen, wenn sie reich wäre"),
        ("Ana vive en Bergen", "Ana viviría en Oslo si fuera rica"),
        ("Ана живёт в Казани", "Ана жила бы в Москве, если бы была богата"),
        ("アナは東京に住んでいる", "アナはお金があったら大阪に住みたい"),
        ("아나는 서울에 산다", "아나는 부자라면 부산에 살고 싶다"),
    ],
)
def test_what_would_be_takes_no_place(known: str, said: str, corrects: bool) -> None:
    assert isinstance(placed(said, known, corrects=corrects), Keep)


def test_a_wish_still_corrects_a_wish() -> None:
    found = placed("Ana wants to study law", "Ana wants to study art", corrects=True)

    assert isinstance(found, Supersede)
