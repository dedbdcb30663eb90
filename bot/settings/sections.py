"""The sections of config.toml that are about all companions of a process.

A field's description is its comment in config.example.toml; `examples` shows how it is written.
"""

from datetime import timedelta
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from bot.settings import lives, written
from bot.settings.section import Section

_NO_TIME = timedelta(0)
_A_YEAR = timedelta(days=365)
"""Longer spans mean nothing, and the longest of them lead out of the calendar."""


class AccessSection(Section):
    """Who is let in: numeric ids only, nobody by default."""

    owners: tuple[Annotated[str, BeforeValidator(written.person)], ...] = Field(
        default=(),
        description="People who may give every command, by numeric id. A bare number means that "
        "id on any messenger, telegram:42 on that one alone. While it is empty, no owner's "
        "command runs.",
        examples=[[123456789]],
    )
    friends: tuple[Annotated[str, BeforeValidator(written.person)], ...] = Field(
        default=(),
        description="People who may talk to it, written like the owners.",
        examples=[[123456789, "telegram:42"]],
    )
    rooms: tuple[Annotated[str, BeforeValidator(written.room)], ...] = Field(
        default=(),
        description="Groups and channels where everybody may talk to it, by numeric id; the id of "
        "a Discord server means all that is in it.",
        examples=[["telegram:-1001234567890"]],
    )
    moderators: tuple[Annotated[str, BeforeValidator(written.room)], ...] = Field(
        default=(),
        description="Who keeps order in rooms, by numeric id: people, roles of a Discord server, "
        "and groups or servers whose administrators are meant.",
        examples=[["discord:123456789012345678", "telegram:-1001234567890"]],
    )
    granted: tuple[Annotated[str, BeforeValidator(written.grant)], ...] = Field(
        default=("pause here", "resume here"),
        description="What moderators may do there beyond a friend: commands, or a command with its "
        "first word. What is told in private can't be granted.",
        examples=[["pause here", "resume here", "schedule edit"]],
    )
    strangers: Literal["line", "silence"] = Field(
        default="line",
        description="What somebody hears who is not let in: one polite line, once, in a direct "
        "talk, or nothing. Neither spends a token or keeps a word.",
        examples=["line"],
    )
    public: bool = Field(
        default=False,
        description="Whether strangers may talk to it at all. They spend your tokens.",
        examples=[False],
    )
    guest_messages: int = Field(
        default=100,
        ge=0,
        le=100_000,
        description="How many messages within 24 hours are taken of somebody who may talk only "
        "because public is on; then they are told so, once a day, and nothing more is kept.",
        examples=[100],
    )


Presence = Annotated[Literal["online", "do-not-disturb", "offline"], BeforeValidator(lives.mode)]
_MEANWHILE = "How much it is there meanwhile: online, do-not-disturb or offline."


class AvailabilitySection(Section):
    """How much it is there while it does what: it answers later when busy, and after waking."""

    sleep: Presence = Field(default="offline", description=_MEANWHILE)
    rest: Presence = Field(default="online", description=_MEANWHILE)
    meal: Presence = Field(default="online", description=_MEANWHILE)
    commute: Presence = Field(default="do-not-disturb", description=_MEANWHILE)
    work: Presence = Field(default="do-not-disturb", description=_MEANWHILE)
    study: Presence = Field(default="do-not-disturb", description=_MEANWHILE)
    job_search: Presence = Field(default="do-not-disturb", description=_MEANWHILE)
    travel: Presence = Field(default="do-not-disturb", description=_MEANWHILE)
    exercise: Presence = Field(default="do-not-disturb", description=_MEANWHILE)
    social: Presence = Field(default="do-not-disturb", description=_MEANWHILE)
    errand: Presence = Field(default="do-not-disturb", description=_MEANWHILE)
    free_time: Presence = Field(default="online", description=_MEANWHILE)
    gap: Presence = Field(
        default="online", description="How much it is there while nothing is planned."
    )
    presence: bool = Field(
        default=True,
        description="Whether messengers show beside its name how much it is there, and what it "
        "does, where they can.",
    )
    scale: timedelta = Field(
        default=timedelta(minutes=25),
        gt=_NO_TIME,
        le=_A_YEAR,
        description="Span. Within it, 63 % of what is written while it is busy is answered.",
    )
    shape: float = Field(
        default=1.8,
        gt=1,
        le=10,
        description="Over 1, up to 10: how much the chance of an answer rises while one waits.",
    )
    flow: timedelta = Field(
        default=timedelta(minutes=3),
        ge=_NO_TIME,
        le=_A_YEAR,
        description="Span. So long after its own last word it answers at once, though busy.",
    )
    yawn_least: timedelta = Field(
        default=timedelta(minutes=1),
        ge=_NO_TIME,
        le=timedelta(days=1),
        description="Span. From waking to its first answer, at least.",
    )
    yawn_most: timedelta = Field(
        default=timedelta(minutes=12),
        ge=_NO_TIME,
        le=timedelta(days=1),
        description="Span. The same at most.",
    )

    @model_validator(mode="after")
    def _yawns_in_order(self) -> Self:
        if self.yawn_least > self.yawn_most:
            raise ValueError("availability.yawn_least is longer than availability.yawn_most")
        return self


class ConversationSection(Section):
    """How it talks."""

    context_window: int = Field(
        default=10, ge=1, le=200, description="Messages of the history that it sees."
    )
    max_steps: int = Field(
        default=3, ge=1, le=10, description="Model calls of one answer at most; the last, no tools."
    )
    temperature: float = Field(
        default=0.7, ge=0, le=2, description="0 (always the likeliest word) to 2 (wild)."
    )
    time_threshold: timedelta = Field(
        default=timedelta(minutes=5),
        ge=_NO_TIME,
        le=_A_YEAR,
        description="Span. A longer pause between two messages is told to the model.",
    )
    answer_tokens: int = Field(
        default=800, ge=16, description="Tokens of one answer of the model at most."
    )
    rhythm: Literal["instant", "quick", "human"] = Field(
        default="human", description="How fast it reads and types: instant, quick or human."
    )
    debounce_quiet: timedelta = Field(
        default=timedelta(seconds=1.5),
        ge=_NO_TIME,
        description="Span. Messages of one person that follow each other within it are one turn.",
    )
    debounce_most: timedelta = Field(
        default=timedelta(seconds=8),
        ge=_NO_TIME,
        le=timedelta(minutes=10),
        description="Span. After it, it answers even to someone who keeps on writing.",
    )
    backlog_window: timedelta = Field(
        default=timedelta(hours=12),
        gt=_NO_TIME,
        le=_A_YEAR,
        description="Span. Messages older than that, found after a pause, are read but not "
        "answered.",
    )
    command_window: timedelta = Field(
        default=timedelta(minutes=2),
        gt=_NO_TIME,
        le=_A_YEAR,
        description="Span. Commands older than that no longer run, except those that ask for less.",
    )
    bubble_patience: timedelta = Field(
        default=timedelta(hours=1),
        gt=_NO_TIME,
        le=_A_YEAR,
        description="Span. A message that could not be sent for so long is dropped.",
    )
    bubbles_most: int = Field(
        default=5, ge=1, le=20, description="Messages that one answer is split into at most."
    )
    grows: bool = Field(
        default=False,
        description="Whether the first message of an answer is shown while it is written, where "
        "messages can be edited.",
    )
    images_most: int = Field(
        default=4,
        ge=0,
        le=10,
        description="Images that it looks at for one answer, if the model sees any.",
    )

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.debounce_quiet > self.debounce_most:
            raise ValueError(
                "conversation.debounce_quiet is longer than conversation.debounce_most, its end"
            )
        return self


class RoomsSection(Section):
    """How it behaves where many hear it."""

    channels: tuple[Annotated[str, BeforeValidator(written.room)], ...] = Field(
        default=(),
        description="Channels whose posts it reads and answers, by numeric id; they are let in "
        "without standing in access.rooms too.",
        examples=[["telegram:-1001234567890"]],
    )
    bots: tuple[Annotated[str, BeforeValidator(written.person)], ...] = Field(
        default=(),
        description="Bots, webhooks and applications that it answers, by numeric id; no others.",
        examples=[["discord:123456789012345678"]],
    )
    bot_turns: int = Field(
        default=3,
        ge=0,
        le=100,
        description="How often it answers bots before a person has to say something again.",
    )
    chime_in: float = Field(
        default=0.0,
        ge=0,
        le=1,
        description="0.0 to 1.0: the chance that it considers to answer in a room what was not "
        "meant for it. That asks the model for a judgement, which takes tokens.",
    )
    chime_threshold: float = Field(
        default=0.6,
        ge=0,
        le=1,
        description="0.0 to 1.0: it answers if that judgement reaches this.",
    )


class BudgetSection(Section):
    """What it may cost."""

    tokens_per_day: int = Field(
        default=1_000_000,
        ge=0,
        le=10**12,
        description="Tokens, both ways together, of one local day; past them, no model is asked.",
    )


class LogSection(Section):
    """What it tells about itself; never what people wrote, never a key."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The least that is logged: debug, info, warning or error."
    )
    format: Literal["console", "json"] = Field(
        default="console", description="console for people, json for machines; one line an event."
    )
