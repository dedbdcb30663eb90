"""What an owner writes behind `/schedule`: a change of a day, a picture of one."""

import re
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum

from core.days import end_of_day, first_instant, instant_at
from core.persona.model import SpaceId
from core.schedule.model import SLOT, Activity, Block, DayPlan, MadeBy, PlanFault
from core.schedule.rules.activities import read_activity
from core.schedule.rules.entries import joined
from core.schedule.rules.slots import slot_at
from core.schedule.rules.times import read_range

WORDS_OF_TIMES = 7
"""Most words of a span: `from 2 : 30 pm to 4 pm` has more than anybody writes."""
PICTURE = re.compile(r"day:(\d{4}-\d\d-\d\d):(light|dark)", re.ASCII)


class Theme(StrEnum):
    """How a picture looks."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A span of a day that gets another activity."""

    start: int
    """Minutes of the clock, 0 to 1439."""
    end: int
    """Minutes of the clock, up to 1440."""
    activity: Activity
    title: str
    """As it was written; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoTimes:
    """There is no span of one day in it."""

    got: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoActivity:
    """There is a span, and no activity behind it."""

    got: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """The plan as it is now."""

    plan: DayPlan
    start_at: datetime
    end_at: datetime
    """Of the span that was replaced, in whole slots."""


def read_edit(words: list[str]) -> Edit | NoTimes | NoActivity:
    """Return what `14:00-16:00 study Reading at the library` asks for.

    Both times and activity may be of several words: `2 pm - 4 pm free time`.
    """
    unnamed: NoActivity | None = None
    for count in range(1, min(WORDS_OF_TIMES, len(words)) + 1):
        try:
            start, end = read_range(" ".join(words[:count]))
        except PlanFault:
            continue
        rest = words[count:]
        unnamed = unnamed or NoActivity(got=" ".join(rest[:1]))
        for length in (2, 1):
            activity = _activity(rest[:length])
            if activity is not None:
                title = " ".join(rest[length:])
                return Edit(start=start, end=end, activity=activity, title=title)
    return unnamed or NoTimes(got=" ".join(words[:1]))


def edited(plan: DayPlan, edit: Edit, title: str, now: datetime) -> Edited | None:
    """Return `plan` with the span of `edit` replaced, made by the owner at `now`.

    The span grows to whole slots; times that the clocks skip have none: then None.
    """
    start = slot_at(plan.day, edit.start, plan.zone)
    end = _end(plan, edit.end)
    if start >= end:
        return None
    new = Block(start_at=start, end_at=end, activity=edit.activity, title=title)
    before = [replace(b, end_at=min(b.end_at, start)) for b in plan.blocks if b.start_at < start]
    after = [replace(b, start_at=max(b.start_at, end)) for b in plan.blocks if b.end_at > end]
    blocks = joined((*before, new, *after))
    new_plan = replace(plan, blocks=blocks, made_by=MadeBy.OWNER, made_at=now)
    return Edited(plan=new_plan, start_at=start, end_at=end)


def picture_name(day: date, theme: Theme) -> str:
    """Return by what an answer names the picture of a day: `day:2026-05-02:light`."""
    return f"day:{day.isoformat()}:{theme}"


def read_picture_name(name: str) -> tuple[date, Theme] | None:
    """Return the day and the theme of such a name; None for any other."""
    found = PICTURE.fullmatch(name)
    try:
        return None if found is None else (date.fromisoformat(found[1]), Theme(found[2]))
    except ValueError:
        return None


def portrait_name(space: SpaceId) -> str:
    """Return by what an answer names the picture of a persona: `persona:noa`."""
    return f"persona:{space}"


def read_portrait_name(name: str) -> SpaceId | None:
    """Return whose picture such a name means; None for any other."""
    kind, _, space = name.partition(":")
    return SpaceId(space) if kind == "persona" and space else None


def _end(plan: DayPlan, minutes: int) -> datetime:
    """Return the border of slots at a clock time or after it."""
    start, end = first_instant(plan.day, plan.zone), end_of_day(plan.day, plan.zone)
    at = instant_at(plan.day, minutes, plan.zone)
    return min(end, start - (start - at) // SLOT * SLOT)


def _activity(words: list[str]) -> Activity | None:
    try:
        return read_activity(" ".join(words)) if words else None
    except PlanFault:
        return None
