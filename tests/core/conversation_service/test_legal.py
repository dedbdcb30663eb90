from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conversation.model import Line, ToolCall
from core.conversation.rules.legal import NO_RESULT, STAND_IN, UNANSWERED, legal_sequence

CALL = ToolCall(id="a", name="recall", arguments="{}")
texts = st.sampled_from(["", " ", "one", "two\nlines", "three"])
calls = st.builds(
    ToolCall, id=st.sampled_from(["a", "b", ""]), name=st.just("recall"), arguments=st.just("{}")
)
lines = st.builds(
    Line,
    role=st.sampled_from(["system", "user", "assistant", "tool"]),
    text=texts,
    calls=st.lists(calls, max_size=3).map(tuple),
    answers=st.sampled_from([None, "a", "b", ""]),
    reasoning=st.sampled_from([None, "hm"]),
)
sequences = st.lists(lines, max_size=12)


def user(text: str) -> Line:
    return Line(role="user", text=text)


def bot(text: str, *calls: ToolCall) -> Line:
    return Line(role="assistant", text=text, calls=calls)


def result(text: str, answers: str = "a") -> Line:
    return Line(role="tool", text=text, answers=answers)


@pytest.mark.parametrize(
    ("given_lines", "legal"),
    [
        pytest.param([user("a"), user("b")], [user("a\n\nb")], id="same role merges"),
        pytest.param(
            [bot("hi"), user("a")], [user(STAND_IN), bot("hi"), user("a")], id="begins with bot"
        ),
        pytest.param(
            [user("a"), bot("hi")], [user("a"), bot("hi"), user(STAND_IN)], id="ends with bot"
        ),
        pytest.param(
            [user("a"), bot("", CALL), user("b")],
            [user("a"), bot("", CALL), result(UNANSWERED), user("b")],
            id="a missing result",
        ),
        pytest.param(
            [user("a"), result("x"), bot("hm"), bot("", CALL), result("x"), result("y")],
            [user("a"), bot("hm", CALL), result("x")],
            id="orphans and second results go, words before a call stay with it",
        ),
        pytest.param(
            [user("a"), bot("", CALL), result("")],
            [user("a"), bot("", CALL), result(NO_RESULT)],
            id="an empty result still answers",
        ),
        pytest.param([user(" "), bot("")], [user(STAND_IN)], id="nothing said"),
    ],
)
def test_lines_become_what_servers_take(given_lines: list[Line], legal: list[Line]) -> None:
    assert list(legal_sequence(given_lines)) == legal


@given(sequences)
def test_whatever_comes_in_is_legal_afterwards(given_lines: list[Line]) -> None:
    legal = legal_sequence(given_lines)

    assert all(line.role != "system" for line in legal[1:])
    body = [line for line in legal if line.role != "system"]
    assert body[0].role == "user"
    assert body[-1].role in ("user", "tool")
    for before, after in pairwise(body):
        assert before.role != after.role or before.role == "tool"
    assert all(line.text.strip() or line.calls for line in legal)
    open_calls: list[str] = []
    for line in body:
        if line.role == "tool":
            assert line.answers == open_calls.pop(0)
        else:
            assert open_calls == []
            open_calls = [call.id for call in line.calls]
            assert len(set(open_calls)) == len(open_calls)
    assert open_calls == []


@given(sequences)
def test_legal_lines_stay_as_they_are(given_lines: list[Line]) -> None:
    once = legal_sequence(given_lines)

    assert legal_sequence(once) == once


@given(sequences)
def test_no_words_are_lost_but_orphaned_results(given_lines: list[Line]) -> None:
    legal = legal_sequence(given_lines)

    for role in ("system", "user", "assistant"):
        said = [line.text for line in given_lines if line.role == role and line.text.strip()]
        kept = "\n\n".join(line.text for line in legal if line.role == role and line.text.strip())
        assert kept.replace(STAND_IN, "").split() == " ".join(said).split()
