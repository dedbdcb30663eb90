"""How a memory stands before a model."""

from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

import pytest

from core.conversation.model import Recalled
from core.conversation.rules.recollected import memory_line


@pytest.mark.parametrize(
    ("text", "speaker", "kind", "line"),
    [
        ("I am 25", "", "persona", "you: I am 25"),
        ('Anna: "You are 25"', "", "persona", 'Anna: "You are 25"'),
        ('Anna: "my cat is Zyx"', "Anna", "person", 'Anna: "my cat is Zyx"'),
        ("Anna has two cats", "Anna", "person", "Anna: Anna has two cats"),
        ('Boris: "hi"', "Anna", "said", 'Anna: “Boris: "hi"”'),
    ],
    ids=["a fact", "a lesson quoted", "a person quoted", "a statement", "words that quote"],
)
def test_a_speaker_is_named_once(
    text: str, speaker: str, kind: Literal["persona", "person", "said"], line: str
) -> None:
    at = datetime(2026, 5, 3, 12, tzinfo=UTC)
    one = Recalled(ref="fact:1", text=text, at=at, speaker=speaker, kind=kind)

    assert memory_line(one, ZoneInfo("UTC")) == f"2026-05-03, {line}"
