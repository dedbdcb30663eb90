"""The metronome over the real scheduler; its triggers are due in milliseconds."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from structlog.testing import capture_logs

from adapters.scheduling.metronome import Beat, Metronome
from adapters.scheduling.trigger import LocalTimeTrigger

SOON = timedelta(milliseconds=5)
PATIENCE_S = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Times(LocalTimeTrigger):
    """Due `first` after it is asked first, then every so often, or never again."""

    first: timedelta
    every: timedelta | None = None

    def get_next_fire_time(  # type: ignore[override]  # this one may end
        self, previous_fire_time: datetime | None, now: datetime
    ) -> datetime | None:
        if previous_fire_time is None:
            return now + self.first
        return None if self.every is None else previous_fire_time + self.every


def beat(
    play: Callable[[], Awaitable[None]],
    first: timedelta = SOON,
    every: timedelta | None = None,
    name: str = "night",
) -> Beat:
    when = Times(zone=ZoneInfo("Europe/Berlin"), at=time(3), first=first, every=every)
    return Beat(name=name, when=when, play=play)


class Counted:
    """A beat that counts how often it was played."""

    def __init__(self) -> None:
        self.times = 0
        self.played = asyncio.Event()

    async def __call__(self) -> None:
        self.times += 1
        self.played.set()


async def shortly(happened: asyncio.Event) -> None:
    """Wait for it; the limit only catches a hang, however busy the machine."""
    async with asyncio.timeout(PATIENCE_S):
        await happened.wait()


async def rounds(count: int = 5) -> None:
    """Let the loop go round."""
    for _ in range(count):
        done = asyncio.Event()
        asyncio.get_running_loop().call_soon(done.set)
        await done.wait()


async def test_a_beat_is_played_in_the_loop_of_the_caller() -> None:
    threads: list[threading.Thread] = []
    played = asyncio.Event()

    async def play() -> None:
        threads.append(threading.current_thread())
        played.set()

    metronome = Metronome()
    metronome.start([beat(play)])
    await shortly(played)
    await metronome.stop()

    assert threads == [threading.current_thread()]


async def test_a_beat_that_the_loop_comes_to_hours_late_is_still_played_once() -> None:
    counted = Counted()
    metronome = Metronome()

    with capture_logs() as logs:
        metronome.start([beat(counted, -timedelta(hours=3))])
        await shortly(counted.played)
        await rounds()
        await metronome.stop()

    assert counted.times == 1
    assert logs == []


async def test_beats_that_were_missed_in_a_row_are_played_as_one() -> None:
    counted = Counted()
    metronome = Metronome()

    metronome.start([beat(counted, -timedelta(hours=5), timedelta(minutes=61))])
    await shortly(counted.played)
    await rounds()
    await metronome.stop()

    assert counted.times == 1


async def test_one_that_fails_is_told_once_and_the_others_go_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    counted, failed = Counted(), asyncio.Event()

    async def fail() -> None:
        failed.set()
        raise ValueError("no")

    metronome = Metronome()
    with capture_logs() as logs:
        metronome.start([beat(fail, name="plans"), beat(counted, 3 * SOON)])
        await shortly(failed)
        await shortly(counted.played)
        await metronome.stop()

    assert counted.times == 1
    assert [(line["event"], line["beat"], line["error"]) for line in logs] == [
        ("beat.failed", "plans", "ValueError")
    ]
    assert not [line for line in caplog.records if line.name.startswith("apscheduler")]


async def test_a_beat_is_never_played_beside_itself() -> None:
    starts, skipped = 0, asyncio.Event()

    async def play() -> None:
        nonlocal starts
        starts += 1
        await asyncio.Event().wait()

    def note(_logger: object, _method: str, line: MutableMapping[str, Any]) -> Mapping[str, Any]:
        if (line["event"], line["beat"]) == ("beat.skipped", "night"):
            skipped.set()
        return line

    metronome = Metronome()
    with capture_logs(processors=[note]) as logs:
        metronome.start([beat(play, SOON, SOON)])
        await shortly(skipped)
        before = starts
        await metronome.stop()

    assert before == 1
    assert {(line["event"], line["beat"]) for line in logs} == {("beat.skipped", "night")}


async def test_stopping_ends_what_is_played_and_leaves_neither_task_nor_thread() -> None:
    threads = set(threading.enumerate())
    started, ended = asyncio.Event(), asyncio.Event()

    async def play() -> None:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            await rounds(2)  # cleaning up takes a moment
            ended.set()

    metronome = Metronome()
    with capture_logs() as logs:
        metronome.start([beat(play)])
        await shortly(started)
        await metronome.stop()

    assert ended.is_set()
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert set(threading.enumerate()) == threads
    assert logs == []


async def test_nothing_is_played_after_stopping_and_it_can_start_again() -> None:
    counted = Counted()
    metronome = Metronome()

    metronome.start([beat(counted, -SOON)])
    await metronome.stop()
    await metronome.stop()
    await rounds()
    early = counted.times
    metronome.start([beat(counted)])
    await shortly(counted.played)
    await metronome.stop()

    assert (early, counted.times) == (0, 1)


async def test_a_beat_may_stop_its_metronome() -> None:
    metronome, stopped = Metronome(), asyncio.Event()

    async def play() -> None:
        try:
            await metronome.stop()
        finally:
            stopped.set()

    metronome.start([beat(play)])
    await shortly(stopped)
    await rounds()

    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_the_wall_clock_is_looked_at_at_least_once_a_minute() -> None:
    counted = Counted()
    metronome = Metronome()
    loop = asyncio.get_running_loop()

    metronome.start([beat(counted, timedelta(days=1))])
    await rounds()
    waits = [handle.when() - loop.time() for handle in loop._scheduled]  # type: ignore[attr-defined]
    await metronome.stop()

    assert 0 < min(waits) <= 60


async def test_starting_twice_or_two_of_one_name_is_refused() -> None:
    counted = Counted()
    metronome = Metronome()

    with pytest.raises(ValueError, match="night"):
        metronome.start([beat(counted), beat(counted)])
    metronome.start([beat(counted)])
    with pytest.raises(RuntimeError, match="stop it first"):
        metronome.start([])
    await metronome.stop()


async def test_a_beat_that_is_added_is_played_once_by_its_name() -> None:
    metronome, first, later = Metronome(), Counted(), Counted()
    metronome.add([beat(later)])
    metronome.start([beat(first, name="one")])

    metronome.add([beat(later, name="two"), beat(later, name="one")])
    metronome.add([beat(later, name="two")])
    await shortly(later.played)
    await shortly(first.played)

    assert (first.times, later.times) == (1, 1)
    await metronome.stop()
