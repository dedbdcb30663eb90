"""Finding the signs of a person in cells of any kind."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from core.conversation.model import IdentityId
from core.privacy.model import Finding, Scanned, Sign, Signs

LEAST = 24
"""Characters of a text that is looked for afterwards; what is shorter anybody may say."""
SAID_LEAST = 12
"""Characters of a saying that is looked for in what owners were told."""
SEED = 16
"""Characters by whose first ones a long text is found."""
SPEAKERS = frozenset(("sender", "speaker", "subject", "actor", "identity", "owner"))
"""Columns that tell whose words a row has."""

_ID = re.compile(r"[a-z]+:[^\s@:]+")
_PLACED = re.compile(r"(?:^|[._])(?:chat|route|channel|person|user|member)(?:$|[._])")
_UNBROKEN = re.compile(r"[\u0e00-\u0eff\u1100-\u11ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af]")

Cells = Mapping[str, object]
"""A row by its columns."""


def bare_number(identity: IdentityId) -> str:
    """Return what the platform itself calls somebody: `42` of `telegram:42`."""
    return identity.partition(":")[2]


def folded(text: str) -> str:
    """Return a text as it is compared: in one case, with single blanks."""
    return " ".join(text.casefold().split())


class Seeker:
    """Looks for the signs of one person, row by row, and counts what it finds."""

    def __init__(self, signs: Signs) -> None:
        self._identities = frozenset(signs.identities)
        self._owned = self._identities | {f"direct:{one}" for one in signs.identities}
        self._places = signs.places - {""}
        self._names = frozenset(map(folded, signs.names)) - {""}
        self._named = _any_word(name for name in self._names if len(name) > 1)
        self._identified = _any_word(self._identities)
        self._short, self._long = _words(signs.words)
        self._found: Counter[tuple[str, Sign, bool]] = Counter()
        self._tables: set[str] = set()

    def table(self, name: str) -> None:
        """Count a table as looked through, be it empty."""
        self._tables.add(name)

    def finds(self, text: str) -> bool:
        """Return whether there is any sign in a text."""
        return any(self._signs("", text))

    def row(self, table: str, cells: Cells) -> None:
        """Look through one row."""
        others = self._is_others(cells)
        for column, cell in cells.items():
            for sign, is_whole in set(self._signs(column, cell)):
                within = not is_whole and sign is not Sign.WORDS
                of_others = others and sign in (Sign.WORDS, Sign.NAME)
                self._found[f"{table}.{column}", sign, within or of_others] += 1

    def scanned(self) -> Scanned:
        """Return what was found so far."""
        findings = [
            Finding(where=where, sign=sign, count=count, mentioned=mentioned)
            for (where, sign, mentioned), count in sorted(self._found.items())
        ]
        return Scanned(tables=len(self._tables), findings=tuple(findings))

    def _is_others(self, cells: Cells) -> bool:
        """Return whether a row tells whose it is, and it is another person's."""
        named = {
            str(cell)
            for column, cell in cells.items()
            if column.rpartition(".")[2] in SPEAKERS and _ID.fullmatch(str(cell))
        }
        return bool(named) and named.isdisjoint(self._identities)

    def _signs(self, column: str, cell: object) -> Iterator[tuple[Sign, bool]]:
        if cell is None or isinstance(cell, bool | float):
            return
        for text in texts_of(cell):
            if text in self._owned:
                yield Sign.IDENTITY, True
            elif self._identified is not None and self._identified.search(text.casefold()):
                yield Sign.IDENTITY, False
            if text in self._places and _PLACED.search(column):
                yield Sign.PLACE, True
            yield from self._spoken(folded(text))

    def _spoken(self, text: str) -> Iterator[tuple[Sign, bool]]:
        if text in self._names:
            yield Sign.NAME, True
        elif self._named is not None and self._named.search(text):
            yield Sign.NAME, False
        short = self._short is not None and self._short.search(text)
        if short or (self._long and self._has_long(text)):
            yield Sign.WORDS, False

    def _has_long(self, text: str) -> bool:
        return any(
            text.startswith(word, at)
            for at in range(len(text) - SEED + 1)
            for word in self._long.get(text[at : at + SEED], ())
        )


def texts_of(cell: object) -> Iterator[str]:
    """Yield every text in a cell: JSON is read, and bytes as text as far as they are any."""
    if isinstance(cell, bytes | memoryview):
        yield bytes(cell).decode("utf-8", "ignore")
    elif isinstance(cell, Mapping):
        for name, one in cell.items():
            yield from texts_of(name)
            yield from texts_of(one)
    elif isinstance(cell, str):
        yield cell
        if cell[:1] in ("{", "[", '"'):
            yield from _in_json(cell)
    elif isinstance(cell, Sequence | frozenset | set):
        for one in cell:
            yield from texts_of(one)
    elif cell is not None:
        yield str(cell)


def _in_json(text: str) -> Iterator[str]:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return
    if not isinstance(read, str):
        yield from texts_of(read)
    elif read != text:
        yield read


def _any_word(words: Iterator[str] | frozenset[IdentityId]) -> re.Pattern[str] | None:
    """Return what finds one of the words, not as a part of another where words are set apart."""
    shapes = [
        re.escape(word.casefold()) if _UNBROKEN.search(word) else _apart(word.casefold())
        for word in sorted(words, key=len, reverse=True)
    ]
    return re.compile("|".join(shapes)) if shapes else None


def _apart(word: str) -> str:
    return rf"(?<!\w){re.escape(word)}(?!\w)"


def _words(
    texts: frozenset[str],
) -> tuple[re.Pattern[str] | None, Mapping[str, Sequence[str]]]:
    """Return what finds the short ones, and the long ones by how they begin."""
    known = sorted({folded(text) for text in texts} - {""})
    short = [re.escape(text) for text in known if len(text) < SEED]
    long: dict[str, list[str]] = {}
    for text in known:
        if len(text) >= SEED:
            long.setdefault(text[:SEED], []).append(text)
    return (re.compile("|".join(short)) if short else None), long
