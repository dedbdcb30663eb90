"""`/persona create`, `edit` and `dials`: what owners tell of a persona."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from core.admin.commands.personas import (
    aimed_first,
    field_value,
    label_of,
    portrait,
    switch_choice,
)
from core.admin.commands.telling import bullets, echo, how_to_ask, quoted
from core.admin.model import Choice, Invocation, Profile, Told
from core.admin.ports import Shelf, Steward
from core.admin.ports.prepared import Drafted
from core.admin.rules.personas import (
    DIAL_NAMES,
    FIELDS,
    TOLD_DIALS,
    Value,
    Wrong,
    as_text,
    parsed,
    read_dial,
    read_field,
    slug,
    told_of,
    written,
)
from core.admin.rules.sketching import NAMELESS
from core.persona.model import Persona, ToldPersona
from core.phrases import PersonaLine, phrase

CREATE_FORMS = (
    "/persona create A night owl from Porto, called Noa, who repairs clocks and loves fado.",
)
EDIT_FORMS = (
    "/persona edit voice Dry humour, short sentences.",
    "/persona edit likes rain; old films; black tea",
    "/persona edit zone Europe/Lisbon",
)
DIAL_FORMS = ("/persona dials temperature 0.9", "/persona dials rhythm quick")
WORDS_MOST = 12_000
"""Characters of a description that are looked at."""
LEAST = 3
"""Characters of one."""
MADE_MOST = 100
"""Personas that commands make."""


async def draft(invocation: Invocation, steward: Steward) -> object:
    """Have the persona drawn up; None where there are no words to draw it from."""
    words = invocation.arguments.strip()[:WORDS_MOST]
    if len(words) < LEAST:
        return None
    return await steward.draft(words, space=invocation.space, language=invocation.language)


def create(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Keep the persona that was drawn up, and show it."""
    language, drafted = invocation.language, invocation.prepared
    if drafted is None:
        return how_to_ask(language, "", CREATE_FORMS)
    if not isinstance(drafted, Drafted):
        return phrase(PersonaLine.NOT_HERE, language)
    if len(shelf.personas.all()) >= MADE_MOST:
        return phrase(PersonaLine.ENOUGH, language, most=str(MADE_MOST))
    told = told_of(drafted.draft, _otherwise(invocation))
    space = slug(str(told["name"]), shelf.personas.is_taken)
    row = ToldPersona(
        space=space, told=written(told), changed_at=invocation.now, made_at=invocation.now
    )
    shelf.personas.save(row)
    values = {name: as_text(value) for name, value in told.items()}
    head = [phrase(PersonaLine.CREATED, language, name=quoted(values["name"], 64))]
    if not drafted.by_model:
        head.append(phrase(PersonaLine.CREATED_PLAIN, language))
    if drafted.failure is not None:
        failed = quoted(drafted.failure, 200)
        head.append(phrase(PersonaLine.CREATED_FAILED, language, reason=failed))
    shown = portrait(language, space, values, {})
    label = phrase(PersonaLine.EDIT_LABEL, language)
    choices = (
        switch_choice(space, values["name"], language),
        Choice(label=label, line=f"/persona edit {space}"),
        *shown.choices,
    )
    return Told(text="\n\n".join((" ".join(head), shown.text)), choices=choices)


async def look_up(invocation: Invocation, steward: Steward) -> object:
    """Return the zone that an edit names, if it names one."""
    _, rest = aimed_first(invocation, FIELDS)
    words = rest.split(maxsplit=1)
    if not words or words[0].casefold() != "zone":
        return None
    return await steward.zone(" ".join(words[1:])[:64])


def edit(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Change one field of a persona."""
    language = invocation.language
    found, rest = aimed_first(invocation, FIELDS)
    if not isinstance(found, Profile):
        return found
    words = rest.split(maxsplit=1)
    if not words:
        known = ", ".join(f"`{name}`" for name in FIELDS)
        head = phrase(PersonaLine.EDIT_WHAT, language, name=_named(found), known=known)
        return how_to_ask(language, head, _forms(found, invocation))
    name, text = words[0].casefold(), words[1] if len(words) > 1 else ""
    if name not in FIELDS:
        known = ", ".join(FIELDS)
        wrong = phrase(PersonaLine.NO_FIELD, language, got=echo(name), known=known)
        return how_to_ask(language, wrong, EDIT_FORMS)
    if not text.strip():
        value = field_value(found, name)
        return f"**{label_of(name, language)}:** {quoted(value, 1500) if value else '–'}"
    read = read_field(name, text)
    if name == "zone" and not isinstance(read, Wrong):
        if not isinstance(invocation.prepared, ZoneInfo):
            return phrase(PersonaLine.NO_ZONE, language, got=echo(text))
        read = str(invocation.prepared)
    if isinstance(read, Wrong):
        return how_to_ask(language, _why(read, language), EDIT_FORMS)
    _change(invocation, shelf, found, {name: read})
    shown = as_text(read)
    value = quoted(shown, 300) if shown else "–"
    return phrase(PersonaLine.EDITED, language, what=label_of(name, language), value=value)


def dials(invocation: Invocation, shelf: Shelf) -> str:
    """Show the dials of a persona, or turn one."""
    language = invocation.language
    found, rest = aimed_first(invocation, DIAL_NAMES)
    if not isinstance(found, Profile):
        return found
    words = rest.casefold().split()
    if not words:
        rows = [
            f"`{name}` **{found.dials.get(name, '–')}** – "
            f"{phrase(PersonaLine(f'dial-{name}'), language)}"
            for name in DIAL_NAMES
        ]
        head = phrase(PersonaLine.DIALS_HEAD, language, name=_named(found))
        return "\n\n".join((bullets(head, *rows), how_to_ask(language, "", DIAL_FORMS)))
    if words[0] not in DIAL_NAMES:
        known = ", ".join(DIAL_NAMES)
        wrong = phrase(PersonaLine.NO_FIELD, language, got=echo(words[0]), known=known)
        return how_to_ask(language, wrong, DIAL_FORMS)
    name, text = words[0], " ".join(words[1:])
    read = read_dial(name, text)
    if isinstance(read, Wrong):
        return how_to_ask(language, _why(read, language), DIAL_FORMS)
    _change(invocation, shelf, found, {}, {name: read})
    return phrase(PersonaLine.EDITED, language, what=name, value=as_text(read))


def _change(
    invocation: Invocation,
    shelf: Shelf,
    found: Profile,
    fields: Mapping[str, Value],
    turned: Mapping[str, Value] | None = None,
) -> None:
    space = found.persona.space
    known = shelf.personas.get(space)
    told = (parsed(known.told) if known is not None else None) or {}
    told.update(fields)
    if turned:
        before = told.get(TOLD_DIALS)
        told[TOLD_DIALS] = {**(before if isinstance(before, dict) else {}), **turned}
    row = ToldPersona(space=space, told=written(told), changed_at=invocation.now)
    shelf.personas.save(row)


def _otherwise(invocation: Invocation) -> Persona:
    """Return what a new persona has where its draft tells nothing."""
    return Persona(
        space=invocation.space,
        display_name=NAMELESS,
        seed="",
        zone=invocation.zone,
        language=invocation.language,
    )


def _why(wrong: Wrong, language: str) -> str:
    return phrase(wrong.line, language, most=str(wrong.most), known=wrong.known)


def _named(found: Profile) -> str:
    return quoted(found.persona.display_name, 64)


def _forms(found: Profile, invocation: Invocation) -> tuple[str, ...]:
    if found.persona.space == invocation.space:
        return EDIT_FORMS
    space = found.persona.space
    return tuple(form.replace("/persona edit", f"/persona edit {space}") for form in EDIT_FORMS)
