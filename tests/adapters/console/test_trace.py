from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.console.trace import trace_lines
from core.conversation.model import TurnId
from core.engine.model import Bubble, BubbleState
from tests.adapters.console.talk import NOW, RECORD

KEYS = ("items", "left_out", "steps", "notes", "reasoning", "rewrite", "outcome", "times")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
FULL: Mapping[str, object] = {
    "items": [
        {"ref": "msg:1", "part": "history", "tokens": 12},
        {"ref": "msg:2", "part": "history", "tokens": 30},
    ],
    "left_out": [{"ref": "msg:0", "part": "history", "tokens": 900}],
    "steps": [
        {
            "model": "gpt-x",
            "finish": "tools",
            "usage": {"tokens_in": 120, "tokens_out": 8, "calls": 1},
            "tools": ["recall_memory"],
            "took_s": 0.5,
        },
        {"model": "gpt-x", "finish": "stop", "tokens_in": 140, "tokens_out": 20, "took_s": 1},
    ],
    "notes": ["shrunk", "cut"],
    "rewrite": {"rewrite": True, "reason": "she asked something else", "saw": ["msg:3"]},
    "failure": {"reason": "busy", "detail": "429"},
    "times": {"thought_s": 1.5},
    "reasoning": "first\nthen",
}


def test_a_whole_trace_is_told_line_by_line() -> None:
    assert trace_lines(replace(RECORD, trace=FULL)) == [
        "turn 7: answered",
        "context, 42 tokens: msg:1 (12), msg:2 (30)",
        "left out, 900 tokens: msg:0 (900)",
        "step 1: gpt-x, tools, 120 in + 8 out tokens, 0.50 s, tools recall_memory",
        "step 2: gpt-x, stop, 140 in + 20 out tokens, 1.00 s",
        "failure: reason busy, detail 429",
        "notes: shrunk, cut",
        "rewrite: draft replaced, she asked something else",
        "times: thought_s 1.5",
        "reasoning:",
        "  first",
        "  then",
    ]


@pytest.mark.parametrize("key", FULL)
def test_a_missing_key_only_leaves_its_line_out(key: str) -> None:
    whole = trace_lines(replace(RECORD, trace=FULL))
    part = trace_lines(replace(RECORD, trace={k: v for k, v in FULL.items() if k != key}))

    assert len(part) < len(whole)
    assert set(part) < set(whole)


def test_a_bubble_that_did_not_arrive_is_told() -> None:
    lost = Bubble(
        turn=TurnId(7),
        position=0,
        text="a secret",
        state=BubbleState.IN_DOUBT,
        due_at=NOW,
        reason="time-out",
    )
    said = replace(lost, position=1, state=BubbleState.DELIVERED)

    lines = trace_lines(replace(RECORD, bubbles=(lost, said)))

    assert lines == ["turn 7: answered", "bubble 0: in-doubt, time-out"]


@given(st.dictionaries(st.sampled_from(KEYS), JSON))
def test_any_trace_gives_lines(trace: Mapping[str, object]) -> None:
    assert trace_lines(replace(RECORD, trace=trace))


def test_what_memory_did_is_shown() -> None:
    memory = {"scores": {"fact:3": 2.1}, "saved": ["fact:9"], "refused": ["secret"]}

    lines = trace_lines(replace(RECORD, trace={"memory": memory}))

    assert "recalled: fact:3 2.1" in lines
    assert "memory, saved: fact:9" in lines
    assert "memory, refused: secret" in lines
