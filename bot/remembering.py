"""From settings to memory: words, dates, embeddings, recall and the gate."""

from dataclasses import dataclass

import structlog

from adapters.calendar.dates.client import SpokenDates
from adapters.embeddings.client import packaged
from adapters.embeddings.local import LocalEmbedder
from adapters.words.client import SnowballLexicon
from bot.config import Settings
from bot.settings.embeddings import EmbeddingsSection
from core.conversation.ports import JudgementRole
from core.engine.ports import Clock, Work
from core.errors import CircadiaError
from core.memory.model.turns import MemoryDials
from core.memory.ports import Dates, Embedder, Lexicon
from core.memory.rules.gate import GateDials
from core.memory.service.recall import Recall, RecallSettings
from core.memory.service.turn import Memory
from core.memory.service.writing import Writer
from core.persona.model import Persona

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembering:
    """What the memories of all companions of a process share."""

    lexicon: Lexicon
    dates: Dates
    embedder: Embedder | None

    @property
    def model(self) -> str | None:
        """Return whose vectors are kept; None where words alone are searched."""
        return None if self.embedder is None else self.embedder.model

    async def prepare(self) -> None:
        """Load what takes its time, so that no first question waits for it; words serve without."""
        if not isinstance(self.embedder, LocalEmbedder):
            return
        try:
            await self.embedder.prepare()
        except CircadiaError as error:
            log.warning("embeddings.unprepared", reason=str(error))

    async def close(self) -> None:
        """End what embeds."""
        if self.embedder is not None:
            await self.embedder.close()


def remembering(settings: Settings, clock: Clock) -> Remembering:
    """Return what memory works with; reads tables from files, so call it in a thread.

    Raises:
        Misconfigured: the packages of the configured embeddings are missing.
    """
    return Remembering(
        lexicon=SnowballLexicon(),
        dates=SpokenDates(),
        embedder=embedder(settings.embeddings, clock),
    )


def embedder(told: EmbeddingsSection, clock: Clock) -> Embedder | None:
    """Return what finds by meaning, as the settings say; None: words alone are searched.

    Nothing is loaded and nobody asked.

    Raises:
        Misconfigured: a package is missing; names the extra that brings it.
    """
    if told.model == "none":
        return None
    if told.model == "endpoint":
        from adapters.openai.embeddings import OpenAIEmbedder  # it takes most of a second

        return OpenAIEmbedder(
            told.name, url=told.url, key=told.key, deadline=told.deadline, clock=clock
        )
    return packaged(told.model, threads=told.threads)


def memory_of(
    settings: Settings,
    shared: Remembering,
    work: Work,
    persona: Persona,
    judgement: JudgementRole | None,
) -> Memory:
    """Return the memory of one companion over the rows of `work`."""
    told = settings.memory
    recall = Recall(
        work,
        shared.embedder,
        shared.lexicon,
        shared.dates,
        persona.zone,
        RecallSettings(top_k=told.top_k, education_top_k=told.education_top_k, said_k=told.top_k),
    )
    gate = GateDials(keep=told.keep, quarantine=told.quarantine)
    return Memory(
        work,
        recall,
        Writer(gate, shared.dates),
        shared.lexicon,
        MemoryDials(
            teaching_ends=told.education_ends,
            top_k=told.top_k,
            education_top_k=told.education_top_k,
        ),
        judgement if told.judge else None,
    )
