"""`/schedule`: what its days hold. Friends see bare activities, owners in a direct talk titles."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from core.admin.commands import steering
from core.admin.commands.telling import bullets, day_name, hours, how_to_ask, moment, words
from core.admin.model import Invocation, Right, Run, Told
from core.admin.ports import Shelf
from core.admin.rules import nearest
from core.admin.rules.spans import read_day
from core.days import ONE_DAY, day_of
from core.phrases import Phrase, activity_phrase, phrase
from core.schedule.model import Activity, Block, DayLine, DayPlan

WEEK, MONTH = 7 * ONE_DAY, 31 * ONE_DAY
FORMS = ("/schedule", "/schedule tomorrow", "/schedule week", "/schedule month")
OWNERS_FORMS = (*FORMS, *steering.FORMS)


def schedule(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Tell what a day or more hold."""
    given = invocation.line(steering.LONGEST).split()
    today = day_of(invocation.now, invocation.zone)
    what = given[0].casefold() if given else "today"
    if what == "week":
        return _several(invocation, shelf, today, today + WEEK - ONE_DAY)
    if what == "month":
        return _several(invocation, shelf, today, today + MONTH - ONE_DAY)
    day = read_day(what, today)
    return _help(invocation, what) if day is None else _one(invocation, shelf, day)


def lived(run: Run) -> Run:
    """Return `run` for a companion with days of its own; any other says that it has none."""

    def told(invocation: Invocation, shelf: Shelf) -> str | Told:
        if not invocation.life.is_lived:
            return phrase(Phrase.SCHEDULE_NEVER, invocation.language)
        return run(invocation, shelf)

    return told


def _help(invocation: Invocation, what: str) -> str:
    """Name the forms; those that `what` is like, if there are any."""
    forms = OWNERS_FORMS if invocation.right is Right.OWNER else FORMS
    named = {form.split()[1]: form for form in reversed(forms) if " " in form}
    near = [named[name] for name in nearest(what[:20], list(named))]
    return how_to_ask(invocation.language, "", near or forms)


def _one(invocation: Invocation, shelf: Shelf, day: date) -> str:
    language, told = invocation.language, day_name(day, invocation.language)
    plans = shelf.plans.days(invocation.space, day, day)
    if not plans:
        lines = shelf.plans.lines(invocation.space, day, day)
        if lines:
            return f"**{told}**: {_told(invocation, lines[0])}"
        return phrase(Phrase.SCHEDULE_EMPTY, language, day=told)
    spans = _spans(invocation, plans[0])
    at = next((s for s in spans if s.start_at <= invocation.now < s.end_at), None)
    head = [f"**{told}**"]
    if at is not None:
        until = moment(at.end_at, invocation.now, invocation.zone, language)
        head.append(phrase(Phrase.SCHEDULE_NOW, language, what=at.told, time=until))
    rows = [_row(invocation, span, is_on=span is at) for span in spans]
    return bullets("\n".join(head), *rows) + _hint(invocation)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    start_at: datetime
    end_at: datetime
    told: str


def _spans(invocation: Invocation, plan: DayPlan) -> list[_Span]:
    """Return what is told of a day; neighbours of which the same is told are one."""
    spans: list[_Span] = []
    for block in plan.blocks:
        told = _told(invocation, block)
        start = block.start_at
        if spans and spans[-1].told == told:
            start = spans.pop().start_at
        spans.append(_Span(start_at=start, end_at=block.end_at, told=told))
    return spans


def _row(invocation: Invocation, span: _Span, *, is_on: bool) -> str:
    row = f"{hours(span.start_at, span.end_at, invocation.zone)} {span.told}"
    return f"**{row}**" if is_on else row


def _several(invocation: Invocation, shelf: Shelf, first: date, last: date) -> str:
    language = invocation.language
    lines = {line.day: line for line in shelf.plans.lines(invocation.space, first, last)}
    plans = {plan.day: plan for plan in shelf.plans.days(invocation.space, first, last)}
    rows = []
    for number in range((last - first).days + 1):
        day = first + number * ONE_DAY
        if day in lines:
            what = _told(invocation, lines[day])
        elif day in plans:
            what = activity_phrase(main_activity(plans[day].blocks), language)
        else:
            continue
        rows.append(f"{day_name(day, language)}: {what}")
    span = f"{day_name(first, language)} – {day_name(last, language)}"
    if not rows:
        return phrase(Phrase.SCHEDULE_EMPTY, language, day=span)
    return bullets(f"**{span}**", *rows) + _hint(invocation)


def main_activity(blocks: Sequence[Block]) -> Activity:
    """Return what most of a day is spent with, sleep apart; free time if it is all sleep."""
    spent = {
        activity: sum(
            (b.end_at - b.start_at).total_seconds() for b in blocks if b.activity == activity
        )
        for activity in Activity
        if activity is not Activity.SLEEP
    }
    best = max(spent, key=lambda activity: spent[activity])
    return best if spent[best] else Activity.FREE_TIME


def sees_titles(invocation: Invocation) -> bool:
    """Return whether more than the bare activity is for these eyes: others may be meant in it."""
    return invocation.right is Right.OWNER and invocation.is_private


def _told(invocation: Invocation, what: Block | DayLine) -> str:
    bare = activity_phrase(what.activity, invocation.language)
    if not sees_titles(invocation):
        return bare
    title = words(what.title, bare)
    return bare if title.casefold() == bare.casefold() else f"{title} ({bare})"


def _hint(invocation: Invocation) -> str:
    """Tell an owner before others where there is more."""
    if invocation.right < Right.OWNER or sees_titles(invocation):
        return ""
    return "\n\n" + phrase(Phrase.SCHEDULE_IN_DIRECT, invocation.language)
