"""A shelf in memory, a day to look at, and commands as they are given."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from core.admin.model import Invocation, Right
from core.admin.ports import Tally
from core.availability.rules.modes import DEFAULT_TABLE
from core.conversation.model import AccountId, ChatKind, ConversationId, IdentityId, Route
from core.days import ONE_DAY, instant_at
from core.engine.memory.facts import Facts
from core.engine.memory.life import Duties, Overrides, Plans
from core.engine.memory.sayings import Sayings
from core.engine.memory.state import State
from core.engine.memory.teaching import Teaching
from core.engine.memory.vectors import Vectors
from core.persona.model import SpaceId
from core.schedule.model import Activity, Block, DayLine, DayPlan, Life, MadeBy, MonthPlan

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


@dataclass
class OneShelf:
    """A shelf with one person's wish, one tally, and what a life keeps."""

    tallied: Tally = TALLY
    quiet: dict[IdentityId, datetime] = field(default_factory=dict)
    asked: list[tuple[SpaceId, str]] = field(default_factory=list)
    state: State = field(default_factory=State)

    @property
    def plans(self) -> Plans:
        return Plans(self.state)

    @property
    def overrides(self) -> Overrides:
        return Overrides(self.state)

    @property
    def duties(self) -> Duties:
        return Duties(self.state)

    @property
    def facts(self) -> Facts:
        return Facts(self.state)

    @property
    def sayings(self) -> Sayings:
        return Sayings(self.state)

    @property
    def vectors(self) -> Vectors:
        return Vectors(self.state)

    @property
    def teaching(self) -> Teaching:
        return Teaching(self.state)

    @property
    def people(self) -> "OneShelf":
        return self

    @property
    def figures(self) -> "OneShelf":
        return self

    def set_quiet(self, identity: IdentityId, since: datetime | None) -> None:
        if since is None:
            self.quiet.pop(identity, None)
        else:
            self.quiet[identity] = since

    def quiet_since(self, identity: IdentityId) -> datetime | None:
        return self.quiet.get(identity)

    def tally(self, space: SpaceId, day: str) -> Tally:
        self.asked.append((space, day))
        return self.tallied


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
