"""Draws the pictures of the README, a chat from a real run and a day: `poe picture`."""

import asyncio
import re
import sys
import tempfile
from datetime import UTC, date, datetime
from io import StringIO
from pathlib import Path
from zoneinfo import ZoneInfo

from rich.console import Console
from rich.text import Text

from adapters.pictures.plans import labels_for, minute_of, spans_of
from adapters.pictures.terminal import draw_day
from core.availability.rules.modes import DEFAULT_TABLE
from core.persona.model import Persona, SpaceId
from core.schedule.model import Activity, Habit, Life, Routine
from core.schedule.service import PlanAsked, Planner

PICTURES = Path(__file__).parents[1] / "bot" / "pictures"
WIDTH = 96
SAID = (
    "hi!",
    "my name is Robin, and I have an exam on Friday",
    "what's my name?",
    "I'm a bit nervous",
    "what did I say about the exam?",
    "ok, I have to go. bye!",
)
"""What a person types; the answers are the companion's own."""

MINA = Persona(
    space=SpaceId("main"),
    display_name="Mina",
    seed="Mina likes quiet cafes.",
    zone=ZoneInfo("Europe/Berlin"),
)
CLIMBING = Habit(
    weekdays=frozenset({1, 3}),
    start="18:30",
    minutes=90,
    activity=Activity.EXERCISE,
    title="Climbing with Ana",
)
LIFE = Life(routine=Routine(habits=(CLIMBING,)), occupation="Works in an office.")
DAY, NOW = date(2026, 5, 14), datetime(2026, 5, 14, 14, 10, tzinfo=UTC)


async def transcript() -> str:
    """Return what `circadia chat` writes when these lines are piped in, on an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        chat = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            "chat",
            cwd=folder,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        if chat.stdin is None or chat.stdout is None:
            raise RuntimeError("the chat has no pipes")
        drawn = ["$ uv run circadia chat"]
        for line in SAID:
            drawn.append(f"you: {line}")
            chat.stdin.write(f"{line}\n".encode())
            await chat.stdin.drain()
            drawn += await _answer(chat.stdout)
        chat.stdin.close()
        await chat.wait()
    return "\n".join(drawn)


async def _answer(out: asyncio.StreamReader) -> list[str]:
    """Return the lines up to a pause: the answer has ended."""
    lines: list[str] = []
    while True:
        try:
            line = await asyncio.wait_for(out.readline(), 1.0 if lines else 30.0)
        except TimeoutError:
            return lines
        if not line:
            return lines
        lines.append(line.decode().rstrip())


def draw_talk(text: str) -> str:
    """Return an SVG of the talk."""
    console = _recorder()
    for line in text.splitlines():
        name, colon, said = line.partition(": ")
        style = {"you": "bold cyan", "Mina": "bold magenta"}.get(name)
        console.print(Text(name + colon, style=style) + Text(said) if style else Text(line, "dim"))
    return _svg(console, "circadia chat")


async def drawn_day() -> str:
    """Return an SVG of a day as `circadia schedule` draws it, planned by the rules."""
    asked = PlanAsked(persona=MINA, life=LIFE, now=NOW, first=DAY)
    plan = (await Planner().day(asked)).plan
    console = _recorder()
    drawn = draw_day(
        f"{MINA.display_name}, {DAY:%a} {DAY}",
        spans_of(plan, DEFAULT_TABLE),
        minute_of(NOW, DAY, MINA.zone),
        labels_for(MINA.language),
        Console(width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor"),
    )
    console.print(Text("$ uv run circadia schedule", "dim"))
    console.print(Text.from_ansi(drawn))
    return _svg(console, "circadia schedule")


def _recorder() -> Console:
    return Console(record=True, width=WIDTH, file=StringIO(), color_system="truecolor")


def _svg(console: Console, title: str) -> str:
    """Return what was printed as an SVG that needs nothing from elsewhere."""
    return re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title=title), flags=re.DOTALL)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "a-day.svg").write_text(asyncio.run(drawn_day()), "utf-8")
    (PICTURES / "first-chat.svg").write_text(draw_talk(asyncio.run(transcript())), "utf-8")
