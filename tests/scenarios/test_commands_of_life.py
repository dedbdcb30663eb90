"""Commands of schedule and availability through the whole engine."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from adapters.scripted.messenger import ScriptedMessenger
from core.admin.model import Access
from core.availability.model import Mode, ModeTable
from core.engine.model import BubbleKind, Gifts, Outbound, Refused, SendOutcome
from core.persona.model import Persona
from core.schedule.model import DayPlan, MadeBy
from tests.scenarios.lives import HOUR, LIVED, MINUTE, MONDAY_NOON, SECOND, works_at
from tests.world import ANNA, MINA, World

TODAY = date(2026, 1, 12)
OWNER = Access(owners=frozenset({ANNA}))


class Painter:
    """Draws nothing but the day and the theme, as bytes."""

    async def day(self, plan: DayPlan, persona: Persona, modes: ModeTable, theme: str) -> bytes:
        return f"{persona.display_name} {plan.day} {theme}".encode()


async def test_an_owner_sees_the_day_as_a_picture() -> None:
    async with World(MONDAY_NOON, life=LIVED, access=OWNER, pictures=Painter()) as world:
        await world.passes(SECOND)
        await world.hears("/schedule picture today dark")
        await world.passes(SECOND)

        shown = world.messenger.shown[0][1]
        assert (shown.kind, shown.picture) == (BubbleKind.PICTURE, b"Mina 2026-01-12 dark")


def _refuses(outbound: Outbound) -> SendOutcome | None:
    return Refused(reason="no photos here") if outbound.picture else None


@pytest.mark.parametrize(
    ("gifts", "outcome"),
    [
        pytest.param(Gifts(pictures=True), _refuses, id="refused"),
        pytest.param(Gifts(), None, id="no such gift"),
    ],
)
async def test_where_no_picture_can_be_shown_the_words_come_alone(
    gifts: Gifts, outcome: Callable[[Outbound], SendOutcome | None] | None
) -> None:
    async with World(MONDAY_NOON, life=LIVED, access=OWNER, pictures=Painter()) as world:
        world.messenger = ScriptedMessenger(world.clock, gifts=gifts, outcome=outcome)
        world.engine = world.start()
        await world.passes(SECOND)
        await world.hears("/schedule picture")
        await world.passes(MINUTE)

        assert len(world.sent) == 1
        assert world.messenger.shown[0][1].picture is None


async def test_regenerate_plans_anew_by_the_owners_words_at_once() -> None:
    async with World(MONDAY_NOON, life=LIVED, access=OWNER) as world:
        await world.passes(SECOND)
        await world.hears("/schedule regenerate tomorrow a trip to the sea")
        await world.passes(5 * SECOND)

        tomorrow = TODAY + timedelta(days=1)
        plans = await world.work.read(lambda s: s.plans.days(MINA.space, tomorrow, tomorrow))
        assert "travel" in {block.activity for block in plans[0].blocks}


async def test_an_edit_by_the_owner_changes_when_it_answers() -> None:
    async with World(MONDAY_NOON, "hi", life=works_at("10:00", 300), access=OWNER) as world:
        await world.passes(SECOND)
        await world.hears("/schedule edit 11:00-15:00 rest a day off")
        await world.passes(SECOND)
        await world.hears("lunch?")
        await world.passes(10 * SECOND)

        assert world.sent[-1] == "hi"
        plans = await world.work.read(lambda s: s.plans.days(MINA.space, TODAY, TODAY))
        assert plans[0].made_by is MadeBy.OWNER


async def test_availability_set_by_the_owner_holds_and_ends() -> None:
    async with World(MONDAY_NOON, "back", life=LIVED, access=OWNER) as world:
        await world.passes(SECOND)
        await world.hears("/availability set offline for 1h because of a storm")
        await world.passes(2 * SECOND)
        assert world.messenger.presented[-1][1] is Mode.OFFLINE
        said = len(world.sent)

        await world.hears("there?")
        await world.passes(50 * MINUTE)
        assert len(world.sent) == said

        await world.passes(4 * HOUR)
        assert world.sent[-1] == "back"


async def test_a_friend_steers_nothing() -> None:
    access = Access(friends=frozenset({ANNA}))
    async with World(MONDAY_NOON, life=LIVED, access=access) as world:
        await world.passes(SECOND)
        before = await world.work.read(lambda s: s.plans.days(MINA.space, TODAY, TODAY))
        for order in (
            "/schedule edit 11:00-15:00 rest x",
            "/schedule regenerate",
            "/availability set offline",
            "/availability clear",
        ):
            await world.hears(order)
            await world.passes(5 * SECOND)

        assert await world.work.read(lambda s: s.plans.days(MINA.space, TODAY, TODAY)) == before
        now = world.clock.now()
        assert await world.work.read(lambda s: s.overrides.active(MINA.space, now)) is None
