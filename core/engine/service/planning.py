"""Which plans a companion owes, and the work that pays a duty."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from functools import partial

from core.days import day_of, end_of_day, first_instant
from core.duty.model import Duty, DutyKind, DutyState
from core.engine.ports import Stores, Work
from core.engine.rules import local_day
from core.engine.service.budget import Room, room_for
from core.engine.service.seat import Resident
from core.schedule.model import DayPlan, MadeBy
from core.schedule.service import PlanAsked

DAY = timedelta(days=1)
FEW_LEFT = 10
"""Planned days, from tomorrow on; with no more than that, the month is renewed."""
LOOKS_BACK_DAYS, LOOKS_BACK_LINES = 2 * DAY, 60 * DAY
KIND = "plan"
"""Of spending."""
TRIES = 3
"""How often the role is asked for a plan that it could not give, before the rules' plan stays."""
WAIT = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a duty brought, to be committed together with its row."""

    effect: Callable[[Stores], None]
    state: DutyState = DutyState.DONE
    note: str | None = None
    again_at: datetime | None = None
    """When it is tried again although it brought something; None: it is paid."""


class Planning:
    """Knows what is owed from the rows, and does it."""

    def __init__(self, work: Work, tokens_per_day: Callable[[], int]) -> None:
        self._work, self._tokens_per_day = work, tokens_per_day

    def owe(self, stores: Stores, seat: Resident, now: datetime) -> None:
        """Note what is missing: yesterday, today and tomorrow, the month, and what is to go."""
        if not seat.life.is_lived:
            return
        space, today = seat.persona.space, day_of(now, seat.persona.zone)
        for day in _missing(stores, seat, now):
            _owe(stores, seat, DutyKind.PLAN_DAY, day, now)
        lines = stores.plans.lines(space, today + DAY, today + LOOKS_BACK_LINES)
        if len(lines) <= FEW_LEFT:
            first = lines[-1].day + DAY if lines else today + DAY
            _owe(stores, seat, DutyKind.PLAN_MONTH, first, now)
        _owe(stores, seat, DutyKind.PRUNE, today, now)

    async def work(self, seat: Resident, duty: Duty, now: datetime) -> Outcome:
        """Do what `duty` asks for, with nothing locked; the effect is still to be committed."""
        day = date.fromisoformat(duty.period)
        today = day_of(now, seat.persona.zone)
        if duty.kind is DutyKind.PRUNE:
            before = today - seat.life.keep_days * DAY
            return Outcome(effect=lambda stores: _prune(stores, seat, before))
        if seat.planner.has_role:
            await self._lay(seat, now)
        if day < today - DAY:
            return Outcome(effect=_nothing, state=DutyState.PASSED, note="its day has passed")
        if duty.kind is DutyKind.PLAN_MONTH:
            return await self._month(seat, duty, day, now)
        return await self._day(seat, duty, day, now)

    async def _day(self, seat: Resident, duty: Duty, day: date, now: datetime) -> Outcome:
        space = seat.persona.space
        asked, by_role = await self._work.read(
            lambda stores: (
                _look(stores, seat, day, now, duty.message),
                self._has_room(stores, seat, now),
            )
        )
        made = await seat.planner.day(asked, by_role=by_role)
        again = made.note is not None and duty.attempts + 1 < TRIES

        def effect(stores: Stores) -> None:
            known = stores.plans.days(space, day, day)
            zone = seat.persona.zone
            by_owner = any(one.made_by is MadeBy.OWNER and one.zone == zone for one in known)
            if not by_owner or duty.message is not None:
                stores.plans.save_day(made.plan)
            _spend(stores, seat, now, made.tokens)

        return Outcome(effect=effect, note=made.note, again_at=now + WAIT if again else None)

    async def _month(self, seat: Resident, duty: Duty, first: date, now: datetime) -> Outcome:
        space = seat.persona.space
        asked, by_role = await self._work.read(
            lambda stores: (
                PlanAsked(
                    persona=seat.persona,
                    life=seat.life,
                    now=now,
                    first=first,
                    lines=stores.plans.lines(space, first - LOOKS_BACK_LINES, first - DAY),
                    message=duty.message,
                ),
                self._has_room(stores, seat, now),
            )
        )
        made = await seat.planner.month(asked, by_role=by_role)

        def effect(stores: Stores) -> None:
            stores.plans.save_month(made.plan)
            _spend(stores, seat, now, made.tokens)

        return Outcome(effect=effect, note=made.note)

    async def _lay(self, seat: Resident, now: datetime) -> None:
        """Plan the days around today by the rules, where nothing holds.

        Something has to, while the role thinks, hangs or fails.
        """
        for day in await self._work.read(partial(_missing, seat=seat, now=now)):
            asked = await self._work.read(partial(_look, seat=seat, day=day, now=now))
            made = await seat.planner.day(asked, by_role=False)
            await self._work.write(partial(_save, plan=made.plan))

    def _has_room(self, stores: Stores, seat: Resident, now: datetime) -> bool:
        """Return whether today's tokens reach for one plan by the role."""
        space, day = seat.persona.space, local_day(now, seat.persona)
        need, limit = seat.planner.most_tokens, self._tokens_per_day()
        return room_for(stores.spending, space, day, need, limit) is Room.NOW


def _missing(stores: Stores, seat: Resident, now: datetime) -> list[date]:
    """Return which of yesterday, today and tomorrow have no plan in the companion's zone."""
    wanted = _wanted(seat, now)
    known = stores.plans.days(seat.persona.space, wanted[0], wanted[-1])
    planned = {plan.day for plan in known if plan.zone == seat.persona.zone}
    return [day for day in wanted if day not in planned]


def _look(
    stores: Stores, seat: Resident, day: date, now: datetime, message: str | None = None
) -> PlanAsked:
    """Return what the plan of a day grows from."""
    space = seat.persona.space
    return PlanAsked(
        persona=seat.persona,
        life=seat.life,
        now=now,
        first=day,
        days=stores.plans.days(space, day - LOOKS_BACK_DAYS, day - DAY),
        lines=stores.plans.lines(space, day, day),
        message=message,
    )


def _save(stores: Stores, plan: DayPlan) -> None:
    stores.plans.save_day(plan)


def _wanted(seat: Resident, now: datetime) -> tuple[date, date, date]:
    """Return yesterday, today and tomorrow where the companion lives."""
    zone = seat.persona.zone
    today = day_of(now, zone)
    return _real_day(today, -DAY, zone), today, _real_day(today, DAY, zone)


def _real_day(today: date, step: timedelta, zone: tzinfo) -> date:
    """Return the day before or after; a date that the zone skipped is none."""
    day = today + step
    while first_instant(day, zone) == end_of_day(day, zone):
        day += step
    return day


def _owe(stores: Stores, seat: Resident, kind: DutyKind, day: date, now: datetime) -> None:
    """Note a duty; a plan that was made, although it is gone, is owed again."""
    duty = Duty(
        space=seat.persona.space,
        kind=kind,
        period=day.isoformat(),
        state=DutyState.OWED,
        due_at=now,
    )
    stores.duties.owe(duty, again=kind is not DutyKind.PRUNE)


def _prune(stores: Stores, seat: Resident, before: date) -> None:
    stores.plans.prune(seat.persona.space, before)


def _nothing(stores: Stores) -> None:
    """Change nothing."""


def _spend(stores: Stores, seat: Resident, now: datetime, tokens: int) -> None:
    if tokens:
        stores.spending.add(seat.persona.space, local_day(now, seat.persona), KIND, tokens)
