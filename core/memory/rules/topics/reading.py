"""What a text is about, and which topic a word names."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.memory.rules.tongues import is_clear, languages_of
from core.memory.rules.topics.chinese import CHINESE
from core.memory.rules.topics.dutch import DUTCH
from core.memory.rules.topics.english import ENGLISH
from core.memory.rules.topics.french import FRENCH
from core.memory.rules.topics.german import GERMAN
from core.memory.rules.topics.italian import ITALIAN
from core.memory.rules.topics.japanese import JAPANESE
from core.memory.rules.topics.korean import KOREAN
from core.memory.rules.topics.model import (
    ENDING,
    NONE,
    SHORTEST_STEM,
    TOPICS,
    Rows,
    Script,
    Tongue,
    Topics,
)
from core.memory.rules.topics.polish import POLISH
from core.memory.rules.topics.portuguese import PORTUGUESE
from core.memory.rules.topics.russian import RUSSIAN
from core.memory.rules.topics.spanish import SPANISH
from core.memory.rules.topics.swedish import SWEDISH
from core.memory.rules.topics.turkish import TURKISH
from core.memory.rules.topics.ukrainian import UKRAINIAN
from core.patterns import Pattern

LATIN = (*(ENGLISH, GERMAN, SPANISH, FRENCH, ITALIAN, PORTUGUESE, DUTCH, POLISH, SWEDISH, TURKISH),)
CYRILLIC = (RUSSIAN, UKRAINIAN)
TONGUES: Mapping[str, Tongue] = {one.code: one for one in (*LATIN, *CYRILLIC)}
SCRIPTS: Mapping[str, Script] = {"ja": JAPANESE, "ko": KOREAN, "zh": CHINESE}
LONGEST = 1000
"""Characters of a text that are looked at; our guess."""
FOREIGN = 4
"""Letters of a word that is looked up in every language where nothing tells the text's own."""

_ORDER = {topic: place for place, topic in enumerate(TOPICS)}
_WORD = Pattern(r"[^\W_]+(?:['-][^\W_]+)*")
_PART = Pattern(r"[^\W_]+")
_LETTERS = Pattern(r"[a-z\u00df-\u024f]{3}|[\u0400-\u04ff]{3}")
_CYRILLIC = Pattern(r"[\u0400-\u04ff]")


def topics_of(text: str, language: str | None = None) -> Topics:
    """Return the canonical topics that `text` speaks of, each once, in the order of `TOPICS`.

    `language`, a code such as `de`, is that of a text which its own words don't tell.
    """
    shown = _even(text[:LONGEST])
    found: set[str] = set()
    likely = () if shown.isascii() else languages_of(text, language)
    if script := next((SCRIPTS[code] for code in likely if code in SCRIPTS), None):
        found.update(*script.signs.read(shown))
    if _LETTERS.search(shown):
        found.update(*_spaced(text, shown, language))
    return tuple(sorted(found, key=_ORDER.__getitem__)) if found else ()


def canonical(topic: str) -> str:
    """Return the topic whose alias in any language `topic` is; else `topic` in lower case.

    What means several things in several languages is taken as English has it, or as it is.
    """
    return _named(topic, ALIASES) or topic.strip().lower()


def named(word: str) -> str | None:
    """Return the topic of which `word` is a name, as `pets` and `Haustiere`; None for a `dog`."""
    return _named(word, NAMES)


def is_about(topics: Iterable[str], text: str, topic: str) -> bool:
    """Return whether what has `topics` and says `text` is about a canonical `topic`."""
    return topic in map(canonical, topics) or topic in topics_of(text)


def topics_for(given: Iterable[str], texts: Iterable[str], language: str | None) -> Topics:
    """Return the topics `given`, by their canonical names; of none those of the first of `texts`.

    The first that has any counts: a statement, then what it rests on.
    """
    if told := tuple(dict.fromkeys(filter(None, map(canonical, given)))):
        return told
    return next(filter(None, (topics_of(text, language) for text in texts)), ())


def stamps(topics: Iterable[str]) -> tuple[str, ...]:
    """Return topics as words of an index that no text has, as `#pet`."""
    return tuple(f"#{topic}" for topic in dict.fromkeys(map(canonical, topics)))


def _even(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("ʼ", "'")


def _spaced(text: str, shown: str, language: str | None) -> Iterator[Topics]:
    """Yield the topics of the words of a text whose words stand apart."""
    listed = _WORD.findall(shown)
    own, others = _tongues_of(text, language)
    for word, known in own.words.read(listed):
        if known:
            yield known
        elif known is None and ("'" in word or "-" in word):
            yield from filter(None, map(own.words.topics, _PART.findall(word)))
        elif known is None and others and len(word) >= FOREIGN:
            yield _foreign(word, others)


def _tongues_of(text: str, language: str | None) -> tuple[Tongue, Sequence[Tongue]]:
    """Return the language of the words of a text, and which others they may be in."""
    likely = (TONGUES[code] for code in languages_of(text, language) if code in TONGUES)
    best = next(likely, ENGLISH)
    alike = CYRILLIC if best in CYRILLIC else LATIN
    return best, () if is_clear(text, best.code, language) else alike


def _foreign(word: str, tongues: Sequence[Tongue]) -> Topics:
    """Return the topics of a word on which all languages that know it agree."""
    known = {one.words.whole[word] for one in tongues if word in one.words.whole}
    if not known and tongues is CYRILLIC:
        known = {found for one in tongues if (found := one.words.topics(word)) is not None}
    return known.pop() if len(known) == 1 else ()


def _named(word: str, aliases: Mapping[str, str]) -> str | None:
    plain = " ".join(_even(word).removeprefix("#").split())
    if plain in _ORDER:
        return plain
    if (found := aliases.get(plain)) is not None:
        return found or None
    stems = aliases if _CYRILLIC.search(plain) else NAMES  # `anne` is a mother, Anne is none
    for end in range(len(plain), max(SHORTEST_STEM, len(plain) - ENDING) - 1, -1):
        if stem := stems.get(f"{plain[:end]}*"):
            return stem
    return None


def _by_alias(rows: Iterable[Rows], *, names: bool) -> Mapping[str, str]:
    """Return the topic of each alias, "" where languages differ."""
    found: dict[str, str] = {}
    for listed in rows:
        for alias, topic, is_name in listed:
            plain = alias.strip()
            if topic == NONE:
                found[plain] = ""
            elif is_name or not names:
                known = found.setdefault(plain, topic)
                found[plain] = known if known == topic else ""
    return found


_ENGLISH = _by_alias((ENGLISH.listed,), names=False)
_LISTED = [
    *(one.listed for one in (*LATIN, *CYRILLIC)),
    *(one.listed for one in SCRIPTS.values()),
]
ALIASES = {**_by_alias(_LISTED, names=False), **_ENGLISH}
NAMES = {**_by_alias(_LISTED, names=True), **_by_alias((ENGLISH.listed,), names=True)}
