"""What memory needs from outside: rows, words, dates, vectors."""

from core.memory.ports.shares import Shares
from core.memory.ports.stores import (
    FactCounts,
    Facts,
    Revision,
    Sayings,
    Vectors,
)
from core.memory.ports.teaching import Teaching
from core.memory.ports.work import MemoryShelf, MemoryWork
from core.memory.ports.world import Clock, Dates, Embedder, Lexicon

__all__ = [
    "Clock",
    "Dates",
    "Embedder",
    "FactCounts",
    "Facts",
    "Lexicon",
    "MemoryShelf",
    "MemoryWork",
    "Revision",
    "Sayings",
    "Shares",
    "Teaching",
    "Vectors",
]
