"""The companion's days, as far as a person may hear of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from adapters.pocket.tables import Table
from adapters.pocket.text import normal, quoted
from core.conversation.model import ChatKind, Planned, ReplyRequest
from core.days import end_of_day, first_instant
from core.phrases import LANGUAGES, Phrase, activity_phrase, bare_language

SLEEP: Final = "sleep"
TITLE: Final = 60
"""Characters of a title."""
MOST_ENTRIES: Final = 6
"""Of a day; more of them would not be read."""
LEAST_TELLING: Final = ("commute", "meal", "rest", "errand")
"""What is left out first of a day that is too full."""

_ACTIVITY: Final = "activity-"
_NAMED: Final = frozenset(
    line.removeprefix(_ACTIVITY) for line in Phrase if line.startswith(_ACTIVITY)
)

Told = Callable[[Planned], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A part of a day with one thing in it, in the words in which it may be told."""

    start_at: datetime
    """Aware, UTC; included."""
    end_at: datetime
    """Aware, UTC; not included."""
    what: str
    activity: str
    refs: tuple[str, ...]
    """What it was made from."""


def attentive(table: Table, request: ReplyRequest) -> Table:
    """Return a table that hears questions for the days too, if there are any to tell of."""
    if table.plan is None or not request.context.schedule:
        return table
    return replace(table, hear={**table.hear, **table.plan.hear})


def stretches(request: ReplyRequest, table: Table) -> tuple[Stretch, ...]:
    """Return what is planned, in the order of time.

    What goes on without a break is one stretch, and a night is one over its midnight.
    """
    told = _titles if hears_titles(request, table) else _activities(table)
    found: list[Stretch] = []
    for planned in sorted(request.context.schedule, key=lambda one: one.start_at):
        what = told(planned)
        if not what:
            continue
        last = found[-1] if found else None
        if last is not None and _goes_on(last, planned, what):
            refs = (*last.refs, planned.ref)
            found[-1] = replace(last, end_at=planned.end_at, refs=refs)
            continue
        found.append(
            Stretch(
                start_at=planned.start_at,
                end_at=planned.end_at,
                what=what,
                activity=planned.activity,
                refs=(planned.ref,),
            )
        )
    return tuple(found)


def hears_titles(request: ReplyRequest, table: Table) -> bool:
    """Return whether titles are told: to one person, in the language they are written in."""
    titles = bare_language(request.persona.language)
    written = titles if titles in LANGUAGES else "en"
    return request.chat_kind is ChatKind.DIRECT and table.language == written


def at(days: Sequence[Stretch], now: datetime) -> Stretch | None:
    """Return what is planned for `now`."""
    return next((one for one in days if one.start_at <= now < one.end_at), None)


def after(days: Sequence[Stretch], instant: datetime) -> Stretch | None:
    """Return what begins next, at `instant` or later."""
    return next((one for one in days if one.start_at >= instant), None)


def is_end_known(days: Sequence[Stretch], stretch: Stretch) -> bool:
    """Return whether it ends when it says so: what stands last may go on beyond what is known."""
    return stretch.end_at < days[-1].end_at


def night(days: Sequence[Stretch], now: datetime) -> Stretch | None:
    """Return the sleep that it is in, or the next one."""
    return next((one for one in days if one.activity == SLEEP and one.end_at > now), None)


def entries(
    days: Sequence[Stretch], day: date, now: datetime, zone: ZoneInfo
) -> tuple[Stretch, ...]:
    """Return what a local day holds beside sleep: of today what is not over, else all of it."""
    start, end = first_instant(day, zone), end_of_day(day, zone)
    since = now if start <= now < end else start
    found = [
        one for one in days if one.end_at > since and one.start_at < end and one.activity != SLEEP
    ]
    for least in LEAST_TELLING:
        if len(found) > MOST_ENTRIES:
            found = [one for one in found if one.activity != least] or found
    return tuple(found[:MOST_ENTRIES])


def _goes_on(last: Stretch, planned: Planned, what: str) -> bool:
    alike = planned.activity == last.activity and (planned.activity == SLEEP or what == last.what)
    return alike and planned.start_at == last.end_at


def _titles(planned: Planned) -> str:
    """Return the title, without the activity that stands behind it for a model."""
    title = planned.what.removesuffix(f"[{planned.activity}]").strip()
    return quoted(normal(title), TITLE)


def _activities(table: Table) -> Told:
    def told(planned: Planned) -> str:
        if planned.activity not in _NAMED:
            return ""
        return activity_phrase(planned.activity, table.language)

    return told
