"""What a companion's days hold, as it is put before a model."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from core.conversation.model import ContextItem, Planned
from core.conversation.rules.context import PER_LINE, estimate_tokens
from core.conversation.rules.marks import harmless
from core.conversation.rules.stamps import WEEKDAYS

JUST_NOW = timedelta(minutes=10)
"""What has just ended is as near as what begins so soon."""
_DAYS = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}


def planned_items(
    schedule: Sequence[Planned], now: datetime, zone: ZoneInfo, budget: int
) -> tuple[tuple[ContextItem, ...], tuple[ContextItem, ...]]:
    """Return what fits into `budget` tokens, and what does not; what is nearest to `now` first.

    Both are in the order of time.
    """
    items = {planned.ref: _item(planned, zone) for planned in schedule}
    kept: set[str] = set()
    room = budget
    for planned in sorted(schedule, key=lambda planned: _distance(planned, now)):
        item = items[planned.ref]
        if item.tokens > room:
            break
        room -= item.tokens
        kept.add(item.ref)
    return (
        tuple(item for item in items.values() if item.ref in kept),
        tuple(item for item in items.values() if item.ref not in kept),
    )


def days_text(
    schedule: Sequence[Planned], kept: Sequence[ContextItem], now: datetime, zone: ZoneInfo
) -> str:
    """Return the kept pieces as one line for each local day, such as `Today, Friday …: …`."""
    texts = {item.ref: item.text for item in kept}
    today = now.astimezone(zone).date()
    days: dict[str, list[str]] = {}
    for planned in schedule:
        if planned.ref in texts:
            day = planned.start_at.astimezone(zone).date()
            name = _DAYS.get((day - today).days, "Then")
            heading = f"{name}, {WEEKDAYS[day.weekday()]} {day}"
            days.setdefault(heading, []).append(texts[planned.ref])
    return "\n".join(f"{heading}: {'; '.join(texts)}" for heading, texts in days.items())


def _distance(planned: Planned, now: datetime) -> timedelta:
    """Return how far from `now` it lies; what has passed counts double."""
    if planned.start_at <= now < planned.end_at:
        return timedelta(0)
    ahead = planned.start_at - now
    return ahead if ahead > timedelta(0) else 2 * (now - planned.end_at) + JUST_NOW


def _item(planned: Planned, zone: ZoneInfo) -> ContextItem:
    start, end = planned.start_at.astimezone(zone), planned.end_at.astimezone(zone)
    text = f"{start:%H:%M}-{end:%H:%M} {harmless(planned.what)}"
    tokens = estimate_tokens(text) + PER_LINE
    return ContextItem(ref=planned.ref, part="schedule", text=text, tokens=tokens)
