"""The table of commands: one entry and one function each."""

from core.admin.entries.belongings import DATA
from core.admin.entries.everyday import GREETING, PAIRING, QUIET
from core.admin.entries.life import LIFE
from core.admin.entries.memory import MEMORIES, MEMORY, TEACHING
from core.admin.entries.people import PEOPLE
from core.admin.entries.persona import PERSONAS
from core.admin.entries.settings import MODELS
from core.admin.entries.steering import EXCHANGE, STEERING, STRANGERS
from core.admin.model import Command

COMMANDS: tuple[Command, ...] = (
    *GREETING,
    *LIFE,
    *QUIET,
    *MEMORIES,
    *MEMORY,
    *TEACHING,
    *PEOPLE,
    *DATA,
    *EXCHANGE,
    *STEERING,
    *PERSONAS,
    *MODELS,
    *PAIRING,
    *STRANGERS,
)
"""In the order of the menus."""

__all__ = ["COMMANDS"]
