"""The plain stores, in memory."""

from core.engine.memory.work import InMemoryWork

__all__ = ["InMemoryWork"]
