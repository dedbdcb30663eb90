"""What is made of texts before they are searched; each is read once."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from core.memory.model import Ref, When
from core.memory.ports import Dates, Lexicon
from core.memory.rules.neighbours import searched, shown
from core.memory.rules.topics import stamps, topics_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One text as it is searched."""

    text: str
    own: tuple[str, ...]
    """Its words, and those of its speaker's name."""
    shown: tuple[str, ...]
    """The words by which its neighbours are found."""
    topics: tuple[str, ...]
    """What it is about, as words of the index."""
    periods: tuple[When, ...]


class Texts:
    """Reads texts, and remembers those that it read under their references."""

    def __init__(self, lexicon: Lexicon, dates: Dates, zone: ZoneInfo) -> None:
        """Dates in texts are days of `zone`."""
        self._lexicon, self._dates, self._zone = lexicon, dates, zone
        self._read: dict[Ref, Read] = {}
        self._before: dict[Ref, Read] = {}

    def read(
        self, ref: Ref, text: str, *, at: datetime, speaker: str = "", language: str | None
    ) -> Read:
        """Return what `text` is searched by; another text under the same reference is read anew."""
        known = self._read.get(ref) or self._before.pop(ref, None)
        if known is None or known.text != text:
            known = self._made(text, at, speaker, language)
        self._read[ref] = known
        return known

    def begin_anew(self) -> None:
        """Keep what was read for the next reading; what is not read in it is let go with it."""
        self._before, self._read = self._read, {}

    def let_go(self) -> None:
        """Forget what was read before and is not there any more."""
        self._before = {}

    def _made(self, text: str, at: datetime, speaker: str, language: str | None) -> Read:
        whole, begins = searched(text), shown(text)
        words = tuple(self._lexicon.terms(whole, language))
        named = tuple(self._lexicon.terms(speaker, language)) if speaker else ()
        return Read(
            text=text,
            own=(*words, *named),
            shown=words if begins == whole else tuple(self._lexicon.terms(begins, language)),
            topics=stamps(topics_of(whole, language)),
            periods=self._dates.periods(whole, at=at, zone=self._zone, language=language),
        )
