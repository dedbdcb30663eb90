"""What a statement says of its subject."""

import pytest

from core.memory.rules.attributes import attribute_of


@pytest.mark.parametrize(
    ("text", "name", "single"),
    [
        ("Ana lives in Berlin", "home", True),
        ("I moved to Hamburg last week", "home", True),
        ("my name is Anna", "name", True),
        ("Ana's birthday is 3 May", "birthday", True),
        ("Ana is 26 years old", "age", True),
        ("Ana grew up in Leeds", "hometown", True),
        ("Ana works as a nurse", "job", True),
        ("Ana works at Siemens", "employer", True),
        ("Ana is vegan", "diet", True),
        ("Ana's favourite film is Alien", "favourite-film", True),
        ("Ana is dating Tom", "partner", True),
        ("Ana has an iPhone 15", "phone", True),
        ("Ana is allergic to nuts", "allergy", False),
        ("Ana has a cat called Tom", "pet", False),
        ("Ana has an older brother", "sibling", False),
        ("Ana wohnt in Köln", "home", True),
        ("ich heiße Anna", "name", True),
        ("Ana arbeitet als Hebamme", "job", True),
        ("Ana ist gegen Nüsse allergisch", "allergy", False),
        ("Ana hat eine Katze", "pet", False),
        ("Anas Lieblingsfarbe ist Rot", "favourite-farbe", True),
        ("vivo en Madrid", "home", True),
        ("Ana tiene 30 años", "age", True),
        ("Ana trabaja como profesora", "job", True),
        ("Ana es alérgica a los gatos", "allergy", False),
        ("меня зовут Анна", "name", True),
        ("Ана живёт в Москве", "home", True),
        ("Ана работает учителем", "job", True),
        ("у Аны аллергия на орехи", "allergy", False),
        ("アナは東京に住んでいる", "home", True),
        ("アナの誕生日は5月3日です", "birthday", True),
        ("アナは甲殻類アレルギーがある", "allergy", False),
        ("아나는 서울에 산다", "home", True),
        ("아나의 생일은 5월 3일이다", "birthday", True),
        ("아나는 고양이를 키운다", "pet", False),
    ],
)
def test_an_attribute_is_read_in_the_language_of_the_text(
    text: str, name: str, single: bool
) -> None:
    found = attribute_of(text)

    assert found is not None
    assert (found.name, found.single) == (name, single)


@pytest.mark.parametrize("text", ["Ana laughed a lot", "ok", "", "…", "Ana lacht", "Ана смеётся"])
def test_most_statements_tell_none(text: str) -> None:
    assert attribute_of(text) is None


def test_a_value_is_the_same_in_any_order_and_with_any_article() -> None:
    one, other = attribute_of("Ana works as a hospital nurse"), attribute_of("Ana is a nurse")

    assert one is not None
    assert other is not None
    assert one.name == other.name == "job"
    assert one.value == "hospital nurse"


@pytest.mark.parametrize(
    ("text", "over"),
    [("Ana broke up with Tom", True), ("Ana is dating Tom", False), ("Ana is married", False)],
)
def test_what_is_over_is_told(text: str, over: bool) -> None:
    found = attribute_of(text)

    assert found is not None
    assert found.ends is over


@pytest.mark.parametrize(
    "text",
    [
        "Anna would live in Oslo if she were rich",
        "If Anna were rich she would live in Oslo",
        "if I were rich I'd live in Oslo",
        "Anna lives in Oslo if she gets the job",
        "Anna wants to be working at Siemens",
        "Anna würde in Oslo wohnen, wenn sie reich wäre",
        "Wenn sie reich wäre, wohnte Anna in Oslo",
        "Anna viviría en Oslo si fuera rica",
        "Анна жила бы в Осло, если бы была богата",
        "アナはお金があったらオスロに住んでいる",
        "아나는 부자라면 오슬로에 산다",
    ],
)
def test_what_would_be_tells_nothing_of_what_is(text: str) -> None:
    assert attribute_of(text) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("Ana wants to be called Tom", "name", id="a wish that is the attribute"),
        pytest.param("Ana lives in Oslo and wants a dog", "home", id="a wish beside it"),
        pytest.param("Ana would love a dog, she lives in Oslo", "home", id="a wish before it"),
        pytest.param("María vive en Oslo", "home", id="a name that looks like a conditional"),
        pytest.param("Ana trabaja en una panadería", "employer", id="so does a noun"),
        pytest.param("Will wohnt in Köln", "home", id="a name that looks like a verb"),
    ],
)
def test_a_wish_that_stands_beside_takes_nothing_away(text: str, name: str) -> None:
    found = attribute_of(text)

    assert found is not None
    assert found.name == name
