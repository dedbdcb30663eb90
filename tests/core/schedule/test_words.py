import pytest

from core.phrases import LANGUAGES
from core.schedule.model import Activity
from core.schedule.rules.words import JAPANESE, KOREAN, PATTERNS, SPACED, activity_in
from core.schedule.titles import Scene, titles


@pytest.mark.parametrize(
    ("message", "activity"),
    [
        pytest.param("homework", "study", id="no work"),
        pytest.param("a network of rivers", None, id="a piece of a word"),
        pytest.param("my workout", "exercise", id="a workout is no work"),
        pytest.param("work as usual", "work", id="a word"),
        pytest.param("a business trip for work", "travel", id="travel is asked first"),
        pytest.param("no work today", "free-time", id="no work"),
        pytest.param("exam at the office", "study", id="study is asked before work"),
        pytest.param("looking for a job", "job-search", id="a job"),
        pytest.param("the jobless", None, id="not a job"),
        pytest.param("stripes", None, id="not a trip"),
        pytest.param("일요일", None, id="Sunday"),
        pytest.param("일본 사람", None, id="Japan"),
        pytest.param("1일에 봐", None, id="the first of a month"),
        pytest.param("매일", None, id="every day"),
        pytest.param("내일 봐", None, id="tomorrow"),
        pytest.param("일찍 일어나", None, id="early"),
        pytest.param("일 년 동안", None, id="a year"),
        pytest.param("일을 해요", "work", id="일 with a particle"),
        pytest.param("할 일이 많아", "work", id="일 with another"),
        pytest.param("일하는 날", "work", id="일 as a verb"),
        pytest.param("오늘은 일", "work", id="일 alone"),
        pytest.param("회사에서 야근", "work", id="회사"),
        pytest.param("일요일에 제주여행", "travel", id="a compound"),
        pytest.param("시험공부", "study", id="시험"),
        pytest.param("내일 휴가야", "free-time", id="휴가"),
        pytest.param("나는 친구를 만나", "social", id="친구"),
        pytest.param("明日は仕事", "work", id="仕事"),
        pytest.param("昼休みに散歩", None, id="a lunch break is no day off"),
        pytest.param("夏休み", "free-time", id="summer holidays"),
        pytest.param("京都へ旅行", "travel", id="旅行"),
        pytest.param("много работы", "work", id="работа"),
        pytest.param("поиск работы", "job-search", id="looking for work"),
        pytest.param("разработка", None, id="a piece of a Russian word"),
        pytest.param("скоро экзамены", "study", id="экзамены"),
        pytest.param("mucho trabajo", "work", id="trabajo"),
        pytest.param("buscando trabajo", "job-search", id="buscando trabajo"),
        pytest.param("de vacaciones", "free-time", id="vacaciones"),
        pytest.param("viel Arbeit", "work", id="Arbeit"),
        pytest.param("Arbeitslosigkeit", None, id="a piece of a German word"),
        pytest.param("morgen Prüfung", "study", id="Prüfung"),
        pytest.param("eine Reise nach Rom", "travel", id="Reise"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_words_say_what_a_day_is_for(message: str, activity: str | None) -> None:
    assert activity_in(message) == activity


def test_every_table_of_words_knows_the_same_activities_in_the_same_order() -> None:
    assert list(SPACED) == list(KOREAN) == list(JAPANESE) == list(PATTERNS)
    assert list(PATTERNS)[:3] == [Activity.TRAVEL, Activity.STUDY, Activity.JOB_SEARCH]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", Scene)
def test_every_scene_has_several_short_titles_in_every_language(
    scene: Scene, language: str
) -> None:
    found = titles(scene, language)

    assert len(set(found)) == len(found) >= 3
    assert all(0 < len(title) <= 45 for title in found)


@pytest.mark.parametrize("scene", Scene)
def test_another_language_gets_english_titles(scene: Scene) -> None:
    assert titles(scene, "nl-BE") == titles(scene, "en")
    assert titles(scene, "ko-KR") == titles(scene, "ko")
