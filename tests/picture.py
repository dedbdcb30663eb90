"""Draws the picture of a chat in the README from a real run: `poe picture`."""

import asyncio
import re
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

PICTURE = Path(__file__).parents[1] / "bot" / "pictures" / "first-chat.svg"
SAID = (
    "hi!",
    "my name is Robin, and I have an exam on Friday",
    "what's my name?",
    "I'm a bit nervous",
    "what did I say about the exam?",
    "ok, I have to go. bye!",
)
"""What a person types; the answers are the companion's own."""


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


def draw(text: str) -> str:
    """Return an SVG of the talk that needs nothing from elsewhere."""
    console = Console(record=True, width=96, file=StringIO(), color_system="truecolor")
    for line in text.splitlines():
        name, colon, said = line.partition(": ")
        style = {"you": "bold cyan", "Mina": "bold magenta"}.get(name)
        console.print(Text(name + colon, style=style) + Text(said) if style else Text(line, "dim"))
    svg = console.export_svg(title="circadia chat")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(draw(asyncio.run(transcript())), "utf-8")
