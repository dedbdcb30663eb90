"""What memory brings, as it is put before a model: each statement with its date and speaker."""

import re
from collections.abc import Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

from core.conversation.model import ContextItem, Recalled, Recollection
from core.conversation.rules.context import PER_LINE, cut_middle, estimate_tokens
from core.conversation.rules.marks import harmless
from core.conversation.rules.names import YOU, called
from core.conversation.rules.quotations import quotation_in
from core.periods import Precision, When

LONGEST = 120
"""Tokens of one memory; a longer one loses its middle."""
PARTS = {"persona": "persona-facts", "person": "memories", "said": "said"}
"""What the trace calls each kind."""
_DATED = re.compile(r"\d{4}")


def recollected_items(
    recollection: Recollection, zone: ZoneInfo, budget: int
) -> tuple[tuple[ContextItem, ...], tuple[ContextItem, ...]]:
    """Return what fits into `budget` tokens, and what does not, both in the order of the prompt.

    What is always in comes first, then what was found, the strongest first.
    """
    items = {recalled.ref: _item(recalled, zone) for recalled in recollection.items}
    kept: set[str] = set()
    room = budget
    for recalled in sorted(recollection.items, key=_urgency):
        tokens = items[recalled.ref].tokens
        if recalled.ref not in kept and tokens <= room:
            room -= tokens
            kept.add(recalled.ref)
    return (
        tuple(item for ref, item in items.items() if ref in kept),
        tuple(item for ref, item in items.items() if ref not in kept),
    )


def recollected_text(kept: Sequence[ContextItem]) -> str:
    """Return one line a memory; "" for none."""
    return "\n".join(item.text for item in kept)


def memory_line(recalled: Recalled, zone: ZoneInfo) -> str:
    """Return one memory on one line, as in `2026-05-03, Ana: Ana has two cats`.

    Days are those of `zone`. What was really said stands in quotation marks; a statement that is a
    quotation already, `Ana: "I have two cats"`, is told by its own speaker alone. Words for a time
    are told with what they meant when they were said: `(tomorrow: 2026-05-04)`.
    """
    text = " ".join(recalled.text.split())
    text = f"“{text}”" if recalled.kind == "said" else text
    speaker = called(recalled.speaker) if recalled.speaker else YOU
    past = " (no longer)" if recalled.past else ""
    told = text
    if recalled.kind != "said" and (quoted := quotation_in(text)):
        speaker, told = quoted.speaker, f'"{quoted.words}"'  # it names its speaker itself
    meant = "" if recalled.when is None else _meant(recalled.when, zone)
    return harmless(f"{recalled.at.astimezone(zone):%Y-%m-%d}, {speaker}{past}: {told}{meant}")


def _meant(when: When, zone: ZoneInfo) -> str:
    """Return what the words of a period meant; "" where they name the year themselves."""
    if _DATED.search(when.said):
        return ""
    start, end = when.start_at.astimezone(zone), when.end_at.astimezone(zone)
    if when.precision is Precision.MINUTE:
        return f" ({when.said}: {start:%Y-%m-%d %H:%M})"
    last = (end - timedelta(microseconds=1)).date()
    days = f"{start:%Y-%m-%d}" if last <= start.date() else f"{start:%Y-%m-%d} to {last}"
    return f" ({when.said}: {days})"


def _item(recalled: Recalled, zone: ZoneInfo) -> ContextItem:
    text = cut_middle(f"- {memory_line(recalled, zone)}", LONGEST)
    return ContextItem(
        ref=recalled.ref,
        part=PARTS[recalled.kind],
        text=text,
        tokens=estimate_tokens(text) + PER_LINE,
    )


def _urgency(recalled: Recalled) -> tuple[bool, float]:
    return recalled.score is not None, -(recalled.score or 0.0)
