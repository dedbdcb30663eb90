"""What an answer may rest on, and what it is put together in."""

from dataclasses import dataclass, field

from adapters.pocket.choosing import Chooser
from adapters.pocket.dates import hello_for, spoken_clock, spoken_date
from adapters.pocket.plans import Stretch
from adapters.pocket.tables import Table
from adapters.pocket.text import clipped
from adapters.pocket.view import View
from core.conversation.model import ReplyRequest, Said


@dataclass(slots=True, kw_only=True)
class Reply:
    """What was put together for one turn."""

    bubbles: list[str] = field(default_factory=list)
    used: list[Said] = field(default_factory=list)
    planned: list[Stretch] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    """For the trace, in English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything that an answer may rest on."""

    request: ReplyRequest
    table: Table
    view: View
    chooser: Chooser

    def joined(self, line: str, question: str) -> str:
        """Return both in one bubble; Japanese has no spaces between sentences."""
        return f"{line}{'' if self.table.script == 'kana' else ' '}{question}"


def scene_of(request: ReplyRequest, table: Table, view: View, connect: str) -> Scene:
    """Return the scene of one turn; `connect` is the line that brings a real model."""
    persona, now = request.persona, request.now
    sheet = table.clock
    slots = {
        "name": clipped(persona.display_name, 40),
        "person": view.name,
        "connect": connect,
        "clock": spoken_clock(now, persona.zone, sheet),
        "date": spoken_date(now, persona.zone, sheet),
        "zone": str(persona.zone),
        "hello": hello_for(now, persona.zone, sheet),
    }
    chooser = Chooser(dice=request.dice, own=view.own, slots=slots)
    return Scene(request=request, table=table, view=view, chooser=chooser)
