"""Dates that a statement words otherwise than they were said."""

from collections.abc import Sequence
from datetime import timedelta

from core.memory.model import Precision, When

DAYS_OF_A_WEEK = 7


def without_said(statement: str, stated: Sequence[When], said: Sequence[When]) -> str:
    """Return `statement` without the words of those of its periods that were said.

    `4 May 2026` for a `tomorrow` was said, and so was `in May`: a rougher period is true as well. A
    finer one was not, nor was another; their words stay.
    """
    followed = [one for one in stated if any(_follows(one, other) for other in said)]
    named = [one for one in stated if any(_names(one, other) for other in followed)]
    left = statement
    for period in (*followed, *named):
        left = left.replace(period.said, " ", 1)
    return " ".join(left.split())


def _follows(period: When, said: When) -> bool:
    """Return whether `period` is true if `said` is; a week may be told by its first day."""
    if period.start_at <= said.start_at and said.end_at <= period.end_at:
        return True
    return said.precision is Precision.WEEK and period.start_at == said.start_at


def _names(period: When, dated: When) -> bool:
    """Return whether `period` is the weekday of a date beside it, seen in another week."""
    if period.precision is not Precision.DAY or dated.precision is not Precision.DAY:
        return False
    days = round((period.start_at - dated.start_at) / timedelta(days=1))  # an hour more or less
    worded = not any(mark.isdigit() for mark in period.said)
    return worded and period != dated and days % DAYS_OF_A_WEEK == 0
