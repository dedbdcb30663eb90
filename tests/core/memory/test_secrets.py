"""What is a secret, and what only speaks of one."""

import pytest

from core.memory.rules.gate.secrets import has_secret


@pytest.mark.parametrize(
    "statement",
    [
        "Ana's wifi password is hunter2-XYZ",
        "Ana's password is sunshine",
        "Ana uses the key sk-test-9fK2uV0aQ7mZx3Lr8Tn1",
        "Ana's token is ghp_fAkE0tok3nForT3st99xYz",
        "Ana pays with 4111 1111 1111 1111",
        "Ana's account is DE89 3704 0044 0532 0130 00",
        "Ana's PIN is 4711",
        "Ana's recovery phrase is apple river stone window",
        "Ana's door code is 0417*",
        "Anas Passwort lautet Waldi1987!",
        "Anas WLAN-Passwort ist mango77",
        "La contraseña de Ana es perro1234",
        "Пароль Аны — qwerty99",
        "アナのパスワードはneko1234",
        "아나의 비밀번호는 qwer1234이다",
    ],
)
def test_a_secret_is_seen(statement: str) -> None:
    assert has_secret(statement, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "Ana has a password set",
        "Ana changed her password",
        "Ana lost her card",
        "Ana was born in 1987",
        "Ana works on password managers",
        "Ana has 14 cats and 3 dogs",
        "Ana's birthday is 3 May 1987",
        "Ana hat ihr Passwort vergessen",
        "Ана работает в банке",
    ],
)
def test_what_speaks_of_a_secret_is_none(statement: str) -> None:
    assert not has_secret(statement, statement)


def test_a_value_that_the_words_called_a_secret_is_one() -> None:
    said = "my password is the dog's name: Waldi1987!"

    assert has_secret("Ana has a dog called Waldi1987!", said)
    assert not has_secret("Ana has a dog called Waldi", said)
