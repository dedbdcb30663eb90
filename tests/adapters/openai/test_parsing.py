"""JSON as models really write it: what is whole is read, what is cut is not mended."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from adapters.openai.parsing import NoAnswer, parse


class Fact(BaseModel):
    model_config = ConfigDict(extra="forbid")

    statement: str
    importance: float | None = Field(default=None, ge=0, le=1)


class Facts(BaseModel):
    facts: list[Fact]


TEA = Fact(statement="likes tea")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"statement": "likes tea"}', id="plain"),
        pytest.param('```json\n{"statement": "likes tea"}\n```', id="code fence"),
        pytest.param('Sure {here you go}: {"statement": "likes tea"} ok?', id="braces in prose"),
        pytest.param('An open { brace. {"statement": "likes tea"}', id="an open brace in prose"),
        pytest.param('{"statement": "likes tea"}{"statement": "lies"}', id="two in a row"),
        pytest.param('{"statement": "likes tea"}\n{"statement": "li', id="a second one cut off"),
        pytest.param('{"note": 1} {"statement": "likes tea"}', id="a first one of another shape"),
        pytest.param("{'statement': 'likes tea'}", id="single quotes"),
        pytest.param('{"statement": "likes tea",}', id="trailing comma"),
        pytest.param('{"statement": "likes tea", "importance": NaN}', id="no number"),
        pytest.param('{"statement": "likes tea", "importance": -Infinity}', id="infinity"),
        pytest.param('{"statement": "likes tea" // it\'s said }\n}', id="line comment"),
        pytest.param('{/* { */ "statement": "likes tea"}', id="block comment"),
        pytest.param('{statement: "likes tea"}', id="bare key"),
        pytest.param('[{"statement": "likes tea"}]', id="a list of one"),
        pytest.param(
            '<think>{"statement": "hates tea"}</think>{"statement": "likes tea"}',
            id="a draft in the reasoning",
        ),
        pytest.param('hm {}</thinking>{"statement": "likes tea"}', id="only the closing tag"),
    ],
)
def test_what_is_whole_is_read(text: str) -> None:
    assert parse(text, Fact) == TEA


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("", "no_json", id="nothing"),
        pytest.param("I can't do that.", "no_json", id="prose"),
        pytest.param('{"statement": "likes te', "cut", id="cut in a string"),
        pytest.param('{"statement": "likes tea"', "cut", id="cut before the end"),
        pytest.param("{'statement': 'likes te", "cut", id="cut in single quotes"),
        pytest.param('[{"statement": "likes tea"}, {"stat', "cut", id="a list cut off"),
        pytest.param('{"aussage": "mag Tee"}', "missing", id="keys in another language"),
        pytest.param('{"statement": "x", "importance": 7}', "less_than_equal", id="out of range"),
        pytest.param('{"statement": "a"]', "cut", id="brackets that do not match"),
        pytest.param("<think>{}</think>", "no_json", id="nothing after the reasoning"),
        pytest.param("{" * 100_000, "cut", id="a loop of brackets"),
        pytest.param("{'a':" * 5_000 + "1" + "}" * 5_000, "model_type", id="too deep to read"),
    ],
)
def test_what_is_cut_or_wrong_is_no_answer(text: str, kind: str) -> None:
    with pytest.raises(NoAnswer) as caught:
        parse(text, Fact)

    assert kind in caught.value.kinds


def test_a_bare_list_is_the_one_field_of_its_shape() -> None:
    assert parse('[{"statement": "likes tea"}]', Facts) == Facts(facts=[TEA])
    assert parse("[]", Facts) == Facts(facts=[])


def test_the_kinds_for_the_log_hold_no_word_of_the_answer() -> None:
    with pytest.raises(NoAnswer) as caught:
        parse('{"statement": "x", "a secret of Ana": 1}', Fact)

    assert "Ana" not in str(caught.value)


@settings(deadline=None)
@given(st.text(), st.floats(0, 1), st.sampled_from(["", "Well { then: ", "```json\n", "[x] "]))
def test_whatever_stands_in_a_string_is_read_back(
    statement: str, importance: float, before: str
) -> None:
    fact = Fact(statement=statement, importance=importance)

    for ascii_only in (True, False):
        text = json.dumps(fact.model_dump(), ensure_ascii=ascii_only)
        assert parse(before + text, Fact) == fact


@settings(deadline=None)
@given(st.text(max_size=20), st.data())
def test_no_cut_answer_passes_for_a_whole_one(statement: str, data: st.DataObject) -> None:
    facts = [{"statement": statement}, {"statement": "the last"}]
    text = json.dumps({"facts": facts})
    length = data.draw(st.integers(0, len(text) - 1))

    with pytest.raises(NoAnswer):
        parse(text[:length], Facts)


@settings(deadline=None)
@given(st.text(alphabet="{}[]\"'\\:,/*a1 \n", max_size=40))
def test_no_text_brings_another_error(text: str) -> None:
    with suppress(NoAnswer):
        parse(text, Fact)
