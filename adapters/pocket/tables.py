"""What the voice can hear and say, by language: read from TOML, checked, compiled."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from adapters.pocket.lines import SHIPPED, HeardSheet
from adapters.pocket.patterns import Boundaries, compiled, compiled_each
from adapters.pocket.sheet import ClockSheet, MemorySheet, PlanSheet, Script, Sheet
from adapters.pocket.text import fold
from core.errors import Misconfigured
from core.patterns import Pattern

LANGUAGES = ("en", "ko", "ru", "ja", "es", "de")
"""What comes with the package; English is also the last resort."""

CURES: Mapping[str, str] = {
    "missing": "add this key, as tables/en.toml in the package has it",
    "extra_forbidden": "remove it, or check how it is spelled",
    "too_short": "add more variants",
    "value_error": "correct this value",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """How one thing is recognised."""

    anywhere: Pattern | None
    whole: Pattern | None
    """Matches a whole clause."""
    unless: Pattern | None
    """A sentence with this is something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Something that people talk about."""

    heard: Heard
    feeling: bool
    """A negation turns it off: `not sad` is not sad; set forms such as `not so good` stay."""
    say: tuple[str, ...]
    ask: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Questions for the companion's days, and their answers."""

    tomorrow: Pattern | None
    far: Pattern | None
    """Days of which nothing is told."""
    hear: Mapping[str, Heard]
    say: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Questions for what is known of somebody, and how memory is told."""

    day: str
    dated: str
    asking: Pattern | None
    """Words of a question that are not what it is about."""
    forgetting: Pattern | None
    """What holds this is never quoted."""
    hear: Mapping[str, Heard]
    say: Mapping[str, tuple[str, ...]]
    what_else: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One language."""

    language: str
    script: Script
    common: frozenset[str]
    """Folded words that say little; a sign of the language."""
    strong: frozenset[str]
    """Folded words that only this language has."""
    fillers: Pattern | None
    negation: Pattern | None
    unquotable: Pattern | None
    today: Pattern | None
    yesterday: Pattern | None
    clock: ClockSheet
    told: tuple[Pattern, ...]
    introduced: tuple[Pattern, ...]
    not_names: frozenset[str]
    mirrors: tuple[tuple[Pattern, str], ...]
    not_mirrored: frozenset[str]
    hear: Mapping[str, Heard]
    say: Mapping[str, tuple[str, ...]]
    ask: Mapping[str, tuple[str, ...]]
    topics: Mapping[str, Topic]
    memory: Memory
    plan: Plan | None


@dataclass(frozen=True, slots=True)
class PocketTables:
    """All languages that the voice speaks."""

    by_language: Mapping[str, Table]

    @classmethod
    def load(cls, extra: Path | None = None) -> "PocketTables":
        """Read the tables of the package, then those in the folder `extra`.

        A file there is named by its language, as in `fr.toml`. For a language of the package
        it needs only the keys that it replaces; a new one needs all of them.

        Raises:
            Misconfigured: a table is broken; file, key and cure are named.
        """
        shelf = resources.files("adapters.pocket") / "tables"
        raw = {
            name: parsed((shelf / f"{name}.toml").read_bytes(), f"{name}.toml")
            for name in LANGUAGES
        }
        sources = {name: f"{name}.toml" for name in LANGUAGES}
        for path in [] if extra is None else found(extra):
            raw[path.stem] = merged(raw.get(path.stem, {}), parsed(path.read_bytes(), str(path)))
            sources[path.stem] = str(path)
        tables = {
            name: table_from(name, raw[name], source, shipped=source == f"{name}.toml")
            for name, source in sources.items()
        }
        return cls(MappingProxyType(tables))

    def speaks(self, language: str) -> Table | None:
        """Return the table for a BCP 47 tag, or None."""
        return self.by_language.get(language.replace("_", "-").split("-")[0].lower())


def found(folder: Path) -> list[Path]:
    """Return the tables in `folder`, by name."""
    if not folder.is_dir():
        raise Misconfigured(f"the folder of pocket tables {folder} does not exist: create it")
    paths = sorted(folder.glob("*.toml"))
    for path in paths:
        if not (path.stem.isascii() and path.stem.isalpha() and path.stem.islower()):
            raise Misconfigured(
                f"{path}: a table is named by its language code: rename it as in `fr.toml`"
            )
    return paths


def parsed(content: bytes, source: str) -> dict[str, object]:
    """Return the TOML in `content`; `source` names the file in errors."""
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Misconfigured(f"{source}: not UTF-8: save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise Misconfigured(f"{source}: not TOML: {error}: correct this place") from error


def merged(under: Mapping[str, object], over: Mapping[str, object]) -> dict[str, object]:
    """Return `under` with the keys of `over` in their place, table by table."""
    result = dict(under)
    for key, value in over.items():
        below = result.get(key)
        both = isinstance(below, dict) and isinstance(value, dict)
        result[key] = merged(below, value) if both else value  # type: ignore[arg-type]
    return result


def table_from(
    language: str, raw: Mapping[str, object], source: str, *, shipped: bool = False
) -> Table:
    """Return the checked table of one language; of a `shipped` one all but its patterns."""
    try:
        sheet = Sheet.model_validate(raw, context=SHIPPED if shipped else None)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        key = ".".join(str(part) for part in first["loc"]) or "(the whole table)"
        cure = CURES.get(first["type"], "see tables/en.toml in the package")
        raise Misconfigured(f"{source}: `{key}`: {first['msg']}: {cure}") from error
    return compiled_table(language, sheet)


def compiled_table(language: str, sheet: Sheet) -> Table:
    """Return `sheet` ready for matching."""
    edges = sheet.boundaries
    topics = {
        name: Topic(
            heard=heard(topic.hear, edges), feeling=topic.feeling, say=topic.say, ask=topic.ask
        )
        for name, topic in sheet.topics.items()
    }
    return Table(
        language=language,
        script=sheet.script,
        common=frozenset(fold(word) for word in sheet.common),
        strong=frozenset(fold(word) for word in sheet.strong),
        fillers=compiled(sheet.fillers, edges),
        negation=compiled(sheet.negation, edges),
        unquotable=compiled(sheet.unquotable, edges),
        today=compiled(sheet.days.today, edges),
        yesterday=compiled(sheet.days.yesterday, edges),
        clock=sheet.clock,
        told=compiled_each(sheet.name.told, edges),
        introduced=compiled_each(sheet.name.introduced, edges),
        not_names=frozenset(fold(word) for word in sheet.name.never),
        mirrors=tuple(
            zip(
                compiled_each(tuple(rule.find for rule in sheet.mirror.rules), edges),
                (rule.say for rule in sheet.mirror.rules),
                strict=True,
            )
        ),
        not_mirrored=frozenset(fold(word) for word in sheet.mirror.never),
        hear={kind: heard(item, edges) for kind, item in sheet.hear.items()},
        say=sheet.say,
        ask=sheet.ask,
        topics=topics,
        memory=compiled_memory(sheet.memory, edges),
        plan=None if sheet.plan is None else compiled_plan(sheet.plan, edges),
    )


def compiled_plan(sheet: PlanSheet, edges: Boundaries) -> Plan:
    """Return `sheet` ready for matching."""
    return Plan(
        tomorrow=compiled(sheet.tomorrow, edges),
        far=compiled(sheet.far, edges),
        hear={kind: heard(item, edges) for kind, item in sheet.hear.items()},
        say=sheet.say,
    )


def compiled_memory(sheet: MemorySheet, edges: Boundaries) -> Memory:
    """Return `sheet` ready for matching."""
    return Memory(
        day=sheet.day,
        dated=sheet.dated,
        asking=compiled(sheet.asking, edges),
        forgetting=compiled(sheet.forgetting, edges),
        hear={kind: heard(item, edges) for kind, item in sheet.hear.items()},
        say=sheet.say,
        what_else=sheet.what_else,
    )


def heard(sheet: HeardSheet, edges: Boundaries) -> Heard:
    """Return the compiled patterns of one thing."""
    return Heard(
        anywhere=compiled(sheet.any, edges),
        whole=compiled(sheet.whole, "none"),
        unless=compiled(sheet.unless, edges),
    )
