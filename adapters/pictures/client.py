"""Draws for messengers."""

import asyncio

from adapters.pictures.day import day_picture
from adapters.pictures.plans import labels_for, minute_of, shift_of, spans_of
from core.availability.model import ModeTable
from core.engine.ports import Clock
from core.persona.model import Persona
from core.schedule.model import DayPlan


class DayPictures:
    """The port Pictures by Pillow, in a thread: a picture takes tens of milliseconds of work."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def day(self, plan: DayPlan, persona: Persona, modes: ModeTable, theme: str) -> bytes:
        """Return the picture of a day, with a mark for now where that lies in it."""
        title = f"{persona.display_name}, {plan.day}"
        return await asyncio.to_thread(
            day_picture,
            title,
            spans_of(plan, modes),
            minute_of(self._clock.now(), plan.day, plan.zone),
            labels_for(persona.language),
            "dark" if theme == "dark" else "light",
            shift=shift_of(plan.day, plan.zone),
        )
