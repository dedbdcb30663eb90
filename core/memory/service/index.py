"""What can be found in each scope, kept in memory and beside the rows.

Loaded when first needed, then appended to. What takes things away raises the epoch: then it is
built anew from rows, though no text is read twice. It proposes; the rows decide.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeVar
from zoneinfo import ZoneInfo

from core.memory.model import Embedding, Fact, Ref, Saying, Scope, Status
from core.memory.ports import Dates, Lexicon, MemoryShelf, MemoryWork, Revision
from core.memory.rules.ranking import Weights
from core.memory.service.shelves import Shelf
from core.memory.service.texts import Texts

KEPT = (Status.ACTIVE, Status.PAST)
MOST_ENTRIES = 200_000
"""Of all scopes together; some 3 KB each with the vectors of the default. Our guess."""

T = TypeVar("T")
P = TypeVar("P")


async def nothing() -> None:
    """Bring nothing while rows are read."""


@dataclass(slots=True, eq=False)
class _Book:
    """One scope; whoever uses it has it alone."""

    scope: Scope
    zone: ZoneInfo
    texts: Texts
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    shelf: Shelf | None = None
    revision: Revision = field(default_factory=Revision)


@dataclass(frozen=True, slots=True, kw_only=True)
class _News:
    """What the rows have and a shelf has not."""

    revision: Revision
    anew: bool
    """Whether all that was known is void."""
    facts: list[Fact]
    sayings: list[Saying]
    embeddings: Mapping[Ref, Embedding]


class Indexes:
    """The shelves of all scopes; those that were not used for longest are dropped first."""

    def __init__(
        self,
        work: MemoryWork,
        lexicon: Lexicon,
        dates: Dates,
        zone: ZoneInfo,
        *,
        model: str | None,
        weights: Weights,
        most_entries: int = MOST_ENTRIES,
    ) -> None:
        """`model` names whose vectors are read; dates in texts are days of `zone`."""
        self._work, self._lexicon, self._dates = work, lexicon, dates
        self._zone, self._model, self._weights = zone, model, weights
        self._most = most_entries
        self._books: OrderedDict[tuple[Scope, ZoneInfo], _Book] = OrderedDict()

    def __len__(self) -> int:
        return sum(0 if book.shelf is None else len(book.shelf) for book in self._books.values())

    async def glance(
        self, scope: Scope, language: str | None, zone: ZoneInfo | None = None
    ) -> tuple[Collection[str], bool]:
        """Return who said something in a scope, and whether anything is embedded there.

        As of the last use; only what was never used is loaded for that.
        """
        book = self._books.get((scope, zone or self._zone))
        if book is not None and book.shelf is not None and book.shelf.is_embedded:
            return tuple(book.shelf.speakers), True
        return await self.use(
            scope,
            language,
            lambda shelf, _: (tuple(shelf.speakers), shelf.is_embedded),
            nothing,
            zone,
        )

    async def use(
        self,
        scope: Scope,
        language: str | None,
        task: Callable[[Shelf, P], T],
        meanwhile: Callable[[], Awaitable[P]],
        zone: ZoneInfo | None = None,
    ) -> T:
        """Return what `task` makes of a scope that is up to date; it runs in a worker thread.

        It is handed what `meanwhile` brings while the rows are read. Two at once for one scope wait
        for each other, and it is built once. `language` is that of texts which nothing tells apart;
        their dates are days of `zone`, if that is another than that of the whole.
        """
        key = (scope, zone or self._zone)
        book = self._books.get(key)
        if book is None:
            book = _Book(*key, Texts(self._lexicon, self._dates, key[1]))
            self._books[key] = book
        self._books.move_to_end(key)
        async with book.turn:
            news, brought = await asyncio.gather(
                self._work.read(lambda stores: self._news(stores, book)), meanwhile()
            )
            done = await asyncio.to_thread(
                self._done, book, news, language, lambda shelf: task(shelf, brought)
            )
        self._drop()
        return done

    def _news(self, stores: MemoryShelf, book: _Book) -> _News:
        space, held = book.scope.space, book.shelf
        revision = stores.facts.revision(space)
        anew = held is None or revision.epoch != book.revision.epoch
        if held is None or anew:
            facts = stores.facts.listed(book.scope, statuses=KEPT)
            sayings, waiting = stores.sayings.heard(book.scope), list[Ref]()
        else:
            written = revision != book.revision
            after = held.last_fact
            facts = stores.facts.listed(book.scope, statuses=KEPT, after=after) if written else []
            sayings = stores.sayings.heard(book.scope, after=held.last_message)
            waiting = held.unembedded if written else []
        refs = [*waiting, *(one.ref for one in facts), *(one.ref for one in sayings)]
        known = stores.vectors.load(space, self._model, refs) if self._model and refs else {}
        return _News(revision=revision, anew=anew, facts=facts, sayings=sayings, embeddings=known)

    def _done(
        self, book: _Book, news: _News, language: str | None, task: Callable[[Shelf], T]
    ) -> T:
        if news.anew or book.shelf is None:
            book.texts.begin_anew()
            book.shelf = None  # half a shelf is none, should something fail
            shelf = Shelf(book.texts, self._weights, book.zone)
        else:
            shelf = book.shelf
        shelf.hear(news.sayings, language)
        shelf.learn(news.facts, language)
        shelf.attach(news.embeddings)
        book.texts.let_go()
        book.shelf, book.revision = shelf, news.revision
        return task(shelf)

    async def let_go(self) -> None:
        """Drop what was built before something was taken away: it may hold words that are gone."""
        spaces = {book.scope.space for book in self._books.values()}
        epochs = await self._work.read(
            lambda stores: {space: stores.facts.revision(space).epoch for space in spaces}
        )
        for key, book in list(self._books.items()):
            is_old = book.revision.epoch != epochs.get(book.scope.space, book.revision.epoch)
            if is_old and not book.turn.locked():
                del self._books[key]

    def _drop(self) -> None:
        """Drop what was not used for longest while there is too much; never what is in use."""
        while len(self._books) > 1 and len(self) > self._most:
            oldest = next(book for book in self._books.values())
            if oldest.turn.locked():
                return
            del self._books[oldest.scope, oldest.zone]
