"""Code in a Markdown text: fenced blocks and inline code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

FENCE_LINE = re.compile(r"^[^\S\n]*(`{3,12}|~{3,12})([^`~\n]*)$", re.MULTILINE)
"""A line that opens a fence; with nothing behind the marks it may also close one.

Wider than CommonMark in its indent (models indent fences under list items); narrower in its
info string, which holds no mark of either kind, so that "```x```" is no fence, and in the
number of marks: a row of more than twelve is taken for a drawn line.
"""

_INLINE_OR_FENCE = re.compile(
    rf"(?P<fence>{FENCE_LINE.pattern})|(?P<ticks>`+)",
    re.MULTILINE,
)
_TICKS = re.compile("`+")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """One fenced block, by its places in the text."""

    start: int
    """Where the opening line begins."""
    body: int
    """Where the first line of code begins; behind the text if there is none."""
    body_end: int
    """Where the closing line begins; the end of the text if nothing closes it."""
    end: int
    """Behind the closing line, its line break not included."""
    marks: str
    """Three or more of "`" or "~"."""
    info: str
    """Such as `python`; stripped."""
    closing: str
    """The closing line, stripped; empty if the block is open at the end."""

    @property
    def opening(self) -> str:
        """Return the line that opens the same kind of block."""
        return self.marks + self.info


def _closes(line: re.Match[str], marks: str) -> bool:
    return line[1].startswith(marks) and not line[2].strip()


def fences(text: str) -> tuple[Fence, ...]:
    """Return the fenced blocks of `text` in order; linear in its length."""
    found: list[Fence] = []
    opened: re.Match[str] | None = None
    for line in FENCE_LINE.finditer(text):
        if opened is None:
            opened = line
        elif _closes(line, opened[1]):
            found.append(_block(text, opened, line))
            opened = None
    if opened is not None:
        found.append(_block(text, opened, None))
    return tuple(found)


def _block(text: str, opened: re.Match[str], closed: re.Match[str] | None) -> Fence:
    return Fence(
        start=opened.start(),
        body=min(opened.end() + 1, len(text)),
        body_end=len(text) if closed is None else closed.start(),
        end=len(text) if closed is None else closed.end(),
        marks=opened[1],
        info=opened[2].strip(),
        closing="" if closed is None else closed[0].strip(),
    )


def _fence_end(text: str, opened: re.Match[str]) -> int | None:
    for line in FENCE_LINE.finditer(text, opened.end()):
        if _closes(line, opened[2]):
            return line.end()
    return None


def _inline_end(text: str, ticks: re.Match[str]) -> int | None:
    blank = _BLANK_LINE.search(text, ticks.end())
    paragraph_end = len(text) if blank is None else blank.start()
    for run in _TICKS.finditer(text, ticks.end(), paragraph_end):
        if len(run[0]) == len(ticks[0]):
            return run.end()
    return None


def code_spans(text: str, start: int = 0) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end, closed) of fenced blocks and inline code from `start` on, in order.

    `start` must lie outside code. A fence that nothing closes reaches to the end of the text
    and is yielded with `closed` False; a lone backtick is no code. Linear for what people and
    models write; at worst, every row of ticks unpaired, quadratic in a paragraph.
    """
    at = start
    while (found := _INLINE_OR_FENCE.search(text, at)) is not None:
        if found["fence"] is not None:
            end = _fence_end(text, found)
            yield found.start(), len(text) if end is None else end, end is not None
            at = len(text) if end is None else end
            continue
        inline_end = _inline_end(text, found)
        if inline_end is not None:
            yield found.start(), inline_end, True
        at = found.end() if inline_end is None else inline_end


class Prose:
    """What of a text is not code; remembers the last code that it came upon.

    So looking for one thing after another takes linear time all together.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._looked_from = 0
        self._code = next(code_spans(text), None)

    def find(
        self, pattern: re.Pattern[str], start: int = 0, *, open_fences: bool = True
    ) -> re.Match[str] | None:
        """Return the first match of `pattern` that begins outside code, from `start` on.

        `start` must lie outside code. Without `open_fences`, a fence that nothing closes is
        no code.
        """
        found = pattern.search(self.text, start)
        while found is not None:
            code = self._code_from(start)
            if code is None or found.start() < code[0] or not (code[2] or open_fences):
                return found
            start = code[1]
            if found.start() < start:
                found = pattern.search(self.text, start)
        return None

    def without(self, pattern: re.Pattern[str]) -> str:
        """Return the text without the matches of `pattern` that begin outside code."""
        parts: list[str] = []
        at = 0
        while (found := self.find(pattern, at)) is not None:
            parts.append(self.text[at : found.start()])
            at = found.end()
        return "".join([*parts, self.text[at:]])

    def _code_from(self, start: int) -> tuple[int, int, bool] | None:
        """Return the first code at or behind `start`, which lies outside code."""
        passed = self._code is not None and self._code[0] < start
        if passed or start < self._looked_from:
            self._looked_from = start
            self._code = next(code_spans(self.text, start), None)
        return self._code
