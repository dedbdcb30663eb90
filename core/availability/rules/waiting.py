"""When the running bot answers: at once, after a wait while busy, or after waking.

While it is not to be disturbed, the time to an answer is drawn from the Weibull law

    F(t) = 1 - exp(-(t / scale)^shape),    hazard(t) = shape / scale * (t / scale)^(shape - 1)

whose hazard, the chance of an answer in the next moment for whoever still waits, rises with t if
`shape` is over 1: the longer a message lies there, the sooner it is looked at. A draw is
t = scale * (-ln(1 - u))^(1 / shape), with u from dice seeded by the message's key, so that it is
the same after a restart. The wait is cut where being busy ends: by the next online slot, at which
the message is answered, or by an offline one, which is slept through.

Offline, the message is answered at the next moment that is not, plus a yawn drawn evenly; where
that moment is online, the yawn takes half of the time online at most. Where it is busy, the law
goes on from the yawn's end.

Source of the law: Weibull 1951 ("A Statistical Distribution Function of Wide Applicability"); that
people's answers follow it, the scale of 25 minutes and the shape of 1.8 are our guesses. They put
the median at 20 minutes and nine of ten answers within 40.
"""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

from core.availability.model import (
    AnswerAt,
    AnswerReason,
    AvailabilityRange,
    Mode,
    Wait,
    WaitingDials,
    Yawn,
)
from core.availability.rules.moments import mode_at, mode_until
from core.schedule.rules.dice import dice


def answered_within(time: timedelta, dials: WaitingDials) -> float:
    """Return the chance that an answer comes within `time`, from 0.0 to 1.0."""
    return -math.expm1(-math.pow(max(time, timedelta(0)) / dials.scale, dials.shape))


def hazard(time: timedelta, dials: WaitingDials) -> float:
    """Return the chance per minute that an answer comes now, for whoever waited `time`."""
    minutes = dials.scale / timedelta(minutes=1)
    return dials.shape / minutes * math.pow(time / dials.scale, dials.shape - 1)


def wait_for(u: float, dials: WaitingDials) -> timedelta:
    """Return the wait that the law gives to dice of `u`, 0.0 to 1.0, 1.0 not included."""
    return dials.scale * math.pow(-math.log1p(-u), 1 / dials.shape)


def answer_at(
    *,
    key: str,
    heard_at: datetime,
    ranges: Sequence[AvailabilityRange],
    dials: WaitingDials,
    last_own_word: datetime | None = None,
    urgent: str | None = None,
) -> AnswerAt:
    """Return when a message is answered, and why; reading and typing are not in it.

    `key` names the message, and so its dice. `ranges` are those of a snapshot with its overrides;
    beyond them the companion counts as online. `last_own_word` is when it last said something in
    this conversation, `urgent` the word that `is_urgent` found; both count only while busy.
    """
    mode = mode_at(ranges, heard_at)
    if mode is None or mode is Mode.ONLINE:
        return AnswerAt(at=heard_at, reason=AnswerReason.ONLINE)
    if mode is Mode.DO_NOT_DISTURB:
        if last_own_word is not None and heard_at - last_own_word <= dials.flow:
            return AnswerAt(at=heard_at, reason=AnswerReason.FLOW)
        if urgent is not None:
            return AnswerAt(at=heard_at, reason=AnswerReason.URGENT, urgent=urgent)
    return _later(key, heard_at, ranges, dials)


def _later(
    key: str, heard_at: datetime, ranges: Sequence[AvailabilityRange], dials: WaitingDials
) -> AnswerAt:
    """Walk from span to span until there is an answer; each step leaves one span behind."""
    at, steps = heard_at, list[Wait | Yawn]()
    while (mode := mode_at(ranges, at)) is not None and mode is not Mode.ONLINE:
        cut = mode_until(ranges, at) or at
        if mode is Mode.OFFLINE:
            yawn = _yawn(key, len(steps), cut, ranges, dials)
            steps.append(yawn)
            at = cut + yawn.drawn
            continue
        wait = _wait(key, len(steps), at, cut, dials)
        steps.append(wait)
        if at + wait.drawn < cut:
            return AnswerAt(
                at=at + wait.drawn,
                reason=_reason(steps, AnswerReason.WAITED),
                steps=tuple(steps),
            )
        at = cut
    end = ranges[-1].end_at
    if at >= end:
        return AnswerAt(at=end, reason=AnswerReason.PLAN_ENDS, steps=tuple(steps))
    return AnswerAt(at=at, reason=_reason(steps, AnswerReason.FREED), steps=tuple(steps))


def _reason(steps: Sequence[Wait | Yawn], otherwise: AnswerReason) -> AnswerReason:
    return AnswerReason.WOKE if any(isinstance(step, Yawn) for step in steps) else otherwise


def _wait(key: str, number: int, since: datetime, cut: datetime, dials: WaitingDials) -> Wait:
    u = dice(key, "wait", number).random()
    return Wait(
        since=since,
        scale=dials.scale,
        shape=dials.shape,
        u=u,
        drawn=wait_for(u, dials),
        cut_at=cut,
    )


def _yawn(
    key: str,
    number: int,
    woke_at: datetime,
    ranges: Sequence[AvailabilityRange],
    dials: WaitingDials,
) -> Yawn:
    u = dice(key, "yawn", number).random()
    drawn = dials.yawn_least + (dials.yawn_most - dials.yawn_least) * u
    if mode_at(ranges, woke_at) is Mode.ONLINE:
        until = mode_until(ranges, woke_at) or woke_at
        drawn = min(drawn, (until - woke_at) / 2)
    return Yawn(woke_at=woke_at, u=u, drawn=drawn)
