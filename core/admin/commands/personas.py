"""`/persona`: who lives here, who speaks in a conversation, and who they are."""

from collections.abc import Iterable, Iterator, Mapping

from core.admin.commands.telling import bullets, echo, how_to_ask, quoted
from core.admin.model import Choice, Invocation, Profile, Suggestion, Told
from core.admin.ports import Shelf
from core.admin.rules.personas import DIAL_NAMES, FIELDS, meant
from core.persona.model import SpaceId
from core.phrases import PersonaLine, phrase

LONGEST = 80
"""Characters of a name that are looked at."""
PAGE = 1500
"""Characters of one page of `/persona show`."""
PIECE = 600
"""Characters of one line of it."""
SHOWN_MOST = 50
"""Personas in a list."""
SWITCH_FORMS = ("/persona switch Noa", "/persona switch back")
FORMS = (
    "/persona",
    "/persona show Noa",
    *SWITCH_FORMS,
    "/persona create A night owl from Porto, called Noa",
    "/persona edit voice Dry humour, short sentences.",
)
EVERYTHING = 400
"""Characters behind an act that only takes a name and a number."""


def listed(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Tell who lives here, and who of them speaks in this conversation."""
    language = invocation.language
    if invocation.line(LONGEST):
        return how_to_ask(language, "", FORMS)
    here = speaking(invocation)
    rows = [
        f"**{_named(one)}** (`{one.persona.space}`)"
        + (f" – {phrase(PersonaLine.SPEAKS_HERE, language)}" if one is here else "")
        for one in invocation.profiles[:SHOWN_MOST]
    ]
    others = [one for one in invocation.profiles if one is not here][:5]
    choices = tuple(
        switch_choice(one.persona.space, one.persona.display_name, language) for one in others
    )
    return Told(text=bullets(phrase(PersonaLine.LIST_HEAD, language), *rows), choices=choices)


def show(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Tell everything of one persona, page by page."""
    name, page = _with_page(invocation.line(EVERYTHING))
    found = aimed(invocation, name)
    if not isinstance(found, Profile):
        return found
    values = {field: field_value(found, field) for field in FIELDS}
    return portrait(invocation.language, found.persona.space, values, found.dials, page)


def switch(invocation: Invocation, shelf: Shelf) -> str:
    """Let another speak in this conversation, or the account's own again."""
    language, name = invocation.language, invocation.line(LONGEST)
    if not name:
        return how_to_ask(language, "", SWITCH_FORMS)
    if name.casefold() == "back" and invocation.home is not None:
        found = next(
            (one for one in invocation.profiles if one.persona.space == invocation.home), None
        )
    else:
        one = aimed(invocation, name)
        if not isinstance(one, Profile):
            return one
        found = one
    if found is None or found.persona.space == invocation.space:
        told = speaking(invocation) if found is None else found
        who = invocation.persona_name if told is None else _named(told)
        return phrase(PersonaLine.SPEAKS_ALREADY, language, name=who)
    space = found.persona.space
    guest = None if space == invocation.home else space
    shelf.hosts.put(invocation.route, guest, invocation.now)
    return phrase(PersonaLine.SWITCHED, language, name=_named(found))


def reset(invocation: Invocation, shelf: Shelf) -> str:
    """Drop what commands changed of a persona of the settings."""
    language = invocation.language
    found = aimed(invocation, invocation.line(LONGEST))
    if not isinstance(found, Profile):
        return found
    name, known = _named(found), shelf.personas.get(found.persona.space)
    if known is None:
        return phrase(PersonaLine.RESET_NOTHING, language, name=name)
    if known.made_at is not None:
        return phrase(PersonaLine.RESET_MADE, language, name=name)
    shelf.personas.drop(found.persona.space)
    return phrase(PersonaLine.RESET_DONE, language, name=name)


def portrait(
    language: str,
    space: SpaceId,
    values: Mapping[str, str],
    dials: Mapping[str, str],
    page: int = 1,
) -> Told:
    """Return one page of everything that is told of a persona."""
    pages = list(_pages(_lines(language, space, values, dials)))
    page = min(max(page, 1), len(pages))
    text = pages[page - 1]
    if page == len(pages):
        return Told(text=text)
    form = f"/persona show {space} {page + 1}"
    more = phrase(PersonaLine.MORE, language, form=form)
    label = f"{page + 1}/{len(pages)}"
    return Told(text=f"{text}\n\n{more}", choices=(Choice(label=label, line=form),))


def named_like(invocation: Invocation, shelf: Shelf) -> list[Suggestion]:
    """Return the personas whose name holds what is written so far."""
    typed = invocation.line(LONGEST).casefold()
    found = [one for one in invocation.profiles if typed in one.persona.display_name.casefold()]
    return [Suggestion(label=_named(one), value=str(one.persona.space)) for one in found[:25]]


def speaking(invocation: Invocation) -> Profile | None:
    """Return who speaks in this conversation."""
    mine = (one for one in invocation.profiles if one.persona.space == invocation.space)
    return next(mine, None)


def aimed(invocation: Invocation, name: str) -> Profile | str:
    """Return the persona of that name, without one who speaks here; else what to say."""
    if not name:
        found = speaking(invocation)
    else:
        persona = meant(name, [one.persona for one in invocation.profiles])
        found = next((one for one in invocation.profiles if one.persona is persona), None)
    if found is not None:
        return found
    known = ", ".join(_named(one) for one in invocation.profiles[:SHOWN_MOST])
    return phrase(PersonaLine.UNKNOWN, invocation.language, got=echo(name), known=known or "–")


def aimed_first(invocation: Invocation, but: Iterable[str]) -> tuple[Profile | str, str]:
    """Return who the first word names, if it is no word of `but`, and what stands behind it."""
    words = invocation.arguments.strip().split(maxsplit=1)
    if words and words[0].casefold() not in but:
        persona = meant(words[0], [one.persona for one in invocation.profiles])
        if persona is not None:
            rest = words[1] if len(words) > 1 else ""
            return aimed(invocation, str(persona.space)), rest
    return aimed(invocation, ""), invocation.arguments.strip()


def switch_choice(space: SpaceId, name: str, language: str) -> Choice:
    """Return the button that lets a persona speak here."""
    label = phrase(PersonaLine.SWITCH_LABEL, language, name=quoted(name, 40))
    return Choice(label=label[:64], line=f"/persona switch {space}"[:64])


def field_value(one: Profile, name: str) -> str:
    """Return what a persona has in a field, as a text."""
    persona = one.persona
    match name:
        case "name":
            return persona.display_name
        case "zone":
            return str(persona.zone)
        case "occupation":
            return one.life.occupation
    value = getattr(persona, name)
    return value if isinstance(value, str) else "; ".join(value)


def label_of(name: str, language: str) -> str:
    """Return what a field is called."""
    return phrase(PersonaLine(f"field-{name}"), language)


def _named(one: Profile) -> str:
    return quoted(one.persona.display_name, 64)


def _with_page(line: str) -> tuple[str, int]:
    name, _, last = line.rpartition(" ")
    if last.isascii() and last.isdecimal() and len(last) < 5:
        return name.strip(), int(last)
    return line, 1


def _lines(
    language: str, space: SpaceId, values: Mapping[str, str], dials: Mapping[str, str]
) -> Iterator[str]:
    yield f"**{quoted(values['name'], 64)}** (`{space}`)"
    for name in FIELDS[1:]:
        for number, line in enumerate(_pieces(values.get(name, ""))):
            yield f"**{label_of(name, language)}:** {line}" if number == 0 else line
    turned = [f"{name} {dials[name]}" for name in DIAL_NAMES if name in dials]
    if turned:
        yield f"**{phrase(PersonaLine.DIALS, language)}:** {', '.join(turned)}"


def _pieces(text: str) -> Iterator[str]:
    """Return a text in lines of at most `PIECE` characters, without markup."""
    for paragraph in text.splitlines():
        line = ""
        for word in _short_words(paragraph):
            if line and len(line) + len(word) >= PIECE:
                yield quoted(line, PIECE)
                line = ""
            line = f"{line} {word}".strip()
        if line:
            yield quoted(line, PIECE)


def _short_words(text: str) -> Iterator[str]:
    for word in text.split():
        yield from (word[start : start + PIECE] for start in range(0, len(word), PIECE))


def _pages(lines: Iterable[str]) -> Iterator[str]:
    page = ""
    for line in lines:
        if page and len(page) + len(line) > PAGE:
            yield page
            page = ""
        page = f"{page}\n{line}".strip()
    if page:
        yield page
