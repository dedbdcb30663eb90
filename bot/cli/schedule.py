"""`schedule`: a companion's days, drawn in the terminal or as a picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from adapters.clock.system import SystemClock
from adapters.pictures.day import day_picture
from adapters.pictures.model import Labels
from adapters.pictures.plans import labels_for, minute_of, shift_of, spans_of
from adapters.pictures.terminal import draw_day
from adapters.storage import Database, pending
from bot.cli.keep import needs_database
from bot.cli.outcome import (
    AsJson,
    ConfigPath,
    Exit,
    awaited,
    end,
    fail,
    plainly,
    say,
    settings_from,
)
from bot.config import Settings
from bot.settings.values import lives_of, mode_table, personas
from core.admin.commands.schedule import main_activity
from core.availability.model import ModeTable, Override
from core.days import ONE_DAY, day_of
from core.engine.ports import Stores
from core.persona.model import Persona, SpaceId
from core.schedule.model import Activity, DayLine, DayPlan

WEEK, MONTH = 7, 31
"""Days, today among them."""


class Which(StrEnum):
    """What is shown."""

    TODAY = "today"
    TOMORROW = "tomorrow"
    WEEK = "week"
    MONTH = "month"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What the database holds of some days, and who they are of."""

    who: Persona
    modes: ModeTable
    now: datetime
    days: tuple[date, ...]
    plans: Mapping[date, DayPlan]
    lines: Mapping[date, DayLine]
    override: Override | None


def schedule(
    which: Annotated[
        Which, typer.Argument(help="What to show, by its own clock.", case_sensitive=False)
    ] = Which.TODAY,
    companion: Annotated[
        str | None,
        typer.Option(
            metavar="SPACE",
            help="Whose, by its space. Left out: that of \\[companion].",
            show_default=False,
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.png",
            help="Write the day as a picture, too; of today or tomorrow.",
            show_default=False,
        ),
    ] = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Draw what a companion's days hold, also while it runs.

    A day shows each stretch with its availability, and a mark for now; a week and a month have a
    line for each day. Colours appear on a terminal only.

    \b
    circadia schedule
    circadia schedule tomorrow --picture tomorrow.png
    circadia schedule week --companion luna --json
    """
    settings = settings_from(config, as_json=as_json)
    space = SpaceId(companion or settings.companion.space)
    if space not in personas(settings):
        problem = f"There is no companion {space}; there are {', '.join(personas(settings))}."
        fail(problem, Exit.USAGE, as_json=as_json)
    is_day = which in (Which.TODAY, Which.TOMORROW)
    if picture is not None and not is_day:
        problem = f"A picture shows one day: circadia schedule today --picture {picture}"
        fail(problem, Exit.USAGE, as_json=as_json)
    needs_database(settings.database, as_json=as_json)
    with plainly(as_json=as_json):
        shown = awaited(lambda: _read(settings, space, which))
        if shown is None:
            problem = "The database is of an older version: circadia migrate brings it to this one."
            fail(problem, Exit.FAILED, as_json=as_json)
        if not lives_of(settings)[space].is_lived:
            say(f"{shown.who.display_name} has no days of its own: scheduled is false.")
        elif is_day:
            _say_day(shown, Console())
        else:
            _say_days(shown)
        if shown.override is not None:
            say(_over(shown, shown.override))
        if picture is not None:
            _draw(shown, picture, as_json=as_json)
        end(Exit.OK, {"ok": True, **_report(shown)} if as_json else None)


async def _read(settings: Settings, space: SpaceId, which: Which) -> Shown | None:
    """Return the days, or None where the database lacks what this version keeps."""
    who, now = personas(settings)[space], SystemClock().now()
    first = day_of(now, who.zone) + (ONE_DAY if which is Which.TOMORROW else 0 * ONE_DAY)
    count = {Which.WEEK: WEEK, Which.MONTH: MONTH}.get(which, 1)
    days = tuple(first + number * ONE_DAY for number in range(count))

    def body(stores: Stores) -> Shown:
        return Shown(
            who=who,
            modes=mode_table(settings),
            now=now,
            days=days,
            plans={plan.day: plan for plan in stores.plans.days(space, days[0], days[-1])},
            lines={line.day: line for line in stores.plans.lines(space, days[0], days[-1])},
            override=stores.overrides.active(space, now),
        )

    database = Database(settings.database)
    try:
        return None if await pending(database) else await database.read(body)
    finally:
        await database.close()


def _title(shown: Shown, day: date) -> str:
    return f"{shown.who.display_name}, {day:%a} {day.isoformat()}"


def _say_day(shown: Shown, screen: Console) -> None:
    (day,) = shown.days
    plan = shown.plans.get(day)
    if plan is None:
        say(_not_yet(shown, f"{day:%a} {day.isoformat()}"))
        if day in shown.lines:
            say(f"Its month says: {_told(shown.lines[day].title, shown.lines[day].activity)}")
        return
    drawn = draw_day(
        _title(shown, day),
        spans_of(plan, shown.modes),
        minute_of(shown.now, day, plan.zone),
        Labels(),
        screen,
        shift=shift_of(day, plan.zone),
    )
    say(drawn.rstrip("\n"))


def _say_days(shown: Shown) -> None:
    rows = []
    for day in shown.days:
        if day in shown.lines:
            told = _told(shown.lines[day].title, shown.lines[day].activity)
        elif day in shown.plans:
            told = _told("", main_activity(shown.plans[day].blocks))
        else:
            continue
        rows.append(f"{day:%a} {day.isoformat()}  {told}")
    first, last = shown.days[0], shown.days[-1]
    span = f"{first.isoformat()} to {last.isoformat()}"
    if not rows:
        say(_not_yet(shown, span))
        return
    say(f"{shown.who.display_name}, {span}")
    for row in rows:
        say(row)


def _not_yet(shown: Shown, what: str) -> str:
    """Return that nothing is planned, and what plans it."""
    return (
        f"Nothing is planned for {shown.who.display_name} on {what} yet. The bot plans while it"
        " runs: circadia run, or circadia chat. At its start it fills yesterday, today and"
        f" tomorrow, and goes on at each midnight of {shown.who.zone.key}."
    )


def _told(title: str, activity: Activity) -> str:
    """Return what a day holds on one line, unable to steer a terminal."""
    plain = _plain(title)
    bare = activity.value.replace("-", " ")
    return f"{plain} ({bare})" if plain and plain.casefold() != bare else bare.capitalize()


def _plain(text: str) -> str:
    return "".join(char for char in " ".join(text.split()) if char.isprintable())


def _over(shown: Shown, override: Override) -> str:
    until = override.until.astimezone(shown.who.zone)
    mode = override.mode.value.replace("-", " ")
    return f"Over it lies {mode} until {until:%a %Y-%m-%d %H:%M}: {_plain(override.reason)}"


def _draw(shown: Shown, file: Path, *, as_json: bool) -> None:
    (day,) = shown.days
    plan = shown.plans.get(day)
    if plan is None:
        fail(
            f"There is no picture of a day without a plan; {file} was not written.",
            Exit.FAILED,
            as_json=as_json,
        )
    image = day_picture(
        _title(shown, day),
        spans_of(plan, shown.modes),
        minute_of(shown.now, day, plan.zone),
        labels_for(shown.who.language),
        shift=shift_of(day, plan.zone),
    )
    file.write_bytes(image)
    say(f"Wrote {file}.")


def _report(shown: Shown) -> dict[str, object]:
    over = shown.override
    return {
        "name": shown.who.display_name,
        "space": shown.who.space,
        "zone": shown.who.zone.key,
        "days": [_reported(shown, day) for day in shown.days],
        "override": None
        if over is None
        else {"mode": over.mode, "until": over.until.isoformat(), "reason": over.reason},
    }


def _reported(shown: Shown, day: date) -> dict[str, object]:
    plan, line = shown.plans.get(day), shown.lines.get(day)
    blocks = [
        {
            "start_at": block.start_at.astimezone(shown.who.zone).isoformat(),
            "end_at": block.end_at.astimezone(shown.who.zone).isoformat(),
            "activity": block.activity,
            "title": block.title,
            "mode": shown.modes.modes[block.activity],
        }
        for block in (plan.blocks if plan else ())
    ]
    return {
        "day": day.isoformat(),
        "line": None if line is None else {"activity": line.activity, "title": line.title},
        "made_by": None if plan is None else plan.made_by,
        "blocks": blocks,
    }
