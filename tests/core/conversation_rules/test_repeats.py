"""A companion notices that it is about to repeat itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conversation.rules.repeats import repeats

LINE = "I was just thinking about you, how was your exam today?"


@pytest.mark.parametrize(
    ("text", "said", "again"),
    [
        pytest.param(LINE, LINE, True, id="the same"),
        pytest.param(LINE.upper().replace(",", " —"), LINE, True, id="case and punctuation"),
        pytest.param(f"Hey! {LINE} 😊", LINE, True, id="a word more"),
        pytest.param(LINE.replace("just ", ""), LINE, True, id="a word less"),
        pytest.param(f"{LINE} Mine was awful, I forgot everything.", LINE, False, id="much more"),
        pytest.param("I read about your town today, how is the weather?", LINE, False, id="other"),
        pytest.param("haha yes", "haha yes", False, id="short things may repeat"),
        pytest.param("Good night, sleep well!", "Good night, sleep well!", False, id="good night"),
        pytest.param(
            "오늘 하루 어땠어? 나는 카페에 있었어",
            "오늘하루 어땠어?? 나는 카페에 있었어!",
            True,
            id="Korean",
        ),
        pytest.param("잘 자! 좋은 꿈 꿔", "잘 자! 좋은 꿈 꿔", False, id="a Korean good night"),
        pytest.param(
            "今日はカフェで本を読んでいたよ。",
            "今日はカフェで本を読んでいたよ!",
            True,
            id="Japanese",
        ),
        pytest.param(
            "今日はカフェで本を読んでいたよ。",
            "昨日は海まで歩いて魚を食べたんだ。",
            False,
            id="other Japanese",
        ),
        pytest.param(
            "Я сегодня весь день думала о тебе",
            "я сегодня весь день думала о тебе...",
            True,
            id="Russian",
        ),
        pytest.param(
            "آج میں سارا دن تمہارے بارے میں سوچتی رہی",
            "آج میں سارا دن تمہارے بارے میں سوچتی رہی۔",
            True,
            id="Urdu",
        ),
        pytest.param("!!! ... ???" * 9, "!!! ... ???" * 9, False, id="no letters at all"),
        pytest.param(f"{LINE} " * 200, f"{LINE} " * 199, True, id="long texts"),
    ],
)
def test_near_copies_are_noticed(text: str, said: str, again: bool) -> None:
    assert repeats(text, ["Something else entirely.", said]) is again


def test_nothing_repeats_silence() -> None:
    assert not repeats(LINE, [])


@given(st.text(min_size=1), st.lists(st.text(), max_size=3))
def test_a_long_line_repeats_itself_among_others_in_any_dress(more: str, others: list[str]) -> None:
    said = f"{LINE} {more}"

    assert repeats(f"  {said.replace(' ', '  ')}!! ", [*others, said, *others])
