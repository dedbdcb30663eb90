"""The section `[companion]`: who speaks, and what life it leads."""

import unicodedata
from datetime import timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator, Field, field_validator
from pydantic_core.core_schema import ValidationInfo

from bot.settings import lives, written
from bot.settings.section import Section
from core.conversation.rules.names import one_line
from core.schedule.model import SLOT

_NAME_MOST = 64

SPACE = r"^[a-z0-9][a-z0-9_-]{0,63}$"
"""How the name of a space looks."""


class HabitSection(Section):
    """What it does at certain times of certain days, whatever else."""

    days: tuple[Annotated[str, BeforeValidator(lives.weekday)], ...] = Field(
        description="Days of the week: mon, tue, wed, thu, fri, sat, sun.",
        examples=[["tue", "thu"]],
    )
    start: Annotated[str, BeforeValidator(lives.clock)] = Field(
        description="When it begins, by the clocks of its zone.", examples=["18:30"]
    )
    minutes: int = Field(
        ge=10,
        le=1440,
        multiple_of=10,
        description="How long it takes: 10, 20, … 1440 minutes; may reach over midnight.",
        examples=[60],
    )
    activity: Annotated[str, BeforeValidator(lives.activity)] = Field(
        description="One of sleep, rest, meal, commute, work, study, job-search, travel, exercise, "
        "social, errand, free-time.",
        examples=["exercise"],
    )
    title: Annotated[str, BeforeValidator(lives.title)] = Field(
        description="What it is called, in a few words.", examples=["Climbing with Ana"]
    )

    @field_validator("days")
    @classmethod
    def _some(cls, days: tuple[str, ...]) -> tuple[str, ...]:
        if not days:
            raise ValueError("names no day")
        return days


class CompanionSection(Section):
    """Who speaks."""

    space: str = Field(
        default="main",
        pattern=SPACE,
        description="Names the isolated space of this companion in the database. "
        "Small letters, digits, - and _; a new name starts an empty memory.",
        examples=["main"],
    )
    name: str = Field(
        default="Mina", description="How it is called, and what it listens to.", examples=["Mina"]
    )
    seed: str = Field(
        default="Mina likes quiet cafes.",
        description="What the persona grows from, in your words.",
        examples=["Mina likes quiet cafes."],
    )
    zone: Annotated[ZoneInfo, BeforeValidator(written.zone)] = Field(
        default=ZoneInfo("UTC"),
        description="The IANA time zone that it lives in: its midnight, its mornings.",
        examples=["Europe/Berlin"],
    )
    language: str = Field(
        default="en",
        pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
        description="A BCP 47 tag; spoken while the person's language is unknown.",
        examples=["en"],
    )
    voice: str = Field(
        default="",
        description="Your base prompt: how it talks. It complements the rules of the project "
        "and can't switch them off.",
        examples=["Dry humour, short sentences."],
    )
    aliases: tuple[str, ...] = Field(
        default=(),
        description="Further names that it listens to in groups.",
        examples=[["Minnie", "미나"]],
    )

    values: tuple[str, ...] = Field(
        default=(),
        description="What matters to it, each in a few words.",
        examples=[["Honesty", "Time with friends"]],
    )
    likes: tuple[str, ...] = Field(
        default=(), description="What it likes.", examples=[["Rain", "Old films"]]
    )
    dislikes: tuple[str, ...] = Field(
        default=(), description="What it does not like.", examples=[["Small talk about money"]]
    )
    boundaries: tuple[str, ...] = Field(
        default=(),
        description="What it does not do or talk about. They add to the rules of the project and "
        "loosen none.",
        examples=[["Gives no medical advice"]],
    )
    occupation: str = Field(
        default="",
        description="What it does all day, in your words: its plans follow from them.",
        examples=["Works in an office."],
    )
    wakes: Annotated[str, BeforeValidator(lives.clock)] = Field(
        default="07:00", description="When it wakes, by the clocks of its zone."
    )
    sleeps: Annotated[str, BeforeValidator(lives.clock)] = Field(
        default="23:00", description='When it falls asleep; may lie after midnight, as "01:30".'
    )
    weekend_later: timedelta = Field(
        default=timedelta(minutes=90),
        ge=timedelta(0),
        le=timedelta(hours=5),
        description="Span. How much longer it sleeps on Saturdays and Sundays; whole ten minutes.",
    )
    country: Annotated[str | None, BeforeValidator(lives.country)] = Field(
        default=None,
        description="Whose public holidays it keeps: a code such as DE, or DE-BY for a part of a "
        "country; none: it keeps none.",
        examples=["DE-BY"],
    )
    dates: tuple[Annotated[str, BeforeValidator(lives.dated)], ...] = Field(
        default=(),
        description="Dates that matter to it, each year as 05-02 and a name, once as 2026-05-02 "
        "and a name.",
        examples=[["05-02 Mina's birthday", "2026-09-12 Ana's wedding"]],
    )
    scheduled: bool = Field(
        default=True,
        description="Whether it has days of its own; without them, it is always there.",
    )
    habits: tuple[HabitSection, ...] = Field(
        default=(), description="What it does at certain times of certain days, whatever else."
    )

    @field_validator("name")
    @classmethod
    def _named(cls, name: str) -> str:
        bare = name.strip()
        if not bare:
            raise ValueError("is empty")
        plain = unicodedata.normalize("NFC", bare).replace('"', "'")  # quotes do no harm
        if one_line(plain, most=_NAME_MOST) != plain:
            raise ValueError(
                f"should be one line of at most {_NAME_MOST} visible characters, "
                "without brackets, colons and other marks of structure"
            )
        return bare

    @field_validator("sleeps")
    @classmethod
    def _sleeps(cls, sleeps: str, info: ValidationInfo) -> str:
        if sleeps == info.data.get("wakes"):
            raise ValueError("is when it wakes, too")
        return sleeps

    @field_validator("weekend_later")
    @classmethod
    def _in_slots(cls, later: timedelta) -> timedelta:
        if later % SLOT:
            raise ValueError("is no multiple of ten minutes")
        return later
