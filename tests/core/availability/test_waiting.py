import math
from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.availability.model import AnswerAt, AnswerReason, Wait, WaitingDials, Yawn
from core.availability.rules.moments import mode_at
from core.availability.rules.urgency import is_urgent
from core.availability.rules.waiting import answer_at, answered_within, hazard, wait_for
from tests.core.availability.spans import at, ranges

MINUTE = timedelta(minutes=1)
DIALS = WaitingDials()
LIFE = ranges(
    "00:00 offline",
    "07:00 online",
    "09:00 do-not-disturb",
    "10:00 online",
    "11:00 do-not-disturb",
    "23:00 offline",
    "1+07:00 do-not-disturb",
    "1+08:00 online",
    "2+00:00 .",
)


def answered(heard: str, key: str = "telegram:1:2", **more: object) -> AnswerAt:
    given_ = {"dials": DIALS, "ranges": LIFE, **more}
    return answer_at(key=key, heard_at=at(heard), **given_)  # type: ignore[arg-type]


def kolmogorov_smirnov(sample: Sequence[float], chances: Sequence[float]) -> float:
    """Return the p-value of a sorted sample's own chances under the law.

    Source: the asymptotic law of Kolmogorov 1933, with Stephens' 1970 correction for the size.
    """
    count = len(sample)
    distance = max(
        max((number + 1) / count - chance, chance - number / count)
        for number, chance in enumerate(chances)
    )
    scaled = (math.sqrt(count) + 0.12 + 0.11 / math.sqrt(count)) * distance
    terms = (math.exp(-2 * k * k * scaled * scaled) * (1 if k % 2 else -1) for k in range(1, 101))
    return 2 * sum(terms)


def test_ten_thousand_messages_follow_the_law_until_the_next_online_span() -> None:
    answers = [answered("09:00", key=f"discord:7:{number}") for number in range(10_000)]

    waits = sorted((one.at - at("09:00")) / MINUTE for one in answers if one.at < at("10:00"))
    cut = answered_within(timedelta(hours=1), DIALS)
    chances = [answered_within(wait * MINUTE, DIALS) / cut for wait in waits]
    assert kolmogorov_smirnov(waits, chances) > 0.01
    assert len(waits) / len(answers) == pytest.approx(cut, abs=0.01)
    assert max(one.at for one in answers) == at("10:00"), "all by the next online span"
    freed = {one.reason for one in answers if one.at == at("10:00")}
    assert freed == {AnswerReason.FREED}


def test_the_test_of_the_law_would_notice_another_law() -> None:
    flat = [-25 * math.log1p(-number / 10_000) for number in range(10_000)]
    chances = [answered_within(wait * MINUTE, DIALS) for wait in flat]

    assert kolmogorov_smirnov(flat, chances) < 1e-6


def test_the_longer_one_waits_the_likelier_is_an_answer_now() -> None:
    minutes = (1, 5, 10, 20, 30, 45, 60)

    hazards = [hazard(minute * MINUTE, DIALS) for minute in minutes]
    assert all(early < late for early, late in pairwise(hazards))


def test_the_simulated_hazard_rises_as_well() -> None:
    waits = [wait_for((number + 0.5) / 10_000, DIALS) / MINUTE for number in range(10_000)]

    shares = []
    for start in range(0, 40, 10):
        waiting = sum(wait >= start for wait in waits)
        shares.append(sum(start <= wait < start + 10 for wait in waits) / waiting)
    assert all(early < late for early, late in pairwise(shares)), shares


@pytest.mark.parametrize(
    ("chance", "minutes"),
    [
        pytest.param(0.5, 20.4, id="the median"),
        pytest.param(0.9, 39.7, id="nine of ten"),
        pytest.param(1 - math.exp(-1), 25.0, id="the scale"),
        pytest.param(0.0, 0.0, id="at once"),
    ],
)
def test_the_law_has_the_documented_quantiles(chance: float, minutes: float) -> None:
    assert wait_for(chance, DIALS) / MINUTE == pytest.approx(minutes, abs=0.05)
    assert answered_within(wait_for(chance, DIALS), DIALS) == pytest.approx(chance)


def test_an_online_companion_answers_at_once() -> None:
    assert answered("08:00") == AnswerAt(at=at("08:00"), reason=AnswerReason.ONLINE)


def test_outside_the_plan_it_counts_as_online() -> None:
    assert answered("3+00:00").reason is AnswerReason.ONLINE
    assert answered("12:00", ranges=()).reason is AnswerReason.ONLINE


def test_the_same_message_waits_the_same_and_another_does_not() -> None:
    assert answered("12:00") == answered("12:00")
    assert answered("12:00") != answered("12:00", key="telegram:1:3")


def test_a_wait_tells_its_law_and_its_dice() -> None:
    answer = answered("12:00")

    (wait,) = answer.steps
    assert isinstance(wait, Wait)
    assert (wait.scale, wait.shape, wait.since) == (DIALS.scale, DIALS.shape, at("12:00"))
    assert wait.drawn == wait_for(wait.u, DIALS)
    assert answer.at == at("12:00") + wait.drawn
    assert answer.reason is AnswerReason.WAITED
    assert wait.cut_at == at("23:00")


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        pytest.param("11:57", AnswerReason.FLOW, id="three minutes ago"),
        pytest.param("12:00", AnswerReason.FLOW, id="just now"),
        pytest.param("11:56", AnswerReason.WAITED, id="longer ago"),
    ],
)
def test_a_talk_in_flow_goes_on(own: str, reason: AnswerReason) -> None:
    assert answered("12:00", last_own_word=at(own)).reason is reason


def test_an_urgent_word_passes_while_busy_but_wakes_nobody() -> None:
    busy = answered("12:00", urgent="emergency")

    assert (busy.at, busy.reason, busy.urgent) == (at("12:00"), AnswerReason.URGENT, "emergency")
    assert answered("23:30", urgent="emergency", last_own_word=at("23:29")).at >= at("1+07:00")


def test_a_message_at_night_is_answered_after_waking_with_a_yawn() -> None:
    answers = [answered("02:00", key=f"m{number}") for number in range(300)]

    assert {one.reason for one in answers} == {AnswerReason.WOKE}
    yawns = [(one.at - at("07:00")) / MINUTE for one in answers]
    assert 1 <= min(yawns) < 2
    assert 11 < max(yawns) <= 12


def test_waking_into_a_busy_hour_the_law_goes_on_until_the_next_online_span() -> None:
    answers = [answered("23:30", key=f"m{number}") for number in range(300)]

    for answer in answers:
        yawn, wait = answer.steps
        assert isinstance(yawn, Yawn)
        assert isinstance(wait, Wait)
        assert wait.since == at("1+07:00") + yawn.drawn
        assert answer.at == min(wait.since + wait.drawn, at("1+08:00"))
        assert answer.reason is AnswerReason.WOKE


def test_whoever_falls_asleep_busy_answers_after_waking() -> None:
    late = [answered("22:59", key=f"m{number}") for number in range(100)]

    assert all(one.at < at("23:00") or one.at >= at("1+07:00") for one in late)
    assert sum(one.at >= at("1+07:00") for one in late) > 90


def test_a_short_time_online_is_not_yawned_away() -> None:
    short = ranges("00:00 offline", "07:00 online", "07:10 do-not-disturb", "24:00 .")

    answers = [answered("02:00", key=f"m{number}", ranges=short) for number in range(100)]

    assert all(at("07:00") < one.at <= at("07:05") for one in answers)


def test_where_the_plan_ends_it_is_decided_again() -> None:
    night = ranges("00:00 do-not-disturb", "00:10 offline", "24:00 .")

    answer = answered("12:00", ranges=night)

    assert (answer.at, answer.reason) == (at("24:00"), AnswerReason.PLAN_ENDS)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 300), st.sampled_from(["online", "offline", "do-not-disturb"])),
        min_size=1,
        max_size=20,
    ),
    st.integers(0, 3000),
    st.text(max_size=8),
)
def test_an_answer_never_comes_early_or_in_sleep(
    spans: list[tuple[int, str]], minute: int, key: str
) -> None:
    borders, reached = [], 0
    for length, mode in spans:
        borders.append(f"{reached // 60}:{reached % 60:02} {mode}")
        reached += length
    life = ranges(*borders, f"{reached // 60}:{reached % 60:02} .")
    heard = at("00:00") + minute * MINUTE

    answer = answer_at(key=key, heard_at=heard, ranges=life, dials=DIALS)

    assert answer.at >= heard
    assert mode_at(life, answer.at) != "offline"
    online = [one.start_at for one in life if one.mode == "online" and one.start_at > heard]
    if online and answer.reason in {AnswerReason.WAITED, AnswerReason.FREED}:
        assert answer.at <= online[0]


@pytest.mark.parametrize(
    ("dials", "named"),
    [
        ({"scale": timedelta(0)}, "scale"),
        ({"shape": 1.0}, "shape"),
        ({"shape": 11.0}, "shape"),
        ({"flow": -MINUTE}, "flow"),
        ({"yawn_least": 13 * MINUTE}, "yawn"),
    ],
)
def test_dials_that_make_no_sense_are_refused(dials: dict[str, object], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        WaitingDials(**dials)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("This is URGENT!", "urgent", id="en"),
        pytest.param("asap please", "asap", id="en asap"),
        pytest.param("an insurgent band", None, id="en: a piece of a word"),
        pytest.param("it's not urgent", None, id="en: negated"),
        pytest.param("it’s not that urgent", None, id="en: negated from afar"),
        pytest.param("no hurry", None, id="en: no hurry"),
        pytest.param("not urgent. Well, an emergency", "emergency", id="en: but then"),
        pytest.param("급해!!", "급해", id="ko"),
        pytest.param("긴급하게 할 말", "긴급하게", id="ko with an ending"),
        pytest.param("성급한 사람", None, id="ko: a piece of a word"),
        pytest.param("급하지 않아", None, id="ko: negated"),
        pytest.param("급한 건 아니야", None, id="ko: negated"),
        pytest.param("안 급해", None, id="ko: negated in front"),
        pytest.param("срочно ответь", "срочно", id="ru"),
        pytest.param("не срочно", None, id="ru: negated"),
        pytest.param("несрочно", None, id="ru: another word"),
        pytest.param("至急連絡して", "至急", id="ja"),
        pytest.param("急ぎじゃないよ", None, id="ja: negated"),
        pytest.param("急いでないから", None, id="ja: negated"),
        pytest.param("Es urgente", "urgente", id="es"),
        pytest.param("no es nada urgente", None, id="es: negated"),
        pytest.param("Es ist dringend", "dringend", id="de"),
        pytest.param("Das ist kein Notfall", None, id="de: negated"),
        pytest.param("Notfallkoffer", None, id="de: a piece of a word"),
        pytest.param("hello", None, id="a greeting"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_a_word_makes_a_message_urgent(text: str, word: str | None) -> None:
    assert is_urgent(text) == word
