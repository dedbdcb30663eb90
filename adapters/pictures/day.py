"""The picture of a day: a bar of its hours, the strip of availability, and what is done when."""

import io
import threading
from collections.abc import Sequence

from PIL import Image, ImageDraw

from adapters.pictures.lettering import Lettering, lettering
from adapters.pictures.model import (
    ENGLISH,
    Labels,
    Shift,
    Span,
    clock,
    hours,
    length_of,
    within,
)
from adapters.pictures.palette import PALETTES, Palette, Theme
from core.availability.model import Mode
from core.schedule.model import Activity

WIDTH = 1080
"""Pixels: a phone's, so a third of the sizes here is what it shows in points."""

EDGE = 56
INNER = WIDTH - 2 * EDGE
HEAD, BAR, STRIP, ROW, LEGEND = 176, 92, 14, 62, 52
"""Heights."""

MOST_ROWS = 24
FINE = 4
"""Round corners are drawn this much larger, then made small."""

COMPRESSION = 3
"""Of 9; more takes half as long again, for a tenth of the size."""

_PEN = threading.Lock()
"""Fonts are shared, and no thing for two threads at a time."""

Box = tuple[float, float, float, float]


def day_picture(
    title: str,
    spans: Sequence[Span],
    now_at: int | None,
    labels: Labels,
    theme: Theme = "light",
    *,
    shift: Shift | None = None,
) -> bytes:
    """Return a PNG of the day, `WIDTH` pixels wide; the same bytes for the same day.

    `now_at` counts the minutes that have passed since the day began; None or a minute outside of
    the day leaves the mark out. `shift` tells of a change of the clocks. It takes tens of
    milliseconds of work, so an event loop has it made in a thread.
    """
    day = within(spans, shift)
    if now_at is not None and not 0 <= now_at < length_of(shift):
        now_at = None
    rows = _rows(day, now_at)
    with _PEN:
        sheet = _Sheet(day, labels, PALETTES[theme], shift)
        sheet.open(rows)
        sheet.draw_head(title, now_at)
        sheet.draw_bar(now_at)
        sheet.draw_rows(rows, now_at)
        sheet.draw_legend()
    return sheet.png()


def _rows(day: Sequence[Span], now_at: int | None) -> list[Span]:
    """Return what is told in words: all, or of very many the one of now and the longest."""
    if len(day) <= MOST_ROWS:
        return list(day)
    ranked = sorted(day, key=lambda span: (not _is_on(span, now_at), span.start - span.end))
    return sorted(ranked[:MOST_ROWS], key=lambda span: (span.start, span.end))


def _is_on(span: Span, now_at: int | None) -> bool:
    return now_at is not None and span.start <= now_at < span.end


class _Sheet:
    """The paper, from top to bottom."""

    def __init__(
        self, day: Sequence[Span], labels: Labels, palette: Palette, shift: Shift | None
    ) -> None:
        self._day, self._labels, self._palette, self._shift = day, labels, palette, shift
        self._big: Lettering = lettering(46, 600)
        self._text: Lettering = lettering(34, 500)
        self._small: Lettering = lettering(28, 400)
        self._chips = self._legend()

    def open(self, rows: Sequence[Span]) -> None:
        """Take a paper that is long enough."""
        more = len(self._day) > len(rows)
        told = max(1, len(rows) + more) * ROW
        lines = max((line for line, *_ in self._chips), default=-1) + 1
        self._rows_y = HEAD + BAR + STRIP + 104
        self._legend_y = self._rows_y + told + 28
        height = self._legend_y + lines * LEGEND + EDGE // 2
        self._image = Image.new("RGB", (WIDTH, height), self._palette.ground)
        self._canvas = ImageDraw.Draw(self._image)

    def draw_head(self, title: str, now_at: int | None) -> None:
        """Write the title, and the time of now above its place in the bar."""
        text = self._big.drawable(title)
        letters = self._big if self._big.width(text) <= INNER else self._text
        text = letters.fitted(text, INNER)
        letters.write(self._canvas, (EDGE, 66), text, self._palette.ink)
        if now_at is None:
            return
        told = clock(now_at, self._shift)
        half = self._small.width(told) / 2 + 16
        x = min(max(self._x(now_at), EDGE + half - 8), WIDTH - EDGE - half + 8)
        self._round((x - half, HEAD - 58, x + half, HEAD - 16), 21, self._palette.accent)
        self._small.write(self._canvas, (x - half + 16, HEAD - 37), told, self._palette.on_accent)

    def draw_bar(self, now_at: int | None) -> None:
        """Draw activities, availability below, the hours, and the line of now over all."""
        whole = (EDGE, HEAD, WIDTH - EDGE, HEAD + BAR)
        colours = [self._palette.activities[span.activity] for span in self._day]
        self._band(whole, 18, colours, gap=2)
        below = (EDGE, HEAD + BAR + 10, WIDTH - EDGE, HEAD + BAR + 10 + STRIP)
        self._band(below, STRIP // 2, [self._palette.modes[span.mode] for span in self._day])
        free = float("-inf")
        y = HEAD + BAR + STRIP + 22
        ends = (0, length_of(self._shift))
        for minute, hour in hours(self._shift):
            x = self._x(minute)
            labelled = minute in ends or int(hour) % 3 == 0
            self._canvas.line((x, y, x, y + (12 if labelled else 6)), self._palette.quiet, 2)
            width = self._small.width(hour)
            left = min(max(x - width / 2, EDGE - 8), WIDTH - EDGE - width + 8)
            if labelled and left > free and (minute in ends or ends[1] - minute >= 90):
                self._small.write(self._canvas, (left, y + 32), hour, self._palette.quiet)
                free = left + width + 14
        if now_at is not None:
            x = self._x(now_at)
            self._canvas.rectangle((x - 5, HEAD - 17, x + 5, y - 4), self._palette.ground)
            self._canvas.rectangle((x - 2, HEAD - 17, x + 2, y - 4), self._palette.accent)

    def draw_rows(self, rows: Sequence[Span], now_at: int | None) -> None:
        """Write what is done when, one line each, availability at its end."""
        y = self._rows_y
        for span in rows:
            self._row(span, y, is_on=_is_on(span, now_at))
            y += ROW
        left_out = len(self._day) - len(rows)
        if not rows or left_out:
            told = (
                f"+ {left_out}" if rows else self._small.drawable(self._labels.empty, ENGLISH.empty)
            )
            told = self._small.fitted(told, INNER)
            self._small.write(self._canvas, (EDGE, y + ROW / 2), told, self._palette.quiet)

    def _row(self, span: Span, y: int, *, is_on: bool) -> None:
        middle = y + ROW / 2
        if is_on:
            self._round((EDGE - 24, y, WIDTH - EDGE + 24, y + ROW), 16, self._palette.raised)
        end = min(span.end, length_of(self._shift))
        told = f"{clock(span.start, self._shift)} – {clock(end, self._shift)}"
        self._small.write(self._canvas, (EDGE, middle), told, self._palette.quiet)
        x = EDGE + 236
        colour = self._palette.activities[span.activity]
        self._round((x, middle - 14, x + 28, middle + 14), 8, colour)
        title = self._text.drawable(span.title, ENGLISH.of(span.activity))
        title = self._text.fitted(title, WIDTH - EDGE - 48 - (x + 48))
        self._text.write(self._canvas, (x + 48, middle), title, self._palette.ink)
        right = WIDTH - EDGE
        ground = self._palette.raised if is_on else self._palette.ground
        self._dot(right - 22, middle, span.mode, ground)

    def draw_legend(self) -> None:
        """Name the colours that occur: squares are activities, dots availability."""
        for line, x, what, told in self._chips:
            middle = self._legend_y + line * LEGEND + LEGEND / 2
            if isinstance(what, Activity):
                colour = self._palette.activities[what]
                self._round((x, middle - 11, x + 22, middle + 11), 6, colour)
            else:
                self._dot(x, middle, what, self._palette.ground)
            self._small.write(self._canvas, (x + 34, middle), told, self._palette.quiet)

    def png(self) -> bytes:
        """Return it as a file."""
        file = io.BytesIO()
        self._image.save(file, "PNG", compress_level=COMPRESSION)
        return file.getvalue()

    def _legend(self) -> list[tuple[int, float, Activity | Mode, str]]:
        """Return line, left end, what, and its name; modes begin a line of their own."""
        activities = {span.activity for span in self._day}
        modes = {span.mode for span in self._day}
        chips: list[tuple[int, float, Activity | Mode, str]] = []
        line = 0
        for group in ([a for a in Activity if a in activities], [m for m in Mode if m in modes]):
            x: float = EDGE
            for what in group:
                told = self._small.drawable(self._labels.of(what), ENGLISH.of(what))
                told = self._small.fitted(told, INNER - 34)
                width = 34 + self._small.width(told)
                if x > EDGE and x + width > WIDTH - EDGE:
                    line, x = line + 1, EDGE
                chips.append((line, x, what, told))
                x += width + 36
            line += 1
        return chips

    def _x(self, minute: int) -> float:
        return EDGE + INNER * min(minute, length_of(self._shift)) / length_of(self._shift)

    def _band(self, box: Box, radius: float, colours: Sequence[str], gap: int = 0) -> None:
        """Fill a round bar with the colours of the spans, perhaps with a thin gap between them."""
        left, top, right, bottom = map(round, box)
        band = Image.new("RGB", (right - left, bottom - top), self._palette.raised)
        canvas = ImageDraw.Draw(band)
        for span, colour in zip(self._day, colours, strict=True):
            start, end = round(self._x(span.start)) - left, round(self._x(span.end)) - left
            canvas.rectangle((start, 0, max(start, end - 1 - gap), bottom), colour)
        self._image.paste(band, (left, top), _rounded(band.size, radius))

    def _dot(self, left: float, middle: float, mode: Mode, ground: str) -> None:
        """Draw a mode that can be told without its colour: full, with a bar, or hollow."""
        colour = self._palette.modes[mode]
        self._round((left, middle - 11, left + 22, middle + 11), 11, colour)
        if mode is Mode.DO_NOT_DISTURB:
            self._round((left + 5, middle - 2, left + 17, middle + 2), 2, ground)
        elif mode is Mode.OFFLINE:
            self._round((left + 5, middle - 6, left + 17, middle + 6), 6, ground)

    def _round(self, box: Box, radius: float, colour: str) -> None:
        left, top, right, bottom = map(round, box)
        mask = _rounded((right - left, bottom - top), radius)
        self._image.paste(colour, (left, top), mask)


def _rounded(size: tuple[int, int], radius: float) -> Image.Image:
    """Return the mask of a rectangle with smooth round corners."""
    width, height = size[0] * FINE, size[1] * FINE
    mask = Image.new("L", (width, height))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), radius * FINE, 255)
    return mask.reduce(FINE)
