"""How often the memory of a space was written, in memory."""

from core.engine.memory.state import State
from core.memory.ports import Revision
from core.persona.model import SpaceId


def written(state: State, space: SpaceId) -> None:
    """Count a write that adds something."""
    _count(state, space, epochs=0)


def changed(state: State, space: SpaceId) -> None:
    """Count a write after which everything is to be read anew."""
    _count(state, space, epochs=1)


def _count(state: State, space: SpaceId, *, epochs: int) -> None:
    now = state.memory_revisions.get(space, Revision())
    state.memory_revisions[space] = Revision(number=now.number + 1, epoch=now.epoch + epochs)
