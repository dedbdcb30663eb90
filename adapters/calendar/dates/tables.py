"""Date words by language: read from TOML, checked, compiled."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from re import Pattern
from typing import get_args

from adapters.calendar.dates.phrases import ALIKE, BLANK, alternation, anchor, fold, variants
from adapters.calendar.dates.sheet import Meaning, Script, Sheet

LANGUAGES = (
    "en", "de", "es", "fr", "it", "pt", "nl", "sv", "pl", "tr", "ru", "uk", "zh", "ja", "ko",
)  # fmt: skip
"""What there are tables for."""
NUMBER = r"(?<!\d)\d{1,3}(?!\d)"
HAN_NUMBER = r"[一二两兩三四五六七八九十]{1,3}"
YEAR = r"(?<!\d)(?:19|20)\d\d(?!\d)"
BARE: tuple[Meaning, ...] = ("weekday", "month", "season", "year", "day_only")
"""Names without a year or a direction, which are looked for apart: they give way to others."""
SLOT = re.compile(r"{([a-z_]+)}")
COUNTED = (
    "people|men|women|dollars?|bucks|pounds?|words|steps|met(?:er|re)s?|miles|km|kg|g|ml|mg|times"
    "|pages|calories|kcal|tokens|characters|years?|days?|euros?|leute|menschen|personen|worter"
    "|metern?|kilometer|mal|jahren?|personas|palabras|metros|pesos|dolares|kilometros|anos|veces"
    "|personnes|mots|metres|ans|fois|persone|parole|metri|anni|volte|reais|pessoas|palavras|vezes"
    "|mensen|stappen|steg|kronor|osob|zlotych|kisi|lira"
)
"""What a number is of that is no year, as in `in 2000 words`."""
WHOLE_WORDS = ("latin", "cyrillic", "hangul")


FIGURES, NEVER = "figures", "never"
KINDS = ("m", "w", "season", "month", FIGURES, "unit", "feast", "weekday", "d", "we", "y")
"""Kinds of words that make a date likely. A pattern is tried where the first that it has is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One pattern, and what it stands for."""

    place: int
    """Among all of its table: the first wins."""
    meaning: Meaning
    slots: tuple[tuple[str, str], ...]
    """Groups of the pattern, and which slot each of them is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """The rules that one kind of words makes worth a look."""

    pattern: Pattern[str]
    """All rules, each in a group of its own."""
    rules: Mapping[str, Rule]
    """By the name of the group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One language, ready for matching. All of its words are folded."""

    language: str
    place: int
    """Among all languages: of equals the first wins."""
    script: Script
    common: frozenset[str]
    accents: Mapping[str, str]
    """Folded words to what they must look like, in small letters."""
    anchors: Mapping[str, frozenset[str]]
    """Words without which there is no date, and their kinds."""
    gate: Pattern[str] | None
    """What a text with a date has; None where it is a whole word of `anchors`."""
    kinds: Mapping[str, Kind]
    values: Mapping[str, Mapping[str, int | str]]
    """What the words of a slot stand for."""
    morning: Pattern[str]
    evening: Pattern[str]
    clock_after: Pattern[str]
    part_after: Pattern[str]
    clock_before: Pattern[str]
    past: Pattern[str] | None
    future: Pattern[str] | None


@cache
def load() -> Mapping[str, Table]:
    """Return every table of the package; the first call reads files and takes a second."""
    shelf = resources.files("adapters.calendar.dates") / "tables"
    found = {}
    for language in LANGUAGES:
        raw = tomllib.loads((shelf / f"{language}.toml").read_text("utf-8"))
        found[language] = compiled(language, Sheet.model_validate(raw))
    return found


def compiled(language: str, sheet: Sheet) -> Table:
    """Return `sheet` ready for matching."""
    values = values_of(sheet)
    slots = slots_of(sheet, values)
    left, right = edges(sheet)
    clocks = "|".join(filled(one, slots) for one in (*sheet.clock, r"{h}:{min}"))
    halves = slots["half"]
    glue = filled(sheet.glue, slots)
    spaced = sheet.script in ("latin", "cyrillic")
    return Table(
        language=language,
        place=LANGUAGES.index(language),
        script=sheet.script,
        common=frozenset(fold(one) for one in sheet.common),
        accents={fold(one): one for one in sheet.accents},
        anchors=anchors(sheet, values, spaced=spaced),
        gate=None if spaced else gate(sheet, values),
        kinds=kinds(sheet, slots),
        values=values,
        morning=re.compile(left + alternation(spelled(sheet.morning) or ["\0"])),
        evening=re.compile(left + alternation(spelled(sheet.evening) or ["\0"])),
        clock_after=re.compile(rf"(?:{glue}{halves})?{glue}(?P<clock>{clocks}){right}"),
        part_after=re.compile(rf"{glue}{halves}{right}"),
        clock_before=re.compile(rf"{left}(?P<clock>{clocks}){filled(sheet.glue_before, slots)}\Z"),
        past=leaning(sheet.past, left),
        future=leaning(sheet.future, left),
    )


def kinds(sheet: Sheet, slots: Mapping[str, str]) -> dict[str, Kind]:
    """Return the rules by the kind of words that makes them worth a look."""
    left, right = edges(sheet)
    listed = [(meaning, one) for meaning in get_args(Meaning) for one in patterns(sheet, meaning)]
    found: dict[str, list[tuple[str, Rule]]] = {}
    for place, (meaning, pattern) in enumerate(listed):
        spelled_out, groups = grouped(pattern, slots, f"r{place}")
        rule = Rule(place=place, meaning=meaning, slots=groups)
        kind = NEVER if meaning == NEVER else kind_of(pattern)
        kind = f"bare {kind}" if meaning in BARE else kind
        found.setdefault(kind, []).append((spelled_out, rule))
    return {
        kind: Kind(
            pattern=re.compile(f"{left}(?:{'|'.join(one + right for one, _ in rules)})"),
            rules={f"r{rule.place}": rule for _, rule in rules},
        )
        for kind, rules in found.items()
    }


def kind_of(pattern: str) -> str:
    """Return the kind of words without which a pattern finds nothing."""
    alias = {"long_month": "month", "yw": "y", "mon": FIGURES, "year": FIGURES}
    named = {alias.get(slot, slot) for slot in SLOT.findall(pattern)}
    return next((kind for kind in KINDS if kind in named), FIGURES)


def spelled(phrases: Iterable[str]) -> list[str]:
    """Return all that the phrases spell out."""
    return [one for phrase in phrases for one in variants(phrase)]


def values_of(sheet: Sheet) -> dict[str, dict[str, int | str]]:
    """Return what the words of every slot stand for."""
    lists: dict[str, Iterable[tuple[Iterable[str], int | str]]] = {
        "n": [((phrase,), value) for phrase, value in sheet.numbers.items()],
        "unit": [(phrases, unit) for unit, phrases in sheet.units.items()],
        "month": [(phrases, place) for place, phrases in enumerate(sheet.months, 1)],
        "weekday": [(phrases, place) for place, phrases in enumerate(sheet.weekdays)],
        "sign": [((phrase,), place) for place, phrase in enumerate(sheet.weekday_signs)],
        "season": [(phrases, season) for season, phrases in sheet.seasons.items()],
        "feast": [((phrase,), days) for phrase, days in sheet.feasts.items()],
        "d": [((phrase,), offset) for phrase, offset in sheet.days.items()],
        "w": [((phrase,), offset) for phrase, offset in sheet.weeks.items()],
        "m": [((phrase,), offset) for phrase, offset in sheet.month_words.items()],
        "y": [((phrase,), offset) for phrase, offset in sheet.years.items()],
        "we": [((phrase,), offset) for phrase, offset in sheet.weekends.items()],
    }
    return {
        slot: {one: value for phrases, value in pairs for one in spelled(phrases)}
        for slot, pairs in lists.items()
    }


def slots_of(sheet: Sheet, values: Mapping[str, Mapping[str, int | str]]) -> dict[str, str]:
    """Return the pattern of every slot."""
    slots = {name: alternation(words) if words else "(?!)" for name, words in values.items()}
    han = f"|{HAN_NUMBER}" if sheet.han_numbers else ""
    number = f"(?:{NUMBER}{han}|{slots['n']})"
    months = set(values["month"]) - {fold(one) for one in sheet.short_months}
    return slots | {
        "n": number,
        "h": number,
        "min": r"(?:\d\d(?!\d)|半|반)",
        "day": rf"(?:(?<!\d)(?:0?[1-9]|[12]\d|3[01])(?!\d){han})",
        "th": filled(sheet.ordinal, {}),
        "mon": rf"(?:(?<!\d)(?:1[0-2]|0?[1-9])(?!\d){han})",
        "long_month": alternation(months) if months else "(?!)",
        "year": rf"{YEAR}(?!\s(?:{COUNTED})(?!\w))(?![.,:]\d|[%€$°])",
        "y": f"(?:{YEAR}{filled(sheet.year_suffix, {})}|{slots['y']})",
        "yw": slots["y"],
        "half": alternation(spelled((*sheet.morning, *sheet.evening))),
    }


def filled(pattern: str, slots: Mapping[str, str]) -> str:
    """Return a pattern of a sheet as one for `re`, without groups."""
    spaced = pattern.translate(ALIKE).replace(" ", BLANK).replace("~", r"\s{0,2}")
    quiet = re.sub(r"(?<!\\)\((?!\?)", "(?:", spaced)
    return f"(?:{SLOT.sub(lambda slot: slots[slot[1]], quiet)})"


def grouped(
    pattern: str, slots: Mapping[str, str], name: str
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a pattern for `re` in a group of that name, and its inner groups with their slots."""
    names = [(f"{name}_{place}", slot) for place, slot in enumerate(SLOT.findall(pattern))]
    groups = iter(names)

    def group(slot: str) -> str:
        return f"(?P<{next(groups)[0]}>{slots[slot]})"

    quiet = filled(pattern, {slot: f"{{{slot}}}" for slot in slots})
    return f"(?P<{name}>{SLOT.sub(lambda slot: group(slot[1]), quiet)})", tuple(names)


def patterns(sheet: Sheet, meaning: Meaning) -> tuple[str, ...]:
    """Return the patterns of a meaning: those of the sheet, then those that every language has."""
    plain = {
        "feast": "{feast}", "weekend": "{we}", "week": "{w}", "month_away": "{m}", "day": "{d}",
        "year_away": "{yw}",
    }  # fmt: skip
    own = sheet.patterns.get(meaning, ())
    return (*own, plain[meaning]) if meaning in plain else own


def edges(sheet: Sheet) -> tuple[str, str]:
    """Return what may not stand before and after a date."""
    if sheet.script not in WHOLE_WORDS:
        return r"(?:(?!\d)|(?<!\d))", r"(?:(?<!\d)|(?!\d))"
    if sheet.particles:
        return r"(?<!\w)", rf"(?=(?:{sheet.particles}){{0,2}}(?!\w))"
    return r"(?<![\w-])", r"(?!\w|-\w)"


def anchors(
    sheet: Sheet, values: Mapping[str, Mapping[str, int | str]], *, spaced: bool
) -> Mapping[str, frozenset[str]]:
    """Return the words without which a text has no date, and their kinds."""
    found: dict[str, set[str]] = {}
    for kind in values.keys() & set(KINDS):
        for phrase in values[kind]:
            found.setdefault(anchor(phrase) if spaced else phrase, set()).add(kind)
    for word in spelled(sheet.gate) if spaced else ():
        found.setdefault(word, set()).update((FIGURES, "month"))
    return {word: frozenset(kinds) for word, kinds in found.items()}


def gate(sheet: Sheet, values: Mapping[str, Mapping[str, int | str]]) -> Pattern[str]:
    """Return a pattern of what a text of a script without blanks has where it has a date."""
    likely = (values.keys() & set(KINDS)) - {"unit", "month"}
    phrases = (one for kind in likely for one in values[kind])
    return re.compile("|".join((alternation(phrases), *sheet.gate)))


def leaning(patterns: tuple[str, ...], left: str) -> Pattern[str] | None:
    """Return a pattern of signs of a tense, or None if the sheet has none."""
    if not patterns:
        return None
    return re.compile("|".join(left + filled(one, {}) for one in patterns))
