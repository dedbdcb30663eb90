"""Where a stretch of prose is best cut in two."""

import re
from collections.abc import Iterator

from core.conversation.rules.graphemes import boundary_before, is_boundary

_PARAGRAPH_FILL, _LINE_FILL, _SENTENCE_FILL = 0.3, 0.4, 0.5
"""How full a piece must be, 0 to 1, for a better cut to win over a fuller piece. Guesses."""
_MOST_BACK = 32
"""How far a cut inside one long token moves back to spare a number."""
_TAIL = 240
"""Words are first looked for this near to the end of a piece."""

_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_SENTENCE = re.compile(
    r"(?:[.!?\u2026\u203d\u061f\u06d4\u0964\u1362]+[\"'\u201d\u2019\u00bb)\]*_~]*(?=\s))"
    r"|[\u3002\uff01\uff1f\uff61\uff0e]+[\u300d\u300f\u201d\u2019\uff09\u3011]*"
)
_ABBREVIATION = re.compile(
    r"(?:\b\w|\b\d{1,3}|\b(?:e\.g|i\.e|a\.k\.a|mr|mrs|ms|dr|prof|st|vs|etc|no|approx|ca|bzw"
    r"|usw|z\.b|d\.h|sra?|т\.\s?[ед]|им|ул))\.$",
    re.IGNORECASE,
)
_LONGEST_ABBREVIATION = 12

_WIDE = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uff00-\uffef"
)
_NOT_FIRST = (
    r"\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011\u301c\u3041\u3043\u3045\u3047\u3049\u3063"
    r"\u3083\u3085\u3087\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30fb\u30fc"
    r"\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff61\u2026!,.:;?)\]}\u201d\u2019"
)
_NOT_LAST = r"\u3008\u300a\u300c\u300e\u3010\uff08(\[{\u201c\u2018"
_WORD = re.compile(
    rf"(?<=\S)(?=\s)|(?<=[{_WIDE}])(?<![{_NOT_LAST}])(?![{_NOT_FIRST}\s])"
    rf"|(?<=[^\s{_NOT_LAST}])(?=[{_WIDE}])(?![{_NOT_FIRST}])"
)
"""Before a space, or beside a character of a script that is written without spaces."""
_LINK = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s<>\u3000-\u3002\u3008-\u3011\uff01-\uff1f]+"
)


def best_cut(text: str, start: int, end: int, *, from_: int) -> int:
    """Return where to cut `text` behind `start`, at `end` at the latest.

    In this order, each if the piece is full enough: end of a paragraph, of a line, of a
    sentence, of a word (however empty the piece), else between two characters outside links
    and numbers. `from_` is where the piece begins, at or before `start`; a result equal to
    `start` says that nothing between the two is better than `start` itself. Linear in
    `end - from_`.
    """
    size = end - from_
    paragraph = _last(_PARAGRAPH.finditer(text, start, end + 2))
    if paragraph > from_ + _PARAGRAPH_FILL * size:
        return min(paragraph, end)
    line = text.rfind("\n", start, end + 1)
    if line > from_ + _LINE_FILL * size:
        return line
    sentence = _sentence_end(text, start, end)
    if sentence > from_ + _SENTENCE_FILL * size:
        return sentence
    return _word_end(text, start, end, from_)


def _last(found: Iterator[re.Match[str]]) -> int:
    place = -1
    for match in found:
        place = match.start()
    return place


def _sentence_end(text: str, start: int, end: int) -> int:
    ends = [found.end() for found in _SENTENCE.finditer(text, start, end + 1)]
    for place in reversed(ends):
        before = text[max(start, place - _LONGEST_ABBREVIATION) : place]
        if place <= end and not _ABBREVIATION.search(before):
            return place
    return -1


def _word_end(text: str, start: int, end: int, from_: int) -> int:
    links = [found.span() for found in _LINK.finditer(text, start, end + 1)]
    tail = max(start + 1, end - _TAIL)
    for first, last in ((tail, end), (start + 1, tail)):
        places = [found.start() for found in _WORD.finditer(text, first, last + 1)]
        for place in reversed(places):
            in_link = any(begun < place < ended for begun, ended in links)
            if place <= last and not in_link and is_boundary(text, place, start=from_):
                return place
    return start if start > from_ else hard_cut(text, from_, end)


def hard_cut(text: str, start: int, end: int) -> int:
    """Return a cut inside one token, at `end` or a little before; always behind `start`.

    Never between the parts of one visible character, unless that alone is longer than the
    piece; not inside a number or a link that begins late enough.
    """
    link = next(
        (found.start() for found in _LINK.finditer(text, start, end + 1) if found.end() > end),
        start,
    )
    place = end if link <= start else link
    while end - place < _MOST_BACK and place - 1 > start and _inside_number(text, place):
        place -= 1
    if _inside_number(text, place):
        place = end
    return boundary_before(text, place, after=start)


def _inside_number(text: str, at: int) -> bool:
    if at >= len(text):
        return False
    before, after = text[at - 1], text[at]
    return (before.isdigit() and (after.isdigit() or after in ".,:")) or (
        before in ".,:" and after.isdigit()
    )
