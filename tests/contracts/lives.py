"""Plans, overrides and duties to begin with."""

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from core.availability.model import Mode, Override
from core.days import end_of_day, first_instant
from core.engine.model import Duty, DutyKind, DutyState
from core.schedule.model import SLOT, Activity, Block, DayLine, DayPlan, MadeBy, MonthPlan
from tests.contracts.stores import MINA, NOON, after

BERLIN = ZoneInfo("Europe/Berlin")
MONDAY = date(2026, 1, 12)


def later(days: int) -> date:
    """Return a day after Monday, or before."""
    return MONDAY + timedelta(days=days)


def tiled(day: date, zone: ZoneInfo = BERLIN, lengths: Iterable[int] = (42, 3)) -> list[Block]:
    """Return blocks of so many slots each, and one for what is left of the day."""
    start, end = first_instant(day, zone), end_of_day(day, zone)
    blocks: list[Block] = []
    for number, length in enumerate([*lengths, 150]):
        until = min(start + length * SLOT, end)
        if start < until:
            block = Block(
                start_at=start,
                end_at=until,
                activity=list(Activity)[number % len(Activity)],
                title=f"일 {number} “quoted”",
                description=f"long {number}" if number % 2 else None,
            )
            blocks.append(block)
        start = until
    return blocks


def day_plan(day: date = MONDAY, zone: ZoneInfo = BERLIN, **changes: object) -> DayPlan:
    """Return the plan of a day."""
    values: dict[str, object] = {
        "space": MINA,
        "day": day,
        "zone": zone,
        "blocks": tuple(tiled(day, zone)),
        "made_by": MadeBy.MODEL,
        "made_at": NOON,
        **changes,
    }
    make: Callable[..., DayPlan] = DayPlan
    return make(**values)


def line(day: date, title: str = "a day", **changes: object) -> DayLine:
    """Return one line of a month."""
    make: Callable[..., DayLine] = DayLine
    return make(**{"day": day, "activity": Activity.STUDY, "title": title, **changes})


def month_plan(*lines: DayLine, **changes: object) -> MonthPlan:
    """Return the plan of a month."""
    values: dict[str, object] = {
        "space": MINA,
        "zone": BERLIN,
        "lines": lines,
        "made_by": MadeBy.RULES,
        "made_at": NOON,
        "source_message": "a quiet month",
        **changes,
    }
    make: Callable[..., MonthPlan] = MonthPlan
    return make(**values)


def override(mode: Mode = Mode.OFFLINE, since: float = 0, until: float = 60) -> Override:
    """Return an override for some seconds after noon."""
    return Override(mode=mode, since=after(since), until=after(until), reason="said goodbye")


def duty(period: str = "2026-01-12", **changes: object) -> Duty:
    """Return what is owed."""
    values: dict[str, object] = {
        "space": MINA,
        "kind": DutyKind.PLAN_DAY,
        "period": period,
        "state": DutyState.OWED,
        "due_at": NOON,
        **changes,
    }
    make: Callable[..., Duty] = Duty
    return make(**values)
