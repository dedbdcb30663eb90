"""Statements that quote: `Ana: "I have two cats"`."""

import re
from typing import NamedTuple

_QUOTATION = re.compile(r'(?P<speaker>[^":]{1,80}): "(?P<words>[^"]*)"')


class Quotation(NamedTuple):
    """Whose words a statement is, and the words."""

    speaker: str
    words: str


def quotation(speaker: str, words: str) -> str:
    """Return the statement that `speaker` said `words`, on one line; "" of no words."""
    told = " ".join(words.replace('"', "'").split())
    return f'{speaker}: "{told}"' if told else ""


def quotation_in(statement: str) -> Quotation | None:
    """Return what a statement quotes; None of one that is put in other words."""
    found = _QUOTATION.fullmatch(" ".join(statement.split()))
    return None if found is None else Quotation(found["speaker"], found["words"])
