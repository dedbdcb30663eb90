"""How a memory stands before a model."""

from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

import pytest

from core.conversation.model import Recalled
from core.conversation.rules.recollected import memory_line
from core.periods import Precision, When


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


@pytest.mark.parametrize(
    ("start", "end", "precision", "said", "told"),
    [
        ("2026-05-04T04", "2026-05-05T04", Precision.DAY, "tomorrow", " (tomorrow: 2026-05-04)"),
        ("2026-05-04T19", "2026-05-04T20", Precision.MINUTE, "at 3", " (at 3: 2026-05-04 15:00)"),
        (
            *("2026-05-11T04", "2026-05-18T04", Precision.WEEK, "next week"),
            " (next week: 2026-05-11 to 2026-05-17)",
        ),
        ("2026-05-04T04", "2026-05-05T04", Precision.DAY, "4 May 2026", ""),
    ],
    ids=["a day", "a minute", "a week", "a date that tells all"],
)
def test_words_for_a_time_are_told_with_what_they_meant(
    start: str, end: str, precision: Precision, said: str, told: str
) -> None:
    when = When(
        start_at=datetime.fromisoformat(f"{start}:00:00+00:00"),
        end_at=datetime.fromisoformat(f"{end}:00:00+00:00"),
        precision=precision,
        said=said,
    )
    at = datetime(2026, 5, 3, 12, tzinfo=UTC)
    one = Recalled(
        ref="fact:1", text="Ana has an exam", at=at, speaker="Ana", kind="person", when=when
    )

    line = memory_line(one, ZoneInfo("America/New_York"))
    assert line == f"2026-05-03, Ana: Ana has an exam{told}"
