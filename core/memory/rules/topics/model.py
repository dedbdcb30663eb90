"""What a language calls topics, and how its words are looked up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.patterns import Pattern

Topics = tuple[str, ...]
Rows = tuple[tuple[str, str, bool], ...]
"""An alias, its topic, and whether it names the topic, as `pets` does and `dog` does not."""

TOPICS = (
    *("pet", "family", "partner", "child", "friend", "work", "school", "home", "health"),
    *("allergy", "food", "drink", "music", "film", "book", "game", "sport", "hobby", "travel"),
    *("birthday", "plan", "money", "faith", "language", "vehicle", "plant", "name", "age"),
)
"""The canonical names, in the order in which a text's are told."""
NONE = "none"
"""The line of a table whose words look like a topic's and are none."""
ENDING = 4
"""Letters that an inflected word has behind its stem, at most; our guess."""
SHORTEST_STEM = 3
_LINE = Pattern(r"\s*\b([a-z]+):\s")


def table(text: str) -> Rows:
    """Return the rows of a table.

    A line is `topic: names | members`: `pet | dog`. Blanks part the aliases, `_` stands for a
    blank in one. `hund*` is a stem with an ending, `*katze` the end of a compound.
    """
    _, *parts = _LINE.split(text)
    rows: list[tuple[str, str, bool]] = []
    for topic, listed in zip(parts[::2], parts[1::2], strict=True):
        names, _, members = listed.partition("|")
        rows += [(one.replace("_", " "), topic, True) for one in names.split()]
        rows += [(one.replace("_", " "), topic, False) for one in members.split()]
    return tuple(rows)


def gathered(rows: Iterable[tuple[str, str, bool]]) -> Mapping[str, Topics]:
    """Return the topics of each alias; () for what looks like one and is none."""
    found: dict[str, Topics] = {}
    for alias, topic, _ in rows:
        known = found.get(alias, ())
        found[alias] = known if topic == NONE or topic in known else (*known, topic)
    return found


class Words:
    """Aliases of a language whose words stand apart."""

    def __init__(self, aliases: Mapping[str, Topics]) -> None:
        """Sort the aliases by how they are looked up."""
        self.whole: dict[str, Topics] = {}
        self._begins: dict[str, Topics] = {}
        self._ends: dict[str, Topics] = {}
        self._phrases: dict[str, list[tuple[Sequence[str], Topics]]] = {}
        for alias, topics in aliases.items():
            first, *rest = alias.split(" ")
            if rest:
                self._phrases.setdefault(first, []).append((rest, topics))
            elif alias.endswith("*"):
                self._begins[alias[:-1]] = topics
            elif alias.startswith("*"):
                self._ends[alias[1:]] = topics
            else:
                self.whole[alias] = topics
        self._heads = {stem[:SHORTEST_STEM] for stem in self._begins}
        self._tails = {end[-SHORTEST_STEM:] for end in self._ends}
        for phrases in self._phrases.values():
            phrases.sort(key=lambda one: -len(one[0]))

    def read(self, words: Sequence[str]) -> Iterator[tuple[str, Topics | None]]:
        """Yield each word, or the first of a phrase, with its topics; None where unlisted."""
        at = 0
        while at < len(words):
            word = words[at]
            phrase = self._phrase(words, at) if word in self._phrases else None
            yield word, self.topics(word) if phrase is None else phrase[1]
            at += 1 if phrase is None else 1 + len(phrase[0])

    def topics(self, word: str) -> Topics | None:
        """Return the topics of one word: as it is, by its stem, by the end of a compound."""
        found = self.whole.get(word)
        if found is not None:
            return found
        if word[:SHORTEST_STEM] in self._heads:
            for end in range(len(word), max(SHORTEST_STEM, len(word) - ENDING) - 1, -1):
                if (found := self._begins.get(word[:end])) is not None:
                    return found
        if word[-SHORTEST_STEM:] in self._tails:
            for start in range(len(word) - SHORTEST_STEM + 1):
                if (found := self._ends.get(word[start:])) is not None:
                    return found
        return None

    def _phrase(self, words: Sequence[str], at: int) -> tuple[Sequence[str], Topics] | None:
        for phrase in self._phrases[words[at]]:
            rest = words[at + 1 : at + 1 + len(phrase[0])]
            if len(rest) == len(phrase[0]) and all(map(_fits, rest, phrase[0])):
                return phrase
        return None


def _fits(word: str, alias: str) -> bool:
    stem = alias.removesuffix("*")
    return word == alias or (stem != alias and word.startswith(stem))


class Signs:
    """Aliases of a language whose words don't stand apart, or whose endings grow onto them.

    A leading blank in an alias asks for the beginning of a word.
    """

    def __init__(self, aliases: Mapping[str, Topics]) -> None:
        """Sort the aliases by their first sign, the longest first."""
        self._by_sign: dict[str, list[tuple[str, Topics]]] = {}
        for alias in sorted(aliases, key=len, reverse=True):
            self._by_sign.setdefault(alias[0], []).append((alias, aliases[alias]))

    def read(self, text: str) -> Iterator[Topics]:
        """Yield the topics of the aliases in `text`; the longest takes its signs from others."""
        text, at = f" {text}", 0
        while at < len(text):
            for alias, topics in self._by_sign.get(text[at], ()):
                if text.startswith(alias, at):
                    yield topics
                    at += len(alias) - 1
                    break
            at += 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    """One language whose words stand apart."""

    code: str
    """As in `en`."""
    words: Words
    listed: Rows


def tongue(code: str, text: str) -> Tongue:
    """Return a language by its table."""
    rows = table(text)
    return Tongue(code=code, words=Words(gathered(rows)), listed=rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """One language that is read sign by sign."""

    signs: Signs
    listed: Rows


def script(text: str) -> Script:
    """Return a language by its table."""
    rows = table(text)
    return Script(signs=Signs(gathered(rows)), listed=rows)
