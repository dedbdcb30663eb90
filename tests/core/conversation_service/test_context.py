from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conversation.model import ContextItem
from core.conversation.rules.context import (
    CUT,
    conversation_window_label,
    cut_middle,
    estimate_tokens,
    fill,
)
from tests.core.conversation_service.scenes import NOW, TOKYO, said


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        pytest.param("", 0, 0, id="empty"),
        pytest.param("The weather was lovely when we walked home. ", 9, 14, id="English: 9"),
        pytest.param("Погода была прекрасной, когда мы шли домой.", 12, 24, id="Russian: 12-18"),
        pytest.param("집에 걸어올 때 날씨가 정말 좋았어요.", 14, 28, id="Korean: 14-22"),
        pytest.param("家に歩いて帰るとき、天気が良かったです。", 14, 26, id="Japanese: 14-20"),
        pytest.param("😂👍🏽", 5, 12, id="emoji"),
    ],
)
def test_an_estimate_is_near_what_vocabularies_take(text: str, least: int, most: int) -> None:
    assert least <= estimate_tokens(text) <= most


@given(st.text(), st.text())
def test_more_text_never_takes_fewer_tokens(text: str, more: str) -> None:
    assert estimate_tokens(text) <= estimate_tokens(text + more)


@pytest.mark.parametrize(
    ("sent", "label"),
    [
        pytest.param([], "no earlier messages", id="nothing"),
        pytest.param(["2026-04-30T20:00Z"], "today (2026-05-01)", id="local day, not UTC"),
        pytest.param(["2026-04-30T02:00Z"], "yesterday (2026-04-30)", id="only yesterday"),
        pytest.param(
            ["2026-04-30T14:59Z", "2026-04-30T15:00Z"],
            "yesterday + today (2026-04-30 to 2026-05-01)",
            id="around local midnight",
        ),
        pytest.param(
            ["2026-04-25T03:00Z", "2026-05-01T00:00Z"],
            "6 days ago to today (2026-04-25 to 2026-05-01)",
            id="an older span",
        ),
        pytest.param(
            ["2026-04-25T03:00Z", "2026-04-30T03:00Z"],
            "6 days ago to yesterday (2026-04-25 to 2026-04-30)",
            id="over since yesterday",
        ),
        pytest.param(["2026-05-09T03:00Z"], "today (2026-05-01)", id="a clock that runs ahead"),
    ],
)
def test_the_window_is_named_by_the_personas_days(sent: list[str], label: str) -> None:
    history = [said(n, "x", at=datetime.fromisoformat(at)) for n, at in enumerate(sent)]

    assert conversation_window_label(NOW, history, TOKYO) == label


@given(
    st.lists(st.timedeltas(timedelta(days=-40), timedelta(days=2)), max_size=5),
    st.sampled_from(["Asia/Kolkata", "America/Sao_Paulo", "Africa/Cairo", "Pacific/Apia"]),
)
def test_a_label_ends_today_at_the_latest(spans: list[timedelta], zone: str) -> None:
    now = datetime(2026, 4, 24, 1, 30, tzinfo=UTC)
    history = [said(n, "x", at=now + span) for n, span in enumerate(spans)]

    label = conversation_window_label(now, history, ZoneInfo(zone))

    assert "-1" not in label.split("(")[0]


def item(number: int, tokens: int) -> ContextItem:
    return ContextItem(ref=f"msg:{number}", part="history", text="word " * tokens, tokens=tokens)


items = st.lists(st.integers(min_value=20, max_value=400), max_size=12).map(
    lambda sizes: [item(number, size) for number, size in enumerate(sizes)]
)


def test_the_newest_are_kept_without_a_hole() -> None:
    small, large, newer, newest = item(1, 20), item(2, 200), item(3, 30), item(4, 30)

    kept, left_out = fill([small, large, newer, newest], 120)

    assert kept == (newer, newest)
    assert left_out == (small, large)


def test_what_is_to_be_answered_is_kept_before_anything_newer() -> None:
    asked, chatter = item(1, 100), item(2, 60)

    kept, left_out = fill([asked, chatter], 120, {"msg:1"})

    assert kept == (asked,)
    assert left_out == (chatter,)


def test_one_huge_message_is_cut_in_its_middle_and_the_small_one_beside_it_is_whole() -> None:
    huge, small = item(1, 5000), item(2, 20)

    kept, _ = fill([huge, small], 500, {"msg:1", "msg:2"})

    assert CUT in kept[0].text
    assert kept[1] == small
    assert sum(one.tokens for one in kept) <= 500


def test_the_newest_of_what_is_to_be_answered_is_whole_and_the_oldest_are_left_out() -> None:
    asked = [item(number, 28) for number in range(500)]

    kept, left_out = fill(asked, 300, {one.ref for one in asked})

    assert kept == tuple(asked[-10:])
    assert left_out == tuple(asked[:-10])


def test_a_question_before_a_huge_paste_stays() -> None:
    question, paste = item(1, 20), item(2, 5000)

    kept, _ = fill([question, paste], 500, {"msg:1", "msg:2"})

    assert kept[0] == question
    assert CUT in kept[1].text
    assert kept[1].tokens > 400


def test_nothing_older_is_kept_than_what_was_to_be_answered_and_has_no_room() -> None:
    small, asked, newest = item(1, 20), item(2, 90), item(3, 80)

    kept, left_out = fill([small, asked, newest], 110, {"msg:2", "msg:3"})

    assert kept == (newest,)
    assert left_out == (small, asked)


@given(items, st.integers(min_value=100, max_value=2000), st.data())
def test_a_budget_holds_and_the_newest_that_must_stay_is_there(
    given_items: list[ContextItem], budget: int, data: st.DataObject
) -> None:
    refs = [one.ref for one in given_items]
    must = data.draw(st.sets(st.sampled_from(refs))) if refs else set[str]()

    kept, left_out = fill(given_items, budget, must)

    assert sum(one.tokens for one in kept) <= budget
    order = [one.ref for one in kept]
    assert order == [ref for ref in refs if ref in order]
    assert {one.ref for one in kept} | {one.ref for one in left_out} == set(refs)
    asked = [one for one in given_items if one.ref in must]
    assert [one.ref for one in asked if one.ref in order] == [
        one.ref for one in asked[len(asked) - len(must & set(order)) :]
    ]
    if asked:
        assert asked[-1].ref in order
        assert asked[-1] in kept or asked[-1].tokens > budget


@given(st.text(max_size=400), st.integers(min_value=20, max_value=100))
def test_a_cut_text_fits_and_says_so(text: str, tokens: int) -> None:
    cut = cut_middle(text, tokens)

    assert estimate_tokens(cut) <= tokens
    assert cut == text or CUT in cut
