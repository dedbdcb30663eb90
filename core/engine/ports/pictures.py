"""Who draws."""

from typing import Protocol

from core.availability.model import ModeTable
from core.persona.model import Persona
from core.schedule.model import DayPlan


class Pictures(Protocol):
    """Draws what commands show."""

    async def day(self, plan: DayPlan, persona: Persona, modes: ModeTable, theme: str) -> bytes:
        """Return the picture of a day as PNG; `theme` is `light` or `dark`."""
        ...
