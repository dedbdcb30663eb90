"""What a companion's schedule says at an instant, kept in memory as long as nothing changes it."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial

from core.availability.model import AnswerAt, AnswerReason, AvailabilityRange, Mode, Override
from core.availability.rules.moments import next_transition, range_at, with_overrides
from core.availability.rules.ranges import availability_ranges
from core.availability.rules.waiting import answer_at
from core.conversation.model import Planned
from core.days import day_of, end_of_day, first_instant
from core.engine.model import Conversation, Waiting
from core.engine.ports import Stores
from core.engine.service.seat import Resident, Seat
from core.persona.model import SpaceId
from core.schedule.model import Block, DayPlan
from core.schedule.rules.entries import day_entries

LOOK_AGAIN = timedelta(minutes=1)
BACK, AHEAD = timedelta(days=1), timedelta(days=2)
"""Local days that are looked at, around today."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """A companion's days from yesterday to the day after tomorrow."""

    blocks: tuple[Block, ...]
    """In the order of time; a day without a plan has none."""
    ranges: tuple[AvailabilityRange, ...]
    """They cover the days exactly, the override included."""
    override: Override | None
    titled: tuple[Planned, ...]
    """The blocks with their titles, for direct talks."""
    bare: tuple[Planned, ...]
    """The blocks as bare activities, for where others listen."""

    def mode_at(self, now: datetime) -> Mode:
        """Return how much it is there."""
        found = range_at(self.ranges, now)
        return Mode.ONLINE if found is None else found.mode

    def block_at(self, now: datetime) -> Block | None:
        """Return what was planned for `now`."""
        at = bisect_right(self.blocks, now, key=lambda one: one.start_at) - 1
        if at < 0 or self.blocks[at].end_at <= now:
            return None
        return self.blocks[at]

    def next_transition(self, now: datetime) -> datetime | None:
        """Return when the mode changes next; None if it does not within the days."""
        return next_transition(self.ranges, now)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    revision: int
    day: date
    days: Days
    looked_at: datetime

    def holds(self, day: date, now: datetime) -> bool:
        """Return whether it is of this day; an override that expires changes things."""
        override = self.days.override
        return self.day == day and (override is None or now < override.until)


class Agenda:
    """Looks at plans through the stores of a unit of work, and again only when they changed."""

    def __init__(self) -> None:
        self._kept: dict[SpaceId, _Kept] = {}

    def forget(self) -> None:
        """Look at the rows at the next call: something was written."""
        self._kept = {
            space: replace(kept, looked_at=datetime.min.replace(tzinfo=UTC))
            for space, kept in self._kept.items()
        }

    def let_go(self) -> None:
        """Know nothing any more: zones, lives or the table of modes may have changed."""
        self._kept.clear()

    def days(self, stores: Stores, seat: Resident, now: datetime) -> Days:
        """Return the days around `now` as they are planned.

        Whether another process wrote something is looked up once a minute.
        """
        space = seat.persona.space
        today, known = day_of(now, seat.persona.zone), self._kept.get(space)
        holds = known is not None and known.holds(today, now)
        if known is not None and holds and timedelta(0) <= now - known.looked_at < LOOK_AGAIN:
            return known.days
        revision = stores.plans.revision(space)
        if known is not None and holds and known.revision == revision:
            self._kept[space] = replace(known, looked_at=now)
            return known.days
        override = stores.overrides.active(space, now)
        plans = stores.plans.days(space, today - BACK, today + AHEAD) if seat.life.is_lived else []
        days = _days(seat, plans, override, today)
        self._kept[space] = _Kept(revision=revision, day=today, days=days, looked_at=now)
        return days

    def answer(
        self,
        stores: Stores,
        seat: Seat,
        conversation: Conversation,
        messages: Sequence[Waiting],
        now: datetime,
    ) -> AnswerAt:
        """Return when the messages of one speaker are answered, and why; `messages` is not empty.

        The first of them decides, so that whoever writes more does not wait longer.
        """
        first = messages[0]
        if not seat.defers:
            return AnswerAt(at=first.received_at, reason=AnswerReason.ONLINE)
        route = conversation.route
        texts = [message.text for message in messages]
        days = self.days(stores, seat, now)
        answering = partial(
            answer_at,
            key=f"{route.account} {route.chat} {first.message_id}",
            ranges=days.ranges,
            dials=seat.waiting,
            last_own_word=conversation.spoke_at,
            urgent=next((word for text in texts if (word := seat.urgent(text))), None),
        )
        answer = answering(heard_at=first.received_at)
        if answer.at <= now and days.mode_at(now) is Mode.OFFLINE:
            # Its time passed while no process was there, and now it sleeps.
            return answering(heard_at=now)
        return answer


def _days(seat: Resident, plans: Sequence[DayPlan], override: Override | None, today: date) -> Days:
    zone = seat.persona.zone
    start, end = first_instant(today - BACK, zone), end_of_day(today + AHEAD, zone)
    entries = [entry for plan in plans for entry in day_entries(plan)]
    ranges = availability_ranges(entries, start, end, seat.modes)
    blocks = tuple(block for plan in plans for block in plan.blocks)
    return Days(
        blocks=blocks,
        titled=tuple(_planned(block, titled=True) for block in blocks),
        bare=tuple(_planned(block, titled=False) for block in blocks),
        ranges=with_overrides(ranges, () if override is None else (override,)),
        override=override,
    )


def _planned(block: Block, *, titled: bool) -> Planned:
    what = block.title if block.description is None else f"{block.title} ({block.description})"
    return Planned(
        ref=f"slot:{block.start_at:%Y-%m-%dT%H:%MZ}",
        start_at=block.start_at,
        end_at=block.end_at,
        what=f"{what} [{block.activity}]" if titled else block.activity.value,
        activity=block.activity.value,
    )
