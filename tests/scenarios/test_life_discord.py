"""A companion's day on Discord: what is shown beside its name, and when the night is answered."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from core.availability.model import Mode, Override
from core.engine.ports import Stores
from core.engine.service import Engine
from core.schedule.model import Activity, Habit, Life, Routine
from tests.scenarios.lives import EVERY_DAY, HOUR, MINUTE, SECOND, lay_over
from tests.scenarios.platforms import DISCORD, REAL, Stage, staged
from tests.world import MINA

STATUSES = {"night": "invisible", "coffee": "online", "office": "dnd", "evening": "online"}


def _habit(start: str, minutes: int, activity: Activity, title: str) -> Habit:
    return Habit(weekdays=EVERY_DAY, start=start, minutes=minutes, activity=activity, title=title)


REGULAR = Life(
    routine=Routine(
        habits=(
            _habit("22:30", 510, Activity.SLEEP, "night"),
            _habit("07:00", 120, Activity.REST, "coffee"),
            _habit("09:00", 480, Activity.WORK, "office"),
            _habit("17:00", 330, Activity.REST, "evening"),
        )
    )
)
"""The same on every day, to the minute."""


class Day(Stage):
    """A companion with a regular life, on Discord alone, from the morning of a 12 January."""

    def __init__(self, *replies: str) -> None:
        super().__init__(*replies, on=[DISCORD], life=REGULAR)
        self.server = self.discord.server
        january = self.local().replace(month=1, day=11, hour=12)
        self._leap_until(january.replace(year=january.year + 1))
        self._leap_to(7)

    def local(self) -> datetime:
        return self.clock.now().astimezone(MINA.zone)

    def _leap_to(self, hour: int, minute: int = 30) -> None:
        """Let time pass until the clock shows this next."""
        there = self.local().replace(hour=hour, minute=minute, second=0, microsecond=0)
        if there <= self.local():
            there += timedelta(days=1)
        self._leap_until(there)

    def _leap_until(self, there: datetime) -> None:
        self.leaps(there.astimezone(UTC) - self.clock.now())

    async def comes(self, hour: int, minute: int = 30, *, engine: Engine | None = None) -> None:
        """Let time pass, with what the process does at midnight if it runs."""
        before = self.local().date()
        self._leap_to(hour, minute)
        if engine is not None and self.local().date() != before:
            await engine.owe()

    @property
    def status(self) -> str | None:
        """Return what people see beside its name."""
        newest = self.server.identifies[-1]
        shown = [one.status for one in self.server.presences if one.at >= newest.at]
        return shown[-1] if shown else (newest.presence or {}).get("status")

    async def shows(self, status: str) -> None:
        """Return once people see this; fail if they don't."""
        try:
            await self.until(lambda: self.status == status, within_s=3)
        except TimeoutError:
            raise AssertionError(f"{self.status}, not {status}, at {self.local():%H:%M}") from None

    def said(self) -> list[str]:
        return [bubble.text for bubble in self.discord.shown(1)]


async def test_what_is_shown_beside_its_name_follows_two_days_to_the_minute() -> None:
    stage = Day()
    async with staged(stage), stage.lives() as engine:
        for _ in range(2):
            for hour, minute, planned in (
                *((8, 59, "coffee"), (9, 1, "office"), (12, 30, "office"), (16, 59, "office")),
                *((17, 1, "evening"), (22, 29, "evening"), (22, 31, "night"), (23, 59, "night")),
                *((0, 5, "night"), (6, 59, "night"), (7, 1, "coffee")),
            ):
                await stage.comes(hour, minute, engine=engine)
                await stage.shows(STATUSES[planned])

        seen = [one.status for one in stage.server.presences]
        assert {"online", "dnd", "invisible"} <= set(seen)
        lines = [str(one.activities) for one in stage.server.presences]
        assert not any(title in line for line in lines for title in STATUSES)


@pytest.mark.parametrize(
    ("hour", "status"),
    [pytest.param(12, "dnd", id="at work"), pytest.param(23, "invisible", id="asleep")],
)
async def test_a_new_session_begins_with_the_presence_of_the_moment(hour: int, status: str) -> None:
    stage = Day()
    async with staged(stage), stage.lives() as engine:
        await stage.comes(hour, engine=engine)
        await stage.shows(status)
        stage.server.gateway.invalidate()
        await stage.leaps_until(lambda: len(stage.server.identifies) == 2)

        assert (stage.server.identifies[-1].presence or {})["status"] == status
        await stage.server.until_ready()
        assert stage.status == status


async def test_a_new_process_shows_the_presence_of_the_moment() -> None:
    stage = Day()
    async with staged(stage):
        async with stage.lives():
            await stage.shows("online")
        await stage.comes(12)
        async with stage.lives():
            await stage.shows("dnd")


async def test_changes_come_to_discord_five_times_a_minute_at_most_and_the_last_one_counts() -> (
    None
):
    stage = Day()
    async with staged(stage), stage.lives() as engine:
        await stage.shows("online")
        for number in range(60):
            now = stage.clock.now()
            mode = Mode.DO_NOT_DISTURB if number % 2 else Mode.OFFLINE
            override = Override(mode=mode, since=now, until=now + HOUR, reason=f"whim {number}")
            await lay_over(stage.work, override)
            engine.looks_anew()
            await REAL.sleep(timedelta(seconds=0.02))
            stage.leaps(2 * SECOND)
        await stage.leaps_until(lambda: stage.status == "dnd")
        stage.leaps(2 * MINUTE)
        await REAL.sleep(timedelta(seconds=0.1))

        at = [one.at for one in stage.server.presences]
        assert len(at) > 5
        assert all(b - a >= MINUTE for a, b in zip(at, at[5:], strict=False))
        assert stage.status == "dnd"
        assert all(a.status != b.status for a, b in pairwise(stage.server.presences))


async def test_a_line_that_breaks_again_and_again_costs_few_changes_and_misses_none() -> None:
    stage = Day()
    async with staged(stage), stage.lives() as engine:
        await stage.shows("online")
        before, gateway = len(stage.server.presences), stage.server.gateway
        for breaks in range(1, 9):
            gateway.ask_reconnect()
            await stage.until(lambda count=breaks: len(gateway.resumes) == count)  # type: ignore[misc]
            await REAL.sleep(timedelta(seconds=0.02))
            stage.leaps(SECOND)
        assert len(stage.server.presences) - before <= 5

        gateway.ask_reconnect()
        await stage.comes(12, engine=engine)
        await stage.leaps_until(lambda: stage.status == "dnd")


async def test_a_message_at_night_is_answered_after_waking_once() -> None:
    stage = Day("good morning!")
    async with staged(stage), stage.lives() as engine:
        await stage.comes(23, 30, engine=engine)
        stage.discord.says(1, "you up?")
        await _is_kept(stage)
        for hour in range(7):
            await stage.comes(hour, 0 if hour else 20, engine=engine)
            await REAL.sleep(timedelta(seconds=0.03))
            assert stage.said() == []
            assert stage.server.typings == []
        await stage.comes(7, 0, engine=engine)
        woke_at = stage.clock.now()
        while not stage.said():
            stage.leaps(MINUTE)
            await REAL.sleep(timedelta(seconds=0.03))
            assert stage.clock.now() < woke_at + HOUR
        answered_at = stage.discord.shown(1)[0].at
        await stage.comes(12, engine=engine)
        await REAL.sleep(timedelta(seconds=0.1))

        assert stage.said() == ["good morning!"]
        assert woke_at < answered_at < woke_at + 30 * MINUTE


@pytest.mark.parametrize("said", ["before it went down", "while it was down"])
async def test_a_process_that_was_down_at_waking_answers_the_night_once(said: str) -> None:
    stage = Day("hi", "good morning!")
    async with staged(stage):
        async with stage.lives() as engine:
            stage.discord.says(1, "hello")
            await stage.leaps_until(lambda: stage.said() == ["hi"])
            await stage.comes(23, 30, engine=engine)
            if said == "before it went down":
                stage.discord.says(1, "you up?")
                await _is_kept(stage)
        if said == "while it was down":
            stage.discord.says(1, "you up?")
        await stage.comes(8)
        async with stage.lives() as engine:
            for _ in range(20):
                await REAL.sleep(timedelta(seconds=0.02))
                stage.leaps(3 * MINUTE)
            await stage.until(lambda: len(stage.said()) > 1)
            answered_at = stage.local()
            await stage.comes(12, engine=engine)
            await REAL.sleep(timedelta(seconds=0.1))
        async with stage.lives():
            await REAL.sleep(timedelta(seconds=0.1))

        assert stage.said() == ["hi", "good morning!"]
        assert answered_at.hour < 10
        assert len(stage.role.requests) == 2


async def _is_kept(stage: Day) -> None:
    """Return once what was said waits for its answer."""

    def waits(stores: Stores) -> int:
        return stores.figures.tally(MINA.space, "").waiting

    while not await stage.work.read(waits):
        await REAL.sleep(timedelta(seconds=0.01))
