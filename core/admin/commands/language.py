"""`/language`: in which language a person is answered."""

from dataclasses import replace

from core.admin.commands.telling import echo, how_to_ask
from core.admin.model import Choice, Invocation, Suggestion, Told
from core.admin.persons import person_of
from core.admin.ports import Shelf
from core.admin.rules.languages import (
    language_name,
    near_languages,
    read_language,
    suggested_languages,
)
from core.admin.rules.zones import LONGEST
from core.phrases import LANGUAGES, PeopleLine, phrase

AUTO = "auto"
FORMS = ("/language Deutsch", "/language ko", "/language auto")
SUGGESTED = 25


def language(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Show, set or clear the language of this person."""
    given = invocation.line(LONGEST)
    if not given:
        return _shown(invocation, shelf)
    if given.casefold() == AUTO:
        for one in sorted(invocation.everyone):
            shelf.people.save(one, replace(shelf.people.get(one), language=None))
        return phrase(PeopleLine.LANGUAGE_AUTO, invocation.language)
    code = read_language(given)
    if code is not None:
        return _set(invocation, shelf, code)
    return _unknown(invocation, given)


def suggest_languages(invocation: Invocation, shelf: Shelf) -> list[Suggestion]:
    """Return the languages that begin like what is typed so far."""
    codes = suggested_languages(invocation.line(LONGEST), SUGGESTED)
    return [Suggestion(label=f"{language_name(code)} ({code})", value=code) for code in codes]


def _shown(invocation: Invocation, shelf: Shelf) -> Told:
    spoken, chosen = invocation.language, person_of(shelf, invocation.sender).language
    line = PeopleLine.LANGUAGE_GUESSED if chosen is None else PeopleLine.LANGUAGE_SHOWN
    name = language_name(chosen or spoken)
    choices = tuple(Choice(label=language_name(one), line=f"/language {one}") for one in LANGUAGES)
    return Told(text=how_to_ask(spoken, phrase(line, spoken, name=name), FORMS), choices=choices)


def _set(invocation: Invocation, shelf: Shelf, code: str) -> str:
    person = shelf.people.get(invocation.sender)
    shelf.people.save(invocation.sender, replace(person, language=code))
    line = PeopleLine.LANGUAGE_SET if code in LANGUAGES else PeopleLine.LANGUAGE_OF_TALK
    return phrase(line, code, name=language_name(code))


def _unknown(invocation: Invocation, given: str) -> Told:
    near = near_languages(given)
    problem = phrase(PeopleLine.LANGUAGE_UNKNOWN, invocation.language, got=echo(given))
    forms = [f"/language {code}" for code in near] or FORMS[:2]
    choices = tuple(Choice(label=language_name(one), line=f"/language {one}") for one in near)
    return Told(text=how_to_ask(invocation.language, problem, forms), choices=choices)
