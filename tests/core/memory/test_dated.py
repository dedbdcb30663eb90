"""Absolute dates in statements, for what was said as `tomorrow`."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from adapters.calendar.dates.client import SpokenDates
from core.memory.ports import Dates
from core.memory.rules.gate import GateDials, Weighed
from core.memory.service.writing import Writer
from tests.core.memory.gate_builders import BO, draft, saying, witnessed

DATES: Dates = SpokenDates()
BERLIN = ZoneInfo("Europe/Berlin")
SAID_AT = datetime(2026, 5, 3, 10, tzinfo=UTC)
"""A Sunday."""


async def weighed(text: str, statement: str, language: str) -> Weighed:
    said = replace(saying(1, text), sent_at=SAID_AT)
    writer = Writer(GateDials(), DATES)
    return await writer.weigh(draft(statement), witnessed(said), zone=BERLIN, language=language)


@pytest.mark.parametrize(
    ("language", "text", "statement"),
    [
        ("en", "I have an exam tomorrow", "Ana has an exam on 4 May 2026"),
        ("en", "I have an exam tomorrow", "Ana has an exam on Monday, May 4, 2026"),
        ("en", "I have an exam tomorrow", "Ana has an exam in May 2026"),
        ("en", "I moved here yesterday", "Ana moved here on 2 May 2026"),
        ("de", "ich hab morgen Prüfung", "Ana hat am 4. Mai 2026 eine Prüfung"),
        ("es", "mañana tengo un examen", "Ana tiene un examen el 4 de mayo de 2026"),
        ("ru", "у меня завтра экзамен", "У Аны экзамен 4 мая 2026 года"),
        ("ja", "明日試験がある", "アナは2026年5月4日に試験がある"),
    ],
)
async def test_the_date_of_a_day_that_was_said_is_said(
    language: str, text: str, statement: str
) -> None:
    found = await weighed(text, statement, language)

    assert found.score >= GateDials().keep, found.reasons
    assert found.draft.statement == statement


@pytest.mark.parametrize(
    ("language", "text", "statement"),
    [
        pytest.param("en", "I have an exam tomorrow", "Ana has an exam on 9 May 2026", id="en"),
        pytest.param("en", "I have an exam in May", "Ana has an exam on 4 May 2026", id="finer"),
        pytest.param("en", "I have an exam", "Ana has an exam on 4 May 2026", id="none was said"),
        pytest.param(
            "de", "ich hab morgen Prüfung", "Ana hat am 9. Mai 2026 eine Prüfung", id="de"
        ),
        pytest.param(
            "es", "mañana tengo un examen", "Ana tiene un examen el 9 de mayo de 2026", id="es"
        ),
        pytest.param("ru", "у меня завтра экзамен", "У Аны экзамен 9 мая 2026 года", id="ru"),
    ],
)
async def test_another_date_is_none_that_was_said(language: str, text: str, statement: str) -> None:
    found = await weighed(text, statement, language)

    assert found.score < GateDials().keep
    assert found.draft.statement == statement


async def test_what_was_recalled_is_told_apart_by_its_whole_words() -> None:
    said = replace(saying(1, "I have an exam tomorrow"), sent_at=SAID_AT)
    known = witnessed(said, recalled=("Ana has an exam",))

    found = await Writer(GateDials(), DATES).weigh(
        draft("Ana has an exam on 4 May 2026"), known, zone=BERLIN, language="en"
    )

    assert not found.refused


async def test_a_day_that_another_named_was_not_said_by_the_person() -> None:
    said = replace(saying(1, "I have an exam"), sent_at=SAID_AT)
    other = replace(saying(2, "tomorrow I will sleep", BO, name="Bo"), sent_at=SAID_AT)
    written = draft("Ana has an exam on 4 May 2026", 1, 2)

    found = await Writer(GateDials(), DATES).weigh(
        written, witnessed(said, other), zone=BERLIN, language="en"
    )

    assert found.score < GateDials().keep
