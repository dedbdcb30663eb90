"""What an answer may rest on, and what it is put together in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adapters.pocket.choosing import Chooser
from adapters.pocket.dates import hello_for, spoken_clock, spoken_date
from adapters.pocket.lines import CURES, placeholders
from adapters.pocket.plans import Stretch
from adapters.pocket.tables import Table
from adapters.pocket.text import clipped
from adapters.pocket.view import View
from core.conversation.model import ChatKind, Recalled, ReplyRequest, Said


@dataclass(slots=True, kw_only=True)
class Reply:
    """What was put together for one turn."""

    bubbles: list[str] = field(default_factory=list)
    used: list[Said] = field(default_factory=list)
    planned: list[Stretch] = field(default_factory=list)
    recalled: list[Recalled] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    """For the trace, in English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything that an answer may rest on."""

    request: ReplyRequest
    table: Table
    view: View
    chooser: Chooser

    def candid(self, key: str) -> str:
        """Return a line of `key` that says how a real model is brought, where that is known."""
        lines = self.table.say[key]
        for cure in CURES:
            if line := self.chooser.line(key, [one for one in lines if cure in placeholders(one)]):
                return line
        return self.chooser.line(key, lines)

    def timely(self) -> str:
        """Return what time it is, for both where their clocks differ."""
        lines = self.table.say["time"]
        both = [line for line in lines if "theirs" in placeholders(line)]
        return self.chooser.line("time", both) or self.chooser.line("time", lines)

    def joined(self, line: str, question: str) -> str:
        """Return both in one bubble; Japanese has no spaces between sentences."""
        return f"{line}{'' if self.table.script == 'kana' else ' '}{question}"


def _theirs(request: ReplyRequest, table: Table) -> str:
    """Return what time it is for the other in a direct talk; "" where that is no news."""
    own, theirs = request.persona.zone, request.their_zone
    if theirs is None or request.chat_kind is not ChatKind.DIRECT:
        return ""
    if request.now.astimezone(own).utcoffset() == request.now.astimezone(theirs).utcoffset():
        return ""
    return spoken_clock(request.now, theirs, table.clock)


def scene_of(request: ReplyRequest, table: Table, view: View, cures: Mapping[str, str]) -> Scene:
    """Return the scene of one turn; `cures` are what brings a real model, by their placeholders.

    They are for whoever may set one up, so they are not told where others listen.
    """
    persona, now = request.persona, request.now
    sheet = table.clock
    slots = {
        "name": clipped(persona.display_name, 40),
        "person": view.name,
        "clock": spoken_clock(now, persona.zone, sheet),
        "date": spoken_date(now, persona.zone, sheet),
        "zone": str(persona.zone),
        "theirs": _theirs(request, table),
        "hello": hello_for(now, persona.zone, sheet),
        **(cures if request.chat_kind is ChatKind.DIRECT else {}),
    }
    chooser = Chooser(dice=request.dice, own=view.own, slots=slots)
    return Scene(request=request, table=table, view=view, chooser=chooser)
