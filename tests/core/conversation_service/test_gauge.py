from hypothesis import given
from hypothesis import strategies as st

from core.conversation.model import Line, Prompt, Usage
from core.conversation.service.gauge import LEAST_FACTOR, MOST_FACTOR, Gauge


def prompt(words: int) -> Prompt:
    return Prompt(lines=(Line(role="user", text="word " * words),))


def usage(tokens_in: int, calls: int = 1) -> Usage:
    return Usage(tokens_in=tokens_in, calls=calls)


def test_honest_counts_draw_the_estimate_to_themselves() -> None:
    gauge, asked = Gauge(), prompt(800)
    before = gauge.tokens(asked)

    for _ in range(40):
        gauge.learn(asked, usage(int(before * 1.5)))

    assert before * 1.45 < gauge.tokens(asked) < before * 1.55


def test_a_low_count_of_a_long_prompt_teaches_nothing() -> None:
    gauge = Gauge()

    assert not gauge.learn(prompt(4000), usage(4000))
    assert gauge.factor == 1.0


def test_a_usage_of_two_calls_is_no_double_length() -> None:
    gauge, asked = Gauge(), prompt(800)

    gauge.learn(asked, usage(2 * gauge.tokens(asked), calls=2))

    assert gauge.factor == 1.0


@given(st.lists(st.tuples(st.integers(1, 4000), st.integers(0, 10**6)), max_size=20))
def test_no_count_drives_the_factor_out_of_its_bounds(counts: list[tuple[int, int]]) -> None:
    gauge = Gauge()

    for words, counted in counts:
        gauge.learn(prompt(words), usage(counted))

    assert LEAST_FACTOR <= gauge.factor <= MOST_FACTOR
