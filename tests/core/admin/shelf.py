"""A shelf in memory, a day to look at, and commands as they are given."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from core.admin.model import Invocation, Right
from core.admin.ports import Tally
from core.admin.zones import zones
from core.availability.rules.modes import DEFAULT_TABLE
from core.conversation.model import AccountId, ChatKind, ConversationId, IdentityId, Route
from core.days import ONE_DAY, instant_at
from core.engine.memory.state import State
from core.engine.memory.turns import Figures
from core.engine.memory.work import InMemoryStores
from core.persona.model import SpaceId
from core.schedule.model import Activity, Block, DayLine, DayPlan, Life, MadeBy, MonthPlan

zones()  # reads its tables before any test is timed

MINA = SpaceId("mina")
BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 1, 31, 10, tzinfo=UTC)
"""A Saturday, 11:00 in Berlin."""
TODAY = date(2026, 1, 31)
TOMORROW = TODAY + ONE_DAY
TALLY = Tally(
    messages=120,
    conversations=3,
    waiting=1,
    in_doubt=2,
    failed=4,
    unreachable=5,
    unreadable=6,
    tokens_today=700,
    last_at=NOW - timedelta(minutes=5),
)


class Tallied(Figures):
    """The same tally, whatever is kept."""

    def __init__(self, state: State, tallied: Tally) -> None:
        super().__init__(state)
        self.tallied = tallied
        self.asked: list[tuple[SpaceId, str]] = []

    def tally(self, space: SpaceId, day: str) -> Tally:
        self.asked.append((space, day))
        return self.tallied


class OneShelf(InMemoryStores):
    """A shelf with one tally, and what everything else keeps."""

    figures: Tallied

    def __init__(self, tallied: Tally = TALLY) -> None:
        self.state = State()
        super().__init__(self.state)
        self.figures = Tallied(self.state, tallied)

    @property
    def asked(self) -> list[tuple[SpaceId, str]]:
        """Return what was tallied."""
        return self.figures.asked

    @property
    def quiet(self) -> dict[IdentityId, datetime]:
        """Return who wants no message out of the blue, and since when."""
        people = self.state.people.items()
        return {who: one.quiet_since for who, one in people if one.quiet_since is not None}


def invocation(
    name: str, right: Right = Right.FRIEND, language: str = "en", arguments: str = ""
) -> Invocation:
    return Invocation(
        name=name,
        arguments=arguments,
        sender=IdentityId("telegram:42"),
        sender_name="Ana",
        right=right,
        route=Route(account=AccountId("main"), chat="42"),
        conversation=ConversationId(1),
        chat_kind=ChatKind.DIRECT,
        space=MINA,
        persona_name="Mina",
        language=language,
        now=NOW,
        given_at=NOW,
        day="2026-01-31",
        zone=BERLIN,
        life=Life(),
        modes=DEFAULT_TABLE,
        facts={"model": "gpt-x", "budget": "1000", "telegram": "connected"},
    )


USUAL: Sequence[tuple[str, Activity, str]] = (
    ("07:00", Activity.SLEEP, "Dreaming of _the_ sea"),
    ("07:30", Activity.MEAL, "Breakfast with Ana"),
    ("12:00", Activity.WORK, "Letters to *Ana*"),
    ("13:00", Activity.WORK, "Accounts"),
    ("24:00", Activity.FREE_TIME, "Free time"),
)
"""Until when, what, and its title."""


def plan(
    day: date = TODAY,
    spans: Sequence[tuple[str, Activity, str]] = USUAL,
    zone: ZoneInfo = BERLIN,
) -> DayPlan:
    """Return a day."""
    blocks, start = [], instant_at(day, 0, zone)
    for until, activity, title in spans:
        hour, _, minute = until.partition(":")
        end = instant_at(day, int(hour) * 60 + int(minute), zone)
        blocks.append(Block(start_at=start, end_at=end, activity=activity, title=title))
        start = end
    return DayPlan(
        space=MINA, day=day, zone=zone, blocks=tuple(blocks), made_by=MadeBy.RULES, made_at=NOW
    )


def month(*lines: tuple[date, Activity, str]) -> MonthPlan:
    """Return day-level lines."""
    made = tuple(DayLine(day=day, activity=what, title=title) for day, what, title in lines)
    return MonthPlan(space=MINA, zone=BERLIN, lines=made, made_by=MadeBy.RULES, made_at=NOW)


def shelf_with(*plans: DayPlan) -> OneShelf:
    """Return a shelf with planned days."""
    shelf = OneShelf()
    for one in plans:
        shelf.plans.save_day(one)
    return shelf
