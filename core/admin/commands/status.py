"""`/status`: how it is; owners in a direct talk see figures, duties and the process."""

from collections.abc import Mapping, Sequence

from core.admin.commands.availability import now_line, standing
from core.admin.commands.telling import bullets, moment
from core.admin.model import Invocation, Right
from core.admin.persons import person_of
from core.admin.ports import Shelf, Tally
from core.availability.model import Mode
from core.duty.model import Duty, DutyState
from core.phrases import Phrase, SteeringLine, phrase

LOOKED_AT = 200
"""Rows of the ledger, the latest periods first."""
SHOWN = 5
"""Duties of one kind that are named; the others are counted."""
REASON_MOST = 120


def show_status(invocation: Invocation, shelf: Shelf) -> str:
    """Tell how it is; an owner in a direct talk also sees the figures."""
    language, facts = invocation.language, invocation.facts
    quiet = person_of(shelf, invocation.sender).quiet_since is not None
    found = standing(invocation, shelf)
    awake = found.now.mode is Mode.ONLINE
    lines = [phrase(Phrase.STATUS_AWAKE, language) if awake else now_line(invocation, found)]
    paused = shelf.pauses.since(invocation.space, invocation.conversation)
    if paused is not None:
        time = moment(paused, invocation.now, invocation.zone, language)
        lines = [phrase(SteeringLine.STATUS_PAUSED, language, time=time)]
    if "model" in facts:
        lines.append(phrase(Phrase.STATUS_VOICE, language, model=facts["model"]))
    lines.append(phrase(Phrase.STATUS_QUIET if quiet else Phrase.STATUS_NOT_QUIET, language))
    short = " ".join(lines)
    if invocation.right < Right.OWNER:
        return short
    if not invocation.is_private:
        return f"{short}\n\n{phrase(Phrase.STATUS_IN_DIRECT, language)}"

    tally = shelf.figures.tally(invocation.space, invocation.day)
    duties = shelf.duties.latest(invocation.space, LOOKED_AT)
    told = [f"{key}: {fact}" for key, fact in facts.items() if key not in ("model", "budget")]
    return bullets(short, *_figures(tally, language, facts), *_duties(invocation, duties), *told)


def _figures(tally: Tally, language: str, facts: Mapping[str, str]) -> list[str]:
    spent = str(tally.tokens_today)
    if "budget" in facts:
        spent = phrase(Phrase.STATUS_OF_BUDGET, language, spent=spent, budget=facts["budget"])
    last = phrase(Phrase.STATUS_NEVER, language)
    if tally.last_at is not None:
        last = f"{tally.last_at:%Y-%m-%d %H:%M} UTC"
    figures: tuple[tuple[Phrase, object], ...] = (
        (Phrase.STATUS_MESSAGES, tally.messages),
        (Phrase.STATUS_CONVERSATIONS, tally.conversations),
        (Phrase.STATUS_WAITING, tally.waiting),
        (Phrase.STATUS_IN_DOUBT, tally.in_doubt),
        (Phrase.STATUS_FAILED, tally.failed),
        (Phrase.STATUS_UNREACHABLE, tally.unreachable),
        (Phrase.STATUS_UNREADABLE, tally.unreadable),
        (Phrase.STATUS_TOKENS, spent),
        (Phrase.STATUS_LAST, last),
    )
    return [f"{phrase(label, language)}: {figure}" for label, figure in figures]


def _duties(invocation: Invocation, duties: Sequence[Duty]) -> list[str]:
    """Tell what is owed, what failed and is tried again, what was done last, and what is next."""
    language = invocation.language
    owed = sorted(
        (duty for duty in duties if duty.state is DutyState.OWED),
        key=lambda duty: (duty.due_at, duty.period, duty.kind),
    )
    done = sorted(
        (duty for duty in duties if duty.state is DutyState.DONE and duty.done_at is not None),
        key=lambda duty: duty.done_at or duty.due_at,
    )
    fresh = [_name(duty, language) for duty in owed if not duty.attempts]
    retried = [_retry(invocation, duty) for duty in owed if duty.attempts]
    lines = (
        (Phrase.STATUS_OWED, fresh),
        (Phrase.STATUS_RETRIED, retried),
        (Phrase.STATUS_DUTY_DONE, [_done(invocation, duty) for duty in done[-1:]]),
        (Phrase.STATUS_DUTY_NEXT, [_next(invocation, duty) for duty in owed[:1]]),
    )
    return [
        f"{phrase(label, language)}: {_counted(found, language)}" for label, found in lines if found
    ]


def _counted(names: Sequence[str], language: str) -> str:
    more = len(names) - SHOWN
    rest = [phrase(Phrase.STATUS_MORE, language, count=str(more))] if more > 0 else []
    return ", ".join((*names[:SHOWN], *rest))


def _name(duty: Duty, language: str) -> str:
    return phrase(Phrase(f"duty-{duty.kind}"), language, period=duty.period)


def _retry(invocation: Invocation, duty: Duty) -> str:
    language, never = invocation.language, phrase(Phrase.STATUS_NEVER, invocation.language)
    return phrase(
        Phrase.STATUS_RETRY,
        language,
        duty=_name(duty, language),
        tries=str(duty.attempts),
        time=_moment(invocation, duty),
        reason=_plain(duty.reason) or never,
    )


def _next(invocation: Invocation, duty: Duty) -> str:
    return f"{_name(duty, invocation.language)}, {_moment(invocation, duty)}"


def _done(invocation: Invocation, duty: Duty) -> str:
    reason = _plain(duty.reason)
    told = f"{_name(duty, invocation.language)}, {_moment(invocation, duty)}"
    return f"{told} ({reason})" if reason else told


def _moment(invocation: Invocation, duty: Duty) -> str:
    at = duty.done_at or duty.due_at
    return moment(at, invocation.now, invocation.zone, invocation.language)


def _plain(reason: str | None) -> str:
    """Return a reason as code, so that no sign in it is markup."""
    told = "".join(ch for ch in " ".join((reason or "").split()) if ch.isprintable())
    told = told.replace("`", "'")[:REASON_MOST]
    return f"`{told}`" if told else ""
