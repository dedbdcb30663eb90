"""Titles and descriptions that anyone may have written become one clean line."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schedule.model import PlanFault
from core.schedule.rules.lines import WrittenLine, read_lines
from core.schedule.rules.titles import (
    DESCRIPTION_MOST,
    TITLE_MOST,
    clean_description,
    clean_title,
)
from core.schedule.rules.written import WrittenBlock, read_blocks

DAY = date(2026, 5, 2)
UTC = ZoneInfo("UTC")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        pytest.param("  Tea \n with\tYui ", "Tea with Yui", id="one line"),
        pytest.param("Tea\x00\x1b\x7f", "Tea", id="controls"),
        pytest.param("\ud83dTea\udc00", "Tea", id="halves of characters"),
        pytest.param("\u202eTea\u2066\ufeff", "Tea", id="direction"),
        pytest.param("Tea\u3164time", "Tea time", id="letters that show nothing"),
        pytest.param("👩\u200d👧 and 카페", "👩\u200d👧 and 카페", id="joined emoji stay"),
        pytest.param("a" * 5_000, "a" * TITLE_MOST, id="too long"),
        pytest.param("a" * 119 + " b", "a" * 119, id="cut at a blank"),
        pytest.param("", "", id="empty"),
        pytest.param("\u200d\u200c", "", id="nothing but joiners"),
        pytest.param("\x00" * 5_000, "", id="nothing but controls"),
    ],
)
def test_a_title_is_one_clean_line(written: str, shown: str) -> None:
    assert clean_title(written) == shown


@given(st.text(st.characters()) | st.text("\ud800\x00\n\u200d a\u0301", min_size=90))
def test_whatever_was_written_it_can_be_kept_and_shown_and_stays_so(written: str) -> None:
    title, description = clean_title(written), clean_description(written)

    assert len(title) <= TITLE_MOST
    assert description is None or 0 < len(description) <= DESCRIPTION_MOST
    assert title.encode() is not None
    assert title == " ".join(title.split())
    assert not set(title) & set("\x00\n\r\x1b\u202e")
    assert clean_title(title) == title


def test_a_hosted_plan_is_cleaned_too() -> None:
    words = {"title": "Sl\x00eep\ud800" + "!" * 200, "description": "at\nYui's " * 99}

    (block,) = read_blocks(DAY, UTC, [WrittenBlock(time="0-24", activity="sleep", **words)])
    (line,) = read_lines(DAY, 1, UTC, [WrittenLine(day="2026-05-02", activity="rest", **words)])

    for part in (block, line):
        assert part.title == ("Sleep" + "!" * 200)[:TITLE_MOST]
        assert part.description == ("at Yui's " * 99)[:DESCRIPTION_MOST].strip()


def test_a_title_of_which_nothing_shows_is_a_fault() -> None:
    with pytest.raises(PlanFault, match="has no title"):
        read_blocks(DAY, UTC, [WrittenBlock(time="0-24", activity="sleep", title="\ud800\x00")])
