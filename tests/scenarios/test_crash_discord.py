"""Crashes at every port call of a talk on Discord: its nonce and history leave nothing in doubt."""

from collections.abc import Iterable
from datetime import timedelta

import pytest

from adapters.clock.virtual import VirtualClock
from tests.scenarios.crash import Fuse
from tests.scenarios.discord_life import DiscordLife, check_exactly_once
from tests.scenarios.talk import START
from tests.scenarios.test_crash_stores import NamedFuse
from tests.servers.discord import DiscordServer

AT_ONCE = timedelta(0)
A_WHILE = timedelta(minutes=5)
"""After it the nonce is forgotten, and a command is stale."""
EVERY = 40
"""How many of the usual places one is tried of; the slow suite tries many more."""


class FuseAt(Fuse):
    """Blows when the port call `where` is reached for the `time`-th time."""

    def __init__(self, where: str, time: int = 1) -> None:
        super().__init__(None)
        self._where, self._left = where, time

    def hit(self, where: str) -> None:
        self._left -= where == self._where
        if self._left == 0 and self.blown_at is None:
            self._blows_at = self.count + 1
        super().hit(where)


async def _lived(away: timedelta, *fuses: Fuse) -> None:
    """Live once for each fuse, gone for `away` after each crash, and check what is left."""
    clock = VirtualClock(START)
    async with DiscordServer(now=clock.now) as server:
        life = DiscordLife(server, clock)
        await life.begin()
        for fuse in fuses:
            await life.live(fuse)
            if fuse.blown_at is not None:
                clock.advance(clock.now() + away)
        await check_exactly_once(life, fuses, stale=away > AT_ONCE)


async def _crashed_at(away: timedelta, numbers: Iterable[int]) -> int:
    """Crash at each of these port calls, and return how often it came to that."""
    blown = 0
    for number in numbers:
        fuses = (Fuse(number), Fuse(None))
        await _lived(away, *fuses)
        blown += fuses[0].blown_at is not None
    return blown


async def _places() -> list[str]:
    fuse = NamedFuse()
    await _lived(AT_ONCE, fuse)
    return fuse.places


async def test_a_talk_without_a_crash_is_answered_once_on_discord() -> None:
    places = await _places()

    assert places.count("after send") >= 4


@pytest.mark.parametrize(
    "away", [pytest.param(AT_ONCE, id="at once"), pytest.param(A_WHILE, id="after a while")]
)
@pytest.mark.parametrize("where", ["before send", "after send"])
async def test_after_a_crash_around_a_bubble_people_on_discord_see_it_once(
    where: str, away: timedelta
) -> None:
    for time in range(1, (await _places()).count(where) + 1):
        fuse = FuseAt(where, time)
        await _lived(away, fuse, Fuse(None))
        assert fuse.blown_at == where


@pytest.mark.parametrize(
    "away", [pytest.param(AT_ONCE, id="at once"), pytest.param(A_WHILE, id="after a while")]
)
@pytest.mark.parametrize("sent", ["before send", "after send"])
@pytest.mark.parametrize("settled", ["before settle", "after settle"])
async def test_after_a_second_crash_while_the_first_is_looked_into_it_still_shows_once(
    sent: str, settled: str, away: timedelta
) -> None:
    fuses = (FuseAt(sent, 2), FuseAt(settled), Fuse(None))

    await _lived(away, *fuses)

    assert [fuse.blown_at for fuse in fuses] == [sent, settled, None]


@pytest.mark.parametrize(
    "away", [pytest.param(AT_ONCE, id="at once"), pytest.param(A_WHILE, id="after a while")]
)
async def test_no_crash_anywhere_loses_or_doubles_a_word_on_discord(away: timedelta) -> None:
    calls = len(await _places())
    numbers = range(EVERY // 2, calls + 1, EVERY)

    assert await _crashed_at(away, numbers) > 0.9 * len(numbers)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("away", "every"),
    [pytest.param(AT_ONCE, 2, id="at once"), pytest.param(A_WHILE, 5, id="after a while")],
)
async def test_no_crash_at_any_port_call_loses_or_doubles_a_word_on_discord(
    away: timedelta, every: int
) -> None:
    calls = len(await _places())

    assert await _crashed_at(away, range(1, calls + 1, every)) > 0.8 * calls / every
