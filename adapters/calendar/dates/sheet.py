"""The shape of a table of date words, as its TOML file has it."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Script = Literal["latin", "cyrillic", "han", "kana", "hangul"]
Unit = Literal["hour", "day", "week", "month", "year"]
Season = Literal["spring", "summer", "autumn", "winter"]
Meaning = Literal[
    "never",
    "date",
    "day_of_month",
    "weekday_of_week",
    "season_of_year",
    "month_of_year",
    "feast",
    "ago",
    "ahead",
    "lately",
    "soon",
    "weekday_last",
    "weekday_next",
    "weekday_this",
    "month_last",
    "month_next",
    "month_this",
    "season_last",
    "season_next",
    "season_this",
    "weekend",
    "week",
    "month_away",
    "day",
    "year_away",
    "weekday",
    "month",
    "season",
    "year",
    "day_only",
]
"""What a pattern stands for; at one place of a text the first of these wins."""


class Strict(BaseModel):
    """Unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Sheet(Strict):
    """One language.

    Words and phrases are plain: `(last|past) week` spells out two. Patterns are regular
    expressions with slots in braces; a blank stands for one to three, `~` for none to two.
    """

    script: Script
    common: tuple[str, ...] = ()
    """Frequent words, by which the language of a text is guessed, and which are no dates in it."""
    accents: tuple[str, ...] = ()
    """Words that need their accents, since others look like them without."""
    gate: tuple[str, ...] = ()
    """More words (patterns in scripts without blanks) that a text with a date may have."""
    particles: str = ""
    """What may follow a word without a blank."""
    numbers: Mapping[str, int] = Field(default_factory=dict)
    """Words for numbers; 0 stands for `a few`."""
    han_numbers: bool = False
    ordinal: str = ""
    """A pattern of what may follow the number of a day."""
    year_suffix: str = ""
    units: Mapping[Unit, tuple[str, ...]] = Field(default_factory=dict)
    months: tuple[tuple[str, ...], ...] = Field(default=(), max_length=12)
    short_months: tuple[str, ...] = ()
    """Words of `months` that stand for one only beside the number of a day or a year."""
    weekdays: tuple[tuple[str, ...], ...] = Field(min_length=7, max_length=7)
    weekday_signs: tuple[str, ...] = ()
    """What is left of them after a week: Friday is `五` in `下周五`."""
    seasons: Mapping[Season, tuple[str, ...]] = Field(default_factory=dict)
    feasts: Mapping[str, str] = Field(default_factory=dict)
    """Days of every year, as `12-24/12-26`, first and last."""
    days: Mapping[str, int]
    weeks: Mapping[str, int]
    month_words: Mapping[str, int]
    years: Mapping[str, int]
    weekends: Mapping[str, int]
    morning: tuple[str, ...] = ()
    evening: tuple[str, ...] = ()
    """Words for the hours after noon."""
    clock: tuple[str, ...] = ()
    glue: str = ",? "
    """What stands between a day, a part of it and a clock time."""
    glue_before: str = ",? "
    """What stands between a clock time and the day that follows it."""
    past: tuple[str, ...] = ()
    future: tuple[str, ...] = ()
    patterns: Mapping[Meaning, tuple[str, ...]] = Field(default_factory=dict)
