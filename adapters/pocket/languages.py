"""Which language to answer in."""

from collections.abc import Iterable

from adapters.pocket.tables import PocketTables, Table
from adapters.pocket.text import words
from core.patterns import Pattern

_SCRIPTS = {
    "hangul": Pattern(r"[가-힣ㄱ-ㅎㅏ-ㅣ]"),
    "kana": Pattern(r"[ぁ-ゖァ-ヺー]"),
    "cyrillic": Pattern(r"[Ѐ-ӿ]"),
    "greek": Pattern(r"[Ͱ-Ͽ]"),
    "arabic": Pattern(r"[؀-ۿ]"),
    "hebrew": Pattern(r"[֐-׿]"),
    "devanagari": Pattern(r"[ऀ-ॿ]"),
    "latin": Pattern(r"[a-zA-ZÀ-ɏ]"),
}
SAMPLE = 600
"""Characters that tell the language of a text."""
ENOUGH = 2
"""Points that make a Latin text clearly one language: a strong word, or two common ones."""


def language_for(tables: PocketTables, *, asked: str, fallback: str, texts: Iterable[str]) -> Table:
    """Return the table to answer from.

    `texts` are what the person wrote, the newest first: the first that clearly is in some
    language decides; else the language `asked` for, then `fallback`, then English.
    """
    preferred = tables.speaks(asked) or tables.speaks(fallback) or tables.by_language["en"]
    for text in texts:
        evident = evident_in(text[:SAMPLE], preferred, tables)
        if evident is not None:
            return evident
    return preferred


def evident_in(text: str, preferred: Table, tables: PocketTables) -> Table | None:
    """Return the language that `text` clearly is in, or None; `preferred` wins a tie."""
    script = script_of(text)
    candidates = [table for table in tables.by_language.values() if table.script == script]
    if not candidates:
        return None
    if script != "latin":
        return preferred if preferred in candidates else candidates[0]
    points = {table.language: score(text, table) for table in candidates}
    best = max(candidates, key=lambda table: (points[table.language], table is preferred))
    return best if points[best.language] >= ENOUGH else None


def script_of(text: str) -> str | None:
    """Return the script that most letters of `text` are in; a little kana makes it Japanese."""
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPTS.items()}
    if counts["kana"] and not counts["hangul"] and counts["latin"] <= 4 * counts["kana"]:
        return "kana"
    name = max(counts, key=lambda script: counts[script])
    return name if counts[name] else None


def score(text: str, table: Table) -> int:
    """Return how strongly the words of `text` speak for a language."""
    said = set(words(text))
    return 2 * len(said & table.strong) + len(said & table.common)
