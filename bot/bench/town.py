"""A town of companions that differ in what plans depend on: zone, language, routine, habits."""

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from core.persona.model import Persona, SpaceId
from core.schedule.model import Activity, Habit, Life, Routine, SpecialDate

HOMES = (
    ("Europe/Berlin", "de", "DE-BY", "Arbeitet im Büro."),
    ("Asia/Seoul", "ko", "KR", "대학교에서 공부해요."),
    ("Europe/Moscow", "ru", "RU", "Работает в офисе."),
    ("Asia/Tokyo", "ja", "JP", "会社で働いています。"),
    ("America/Santiago", "es", "CL", "Busca trabajo y estudia inglés."),
    ("America/New_York", "en", "US", "Works night shifts in a hospital."),
    ("Australia/Lord_Howe", "en", None, "Has days off, mostly."),
    ("Asia/Kolkata", "en", None, ""),
)
"""Zone, language, country and occupation."""
ROUTINES = (
    ("07:00", "23:00", 90),
    ("05:30", "21:30", 0),
    ("09:00", "01:30", 120),
    ("06:30", "22:10", 60),
    ("13:00", "05:00", 0),
)
"""When one wakes and sleeps, and how many minutes longer at weekends."""
HABITS = (
    Habit(
        weekdays=frozenset({1, 3}),
        start="18:30",
        minutes=90,
        activity=Activity.EXERCISE,
        title="Climbing",
    ),
    Habit(
        weekdays=frozenset({5}),
        start="20:00",
        minutes=180,
        activity=Activity.SOCIAL,
        title="Board games",
    ),
    Habit(
        weekdays=frozenset(range(7)),
        start="07:30",
        minutes=20,
        activity=Activity.REST,
        title="Reading the paper",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inhabitant:
    """A companion and its life."""

    persona: Persona
    life: Life


def town(inhabitants: int) -> Sequence[Inhabitant]:
    """Return as many companions, the same ones each time; every space is a seed of its own."""
    return [_inhabitant(number) for number in range(inhabitants)]


def _inhabitant(number: int) -> Inhabitant:
    zone, language, country, occupation = HOMES[number % len(HOMES)]
    wakes, sleeps, later = ROUTINES[number % len(ROUTINES)]
    persona = Persona(
        space=SpaceId(f"bench-{number}"),
        display_name=f"Mina {number}",
        seed="Mina likes cafes.",
        zone=ZoneInfo(zone),
        language=language,
    )
    routine = Routine(
        wakes=wakes,
        sleeps=sleeps,
        weekend_later=later,
        habits=HABITS[: number % (len(HABITS) + 1)],
    )
    birthday = SpecialDate(month=number % 12 + 1, day=number % 28 + 1, name="Birthday")
    life = Life(routine=routine, occupation=occupation, country=country, dates=(birthday,))
    return Inhabitant(persona=persona, life=life)
