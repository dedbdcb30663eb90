"""Expressions that wait until they are asked."""

import gc
import re

import pytest

import adapters.pocket.tables
import core.memory.service.turn  # noqa: F401  # all tables of memory are loaded with it
from core.patterns import Pattern

TEXTS = ["", "one two", "ONE", "a1b22c", "two\ntwo"]
SOURCES = [r"\d+", r"(?P<word>two)|one", r"$", r"(a)(\d)"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("source", SOURCES)
def test_it_does_what_the_compiled_one_does(source: str, text: str) -> None:
    lazy, known = Pattern(source, re.IGNORECASE), re.compile(source, re.IGNORECASE)

    assert lazy.pattern == known.pattern
    assert [one.span() for one in lazy.finditer(text)] == [m.span() for m in known.finditer(text)]
    assert lazy.findall(text) == known.findall(text)
    assert lazy.split(text) == known.split(text)
    assert lazy.sub("-", text) == known.sub("-", text)
    assert lazy.sub("-", text, 1) == known.sub("-", text, 1)
    assert lazy.subn("-", text) == known.subn("-", text)
    for ours, theirs in (
        (lazy.search(text), known.search(text)),
        (lazy.search(text, 1), known.search(text, 1)),
        (lazy.match(text), known.match(text)),
        (lazy.fullmatch(text), known.fullmatch(text)),
    ):
        assert (ours and ours.span()) == (theirs and theirs.span())


def test_what_is_never_asked_is_never_compiled() -> None:
    broken = Pattern("(")

    with pytest.raises(re.error):
        broken.search("x")


def test_every_expression_of_every_table_compiles() -> None:
    tables = adapters.pocket.tables.PocketTables.load()
    gc.unfreeze()  # what a process in this one has set aside is looked through, too
    every = [one for one in gc.get_objects() if isinstance(one, Pattern) and one.pattern != "("]

    assert len(tables.by_language) == 6
    assert len(every) > 1000
    for one in every:
        assert one.compiled.pattern == one.pattern
