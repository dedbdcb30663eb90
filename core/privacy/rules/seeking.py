"""Finding the signs of a person in cells of any kind."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from core.conversation.model import IdentityId
from core.privacy.model import Finding, Scanned, Sign, Signs

LEAST = 24
"""Characters of a text that is looked for afterwards; what is shorter anybody may say."""
SAID_LEAST = 12
"""Characters of a saying that is looked for in what owners were told."""
SEED = 24
"""Characters from which on a text is found by its first words; shorter ones are few."""
SPEAKERS = frozenset(("sender", "speaker", "subject", "actor", "identity", "owner"))
"""Columns that tell whose words a row has."""

_ID = re.compile(r"[a-z]+:[^\s@:]+")
_WORD = re.compile(r"\w+")
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


class Beginning(NamedTuple):
    """The words that a text begins with."""

    first: str
    second: str
    third: str


class Seeker:
    """Looks for the signs of one person, row by row, and counts what it finds."""

    def __init__(self, signs: Signs) -> None:
        self._identities = frozenset(signs.identities)
        self._owned = self._identities | {f"direct:{one}" for one in signs.identities}
        self._places = signs.places - {""}
        self._names = frozenset(map(folded, signs.names)) - {""}
        self._named = _any_word(name for name in self._names if len(name) > 1)
        self._identified = _any_word(self._identities)
        self._texts = Texts(signs.words)
        few = (*self._identities, *self._names)
        self._few = re.compile("|".join(re.escape(one.casefold()) for one in few) or r"(?!)")
        self._raw = tuple(one.encode() for one in (*self._identities, *signs.names))
        """What is looked for in bytes, which hold no text by right: as it is."""
        self._found: Counter[tuple[str, Sign, bool]] = Counter()
        self._tables: set[str] = set()

    def table(self, name: str) -> None:
        """Count a table as looked through, be it empty."""
        self._tables.add(name)

    def finds(self, text: str) -> bool:
        """Return whether there is any sign in a text."""
        return any(self._signs("", text))

    def row(self, table: str, cells: Cells) -> None:
        """Look through one row; most have nothing, which is seen without reading any JSON."""
        if not self._may_have(cells.values()):
            return
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

    def _may_have(self, cells: Collection[object]) -> bool:
        """Return whether there may be a sign in any cell; a guess that misses none."""
        texts: list[str] = []
        for cell in cells:
            if isinstance(cell, str):
                texts.append(cell)
            elif isinstance(cell, bytes | memoryview):
                if any(sign in bytes(cell) for sign in self._raw):
                    return True
            elif not isinstance(cell, int | float | datetime | None) or str(cell) in self._places:
                return True
        if not self._places.isdisjoint(texts):
            return True
        together = "\n".join(texts).casefold()
        return bool(
            "\\" in together  # JSON that hides letters
            or self._few.search(together)
            or self._texts.may_be_in(together)
        )

    def _signs(self, column: str, cell: object) -> Iterator[tuple[Sign, bool]]:
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
        if self._texts.are_in(text):
            yield Sign.WORDS, False


class Texts:
    """Many texts that are looked for in others at once, by the words that each begins with."""

    def __init__(self, texts: frozenset[str]) -> None:
        self._long: dict[Beginning, list[tuple[str, int]]] = {}
        short: list[str] = []
        for text in sorted({folded(text) for text in texts} - {""}):
            words = _WORD.findall(text)
            if len(text) < SEED or len(words) < len(Beginning._fields) or _UNBROKEN.search(text):
                short.append(text)
            else:
                before = text.index(words[0])
                self._long.setdefault(Beginning(*words[:3]), []).append((text, before))
        self._short = re.compile("|".join(map(re.escape, short))) if short else None

    def may_be_in(self, text: str) -> bool:
        """Return whether one of them may be in a text of one case; a guess that misses none."""
        if self._short is not None and self._short.search(" ".join(text.split())):
            return True
        words = _WORD.findall(text) if self._long else []
        return not self._long.keys().isdisjoint(zip(words, words[1:], words[2:], strict=False))

    def are_in(self, text: str) -> bool:
        """Return whether one of them is a part of a folded text."""
        if self._short is not None and self._short.search(text):
            return True
        if not self._long:
            return False
        words = list(_WORD.finditer(text))
        return any(
            text.startswith(known, max(0, first.start() - before))
            for first, second, third in zip(words, words[1:], words[2:], strict=False)
            for known, before in self._long.get(Beginning(first[0], second[0], third[0]), ())
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
        yield from _in_json(cell) if cell[:1] in ("{", "[", '"') else (cell,)
    elif isinstance(cell, Sequence | frozenset | set):
        for one in cell:
            yield from texts_of(one)
    elif cell is not None:
        yield str(cell)


def _in_json(text: str) -> Iterator[str]:
    """Yield the texts in JSON; what only begins like JSON is a text."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        yield text
        return
    if isinstance(read, str):
        yield text
        yield read
    else:
        yield from texts_of(read)


def _any_word(words: Iterator[str] | frozenset[IdentityId]) -> re.Pattern[str] | None:
    """Return what finds one of the words, not as a part of another where words are set apart."""
    shapes = [
        re.escape(word.casefold()) if _UNBROKEN.search(word) else _apart(word.casefold())
        for word in sorted(words, key=len, reverse=True)
    ]
    return re.compile("|".join(shapes)) if shapes else None


def _apart(word: str) -> str:
    return rf"(?<!\w){re.escape(word)}(?!\w)"
