"""What is told to somebody, as they would say it of themself."""

import pytest

from core.memory.rules.attributes import attribute_of
from core.memory.rules.own_person import in_first_person


@pytest.mark.parametrize(
    ("told", "own"),
    [
        ("You are 25 and from Tokyo", "I am 25 and from Tokyo"),
        ("You're a nurse, and you were born in Kyoto.", "I'm a nurse, and I was born in Kyoto."),
        ("Your name is Mina and your cat is Luna", "My name is Mina and my cat is Luna"),
        ("you like rain because you always were shy", "I like rain because I always was shy"),
        ("Your sister loves you.", "My sister loves me."),
        ("You live in Rome. You have two cats.", "I live in Rome. I have two cats."),
        ("When you are sad, you’ve tea by yourself", "When I am sad, I've tea by myself"),
        ("Your friends are loud, and the cat is yours", "My friends are loud, and the cat is mine"),
        ("What you are is a painter", "What I am is a painter"),
    ],
)
def test_english_is_turned_round(told: str, own: str) -> None:
    assert in_first_person(told) == own


@pytest.mark.parametrize(
    "told", ["Du bist 25", "Eres de Tokio", "あなたは25歳です", "The cat is called Luna", "", "25"]
)
def test_what_cannot_be_turned_is_left_to_its_words(told: str) -> None:
    assert in_first_person(told) is None


def test_what_was_turned_tells_its_attribute() -> None:
    told = attribute_of(in_first_person("You are 25 and from Tokyo") or "")

    assert told is not None
    assert (told.name, told.value) == ("age", "25")
