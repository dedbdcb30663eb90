"""Which texts repeat what was erased."""

import pytest

from core.memory.rules.erasing import repeats, without, words_of_weight
from core.memory.rules.refs import names_any, number_of, numbers_of


@pytest.mark.parametrize(
    ("erased", "other", "repeated"),
    [
        pytest.param("I moved to Oslo", "In OSLO, then!", True, id="a word, whatever its case"),
        pytest.param("I moved to Oslo", "Oslo's harbour", True, id="a word with an ending"),
        pytest.param("she was painting", "Do you paint?", True, id="a word without its ending"),
        pytest.param("I like it here", "I like it here, too", False, id="common words alone"),
        pytest.param("I am HIV positive", "hiv is no shame", True, id="three letters, as a word"),
        pytest.param("my cat", "education", False, id="three letters, not inside another word"),
        pytest.param("I am 42", "42 it is", False, id="two digits"),
        pytest.param("code 7781", "is it 7781?", True, id="more digits"),
        pytest.param("私は大阪に住んでいます", "大阪はどう？", True, id="a pair of characters"),
        pytest.param("そうです", "雨です", False, id="common pairs alone"),
        pytest.param("고양이를 키워요", "고양이!", True, id="Korean without its particle"),
        pytest.param("Ёжик живёт дома", "ёжику хорошо", True, id="Russian with another ending"),
        pytest.param("ＯＳＬＯ", "oslo", True, id="wide letters"),
        pytest.param("", "anything", False, id="nothing"),
        pytest.param("Oslo", "", False, id="nothing to say"),
    ],
)
def test_a_text_repeats_a_word_of_weight(erased: str, other: str, repeated: bool) -> None:
    assert repeats(other, words_of_weight([erased])) is repeated


def test_a_trace_loses_texts_and_keeps_what_is_ours() -> None:
    trace = {
        "started_at": "2026-05-01T12:00",
        "reasoning": "She moved to Oslo in 2026.",
        "steps": [{"model": "oslo-1", "note": "Oslo", "took_s": 2026.0}, "fine", None],
        "items": [{"ref": "fact:2026", "part": "Oslo"}],
    }

    left = without(trace, words_of_weight(["Oslo 2026"]))

    assert left == {
        "started_at": "2026-05-01T12:00",
        "reasoning": "",
        "steps": [{"model": "oslo-1", "note": "", "took_s": 2026.0}, "fine", None],
        "items": [{"ref": "fact:2026", "part": "Oslo"}],
    }


@pytest.mark.parametrize(
    ("ref", "number"),
    [
        pytest.param("msg:7", 7, id="of this kind"),
        pytest.param("fact:7", None, id="of another kind"),
        pytest.param("msg:", None, id="none"),
        pytest.param("msg:-7", None, id="negative"),
        pytest.param("msg:²", None, id="no plain digit"),
        pytest.param("msg:" + 19 * "9", None, id="larger than any"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_a_reference_has_a_number(ref: str, number: int | None) -> None:
    assert number_of(ref, "msg") == number


def test_numbers_come_in_order_and_once() -> None:
    assert numbers_of(["msg:7", "fact:1", "msg:3", "msg:7"], "msg") == [7, 3]


def test_a_trace_names_a_reference_however_deep() -> None:
    trace = {"items": [{"ref": "msg:70"}], "rewrite": {"saw": ["msg:7"]}}

    assert names_any(trace, frozenset({"msg:7"}))
    assert not names_any(trace, frozenset({"msg:"}))
    assert not names_any(None, frozenset({"msg:7"}))
