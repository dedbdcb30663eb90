"""`/availability`: whether it is there, and until when; owners lay a mode over the schedule."""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from core.admin.commands.schedule import sees_titles
from core.admin.commands.telling import echo, how_to_ask, moment, words
from core.admin.model import Invocation
from core.admin.ports import Shelf
from core.admin.rules.spans import read_moment, read_span
from core.availability.model import AvailabilityRange, Mode, Override
from core.availability.rules.moments import (
    mode_at,
    mode_until,
    range_at,
    with_overrides,
)
from core.availability.rules.ranges import NOTHING_PLANNED, availability_ranges
from core.days import ONE_DAY, day_of, end_of_day, first_instant
from core.phrases import Phrase, activity_phrase, mode_phrase, phrase
from core.schedule.model import Activity
from core.schedule.rules.entries import day_entries

LONGEST = 400
"""Characters behind `/availability` that are looked at."""
USUALLY = timedelta(hours=2)
"""How long a mode is set where nobody says."""
MOST_DAYS = 7
AHEAD = 8 * ONE_DAY
"""Days that are looked at, so that the end of an override is among them."""
SET_BY_OWNER, SAID_GOODBYE = "set by the owner", "said goodbye"
"""Reasons of overrides that are told in the language of who asks; more may follow a goodbye."""
_REASONS: Mapping[str, Phrase] = {
    NOTHING_PLANNED: Phrase.NOTHING_PLANNED,
    SET_BY_OWNER: Phrase.BY_OWNER,
}

SET_FORMS = (
    "/availability set busy for 2h",
    "/availability set offline until 18:30 because I moved the furniture",
    "/availability set online until tomorrow 9:00",
)

_MODES: Mapping[str, Mode] = {
    "do not disturb": Mode.DO_NOT_DISTURB,
    "do-not-disturb": Mode.DO_NOT_DISTURB,
    "dnd": Mode.DO_NOT_DISTURB,
    "busy": Mode.DO_NOT_DISTURB,
    "online": Mode.ONLINE,
    "offline": Mode.OFFLINE,
}
_BECAUSE = re.compile(r"(?:^|\s)(?:because|weil|porque|потому что)(?:\s+|$)", re.IGNORECASE)
_FOR = re.compile(r"^for\s+", re.IGNORECASE)
_UNTIL = re.compile(r"^(?:until|till|til)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How much it is there at an instant, and what comes next."""

    now: AvailabilityRange
    until: datetime | None
    """When the mode changes, or how far it is known; None: nothing changes in the days ahead."""
    then: Mode | None
    """None: what comes then is not planned yet, or nothing changes."""
    override: Override | None


def standing(invocation: Invocation, shelf: Shelf) -> Standing:
    """Return how much it is there now, the override over its plans included."""
    space, zone, now = invocation.space, invocation.zone, invocation.now
    today = day_of(now, zone)
    is_lived = invocation.life.is_lived
    plans = shelf.plans.days(space, today, today + AHEAD) if is_lived else []
    override = shelf.overrides.active(space, now)
    days = {plan.day for plan in plans}
    end = last = end_of_day(today + AHEAD, zone)
    if is_lived:
        known = _known_until(days, today, zone)
        end = min(last, known if override is None else max(known, override.until))
    entries = (entry for plan in plans for entry in day_entries(plan))
    planned = availability_ranges(entries, first_instant(today, zone), end, invocation.modes)
    ranges = with_overrides(planned, [] if override is None else [override])
    until = mode_until(ranges, now)
    then = None if until is None else mode_at(ranges, until)
    ends_unplanned = until != last and (today in days or override is not None)
    return Standing(
        now=range_at(ranges, now) or ranges[0],
        until=until if then is not None or ends_unplanned else None,
        then=then,
        override=override,
    )


def _known_until(planned: Set[date], today: date, zone: tzinfo) -> datetime:
    """Return where the plans end: with the day before the first that is not planned yet.

    Today is known in any case: where it is not planned, the gap holds.
    """
    day = today
    while day == today or day in planned or first_instant(day, zone) == end_of_day(day, zone):
        day += ONE_DAY
    return first_instant(day, zone)


def now_line(invocation: Invocation, found: Standing) -> str:
    """Return how much it is there now, with the reason where that is for all to know."""
    language, now = invocation.language, found.now
    mode = mode_phrase(now.mode, language)
    if found.override is not None:  # its reason may be about somebody
        return phrase(Phrase.AVAILABILITY_BARE, language, mode=mode)
    reason = _reason(now.reason, language)
    return phrase(Phrase.AVAILABILITY_NOW, language, mode=mode, reason=reason)


def show(invocation: Invocation, shelf: Shelf) -> str:
    """Tell whether it is there, and until when."""
    language, found = invocation.language, standing(invocation, shelf)
    lines = [now_line(invocation, found)]
    if found.until is not None:
        until = _moment(invocation, found.until)
        if found.then is None:
            lines.append(phrase(Phrase.AVAILABILITY_KNOWN, language, time=until))
        else:
            mode = mode_phrase(found.then, language)
            lines.append(phrase(Phrase.AVAILABILITY_NEXT, language, time=until, mode=mode))
    if found.override is not None and sees_titles(invocation):
        until = _moment(invocation, found.override.until)
        reason = _reason(found.override.reason, language)
        lines.append(phrase(Phrase.AVAILABILITY_BY_HAND, language, time=until, reason=reason))
    return "\n".join(lines)


def lay(invocation: Invocation, shelf: Shelf) -> str:
    """Lay a mode over the schedule."""
    language, now = invocation.language, invocation.now
    given = invocation.line(LONGEST)
    name = next((one for one in _MODES if _begins(given, one)), None)
    if name is None:
        known = "online, busy, offline"
        got = echo(given.partition(" ")[0])
        problem = phrase(Phrase.NO_MODE, language, got=got, known=known) if given else ""
        return how_to_ask(language, problem, SET_FORMS)
    when, *because = _BECAUSE.split(given[len(name) :].strip(), maxsplit=1)
    until = _until(invocation, when.strip(" ,."))
    if until is None or until <= now:
        problem = phrase(Phrase.NO_SPAN, language, got=echo(when))
        return how_to_ask(language, problem, SET_FORMS)
    if until - now > MOST_DAYS * ONE_DAY:
        problem = phrase(Phrase.TOO_LONG, language, most=str(MOST_DAYS))
        return how_to_ask(language, problem, SET_FORMS)
    reason = words(" ".join(because), SET_BY_OWNER, most=120)
    mode = _MODES[name]
    override = Override(mode=mode, since=now, until=until, reason=reason)
    shelf.overrides.put(invocation.space, override)
    told = mode_phrase(mode, language)
    return phrase(Phrase.AVAILABILITY_SET, language, mode=told, time=_moment(invocation, until))


def clear(invocation: Invocation, shelf: Shelf) -> str:
    """Let the schedule count again."""
    was_set = shelf.overrides.active(invocation.space, invocation.now) is not None
    shelf.overrides.clear(invocation.space)
    key = Phrase.AVAILABILITY_CLEARED if was_set else Phrase.AVAILABILITY_CLEAR
    return phrase(key, invocation.language)


def _until(invocation: Invocation, when: str) -> datetime | None:
    """Return when it ends: after a span, at a moment, or after `USUALLY` where nothing is said."""
    now = invocation.now
    if not when:
        return now + USUALLY
    if _UNTIL.match(when):
        return read_moment(_UNTIL.sub("", when), now, invocation.zone)
    span = read_span(_FOR.sub("", when))
    return None if span is None else now + min(span, AHEAD)


def _begins(given: str, name: str) -> bool:
    return re.match(rf"{re.escape(name)}(?:[\s,.]|$)", given, re.IGNORECASE) is not None


def _reason(reason: str, language: str) -> str:
    if reason in _REASONS:
        return phrase(_REASONS[reason], language)
    if reason.startswith(SAID_GOODBYE):
        goodbye = phrase(Phrase.GOODBYE, language)
        why = words(reason.removeprefix(SAID_GOODBYE), "", most=120)
        return f"{goodbye}: {why}" if why else goodbye
    if reason in tuple(Activity):
        return activity_phrase(reason, language)
    return words(reason, phrase(Phrase.BY_OWNER, language), most=120)


def _moment(invocation: Invocation, at: datetime) -> str:
    return moment(at, invocation.now, invocation.zone, invocation.language)
