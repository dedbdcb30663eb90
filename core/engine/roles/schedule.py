"""The schedule role over any language model."""

from collections.abc import Sequence
from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from core.conversation.model import Line, Prompt
from core.conversation.ports import ChatModel
from core.conversation.rules.context import cut_middle, estimate_tokens
from core.conversation.rules.marks import fenced, harmless
from core.conversation.rules.stamps import WEEKDAYS, clock_line
from core.persona.model import Persona
from core.prompts.templates import Prompts
from core.schedule.model import Activity, DayLine, DayPlan, Life, SpecialDate
from core.schedule.ports import DayAsked, MonthAsked, WrittenDay, WrittenMonth
from core.schedule.rules.lines import WrittenLine
from core.schedule.rules.written import WrittenBlock

SEED_TOKENS, WORDS_TOKENS, BEFORE_TOKENS = 1000, 500, 1200
RULES_TOKENS = 1500
DAY_TOKENS, MONTH_TOKENS = 2000, 2500
"""Of one answer."""
MOST_BLOCKS = 48


class BlockShape(BaseModel):
    """One stretch of a day, as the model must return it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    start: str = Field(max_length=20)
    end: str | None = Field(default=None, max_length=20)
    activity: str = Field(max_length=40)
    title: str = Field(max_length=120)
    description: str | None = Field(default=None, max_length=300)


class DayShape(BaseModel):
    """A day."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    blocks: list[BlockShape] = Field(min_length=1, max_length=MOST_BLOCKS)


class LineShape(BaseModel):
    """One day of a month."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    day: str = Field(max_length=20)
    activity: str = Field(max_length=40)
    title: str = Field(max_length=120)
    description: str | None = Field(default=None, max_length=300)


class MonthShape(BaseModel):
    """A month."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    lines: list[LineShape] = Field(min_length=1, max_length=62)


class PromptedSchedule:
    """The port ScheduleRole: one structured question; what it writes is checked by the planner."""

    def __init__(self, model: ChatModel, *, prompts: Prompts) -> None:
        self._model, self._prompts = model, prompts

    @property
    def most_tokens(self) -> int:
        """Return what one plan may take, the repair of a broken answer included."""
        return 2 * (RULES_TOKENS + SEED_TOKENS + WORDS_TOKENS + BEFORE_TOKENS + 2 * MONTH_TOKENS)

    async def write_day(self, asked: DayAsked) -> WrittenDay:
        """Return the blocks of one local day as the model wrote them."""
        text = self._prompts.fill(
            "plan-day",
            **_who(asked.persona, asked.life, asked.message),
            NOW=clock_line(asked.now, asked.persona.zone),
            DAY=_named(asked.day),
            LINE=fenced(_line(asked.line), "the month's line"),
            SPECIAL=_special(asked.special, asked.day),
            BEFORE=fenced(_days(asked.before), "the days before"),
            PROBLEMS=_problems(asked.problems, self._prompts),
        )
        answer = await self._model.structured(_prompt(text, DAY_TOKENS), DayShape)
        blocks = tuple(
            WrittenBlock(
                time=one.start,
                end=one.end,
                activity=one.activity,
                title=one.title,
                description=one.description,
            )
            for one in answer.value.blocks
        )
        return WrittenDay(blocks=blocks, tokens=answer.usage.tokens)

    async def write_month(self, asked: MonthAsked) -> WrittenMonth:
        """Return one line a day as the model wrote them."""
        text = self._prompts.fill(
            "plan-month",
            **_who(asked.persona, asked.life, asked.message),
            NOW=clock_line(asked.now, asked.persona.zone),
            FIRST=_named(asked.first),
            DAYS=str(asked.days),
            SPECIAL="; ".join(f"{_date(one)}: {harmless(one.name)}" for one in asked.special)
            or "none",
            BEFORE=fenced(_lines(asked.before), "the days before"),
            PROBLEMS=_problems(asked.problems, self._prompts),
        )
        answer = await self._model.structured(_prompt(text, MONTH_TOKENS), MonthShape)
        lines = tuple(
            WrittenLine(
                day=one.day, activity=one.activity, title=one.title, description=one.description
            )
            for one in answer.value.lines
        )
        return WrittenMonth(lines=lines, tokens=answer.usage.tokens)


def _prompt(text: str, most: int) -> Prompt:
    return Prompt(lines=(Line(role="user", text=text),), temperature=0.7, max_tokens=most)


def _who(persona: Persona, life: Life, words: str) -> dict[str, str]:
    routine = life.routine
    habits = "; ".join(
        f"{', '.join(WEEKDAYS[day] for day in sorted(habit.weekdays))} at {habit.start} for"
        f" {habit.minutes} minutes: {harmless(habit.title)} [{habit.activity}]"
        for habit in routine.habits
    )
    return {
        "NAME": persona.display_name,
        "SEED": cut_middle(persona.seed, SEED_TOKENS),
        "LANGUAGE": persona.language,
        "ROUTINE": f"wakes about {routine.wakes}, goes to sleep about {routine.sleeps}"
        + (f"; {habits}" if habits else ""),
        "WORDS": fenced(cut_middle(words, WORDS_TOKENS) or "(nothing)", "the owner's words"),
        "ACTIVITIES": ", ".join(Activity),
    }


def _named(day: date) -> str:
    return f"{WEEKDAYS[day.weekday()]}, {day}"


def _date(one: SpecialDate) -> str:
    year = f"{one.year}-" if one.year is not None else ""
    return f"{year}{one.month:02}-{one.day:02}"


def _special(special: Sequence[SpecialDate], day: date) -> str:
    names = [harmless(one.name) for one in special if one.falls_on(day)]
    return "; ".join(names) or "nothing special"


def _line(line: DayLine | None) -> str:
    return "(none)" if line is None else f"{line.title} [{line.activity}]"


def _days(days: Sequence[DayPlan]) -> str:
    """Return the days before, the latest last, within their budget."""
    told: list[str] = []
    for plan in reversed(days):
        blocks = "; ".join(
            f"{block.start_at.astimezone(plan.zone):%H:%M} {block.title} [{block.activity}]"
            for block in plan.blocks
        )
        told.insert(0, f"{_named(plan.day)}: {blocks}")
        if estimate_tokens("\n".join(told)) > BEFORE_TOKENS:
            return "\n".join(told[1:])
    return "\n".join(told) or "(none)"


def _lines(lines: Sequence[DayLine]) -> str:
    told = [f"{_named(line.day)}: {line.title} [{line.activity}]" for line in lines]
    while told and estimate_tokens("\n".join(told)) > BEFORE_TOKENS:
        del told[0]
    return "\n".join(told) or "(none)"


def _problems(problems: Sequence[str], prompts: Prompts) -> str:
    if not problems:
        return ""
    listed = "\n".join(f"- {harmless(problem)}" for problem in problems[:20])
    return prompts.fill("plan-problems", PROBLEMS=listed)
