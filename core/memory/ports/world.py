"""Words, dates, vectors and time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from core.memory.model import Embedding, When


class Embedder(Protocol):
    """A model that turns texts into vectors, in a thread of its own or behind a wire."""

    @property
    def model(self) -> str:
        """Its name and version, without blanks; another name is another model."""
        ...

    @property
    def size(self) -> int | None:
        """Numbers in a vector; None until a server has told it."""
        ...

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[Embedding]:
        """Return one embedding a text, in order; the loop is never held.

        `query` tells a question from what is searched, for models that make a difference. Texts
        are cut to what the model reads; a blank one has a vector too.

        Raises:
            Retryable: it can't be reached, or is busy.
            Fatal: it is set up wrongly, or answers with something else.
        """
        ...

    async def close(self) -> None:
        """End its thread or connection; a second time nothing happens."""
        ...


class Lexicon(Protocol):
    """Words of any language, as they are searched."""

    def terms(self, text: str, language: str | None = None) -> list[str]:
        """Return the stems of the words of weight, with repetition, in order.

        Scripts without blanks give pairs of characters. Words without weight, such as `the`, are
        left out. Without a `language` it is guessed.
        """
        ...


class Dates(Protocol):
    """Dates in words, in any language."""

    def periods(
        self, text: str, *, at: datetime, zone: ZoneInfo, language: str | None = None
    ) -> tuple[When, ...]:
        """Return the periods that `text` names, in order of appearance, seen from `at`.

        `yesterday`, `last week`, `on 3 May`, `in 2023`, `来週`, `übermorgen`: days of `zone`, in
        UTC. Words that are no date (`may`, `so`, `second`) name none. Raises nothing for any text.
        """
        ...


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> datetime:
        """Return this instant, aware, UTC."""
        ...
