"""Where a text names dates, in which language, and which of overlapping ones count."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adapters.calendar.dates import numeric, phrases
from adapters.calendar.dates.sheet import Script
from adapters.calendar.dates.tables import BARE, FIGURES, NEVER, Rule, Table

REACH = 64
"""Letters on each side of a word that may belong to a date."""
MOST_HITS = 64
"""Words that may belong to a date, of which only so many are looked at."""
SENTENCE = 160
"""Letters on each side in which the tense of a sentence is looked for."""
SCRIPTS: Sequence[tuple[Script, re.Pattern[str]]] = (
    ("latin", re.compile("[a-z]")),
    ("cyrillic", re.compile("[а-яіїєґ]")),
    ("hangul", re.compile("[가-힣]")),
    ("kana", re.compile("[ぁ-ヿ]")),
    ("han", re.compile("[一-鿿]")),
)
SPACED: tuple[Script, ...] = ("latin", "cyrillic")
"""Scripts whose words stand between blanks, endings included."""
DIGIT = re.compile(r"\d")
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|(?<![\d.])\d{1,2}\.\s?\d{1,2}\.(?!\d)")
TOKEN = re.compile(rf"[^\W\d_]+|({YEAR.pattern})")
NEAR_FIGURES = frozenset({FIGURES, "unit", "month"})
"""Kinds of dates that figures point to."""
TURN = re.compile(r"[.!?]\s|[。！？]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text in small letters, and the same without accents; places are the same in both."""

    low: str
    plain: str

    @classmethod
    def of(cls, text: str) -> "Text":
        """Return what is searched of a composed (NFC) text."""
        return cls(low=phrases.lowered(text), plain=phrases.fold(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Words that may name a date."""

    start: int
    end: int
    table: Table
    rank: int
    """How much the text is of its language: signs of it that were found."""
    rule: Rule | None = None
    slots: Mapping[str, str] = field(default_factory=dict)
    """What stands in the slots of the rule."""
    figures: numeric.Figures | None = None
    """A date in figures has this in place of a rule."""

    @property
    def is_bare(self) -> bool:
        """Return whether it is a name without a year or a direction."""
        return self.rule is not None and self.rule.meaning in BARE

    @property
    def place(self) -> tuple[int, int]:
        """Return which of equals wins: the lower."""
        return self.table.place, -1 if self.rule is None else self.rule.place


def spoken(plain: str, tables: Iterable[Table]) -> list[Table]:
    """Return the tables of the scripts of a folded text; kana is Japanese, Han alone may be."""
    found = {script for script, letters in SCRIPTS if letters.search(plain)}
    if "kana" in found:
        found.discard("han")
    elif "han" in found:
        found.add("kana")
    return [table for table in tables if table.script in found]


def fits(plain: str, known: Table, spoken: Sequence[Table]) -> bool:
    """Return whether a text has words of a language, and no fewer than of any other."""
    said = set(phrases.words(plain))
    ranks = {table.language: len(said & table.common) for table in (known, *spoken)}
    return known in spoken and 0 < ranks[known.language] == max(ranks.values())


def candidates(text: Text, tables: Sequence[Table], language: str | None) -> list[Candidate]:
    """Return what may name a date in a text, in no order; overlaps included."""
    plain = text.plain
    known = set(phrases.words(plain))
    years = YEAR.search(plain) is not None
    ranks = {table.language: len(known & table.common) for table in tables}
    found = [
        one
        for table in tables
        if table.script not in SPACED or years or not table.anchors.keys().isdisjoint(known)
        for one in matched(text, table, ranks[table.language])
        if not _foreign(plain[one.start : one.end], one, tables, ranks)
    ]
    if tables and DIGIT.search(plain):
        best = max(tables, key=lambda table: ranks[table.language])
        tag = language or (best.language if ranks[best.language] else "")
        month_first = numeric.writes_month_first(tag)
        found += [
            Candidate(start=one.start, end=one.end, table=best, rank=0, figures=one)
            for one in numeric.dates(plain, month_first=month_first)
        ]
    return found


def _foreign(said: str, one: Candidate, tables: Sequence[Table], ranks: dict[str, int]) -> bool:
    """Return whether a single word means something else in a language that fits better.

    `hier` is yesterday in French, and `here` in a German text.
    """
    return (one.rule is None or one.rule.meaning != "never") and any(
        said in table.common and ranks[table.language] - 1 > one.rank
        for table in tables
        if table is not one.table
    )


def matched(text: Text, table: Table, rank: int) -> Iterator[Candidate]:
    """Yield what the patterns of a language find; those of different kinds may overlap."""
    hits = _hits(text.plain, table)
    parts = list(windows(text.plain, [at for at, _ in hits]))
    likely = {kind for _, kinds in hits for kind in kinds}
    tried = (*likely, *(f"bare {kind}" for kind in likely), NEVER)
    for kind in (table.kinds[one] for one in tried if one in table.kinds):
        for hit in (hit for part in parts for hit in kind.pattern.finditer(text.plain, *part)):
            if _accented(hit.start(), hit.end(), text, table):
                yield _candidate(hit, kind.rules[hit.lastgroup or ""], table, rank)


def _candidate(hit: re.Match[str], rule: Rule, table: Table, rank: int) -> Candidate:
    slots = {slot: hit[group] for group, slot in rule.slots if hit[group]}
    return Candidate(
        start=hit.start(), end=hit.end(), table=table, rank=rank, rule=rule, slots=slots
    )


def windows(plain: str, hits: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text around words that may belong to a date, in order."""
    begin = end = -1
    for at in hits:
        if at - REACH > end:
            if end > 0:
                yield begin, end
            begin = _blank_before(plain, max(0, at - REACH))
        end = _blank_after(plain, at + REACH)
    if end > 0:
        yield begin, end


def _hits(plain: str, table: Table) -> list[tuple[int, frozenset[str]]]:
    """Return where words that may belong to a date stand, in order, and their kinds."""
    if table.gate is not None:
        found = table.gate.finditer(plain)
    else:
        found = (one for one in TOKEN.finditer(plain) if one[0] in table.anchors or one[1])
    first = zip(range(MOST_HITS), found, strict=False)
    return [(one.start(), table.anchors.get(one[0], NEAR_FIGURES)) for _, one in first]


def _blank_before(plain: str, at: int) -> int:
    return plain.rfind(" ", max(0, at - REACH), at) + 1 or at


def _blank_after(plain: str, at: int) -> int:
    if at >= len(plain):
        return len(plain)
    found = plain.find(" ", at, at + REACH)
    return min(at + REACH, len(plain)) if found < 0 else found


def _accented(start: int, end: int, text: Text, table: Table) -> bool:
    """Return whether words that need their accents have them."""
    if not table.accents:
        return True
    needed = (table.accents.get(word) for word in phrases.words(text.plain[start:end]))
    return all(word in text.low[start:end] for word in needed if word is not None)


def chosen(found: Iterable[Candidate]) -> list[Candidate]:
    """Return those that count, in order.

    Of overlapping ones a bare name gives way (`during May` to `May 2022`), then the shorter, then
    the one whose language the text is less of.
    """
    best: list[Candidate] = []
    order = sorted(found, key=lambda one: (one.is_bare, one.start - one.end, -one.rank, one.place))
    for one in order:
        if all(one.end <= other.start or other.end <= one.start for other in best):
            best.append(one)
    return sorted(best, key=lambda one: one.start)


def sentence(plain: str, start: int, end: int) -> str:
    """Return the sentence around a place, as far as it is near."""
    begin = max(0, start - SENTENCE)
    turns = [turn.end() for turn in TURN.finditer(plain, begin, start)]
    stop = TURN.search(plain, end, end + SENTENCE)
    return plain[turns[-1] if turns else begin : stop.start() if stop else end + SENTENCE]
