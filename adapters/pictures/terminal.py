"""A day in a terminal, or as plain lines where there is none."""

from collections.abc import Sequence

from rich.console import Console
from rich.style import Style
from rich.text import Text

from adapters.pictures.model import Labels, Shift, Span, clock, hours, length_of, within
from adapters.pictures.palette import DARK
from core.availability.model import Mode

MARKS = {Mode.ONLINE: "●", Mode.DO_NOT_DISTURB: "◐", Mode.OFFLINE: "○"}
NARROWEST = 24
"""Cells that a bar of hours needs to be of use."""


def draw_day(
    title: str,
    spans: Sequence[Span],
    now_at: int | None,
    labels: Labels,
    screen: Console,
    *,
    shift: Shift | None = None,
) -> str:
    """Return the day as lines for `screen`: with a bar and colours if it is a terminal.

    Where colours are off (a pipe, a file, NO_COLOR) there is no bar, and each line says all in
    words. See `day_picture` for the other arguments.
    """
    day = within(spans, shift)
    coloured = screen.is_terminal and screen.color_system is not None and not screen.no_color
    with screen.capture() as drawn:
        screen.print(Text(_line(title), style="bold"), soft_wrap=True)
        if coloured and day:
            for line in _bar(day, now_at, min(screen.width, 96), shift):
                screen.print(line, soft_wrap=True)
        for span in day:
            row = _row(span, labels, shift, coloured=coloured)
            if now_at is not None and span.start <= now_at < span.end:
                row.append(f"  < {_line(labels.now)} {clock(now_at, shift)}", style="bold")
            screen.print(row, soft_wrap=True)
        if not day:
            screen.print(Text(_line(labels.empty)), soft_wrap=True)
    return drawn.get()


def _row(span: Span, labels: Labels, shift: Shift | None, *, coloured: bool) -> Text:
    """Return one line: when, what, and how much the companion is there."""
    end = min(span.end, length_of(shift))
    activity, mode = _line(labels.of(span.activity)), _line(labels.of(span.mode))
    title = _line(span.title) or activity
    row = Text(f"{clock(span.start, shift)}-{clock(end, shift)}  ")
    if coloured:
        row.append("■ ", style=DARK.activities[span.activity])
    row.append(title)
    if title.casefold() != activity.casefold():
        row.append(f" ({activity})", style="dim")
    if coloured:
        row.append(f"  {MARKS[span.mode]} ", style=DARK.modes[span.mode])
        row.append(mode, style="dim")
    else:
        row.append(f", {mode}")
    return row


def _bar(day: Sequence[Span], now_at: int | None, width: int, shift: Shift | None) -> list[Text]:
    """Return the bar of activities, the strip of availability, and hours; none if too narrow."""
    if width < NARROWEST:
        return []
    whole = length_of(shift)
    bar = Text(" " * width, style=Style(bgcolor=DARK.raised))
    strip = Text("▀" * width, style=Style(color=DARK.raised))
    for span in day:
        cells = span.start * width // whole, span.end * width // whole
        bar.stylize(Style(bgcolor=DARK.activities[span.activity]), *cells)
        strip.stylize(Style(color=DARK.modes[span.mode]), *cells)
    if now_at is not None and 0 <= now_at < whole:
        cell = now_at * width // whole
        bar.plain = " " * cell + "▼" + " " * (width - cell - 1)
        bar.stylize(Style(color=DARK.ground, bold=True), cell, cell + 1)
    scale = [" "] * width
    for minute, hour in hours(shift):
        at = minute * width // whole
        free = at + 3 <= width and not "".join(scale[max(0, at - 1) : at + 3]).strip()
        if int(hour) % 3 == 0 and free:
            scale[at : at + 2] = hour
    return [bar, strip, Text("".join(scale).rstrip(), style="dim")]


def _line(text: str) -> str:
    """Return `text` on one line, unable to steer a terminal."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())
