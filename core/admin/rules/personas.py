"""What can be told of a persona by commands: fields and dials, read and laid over the settings."""

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from core.conversation.rules.marks import harmless
from core.conversation.rules.names import one_line
from core.conversation.rules.storable import storable
from core.persona.model import Persona, PersonaDraft, SpaceId
from core.phrases import PersonaLine
from core.schedule.model import Life

NAME_MOST: Final = 64
TEXTS: Final[Mapping[str, int]] = {
    "name": NAME_MOST,
    "seed": 8000,
    "zone": 64,
    "language": 35,
    "voice": 4000,
    "occupation": 500,
}
"""Fields of one text, and how many characters each takes."""
LISTS: Final = ("aliases", "values", "likes", "dislikes", "boundaries")
"""Fields of several short texts."""
FIELDS: Final = (*TEXTS, *LISTS)
ENTRIES_MOST, ENTRY_MOST = 20, 200
NOTHING: Final = ("-", "—", "–", "none")
"""What empties a field that may be empty."""
NEEDED: Final = frozenset({"name", "seed", "zone", "language"})
RHYTHM_NAMES: Final = ("instant", "quick", "human")
DIALS: Final[Mapping[str, tuple[float, float]]] = {
    "temperature": (0.0, 2.0),
    "bubbles_most": (1, 20),
    "chime_in": (0.0, 1.0),
}
"""Dials that are numbers, and how far they turn; `rhythm` is one of `RHYTHM_NAMES`."""
DIAL_NAMES: Final = (*DIALS, "rhythm")
RESERVED: Final = frozenset({*FIELDS, *DIAL_NAMES, "back", "persona"})
"""What no persona's space is called that commands make."""
TOLD_DIALS: Final = "dials"

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_SPLIT = re.compile(r"[;\n；、]")
_COMMA = re.compile(r"[,，]")
_SLUG = re.compile(r"[^a-z0-9]+")
_SLUG_MOST = 32

Value = str | tuple[str, ...] | float | int
Zones = Callable[[str], ZoneInfo | None]
"""Returns the zone of that name, None for none; may read files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """Why a value is not taken."""

    line: PersonaLine
    """It may want `{most}` or `{known}`."""
    most: int = 0
    known: str = ""


def read_field(name: str, text: str) -> Value | Wrong:
    """Return the value that `text` spells for a field, or why it is none.

    Zones are only looked at as names; whether there is one, `Zones` knows.
    """
    bare = harmless(storable(text)).strip()
    if bare.casefold() in NOTHING or not bare:
        if name in NEEDED:
            return Wrong(line=PersonaLine.NEEDED)
        return () if name in LISTS else ""
    if name in LISTS:
        return _entries(_SPLIT.split(bare) if _SPLIT.search(bare) else _COMMA.split(bare))
    if len(bare) > TEXTS[name]:
        return Wrong(line=PersonaLine.TOO_LONG, most=TEXTS[name])
    if name == "name":
        return _name(bare)
    if name == "language" and not _LANGUAGE.fullmatch(bare):
        return Wrong(line=PersonaLine.NO_LANGUAGE)
    return bare


def read_dial(name: str, text: str) -> Value | Wrong:
    """Return what a dial is turned to, or why it is not."""
    bare = text.strip().casefold()
    if name == "rhythm":
        known = ", ".join(RHYTHM_NAMES)
        return bare if bare in RHYTHM_NAMES else Wrong(line=PersonaLine.ONE_OF, known=known)
    least, most = DIALS[name]
    whole = name == "bubbles_most"
    try:
        value: float = int(bare) if whole else float(bare.replace(",", "."))
    except ValueError:
        value = most + 1
    if not least <= value <= most:  # what is no number at all is caught here, too
        return Wrong(line=PersonaLine.BETWEEN, known=f"{least:g} … {most:g}")
    return value


def parsed(told: str) -> dict[str, object] | None:
    """Return what a row tells, by field; None if it is broken."""
    try:
        found = json.loads(told)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def written(told: Mapping[str, object]) -> str:
    """Return it as a row keeps it."""
    return json.dumps(told, ensure_ascii=False, sort_keys=True)


def kept(told: Mapping[str, object]) -> tuple[dict[str, Value], tuple[str, ...]]:
    """Return the fields of a row that hold, and the names of those that don't."""
    good: dict[str, Value] = {}
    bad: list[str] = []
    for name, value in told.items():
        if name == TOLD_DIALS:
            continue
        read = _kept_value(name, value)
        if read is None or isinstance(read, Wrong):
            bad.append(name)
        else:
            good[name] = read
    return good, tuple(bad)


def kept_dials(told: Mapping[str, object]) -> dict[str, Value]:
    """Return the dials of a row that hold."""
    dials = told.get(TOLD_DIALS)
    if not isinstance(dials, dict):
        return {}
    read = {name: read_dial(name, str(dials[name])) for name in DIAL_NAMES if name in dials}
    return {name: value for name, value in read.items() if not isinstance(value, Wrong)}


def laid_over(
    persona: Persona, life: Life, told: Mapping[str, Value], zones: Zones
) -> tuple[Persona, Life]:
    """Return both with what was told in place of what stood there; an unknown zone is none."""
    own: dict[str, object] = {
        name: value for name, value in told.items() if name not in ("name", "zone", "occupation")
    }
    if "name" in told:
        own["display_name"] = told["name"]
    zone = zones(str(told["zone"])) if "zone" in told else None
    if zone is not None:
        own["zone"] = zone
    changed: Persona = replace(persona, **own)  # type: ignore[arg-type]  # read by `kept`
    if "occupation" in told:
        life = replace(life, occupation=str(told["occupation"]))
    return changed, life


def told_of(draft: PersonaDraft, otherwise: Persona) -> dict[str, Value]:
    """Return what is kept of a draft; what is not taken comes from `otherwise`."""
    texts = {
        "name": one_line(draft.display_name, most=NAME_MOST),
        "seed": draft.seed[: TEXTS["seed"]],
        "zone": draft.zone or str(otherwise.zone),
        "language": draft.language or otherwise.language,
        "voice": draft.voice[: TEXTS["voice"]],
        "occupation": draft.occupation[: TEXTS["occupation"]],
    }
    told: dict[str, Value] = {}
    for name, text in texts.items():
        read = read_field(name, text)
        if not isinstance(read, Wrong):
            told[name] = read
    told.setdefault("name", otherwise.display_name)
    told.setdefault("language", otherwise.language)
    for name in LISTS:
        entries = _entries([one[:ENTRY_MOST] for one in getattr(draft, name)][:ENTRIES_MOST])
        if not isinstance(entries, Wrong):
            told[name] = entries
    return told


def as_text(value: Value) -> str:
    """Return a value as it is shown, and read back."""
    if isinstance(value, tuple):
        return "; ".join(value)
    return value if isinstance(value, str) else f"{value:g}"


def slug(name: str, taken: Callable[[SpaceId], bool]) -> SpaceId:
    """Return a space for a persona of that name which is not taken: `noa`, `noa-2`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = _SLUG.sub("-", plain)[:_SLUG_MOST].strip("-")
    free = stem and stem not in RESERVED and not taken(SpaceId(stem))
    if free:
        return SpaceId(stem)
    stem, number = stem or "persona", 2
    while taken(SpaceId(f"{stem}-{number}")):
        number += 1
    return SpaceId(f"{stem}-{number}")


def meant(name: str, personas: Collection[Persona]) -> Persona | None:
    """Return the persona of that space, name or alias; None for none, or for several."""
    wanted = unicodedata.normalize("NFKC", name).strip().casefold()
    by_space = [one for one in personas if one.space == wanted]
    by_name = [one for one in personas if one.display_name.casefold() == wanted]
    by_alias = [one for one in personas if wanted in map(str.casefold, one.aliases)]
    found = by_space or by_name or by_alias
    return found[0] if len(found) == 1 else None


def _kept_value(name: str, value: object) -> Value | Wrong | None:
    if name in LISTS and isinstance(value, list) and all(isinstance(one, str) for one in value):
        return _entries(value)
    if name in TEXTS and isinstance(value, str):
        return read_field(name, value) if value or name in NEEDED else ""
    return None


def _name(bare: str) -> str | Wrong:
    plain = unicodedata.normalize("NFC", bare).replace('"', "'")
    if one_line(plain, most=NAME_MOST) != plain:
        return Wrong(line=PersonaLine.NO_NAME)
    return bare


def _entries(texts: Collection[str]) -> tuple[str, ...] | Wrong:
    entries = [" ".join(harmless(storable(text)).split()) for text in texts]
    found = tuple(dict.fromkeys(entry for entry in entries if entry))
    if len(found) > ENTRIES_MOST or any(len(entry) > ENTRY_MOST for entry in found):
        return Wrong(line=PersonaLine.TOO_MANY, most=ENTRY_MOST, known=str(ENTRIES_MOST))
    return found
