"""How answers are written: lists, days, times, and words that others chose."""

import re
from collections.abc import Iterable
from datetime import date, datetime, tzinfo

from core.admin.model import LABEL_MOST, LINE_MOST, Choice
from core.conversation.rules.names import NOBODY, one_line
from core.days import day_of, end_of_day
from core.phrases import Phrase, phrase

TITLE_MOST = 60
"""Characters of a title in a list."""
QUOTED_MOST = 300
"""Characters of what is quoted from memory."""

_HARMLESS = re.compile(r"((?::(?!//)|[()\"{}=])+)")
"""Of what `one_line` takes out, what is neither markup nor a mention in an answer: `18:30`."""


def bullets(intro: str, *lines: str) -> str:
    """Return a line with a list below."""
    return "\n".join((intro, "", *(f"- {line}" for line in lines)))


def how_to_ask(language: str, problem: str, forms: Iterable[str]) -> str:
    """Return what is wrong, perhaps nothing, with examples of the right form below."""
    intro = " ".join(line for line in (problem, phrase(Phrase.HOW_TO_ASK, language)) if line)
    return bullets(intro, *(f"`{form}`" for form in forms))


def button(label: str, line: str) -> tuple[Choice, ...]:
    """Return a button that gives `line`; none where that is too long for one."""
    if len(line.encode()) > LINE_MOST:
        return ()
    return (Choice(label=label[:LABEL_MOST], line=line),)


def day_name(day: date, language: str) -> str:
    """Return a day as `Sat 2026-05-02`."""
    return f"{phrase(Phrase.WEEKDAYS, language).split(' ')[day.weekday()]} {day.isoformat()}"


def clock(instant: datetime, zone: tzinfo) -> str:
    """Return an instant as its clocks show it: `18:30`."""
    return f"{instant.astimezone(zone):%H:%M}"


def hours(start: datetime, end: datetime, zone: tzinfo) -> str:
    """Return a span within a day as `07:00–12:00`; the end of the day is 24:00."""
    is_end = end == end_of_day(day_of(start, zone), zone)
    return f"{clock(start, zone)}–{'24:00' if is_end else clock(end, zone)}"


def moment(instant: datetime, now: datetime, zone: tzinfo, language: str) -> str:
    """Return an instant as `18:30`, with its day if that is not the day of `now`."""
    today = day_of(now, zone)
    if instant == end_of_day(today, zone):
        return "24:00"
    day = day_of(instant, zone)
    told = clock(instant, zone)
    return told if day == today else f"{day_name(day, language)} {told}"


def words(text: str, otherwise: str, most: int = TITLE_MOST) -> str:
    """Return what somebody wrote on one line without markup, or `otherwise` if nothing is left."""
    plain = one_line(text, most=most)
    return otherwise if plain == NOBODY else plain


def echo(text: str) -> str:
    """Return what was typed, short and harmless."""
    return words(text, "…", most=40)


def quoted(text: str, most: int = QUOTED_MOST) -> str:
    """Return stored words on one line as they are, but without markup, mentions and links.

    What is longer than `most` characters ends with an ellipsis; what shows nothing is one.
    """
    told = " ".join(filter(None, (_plain(word, most) for word in text[: 4 * most].split())))
    return f"{told[: most - 1].rstrip()}…" if len(told) > most else told or "…"


def _plain(word: str, most: int) -> str:
    parts = _HARMLESS.split(word)
    parts[::2] = [
        part if part.isalnum() or not part else words(part, "", most=most) for part in parts[::2]
    ]
    return "".join(parts)
