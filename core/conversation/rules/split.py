"""An answer as chat bubbles, and a bubble as messages that a platform takes."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from core.conversation.model import TextLimit
from core.conversation.rules.cuts import best_cut, hard_cut
from core.conversation.rules.fences import FENCE_LINE, Fence, fences

LEAST_LIMIT = 64
"""The smallest limit that leaves room for a fence on both ends of a piece."""
_WORTH_A_BREAK = 0.5
"""How full a piece must be, 0 to 1, to end before a fence that is cut anyway. A guess."""

_BLANK = re.compile(r"\s*")
_GAP = re.compile(r"\s*\n|[^\S\n]+")
_WIDE_GAP = re.compile(r"(?<=\S)[^\S\n]{16,}+(?=`{3}|~{3})")
"""Blank space before marks that, when a cut swallowed it, would leave them at a line's start."""
_FENCE_HERE = re.compile(FENCE_LINE.pattern.removeprefix("^"), re.MULTILINE)
_LINE_END = re.compile(r"[^\S\n]*(?:\n|$)")
_PARAGRAPHS = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)*\n")
_ITEM = re.compile(r"^[^\S\n]*(?:[-*+•‣◦]|(\d{1,3})[.)])[^\S\n]+\S", re.MULTILINE)
_INDENTED = re.compile(r"(?: {2,}|\t)\S")


def to_bubbles(text: str, *, most: int) -> tuple[str, ...]:
    """Return an answer as chat bubbles, split at its blank lines, in order; () if it is blank.

    Fenced code, a table and a list stay whole, a list also when blank lines part its items, or
    one paragraph stands between two numbers that follow each other. What is more than `most`
    bubbles (1 or more) stays in the last one with its blank lines. Linear in the length of
    `text`.

    Raises:
        ValueError: `most` is below 1.
    """
    if most < 1:
        raise ValueError(f"an answer needs at least one bubble, got most={most!r}")
    starts = _starts_of_bubbles(text)
    bounds = [*starts[:most], len(text)]
    parts = (text[begun:ended].strip() for begun, ended in pairwise(bounds))
    return tuple(part for part in parts if part)


def _starts_of_bubbles(text: str) -> list[int]:
    chunks = _chunks(text)
    starts: list[int] = []
    listing: re.Match[str] | None = None
    for index, (begun, ended) in enumerate(chunks):
        item = _ITEM.match(text, begun, ended)
        follows = listing is not None and (
            _INDENTED.match(text, begun, ended) is not None
            or (item is not None and bool(item[1]) == bool(listing[1]))
            or (item is None and _goes_on(text, listing, chunks[index + 1 : index + 2]))
        )
        if not follows:
            starts.append(begun)
            listing = None
        listing = _last_item(text, begun, ended) or listing
    return starts


def _chunks(text: str) -> list[tuple[int, int]]:
    """Return (start, end) of what stands between blank lines outside fences."""
    blocks = fences(text)
    starts = [block.start for block in blocks]
    chunks: list[tuple[int, int]] = []
    begun = 0
    for gap in _PARAGRAPHS.finditer(text):
        index = bisect_right(starts, gap.start()) - 1
        if index >= 0 and (gap.start() < blocks[index].end or not blocks[index].closing):
            continue
        if text[begun : gap.start()].strip():
            chunks.append((begun, gap.start()))
            begun = gap.end()
    if text[begun:].strip():
        chunks.append((begun, len(text)))
    return chunks


def _last_item(text: str, begun: int, ended: int) -> re.Match[str] | None:
    """Return the last item of a list in a chunk, of the outer level where there are two."""
    found = None
    for item in _ITEM.finditer(text, begun, ended):
        if found is None or not item[0][0].isspace():
            found = item
    return found


def _goes_on(text: str, listing: re.Match[str], following: list[tuple[int, int]]) -> bool:
    """Return whether the chunk after the next one is the next number of `listing`."""
    if not following or not listing[1]:
        return False
    item = _ITEM.match(text, *following[0])
    return item is not None and bool(item[1]) and int(item[1]) == int(listing[1]) + 1


def fit(text: str, limit: TextLimit) -> tuple[str, ...]:
    """Return `text` as pieces within `limit`, in order; () if it is blank.

    No visible character is lost, doubled or moved. A fence that is open where the text is
    cut, or at its end, is closed there and opened again in the next piece with the same marks
    and info string. Blank space at the cuts goes. Linear in the length of `text` for what
    people and models write.

    Raises:
        ValueError: `limit` is below 64.
    """
    if limit.most < LEAST_LIMIT:
        raise ValueError(f"a limit of at least {LEAST_LIMIT} is needed, got {limit.most!r}")
    return tuple(piece.whole for piece in pieces(text, limit))


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of the text, and the fence lines that it needed at its ends."""

    head: str
    text: str
    tail: str

    @property
    def whole(self) -> str:
        """Return what is sent."""
        return self.head + self.text + self.tail


def pieces(text: str, limit: TextLimit) -> Iterator[Piece]:
    """Yield what `fit` returns, with the added fence lines apart."""
    text = _with_short_openings(_WIDE_GAP.sub(" ", text), limit)
    cutter = _Cutter(text, limit, fences(text))
    at = _GAP.match(text)
    place = 0 if at is None or "\n" not in at[0] else at.end()
    while place < len(text):
        piece, place = cutter.piece(place)
        if piece.text:
            yield piece


def _with_short_openings(text: str, limit: TextLimit) -> str:
    """Return `text` with every opening line at most half of `limit`.

    What does not fit of an info string becomes the first line of the code.
    """
    parts: list[str] = []
    done = 0
    for fence in fences(text):
        if limit.length(text[fence.start : fence.body]) <= limit.most // 2:
            continue
        word = fence.info.split(maxsplit=1)[0] if fence.info else ""
        kept = word[: limit.most // 8]
        rest = fence.info[len(kept) :].lstrip()
        parts += [text[done : fence.start], fence.marks, kept, "\n", rest, "\n" if rest else ""]
        done = fence.body
    return "".join([*parts, text[done:]])


class _Cutter:
    """One text on its way into pieces; holds nothing that changes."""

    def __init__(self, text: str, limit: TextLimit, blocks: tuple[Fence, ...]) -> None:
        self._text = text
        self._limit = limit
        self._blocks = blocks
        self._starts = [block.start for block in blocks]

    def piece(self, start: int) -> tuple[Piece, int]:
        """Return the piece that begins at `start`, and where the next one begins."""
        block = self._block_around(start)
        opened = block is not None and start >= block.body
        head = f"{block.opening}\n" if block is not None and opened else ""
        room = self._limit.most - self._limit.length(head)
        end = self._reach(start, room)
        last = self._block_around(end)
        if end >= len(self._text) and (last is None or self._fits(start, last, room)):
            return self._piece(head, start, len(self._text), last, inside=last is not None)
        if last is None or end <= last.start:
            cut = self._sparing_fences(start, self._in_prose(start, end), end)
            return self._piece(head, start, cut, None, inside=False)
        cut = self._in_block(start, last, room)
        return self._piece(head, start, cut, last, inside=cut > last.start)

    def _block_around(self, at: int) -> Fence | None:
        """Return the block that is open at `at`, its own last place included if unclosed."""
        index = bisect_right(self._starts, at) - 1
        if index < 0:
            return None
        block = self._blocks[index]
        return block if at < block.end or not block.closing else None

    def _reach(self, start: int, room: int) -> int:
        """Return the furthest end of a text of `room` units that begins at `start`."""
        chunk = self._text[start : start + room]
        if self._limit.unit == "utf-16" and not chunk.isascii():
            for index, ch in enumerate(chunk):
                room -= 2 if ch > "\uffff" else 1
                if room < 0:
                    return start + index
        return start + len(chunk)

    def _fits(self, start: int, block: Fence, room: int) -> bool:
        return self._reach(start, room - 1 - len(block.marks)) >= len(self._text)

    def _in_prose(self, start: int, end: int) -> int:
        index = bisect_left(self._starts, end) - 1
        behind = self._blocks[index].end if index >= 0 else start
        return best_cut(self._text, max(start, behind), end, from_=start)

    def _in_block(self, start: int, block: Fence, room: int) -> int:
        """Return the cut for a piece whose room ends inside `block`: before it or within."""
        opens_here = block.start > start
        before = self._text[start : block.start].strip() if opens_here else ""
        whole = self._text[block.start : min(block.end, block.start + self._limit.most + 1)]
        if before and (
            self._limit.length(whole) <= self._limit.most
            or self._limit.length(before) >= _WORTH_A_BREAK * room
        ):
            return block.start
        reserve = 1 + max(len(block.marks), len(block.closing))
        end = min(self._reach(start, room - reserve), block.body_end)
        floor = max(start, block.body)
        if end <= floor or self._is_blank(floor, end):
            return block.start if before else max(end, start + 1)
        if end == block.body_end:
            return end
        line = self._text.rfind("\n", floor, end + 1)
        if line > floor and self._text[floor:line].strip():
            return line
        return self._sparing_fences(start, hard_cut(self._text, floor, end), end)

    def _sparing_fences(self, start: int, cut: int, end: int) -> int:
        """Return `cut`, or one up to `end`, where the cut itself makes no fence of marks."""
        if not self._makes_fence(start, cut):
            return cut
        line = self._text.rfind("\n", start, cut)
        if line > start and self._text[start:line].strip():
            return line
        for place in chain(range(cut - 1, start, -1), range(cut + 1, end + 1)):
            if not self._makes_fence(start, place):
                return place
        return cut

    def _makes_fence(self, start: int, cut: int) -> bool:
        text = self._text
        if _LINE_END.match(text, cut):
            return False
        line = text.rfind("\n", start, cut) + 1 or start
        left = FENCE_LINE.match(text[line:cut].rstrip())
        gap = _GAP.match(text, cut)
        following = cut if gap is None else gap.end()
        right = _FENCE_HERE.match(text, following)
        return left is not None or right is not None

    def _is_blank(self, start: int, end: int) -> bool:
        blank = _BLANK.match(self._text, start)
        return blank is not None and blank.end() >= end

    def _piece(
        self, head: str, start: int, cut: int, block: Fence | None, *, inside: bool
    ) -> tuple[Piece, int]:
        tail = ""
        end = cut
        if block is not None and inside:
            if block.closing and self._is_blank(cut, block.body_end):
                body = self._text[start : min(cut, block.body_end)].rstrip()
                closed = f"{body}\n{block.closing}"
                return Piece(head=head, text=closed, tail=""), self._next(block.end)
            tail = f"\n{block.marks}"
        body = self._text[start:end].rstrip()
        return Piece(head=head, text=body, tail=tail), self._next(end)

    def _next(self, cut: int) -> int:
        gap = _GAP.match(self._text, cut)
        return cut if gap is None else gap.end()
