"""Plans days and months: by a role if there is one, by the rules if it can't."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Generic, TypeVar

from core.errors import CircadiaError
from core.persona.model import Persona
from core.schedule.model import (
    Block,
    DayLine,
    DayPlan,
    Life,
    MadeBy,
    MonthPlan,
    PlanFault,
    SpecialDate,
)
from core.schedule.ports import (
    DayAsked,
    Holidays,
    MonthAsked,
    ScheduleRole,
    WrittenDay,
    WrittenMonth,
)
from core.schedule.rules.lines import read_lines
from core.schedule.rules.months import DAYS, plan_month
from core.schedule.rules.planner import plan_day
from core.schedule.rules.written import read_blocks

LOOKS_AHEAD = timedelta(days=DAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAsked:
    """What a plan grows from."""

    persona: Persona
    life: Life
    now: datetime
    first: date
    """The day, or the first day of the month's lines."""
    days: Sequence[DayPlan] = ()
    """Those before it, as far as they are known."""
    lines: Sequence[DayLine] = ()
    """Those before it, and its own where a day is planned."""
    message: str | None = None
    """The owner's words for this plan; None: nobody asked for it."""

    @property
    def words(self) -> str:
        """Return what the keywords are looked for in."""
        return self.message or self.life.occupation


TRIES = 2
"""A plan, and one repair with its faults named."""

Answer = TypeVar("Answer")
Outcome = TypeVar("Outcome")
Plan = TypeVar("Plan", DayPlan, MonthPlan)
Part = TypeVar("Part", Block, DayLine)
Written = TypeVar("Written", WrittenDay, WrittenMonth)


@dataclass(frozen=True, slots=True, kw_only=True)
class Made(Generic[Plan]):
    """A plan that holds."""

    plan: Plan
    note: str | None
    """Why the role did not make it; None if it did, or if there is none."""
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts(Generic[Part]):
    """What the role brought; without parts, the rules have to make them."""

    parts: tuple[Part, ...] | None = None
    note: str | None = None
    tokens: int = 0


class Planner:
    """Makes plans that always hold, whatever the role does."""

    def __init__(self, role: ScheduleRole | None = None, holidays: Holidays | None = None) -> None:
        """Plan by `role`, or by the rules alone; `holidays` tells of the persona's country."""
        self._role, self._holidays = role, holidays

    @property
    def has_role(self) -> bool:
        """Return whether anyone but the rules plans."""
        return self._role is not None

    @property
    def most_tokens(self) -> int:
        """Return the most that one plan may take, its repair included."""
        return 0 if self._role is None else 2 * self._role.most_tokens

    async def day(self, asked: PlanAsked, *, by_role: bool = True) -> Made[DayPlan]:
        """Return the plan of one local day; without `by_role`, the rules make it."""
        special = await self._special(asked, asked.first, asked.first)
        line = next((line for line in asked.lines if line.day == asked.first), None)
        wanted = DayAsked(
            persona=asked.persona,
            life=asked.life,
            now=asked.now,
            day=asked.first,
            line=line,
            before=tuple(asked.days),
            special=special,
            message=asked.words,
        )
        written: _Parts[Block] = await self._blocks(wanted) if by_role else _Parts()
        blocks = written.parts
        made_by = MadeBy.MODEL if blocks is not None else MadeBy.RULES
        if blocks is None:
            blocks = plan_day(
                day=asked.first,
                zone=asked.persona.zone,
                routine=asked.life.routine,
                seed=asked.persona.space,
                line=line if asked.message is None else None,
                message=asked.words,
                previous=asked.days,
                special=special,
                language=asked.persona.language,
            )
        plan = DayPlan(
            space=asked.persona.space,
            day=asked.first,
            zone=asked.persona.zone,
            blocks=blocks,
            made_by=made_by,
            made_at=asked.now,
            source_message=asked.words or None,
        )
        return Made(plan=plan, note=written.note, tokens=written.tokens)

    async def month(self, asked: PlanAsked, *, by_role: bool = True) -> Made[MonthPlan]:
        """Return thirty lines from `asked.first` on; without `by_role`, the rules make them."""
        special = await self._special(asked, asked.first, asked.first + LOOKS_AHEAD)
        wanted = MonthAsked(
            persona=asked.persona,
            life=asked.life,
            now=asked.now,
            first=asked.first,
            days=DAYS,
            before=tuple(asked.lines),
            special=special,
            message=asked.words,
        )
        written: _Parts[DayLine] = await self._lines(wanted) if by_role else _Parts()
        lines = written.parts
        made_by = MadeBy.MODEL if lines is not None else MadeBy.RULES
        if lines is None:
            lines = plan_month(
                first=asked.first,
                zone=asked.persona.zone,
                routine=asked.life.routine,
                seed=asked.persona.space,
                message=asked.words,
                previous=asked.lines,
                special=special,
                language=asked.persona.language,
            )
        plan = MonthPlan(
            space=asked.persona.space,
            zone=asked.persona.zone,
            lines=lines,
            made_by=made_by,
            made_at=asked.now,
            source_message=asked.words or None,
        )
        return Made(plan=plan, note=written.note, tokens=written.tokens)

    async def _blocks(self, asked: DayAsked) -> _Parts[Block]:
        role = self._role
        if role is None:
            return _Parts()
        return await _by_role(
            lambda problems: role.write_day(replace(asked, problems=problems)),
            lambda written: read_blocks(asked.day, asked.persona.zone, written.blocks),
        )

    async def _lines(self, asked: MonthAsked) -> _Parts[DayLine]:
        role, zone = self._role, asked.persona.zone
        if role is None:
            return _Parts()
        return await _by_role(
            lambda problems: role.write_month(replace(asked, problems=problems)),
            lambda written: read_lines(asked.first, asked.days, zone, written.lines),
        )

    async def _special(self, asked: PlanAsked, first: date, last: date) -> tuple[SpecialDate, ...]:
        """Return the persona's own dates and the holidays of its country."""
        country = asked.life.country
        if self._holidays is None or country is None:
            return asked.life.dates
        language = asked.persona.language
        await self._holidays.prepare(country, first, last, language)
        found = self._holidays.between(country, first, last, language)
        public = (
            SpecialDate(month=day.month, day=day.day, year=day.year, name=name)
            for day, name in sorted(found.items())
        )
        return (*asked.life.dates, *public)


async def _by_role(
    write: Callable[[tuple[str, ...]], Awaitable[Written]],
    read: Callable[[Written], tuple[Part, ...]],
) -> _Parts[Part]:
    """Return what the role plans, and what that took."""
    tokens: list[int] = []

    async def paid(problems: tuple[str, ...]) -> Written:
        written = await write(problems)
        tokens.append(written.tokens)
        return written

    parts, why_not = await asked_twice(paid, read)
    note = f"planned by the rules: {why_not}" if parts is None else None
    return _Parts(parts=parts, note=note, tokens=sum(tokens))


async def asked_twice(
    write: Callable[[tuple[str, ...]], Awaitable[Answer]], read: Callable[[Answer], Outcome]
) -> tuple[Outcome | None, str]:
    """Return the plan that `read` makes of what was written, or None and why in a few words.

    `write` is told what was wrong with its last plan, at first nothing; `read` raises `PlanFault`.
    The faults may quote what was written, so the reason only counts them.
    """
    problems: tuple[str, ...] = ()
    for _ in range(TRIES):
        try:
            return read(await write(problems)), ""
        except PlanFault as fault:
            problems = tuple(fault.faults)
        except CircadiaError as error:
            return None, type(error).__name__
    return None, f"{len(problems)} faults remained"
