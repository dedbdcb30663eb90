"""Questions for the companion's days, answered from its schedule and from nothing else."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.pocket.client import Pocket
from adapters.pocket.dates import spoken_clock
from adapters.pocket.kinds import Kind
from adapters.pocket.plans import attentive
from adapters.pocket.rules import recognise
from adapters.pocket.sheet import PLAN_SAY
from adapters.pocket.tables import PocketTables
from core.conversation.model import ChatKind, Planned
from core.phrases import activity_phrase
from tests.adapters.pocket.rooms import LANGUAGES, Room, tables

SEOUL = ZoneInfo("Asia/Seoul")
MONDAY = datetime(2026, 3, 9, tzinfo=SEOUL)
DAY = (
    (0, 420, "sleep", "Fast asleep"),
    (420, 480, "meal", "Breakfast"),
    (480, 540, "commute", "Line two"),
    (540, 720, "work", "Report (the long one)"),
    (720, 780, "meal", "Lunch"),
    (780, 1020, "work", "Meetings"),
    (1020, 1080, "exercise", "Pool"),
    (1080, 1200, "social", "Tea with Ann"),
    (1200, 1380, "free-time", "Chess"),
    (1380, 1440, "sleep", "Early night"),
)
"""Minutes from and to, activity and title."""


def day_of(midnight: datetime, rows: tuple[tuple[int, int, str, str], ...] = DAY) -> list[Planned]:
    return [
        Planned(
            ref=f"slot:{midnight:%d}-{start}",
            start_at=(midnight + timedelta(minutes=start)).astimezone(UTC),
            end_at=(midnight + timedelta(minutes=end)).astimezone(UTC),
            what=f"{title} [{activity}]",
            activity=activity,
        )
        for start, end, activity, title in rows
    ]


FOUR_DAYS = tuple(one for n in range(4) for one in day_of(MONDAY + timedelta(days=n)))


def room(
    language: str = "en",
    clock: str = "10:00",
    schedule: tuple[Planned, ...] = FOUR_DAYS,
    **more: object,
) -> Room:
    """Return a talk on Tuesday, at this time in Seoul."""
    hour, minute = map(int, clock.split(":"))
    now = (MONDAY + timedelta(days=1, hours=hour, minutes=minute)).astimezone(UTC)
    made = Room(language=language, zone="Asia/Seoul", now=now, greeted=True, schedule=schedule)
    for name, value in more.items():
        setattr(made, name, value)
    return made


def at(clock: str, language: str) -> str:
    """Return a time as the language says it."""
    hour, minute = map(int, clock.split(":"))
    instant = MONDAY + timedelta(hours=hour, minutes=minute)
    return spoken_clock(instant, SEOUL, tables().by_language[language].clock)


ASKED = {
    "en": {
        Kind.DOING: ["what are you doing?", "wyd"],
        Kind.BUSY: ["are you busy?", "busy?", "Are you free right now?", "do you have a minute?"],
        Kind.PLANS: ["what are your plans?", "any plans for today?", "what are you going to do?"],
        Kind.BEDTIME: ["when do you go to bed?", "what time do you sleep?"],
        Kind.WAKING: ["when do you wake up?", "what time do you get up tomorrow?"],
    },
    "de": {
        Kind.DOING: ["was machst du gerade?", "Was treibst du so?"],
        Kind.BUSY: ["bist du beschäftigt?", "hast du gerade Zeit?", "störe ich?"],
        Kind.PLANS: ["was hast du heute vor?", "hast du Pläne?", "Was sind deine Pläne?"],
        Kind.BEDTIME: ["wann gehst du schlafen?", "um wie viel Uhr gehst du ins Bett?"],
        Kind.WAKING: ["wann stehst du auf?", "wie viel Uhr wachst du morgen auf?"],
    },
    "es": {
        Kind.DOING: ["¿qué haces?", "¿Qué estás haciendo?"],
        Kind.BUSY: ["¿estás ocupada?", "¿tienes un momento?", "¿tienes tiempo ahora?"],
        Kind.PLANS: ["¿qué planes tienes?", "¿qué vas a hacer hoy?", "¿tienes planes?"],
        Kind.BEDTIME: ["¿cuándo te vas a dormir?", "¿a qué hora te acuestas?"],
        Kind.WAKING: ["¿a qué hora te levantas?", "¿cuándo te despiertas?"],
    },
    "ru": {
        Kind.DOING: ["что делаешь?", "чем ты сейчас занята?"],
        Kind.BUSY: ["ты занята?", "Ты сейчас свободна?", "есть минутка?"],
        Kind.PLANS: ["какие у тебя планы?", "что будешь делать сегодня?", "что планируешь?"],
        Kind.BEDTIME: ["когда ты ложишься спать?", "во сколько ты ложишься?"],
        Kind.WAKING: ["когда ты встаёшь?", "во сколько ты просыпаешься?"],
    },
    "ko": {
        Kind.DOING: ["뭐해?", "지금 뭐 하고 있어요?"],
        Kind.BUSY: ["지금 바빠?", "바쁘세요?", "시간 있어요?"],
        Kind.PLANS: ["오늘 계획이 뭐야?", "오늘 뭐 할 거야?", "일정 어때?"],
        Kind.BEDTIME: ["언제 자?", "몇 시에 자요?"],
        Kind.WAKING: ["몇 시에 일어나?", "언제 일어나요?"],
    },
    "ja": {
        Kind.DOING: ["何してるの?", "今何をしていますか?"],
        Kind.BUSY: ["忙しい?", "今暇ですか?", "時間ある?"],
        Kind.PLANS: ["今日の予定は?", "これから何する?", "予定はありますか?"],
        Kind.BEDTIME: ["何時に寝るの?", "いつ寝ますか?"],
        Kind.WAKING: ["何時に起きる?", "いつ起きますか?"],
    },
}
TOMORROW = {
    "en": ["what are you doing tomorrow?", "are you busy tomorrow?", "any plans tomorrow?"],
    "de": ["was machst du morgen?", "hast du morgen Zeit?", "was hast du morgen vor?"],
    "es": ["¿qué haces mañana?", "¿estás libre mañana?", "¿qué planes tienes para mañana?"],
    "ru": [
        "что делаешь завтра?",
        "ты завтра занята?",
        "какие у тебя планы на завтра?",
    ],
    "ko": ["내일 뭐해?", "내일 시간 있어?", "내일 계획이 뭐야?"],
    "ja": ["明日は何してる?", "明日は時間ある?", "明日の予定は?"],
}
FAR = {
    "en": [
        "are you free on Friday?",
        "how was your weekend?",
        "any plans for the day after tomorrow?",
    ],
    "de": ["hast du am Freitag Zeit?", "was machst du übermorgen?", "was machst du am Wochenende?"],
    "es": [
        "¿estás libre el viernes?",
        "¿qué haces pasado mañana?",
        "¿qué planes tienes para el finde?",
    ],
    "ru": ["ты свободна в пятницу?", "что делаешь послезавтра?", "какие планы на выходные?"],
    "ko": ["금요일에 시간 있어?", "모레 뭐해?", "주말 계획이 뭐야?"],
    "ja": ["金曜日は時間ある?", "あさっては何してる?", "週末の予定は?"],
}
YESTERDAY = {
    "en": "what did you do yesterday?",
    "de": "was hast du gestern gemacht?",
    "es": "¿qué hiciste ayer?",
    "ru": "что ты делала вчера?",
    "ko": "어제 뭐 했어?",
    "ja": "昨日は何してた?",
}
ROWS = [
    pytest.param(language, text, kind, id=f"{language}: {text}")
    for language, kinds in ASKED.items()
    for kind, texts in kinds.items()
    for text in texts
]


@pytest.mark.parametrize(("language", "text", "kind"), ROWS)
def test_a_question_for_its_days_is_recognised(language: str, text: str, kind: Kind) -> None:
    request = room(language).request(text)
    heard = recognise(text, attentive(tables().by_language[language], request))

    assert {intent.kind for intent in heard} == {kind}


@pytest.mark.parametrize(("language", "text", "kind"), ROWS)
async def test_without_a_schedule_it_answers_as_a_voice_without_days(
    language: str, text: str, kind: Kind
) -> None:
    bare = room(language, schedule=())
    heard = {intent.kind for intent in recognise(text, tables().by_language[language])}

    bubbles = await bare.hears(text)

    assert not heard & {Kind.BUSY, Kind.PLANS, Kind.BEDTIME, Kind.WAKING}
    if kind is Kind.DOING:
        assert bubbles[0] in tables().by_language[language].say["doing"]


NO_QUESTIONS = {
    "en": ["I'm so busy today", "my plans fell through", "I woke up late", "it was a busy day"],
    "de": ["ich bin beschäftigt", "mein Plan ging schief", "guten Morgen", "keine Zeit"],
    "es": ["estoy ocupada", "mis planes cambiaron", "buenas noches", "me levanté tarde"],
    "ru": ["я занята", "мои планы изменились", "завтрак был вкусный", "я проснулась"],
    "ko": ["나 바빠", "너무 바빠요", "내 계획이 있어", "늦게 일어났어"],
    "ja": ["忙しいです", "私の予定が変わった", "寝坊した", "早く起きた"],
}


@pytest.mark.parametrize(
    ("language", "text"), [(code, text) for code, texts in NO_QUESTIONS.items() for text in texts]
)
def test_what_people_tell_of_their_own_days_is_no_question(language: str, text: str) -> None:
    request = room(language).request(text)
    heard = recognise(text, attentive(tables().by_language[language], request))

    kinds = {intent.kind for intent in heard}
    assert not kinds & {Kind.DOING, Kind.BUSY, Kind.PLANS, Kind.BEDTIME, Kind.WAKING}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_tells_what_it_does_until_when_and_what_comes_next(language: str) -> None:
    for text in ASKED[language][Kind.DOING]:
        answer = await room(language).answer(text)

        (bubble,) = answer.draft.messages
        assert [
            word in bubble for word in ("Report (the long one)", at("12:00", language), "Lunch")
        ] == [True] * 3
        assert "[work]" not in bubble
        told = {item.ref: item.text for item in answer.items if item.part == "schedule"}
        assert told == {"slot:10-540": "Report (the long one)", "slot:10-720": "Lunch"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [Kind.DOING, Kind.BUSY, Kind.PLANS])
async def test_in_a_group_it_tells_bare_activities(language: str, kind: Kind) -> None:
    answer = await room(language, chat_kind=ChatKind.GROUP).answer(ASKED[language][kind][0])

    said = " ".join((*answer.draft.messages, *(one.text for one in answer.items[1:])))
    assert activity_phrase("work", language) in said
    assert not [title for *_, title in DAY if title in said]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_titles_in_another_language_are_not_mixed_in(language: str) -> None:
    other = "de" if language != "de" else "en"

    (bubble,) = await room(language, titles=other).hears(ASKED[language][Kind.DOING][0])

    assert activity_phrase("work", language) in bubble
    assert "Report" not in bubble


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("clock", "key", "until", "what"),
    [
        pytest.param("10:00", "busy", "12:00", "Report", id="work"),
        pytest.param("21:00", "free", "23:00", "Chess", id="free time"),
    ],
)
async def test_whether_it_is_busy_follows_from_what_it_does(
    language: str, clock: str, key: str, until: str, what: str
) -> None:
    plan = tables().by_language[language].plan
    assert plan is not None
    openings = {re.split(r"[{]", one)[0] for one in plan.say[key]}

    for text in ASKED[language][Kind.BUSY]:
        (bubble,) = await room(language, clock).hears(text)

        assert bubble.startswith(tuple(openings))
        assert what in bubble
        assert at(until, language) in bubble


@pytest.mark.parametrize("language", LANGUAGES)
async def test_asleep_it_claims_no_time_and_tells_how_long_the_night_is(language: str) -> None:
    (bubble,) = await room(language, "23:30").hears(ASKED[language][Kind.BUSY][0])

    assert "Early night" in bubble
    assert at("07:00", language) in bubble
    assert "Breakfast" in bubble


@pytest.mark.parametrize("language", LANGUAGES)
async def test_plans_for_today_are_what_is_left_of_it(language: str) -> None:
    for text in ASKED[language][Kind.PLANS]:
        (bubble,) = await room(language, "17:30").hears(text)

        assert [title in bubble for title in ("Pool", "Tea with Ann", "Chess")] == [True] * 3
        assert not [title for title in ("Breakfast", "Meetings", "Early night") if title in bubble]
        assert at("18:00", language) in bubble


@pytest.mark.parametrize("language", LANGUAGES)
async def test_once_the_day_is_over_plans_are_tomorrows(language: str) -> None:
    plan = tables().by_language[language].plan
    assert plan is not None
    undated = {
        "en": "what are your plans?",
        "de": "hast du Pläne?",
        "es": "¿tienes planes?",
        "ru": "какие у тебя планы?",
        "ko": "일정 어때?",
        "ja": "予定はありますか?",
    }

    (bubble,) = await room(language, "23:30").hears(undated[language])

    assert bubble.startswith(tuple(one.split("{")[0] for one in plan.say["tomorrow"]))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_tomorrow_is_told_by_its_own_plan(language: str) -> None:
    rows = ((0, 480, "sleep", "Zz"), (480, 1440, "travel", "Oslo"))
    other = day_of(MONDAY + timedelta(days=2), rows)
    schedule = tuple(day_of(MONDAY + timedelta(days=1)) + other)

    for text in TOMORROW[language]:
        bubbles = await room(language, schedule=schedule).hears(text)

        said = " ".join(bubbles)
        assert f"{at('08:00', language)} Oslo" in said
        assert not [title for title in ("Report", "Zz") if title in said]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_of_days_further_away_it_tells_nothing(language: str) -> None:
    plan = tables().by_language[language].plan
    assert plan is not None

    for text in FAR[language]:
        bubbles = await room(language).hears(text)

        assert set(bubbles) <= set(plan.say["far"])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_yesterday_is_told_as_a_plan(language: str) -> None:
    plan = tables().by_language[language].plan
    assert plan is not None

    (bubble,) = await room(language).hears(YESTERDAY[language])

    assert bubble.startswith(tuple(one.split("{")[0] for one in plan.say["yesterday"]))
    assert "Meetings" in bubble


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_day_without_a_plan_is_not_made_up(language: str) -> None:
    plan = tables().by_language[language].plan
    assert plan is not None
    today_alone = tuple(day_of(MONDAY + timedelta(days=1)))

    (bubble,) = await room(language, schedule=today_alone).hears(TOMORROW[language][0])

    assert bubble in plan.say["open"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clock", ["00:30", "07:00", "10:00", "22:59"])
async def test_bedtime_and_waking_are_those_of_the_next_night(language: str, clock: str) -> None:
    (waking,) = await room(language, clock).hears(ASKED[language][Kind.WAKING][0])
    (bedtime,) = await room(language, clock).hears(ASKED[language][Kind.BEDTIME][0])

    assert at("07:00", language) in waking
    assert at("07:00" if clock == "00:30" else "23:00", language) in bedtime


async def test_when_a_night_ends_beyond_what_is_planned_is_not_known() -> None:
    last = tuple(day_of(MONDAY + timedelta(days=1)))
    plan = tables().by_language["en"].plan
    assert plan is not None

    (waking,) = await room(clock="10:00", schedule=last).hears("when do you wake up?")
    (doing,) = await room(clock="23:30", schedule=last).hears("what are you doing?")

    assert waking in plan.say["open"]
    assert "Early night" in doing
    assert "00:00" not in doing


@pytest.mark.parametrize(
    ("language", "next_at"), [(language, at("17:00", language)) for language in LANGUAGES]
)
async def test_where_nothing_is_planned_it_tells_what_comes_next(
    language: str, next_at: str
) -> None:
    gap = tuple(one for one in FOUR_DAYS if "Meetings" not in one.what)

    (bubble,) = await room(language, "14:00", schedule=gap).hears(ASKED[language][Kind.DOING][0])

    assert "Pool" in bubble
    assert next_at in bubble


async def test_a_full_day_fits_a_bubble_and_keeps_what_tells_most() -> None:
    rows = tuple(
        (n * 60, n * 60 + 60, "commute" if n % 2 else "work", f"{'x' * 80} {n}") for n in range(24)
    )
    full = tuple(day_of(MONDAY + timedelta(days=1), rows))

    (bubble,) = await room(clock="00:00", schedule=full).hears("what are your plans today?")

    assert len(bubble) <= 400
    assert "01:00" not in bubble
    assert "02:00" in bubble


async def test_braces_and_markup_in_a_title_are_only_letters() -> None:
    odd = tuple(day_of(MONDAY + timedelta(days=1), ((0, 600, "work", "{next} **b** `c`"),
                                                   (600, 1440, "work", "ok"))))  # fmt: skip

    (bubble,) = await room(clock="09:00", schedule=odd).hears("what are you doing?")

    assert "next b 'c', until 10:00" in bubble


async def test_hours_are_the_personas_over_a_change_of_the_clock() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    night = Planned(
        ref="slot:1",
        start_at=datetime(2026, 3, 28, 22, tzinfo=UTC),
        end_at=datetime(2026, 3, 29, 5, tzinfo=UTC),
        what="Asleep [sleep]",
        activity="sleep",
    )
    later = Planned(
        ref="slot:2",
        start_at=night.end_at,
        end_at=datetime(2026, 3, 29, 22, tzinfo=UTC),
        what="Chess [free-time]",
        activity="free-time",
    )
    talk = Room(
        zone=str(berlin), now=datetime(2026, 3, 28, 20, tzinfo=UTC), greeted=True,
        schedule=(night, later),
    )  # fmt: skip

    (bedtime,) = await talk.hears("when do you go to bed?")
    (waking,) = await talk.hears("when do you get up?")

    assert "23:00" in bedtime
    assert "07:00" in waking


def test_every_language_can_tell_its_days() -> None:
    for language in LANGUAGES:
        plan = tables().by_language[language].plan
        assert plan is not None
        assert {key for key, lines in plan.say.items() if len(set(lines)) >= PLAN_SAY[key]} == set(
            PLAN_SAY
        )


async def test_a_language_without_plans_hears_no_questions_for_them(tmp_path: Path) -> None:
    packaged = (Path(__file__).parents[3] / "adapters/pocket/tables/en.toml").read_text("utf-8")
    without = re.sub(r"\[plan\]\n.*?(?=\[topics\.sad\])", "", packaged, flags=re.S)
    (tmp_path / "nl.toml").write_text(without, encoding="utf-8")
    request = room().request("are you busy? what are you doing?")
    dutch = PocketTables({"en": PocketTables.load(tmp_path).by_language["nl"]})

    answer = await Pocket(dutch).reply(request)

    assert set(answer.draft.messages) & set(dutch.by_language["en"].say["doing"])


@settings(max_examples=60, deadline=None)
@given(
    minute=st.integers(-3000, 6000),
    language=st.sampled_from(LANGUAGES),
    kind=st.sampled_from([Kind.DOING, Kind.BUSY, Kind.PLANS, Kind.BEDTIME, Kind.WAKING]),
    drop=st.sets(st.integers(0, 39), max_size=30),
    dice=st.integers(),
    group=st.booleans(),
)
async def test_whenever_it_is_asked_it_names_nothing_that_is_not_planned(
    minute: int, language: str, kind: Kind, drop: set[int], dice: int, group: bool
) -> None:
    kept = tuple(one for n, one in enumerate(FOUR_DAYS) if n not in drop)
    talk = room(language, schedule=kept, dice=dice)
    talk.now = (MONDAY + timedelta(days=1, minutes=minute)).astimezone(UTC)
    talk.chat_kind = ChatKind.GROUP if group else ChatKind.DIRECT

    answer = await talk.answer(ASKED[language][kind][0])

    said, refs = " ".join(answer.draft.messages), {one.ref for one in kept}
    titles = {one.what.removesuffix(f" [{one.activity}]") for one in kept}
    assert answer.draft.messages
    assert not [title for *_, title in DAY if title in said and title not in titles]
    assert {one.ref for one in answer.items if one.part == "schedule"} <= refs
