"""Every way in which the wire can fail has a meaning."""

import inspect

import httpx2
import openai
import pytest

from adapters.embeddings.errors import TRANSLATION, computing, loading
from core.errors import BrokenAnswer, CircadiaError, Misconfigured

EVERY_CLASS = [
    kind
    for module in (openai._exceptions, httpx2._exceptions)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if issubclass(kind, Exception) and kind.__module__ == module.__name__
    if not issubclass(kind, Warning)
]


@pytest.mark.parametrize("kind", EVERY_CLASS, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_class_of_the_libraries_is_translated(kind: type[Exception]) -> None:
    ours = next((ours for theirs, ours in TRANSLATION if issubclass(kind, theirs)), None)

    assert ours is not None
    assert issubclass(ours, CircadiaError)


def test_a_row_never_hides_behind_a_row_for_its_parent() -> None:
    kinds = [theirs for theirs, _ in TRANSLATION]

    hidden = [
        kind
        for place, kind in enumerate(kinds)
        if any(issubclass(kind, earlier) for earlier in kinds[:place])
    ]

    assert hidden == []


def test_a_model_that_fails_tells_its_name_and_not_what_it_read() -> None:
    told = r"the model tiny failed \(ValueError\)"
    with pytest.raises(BrokenAnswer, match=told) as raised, computing("tiny"):
        raise ValueError("my secret diary")

    assert raised.value.__cause__ is None


def test_a_model_that_can_t_be_loaded_names_the_cure() -> None:
    with (
        pytest.raises(Misconfigured, match=r"OSError\): install it"),
        loading("tiny", "install it"),
    ):
        raise OSError("/somewhere")
