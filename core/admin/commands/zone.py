"""`/timezone`: where a person lives, so that their days and hours are meant."""

from dataclasses import replace
from datetime import tzinfo

from core.admin.commands.telling import clock, day_name, echo, how_to_ask
from core.admin.model import Choice, Invocation, Suggestion, Told
from core.admin.persons import person_of
from core.admin.ports import Shelf
from core.admin.rules.zones import (
    LONGEST,
    city_of,
    example_at,
    near_zones,
    read_offset,
    read_zones,
    suggested_zones,
)
from core.admin.zones import zones
from core.days import day_of
from core.phrases import PeopleLine, phrase

FORMS = ("/timezone Lisbon", "/timezone America/New_York", "/timezone off")
OFF = "off"
SUGGESTED = 25


def timezone(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Show, set or clear where this person lives."""
    given, known = invocation.line(LONGEST), zones()
    if not given:
        return _shown(invocation, shelf)
    if given.casefold() == OFF:
        return _cleared(invocation, shelf)
    found = read_zones(given, known, invocation.now)
    if len(found) == 1:
        return _set(invocation, shelf, found[0])
    if found:
        return _offered(invocation, PeopleLine.ZONE_WHICH, given, found)
    offset = read_offset(given)
    if offset is not None:
        name = example_at(offset, known, invocation.now)
        values = {"form": f"/timezone {name}", "time": clock(invocation.now, known[name])}
        return phrase(PeopleLine.ZONE_OFFSET, invocation.language, got=echo(given), **values)
    near = near_zones(given, known)
    if near:
        return _offered(invocation, PeopleLine.ZONE_NEAR, given, near)
    problem = phrase(PeopleLine.ZONE_UNKNOWN, invocation.language, got=echo(given))
    return how_to_ask(invocation.language, problem, FORMS[:2])


def suggest_zones(invocation: Invocation, shelf: Shelf) -> list[Suggestion]:
    """Return the places that begin like what is typed so far, with what time it is there."""
    known = zones()
    return [
        Suggestion(label=f"{name} ({clock(invocation.now, known[name])})", value=name)
        for name in suggested_zones(invocation.line(LONGEST), known, SUGGESTED)
    ]


def _shown(invocation: Invocation, shelf: Shelf) -> str:
    language = invocation.language
    name = person_of(shelf, invocation.sender).zone
    if name is None or name not in zones():
        return how_to_ask(language, phrase(PeopleLine.ZONE_NONE, language), FORMS[:2])
    return phrase(PeopleLine.ZONE_SHOWN, language, **_there(invocation, name), form=FORMS[2])


def _set(invocation: Invocation, shelf: Shelf, name: str) -> str:
    person = shelf.people.get(invocation.sender)
    shelf.people.save(invocation.sender, replace(person, zone=name))
    return phrase(PeopleLine.ZONE_SET, invocation.language, **_there(invocation, name))


def _cleared(invocation: Invocation, shelf: Shelf) -> str:
    """Forget it for all identities, or that of another would take its place."""
    for one in sorted(invocation.everyone):
        shelf.people.save(one, replace(shelf.people.get(one), zone=None))
    return phrase(PeopleLine.ZONE_OFF, invocation.language)


def _offered(invocation: Invocation, line: PeopleLine, given: str, names: list[str]) -> Told:
    told = how_to_ask(
        invocation.language,
        phrase(line, invocation.language, got=echo(given)),
        (f"/timezone {name}" for name in names),
    )
    choices = tuple(Choice(label=city_of(name), line=f"/timezone {name}") for name in names)
    return Told(text=told, choices=choices)


def _there(invocation: Invocation, name: str) -> dict[str, str]:
    zone: tzinfo = zones()[name]
    day = day_name(day_of(invocation.now, zone), invocation.language)
    return {"zone": name, "time": f"{day} {clock(invocation.now, zone)}"}
