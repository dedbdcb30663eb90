import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conversation.model import ToolCall
from core.conversation.rules.loop import is_looping


def calls(*queries: str) -> list[ToolCall]:
    return [ToolCall(id=str(n), name="recall", arguments=q) for n, q in enumerate(queries)]


@pytest.mark.parametrize(
    ("queries", "looping"),
    [
        pytest.param([], False, id="nothing asked"),
        pytest.param(["a", "a"], False, id="twice may be an accident"),
        pytest.param(["a", "a", "a"], True, id="the third identical call"),
        pytest.param(["a", "b", "a", "c", "a"], True, id="not in a row"),
        pytest.param(["a", "b", "a", "b"], True, id="a cycle of two"),
        pytest.param(["a", "b", "c", "a", "b", "c"], True, id="a cycle of three"),
        pytest.param(["x", "a", "b", "a", "b"], True, id="a cycle after something else"),
        pytest.param(["a", "b", "b", "a"], False, id="no cycle"),
        pytest.param(
            ['{"q":1,"k":2}', '{ "k": 2, "q": 1 }', '{"q": 1, "k": 2}'], True, id="same JSON"
        ),
        pytest.param(["{broken", "{broken ", " {broken"], True, id="broken arguments too"),
        pytest.param(["[" * 100_000] * 2, False, id="too deep to parse"),
    ],
)
def test_a_loop_is_told(queries: list[str], looping: bool) -> None:
    assert is_looping(calls(*queries)) is looping


def test_the_same_arguments_for_different_tools_are_different_calls() -> None:
    three = [ToolCall(id=name, name=name, arguments="{}") for name in "abc"]

    assert not is_looping(three)


@given(st.lists(st.integers(), unique=True, max_size=8).map(lambda ns: [str(n) for n in ns]))
def test_calls_that_all_differ_are_never_a_loop(queries: list[str]) -> None:
    assert not is_looping(calls(*queries))
