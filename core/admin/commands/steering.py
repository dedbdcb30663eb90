"""What an owner does to the schedule by `/schedule`: plan anew, edit, see it as a picture."""

from core.admin.commands.telling import day_name, echo, hours, how_to_ask, words
from core.admin.model import Invocation, Told
from core.admin.ports import Shelf
from core.admin.rules.edits import (
    Edit,
    NoActivity,
    NoTimes,
    Theme,
    edited,
    picture_name,
    read_edit,
)
from core.admin.rules.spans import read_day
from core.days import ONE_DAY, day_of
from core.duty.model import Duty, DutyKind, DutyState
from core.phrases import Phrase, activity_phrase, phrase
from core.schedule.model import Activity

LONGEST = 600
"""Characters behind `/schedule` that are looked at; the words for a plan are among them."""
FARTHEST = 31 * ONE_DAY
"""So far ahead a day can be planned anew."""
EDIT_FORMS = (
    "/schedule edit 14:00-16:00 study Reading at the library",
    "/schedule edit tomorrow 18:30-20:00 social",
)
PICTURE_FORMS = ("/schedule picture", "/schedule picture tomorrow dark")
AGAIN_FORMS = (
    "/schedule regenerate today",
    "/schedule regenerate tomorrow A day at the sea",
    "/schedule regenerate month",
)
FORMS = (*AGAIN_FORMS, *EDIT_FORMS, *PICTURE_FORMS)


def plan_anew(invocation: Invocation, shelf: Shelf) -> str:
    """Put a plan back into the ledger, due now, with the words that it shall follow."""
    given = invocation.line(LONGEST).split()
    language, today = invocation.language, day_of(invocation.now, invocation.zone)
    rest, kind, day = given, DutyKind.PLAN_DAY, today
    if given and given[0].casefold() == "month":
        rest, kind, day = given[1:], DutyKind.PLAN_MONTH, today + ONE_DAY
    elif given:
        named = read_day(given[0], today)
        rest, day = (given, today) if named is None else (given[1:], named)
    told = day_name(day, language)
    if day < today:
        return phrase(Phrase.SCHEDULE_OVER, language, day=told)
    if day > today + FARTHEST:
        problem = phrase(Phrase.NO_DAY, language, got=echo(given[0]))
        return how_to_ask(language, problem, AGAIN_FORMS)
    duty = Duty(
        space=invocation.space,
        kind=kind,
        period=day.isoformat(),
        state=DutyState.OWED,
        due_at=invocation.now,
        message=" ".join(rest),
    )
    if not shelf.duties.owe(duty):
        shelf.duties.save(duty)
    month = kind is DutyKind.PLAN_MONTH
    owed = Phrase.SCHEDULE_OWED_MONTH if month else Phrase.SCHEDULE_OWED
    follows = [phrase(Phrase.SCHEDULE_WORDS, language)] if rest else []
    return " ".join((phrase(owed, language, day=told), *follows))


def edit(invocation: Invocation, shelf: Shelf) -> str:
    """Replace a span of a day."""
    given = invocation.line(LONGEST).split()
    language, today = invocation.language, day_of(invocation.now, invocation.zone)
    named = read_day(given[0], today) if given else None
    day, rest = (today, given) if named is None else (named, given[1:])
    if day < today:
        return phrase(Phrase.SCHEDULE_OVER, language, day=day_name(day, language))
    asked = read_edit(rest)
    if not isinstance(asked, Edit):
        return how_to_ask(language, _problem(asked, language), EDIT_FORMS)
    plans = shelf.plans.days(invocation.space, day, day)
    if not plans:
        return phrase(Phrase.SCHEDULE_EMPTY, language, day=day_name(day, language))
    bare = activity_phrase(asked.activity, language)
    title = words(asked.title, bare, most=80)
    done = edited(plans[0], asked, title, invocation.now)
    if done is None:
        return how_to_ask(language, _problem(NoTimes(got=rest[0]), language), EDIT_FORMS)
    shelf.plans.save_day(done.plan)
    return phrase(
        Phrase.SCHEDULE_EDITED,
        language,
        day=day_name(day, language),
        span=hours(done.start_at, done.end_at, done.plan.zone),
        what=title if title.casefold() == bare.casefold() else f"{title} ({bare})",
    )


def draw(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Answer with the picture of a day. Titles are in it, so it is for a direct talk."""
    given = invocation.line(LONGEST).split()
    language, today = invocation.language, day_of(invocation.now, invocation.zone)
    if not invocation.is_private:
        return phrase(Phrase.SCHEDULE_IN_DIRECT, language)
    day, theme = today, Theme.LIGHT
    for word in given:
        named = read_day(word, today)
        if word.casefold() in tuple(Theme):
            theme = Theme(word.casefold())
        elif named is not None:
            day = named
        else:
            problem = phrase(Phrase.NO_DAY, language, got=echo(word))
            return how_to_ask(language, problem, PICTURE_FORMS)
    told = day_name(day, language)
    if not shelf.plans.days(invocation.space, day, day):
        return phrase(Phrase.SCHEDULE_EMPTY, language, day=told)
    text = phrase(Phrase.SCHEDULE_PICTURE, language, day=told)
    return Told(text=text, picture=picture_name(day, theme))


def _problem(found: NoTimes | NoActivity, language: str) -> str:
    if not found.got:
        return ""
    if isinstance(found, NoTimes):
        return phrase(Phrase.NO_TIMES, language, got=echo(found.got))
    known = ", ".join(Activity)
    return phrase(Phrase.NO_ACTIVITY, language, got=echo(found.got), known=known)
