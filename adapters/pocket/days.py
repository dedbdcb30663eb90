"""Answers to questions for the companion's days: what it does now, and what its plans are."""

from datetime import date, datetime, timedelta

from adapters.pocket.dates import spoken_clock
from adapters.pocket.kinds import Intent
from adapters.pocket.plans import (
    SLEEP,
    Stretch,
    after,
    at,
    entries,
    is_end_known,
    night,
    stretches,
)
from adapters.pocket.scene import Reply, Scene
from adapters.pocket.tables import Plan
from adapters.pocket.text import fold, normal

AT_LEISURE = frozenset({"free-time", "rest"})
"""Doing this it has time."""
SOON = timedelta(hours=24)
"""Up to here a time of the clock can't be taken for another day's."""


def say_doing(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Tell what it does, until when, and what comes next; of a day that is named, that day."""
    if scene.table.plan is None or not stretches(scene.request, scene.table):
        return scene.chooser.line("doing", scene.table.say["doing"])
    return named_line(scene, intent.sentence, reply) or now_line(scene, reply)


def say_busy(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Tell whether it has time, by what it does."""
    named = named_line(scene, intent.sentence, reply)
    if named:
        return named
    days = stretches(scene.request, scene.table)
    now = at(days, scene.request.now)
    until = "" if now is None else until_of(scene, days, now)
    if now is None or now.activity == SLEEP or not until:
        return now_line(scene, reply)
    reply.planned.append(now)
    key = "free" if now.activity in AT_LEISURE else "busy"
    return line(scene, key, doing=now.what, until=until)


def say_plans(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Tell what a day holds: the one that is named, else what is left of today or tomorrow."""
    named = named_line(scene, intent.sentence, reply)
    if named:
        return named
    request, here = scene.request, today(scene)
    days = stretches(request, scene.table)
    left = entries(days, here, request.now, request.persona.zone)
    return day_line(scene, reply, here if left else here + timedelta(days=1))


def say_bedtime(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Tell when it goes to sleep."""
    now = scene.request.now
    sleep = night(stretches(scene.request, scene.table), now)
    if sleep is None or sleep.start_at <= now:
        return now_line(scene, reply)
    return told_at(scene, reply, "bedtime", sleep, sleep.start_at)


def say_waking(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Tell when it gets up."""
    days = stretches(scene.request, scene.table)
    sleep = night(days, scene.request.now)
    if sleep is None or not is_end_known(days, sleep):
        return line(scene, "open")
    return told_at(scene, reply, "waking", sleep, sleep.end_at)


def now_line(scene: Scene, reply: Reply) -> str:
    """Return what it does now, until when, and what comes next, as far as that is known."""
    days, now = stretches(scene.request, scene.table), scene.request.now
    current = at(days, now)
    following = after(days, now if current is None else current.end_at)
    reply.planned.extend(one for one in (current, following) if one is not None)
    if current is None:
        start = "" if following is None else soon(scene, following.start_at)
        if following is None or not start:
            return line(scene, "open")
        return line(scene, "gap", next=following.what, start=start)
    until = until_of(scene, days, current)
    if following is None or not until:
        return line(scene, "now_alone", doing=current.what)
    return line(scene, "now", doing=current.what, until=until, next=following.what)


def named_line(scene: Scene, sentence: str, reply: Reply) -> str:
    """Return what is told of the day that a question names; "" if it names none."""
    day = named_day(scene, sentence)
    if day is not None:
        return day_line(scene, reply, day)
    far = plan_of(scene).far
    is_far = far is not None and far.search(fold(normal(sentence))) is not None
    return line(scene, "far") if is_far else ""


def day_line(scene: Scene, reply: Reply, day: date) -> str:
    """Return what a day from yesterday to tomorrow holds."""
    request = scene.request
    found = entries(stretches(request, scene.table), day, request.now, request.persona.zone)
    if not found:
        return line(scene, "open")
    reply.planned.extend(found)
    keys = {-1: "yesterday", 0: "today", 1: "tomorrow"}
    told = [f"{clock(scene, one.start_at)} {one.what}" for one in found]
    agenda = ("、" if scene.table.script == "kana" else ", ").join(told)
    return line(scene, keys[(day - today(scene)).days], agenda=agenda)


def told_at(scene: Scene, reply: Reply, key: str, sleep: Stretch, instant: datetime) -> str:
    """Return a line with the time that comes next: who asks for it asks for a habit."""
    reply.planned.append(sleep)
    return line(scene, key, at=clock(scene, instant))


def until_of(scene: Scene, days: tuple[Stretch, ...], stretch: Stretch) -> str:
    """Return when it ends, or "" where that is not known or far away."""
    return soon(scene, stretch.end_at) if is_end_known(days, stretch) else ""


def named_day(scene: Scene, sentence: str) -> date | None:
    """Return the day that a question names: yesterday, today or tomorrow."""
    folded, table = fold(normal(sentence)), scene.table
    named = ((table.yesterday, -1), (table.today, 0), (plan_of(scene).tomorrow, 1))
    for pattern, days in named:
        if pattern is not None and pattern.search(folded):
            return today(scene) + timedelta(days=days)
    return None


def today(scene: Scene) -> date:
    """Return the day in the persona's zone."""
    return scene.request.now.astimezone(scene.request.persona.zone).date()


def soon(scene: Scene, instant: datetime) -> str:
    """Return the local time, or "" if it is too far away to be told without its day."""
    return clock(scene, instant) if instant - scene.request.now < SOON else ""


def clock(scene: Scene, instant: datetime) -> str:
    """Return the local time."""
    return spoken_clock(instant, scene.request.persona.zone, scene.table.clock)


def line(scene: Scene, key: str, **slots: str) -> str:
    """Return a line of the plan's table."""
    return scene.chooser.line(f"plan {key}", plan_of(scene).say[key], **slots)


def plan_of(scene: Scene) -> Plan:
    """Return the plan's table.

    Raises:
        ValueError: there is none; then nothing of it was heard.
    """
    if scene.table.plan is None:
        raise ValueError(f"no plan in the table {scene.table.language}")
    return scene.table.plan
