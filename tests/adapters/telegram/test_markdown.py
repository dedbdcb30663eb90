import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.telegram.markdown import rendered, units


def shown(markdown: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the text, and each entity with the piece that it covers."""
    text, entities = rendered(markdown)
    wide = text.encode("utf-16-le")
    pieces = [
        (e.type, wide[2 * e.offset : 2 * (e.offset + e.length)].decode("utf-16-le"))
        for e in entities
    ]
    return text, pieces


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("see snake_case and 2*3 [note", id="marks that are none"),
        pytest.param("~5 km, $5 or $6, a < b > c", id="signs of everyday talk"),
        pytest.param("*", id="a lone star"),
        pytest.param("bye <b>you</b>", id="HTML stays as it was written"),
        pytest.param("<div>hello</div>", id="a line of HTML is not swallowed"),
        pytest.param("[ref]: http://x.y\nhello", id="a reference is not swallowed"),
        pytest.param("note [^1]\n\n[^1]: the foot", id="a footnote is not swallowed"),
        pytest.param("AT&amp;T", id="an escaped sign"),
        pytest.param("\\(\\alpha\\)", id="formulas are left alone"),
    ],
)
def test_what_is_no_formatting_keeps_its_words(source: str) -> None:
    text, _ = shown(source)

    assert re.findall(r"\w+", text) == re.findall(r"\w+", source)


def test_a_text_without_formatting_goes_out_as_it_is() -> None:
    assert rendered("see snake_case and 2*3 [note") == ("see snake_case and 2*3 [note", ())


@pytest.mark.parametrize(
    ("source", "text", "pieces"),
    [
        pytest.param("😂 **hé** 😂", "😂 hé 😂", [("bold", "hé")], id="offsets count UTF-16"),
        pytest.param("_a_ `b_c`", "a b_c", [("italic", "a"), ("code", "b_c")], id="italic, code"),
        pytest.param("||boo||", "boo", [("spoiler", "boo")], id="spoiler"),
        pytest.param("- a\n- b", "• a\n• b", [], id="a list ends without an empty line"),
        pytest.param("[x](http://a.b/c_d)", "x", [("text_link", "x")], id="link"),
        pytest.param("> hm", "hm", [("blockquote", "hm")], id="quote"),
        pytest.param(
            "**so** [l](javascript:x) and [a](b/c_d_e) [x](http://a.b)",
            "so [l](javascript:x) and [a](b/c_d_e) x",
            [("bold", "so"), ("text_link", "x")],
            id="links that lead nowhere cost nothing else",
        ),
    ],
)
def test_formatting_becomes_entities(source: str, text: str, pieces: list[tuple[str, str]]) -> None:
    assert shown(source) == (text, pieces)


@pytest.mark.parametrize("language", ["python", "mermaid"])
def test_a_code_block_keeps_its_language_and_stays_text(language: str) -> None:
    text, entities = rendered(f"```{language}\nprint(1)\n```\nafter")

    assert text == "print(1)\nafter"
    assert [(e.type, e.language) for e in entities] == [("pre", language)]


def test_a_link_that_leads_nowhere_stays_visible() -> None:
    assert rendered("[x](nowhere)") == ("[x](nowhere)", ())


def test_what_grows_too_long_goes_out_as_it_was_written() -> None:
    # Each line of a table is filled up to the width of its column.
    table = "|a|b|\n|-|-|\n" + "|x|y|\n" * 300 + f"|{'w' * 900}|z|"

    assert len(table) < 4096
    assert rendered(table) == (table, ())


def test_a_half_of_a_surrogate_pair_is_replaced() -> None:
    text, _ = rendered("a \ud83d b\x00")

    assert text == "a \ufffd b"


@given(
    st.text(alphabet=st.sampled_from("ab_*[]()`~|>#-+1. \n\\<&$!:/😂é"), max_size=60) | st.text()
)
def test_any_text_becomes_a_text_with_entities_inside(source: str) -> None:
    text, entities = rendered(source)

    end = units(text)
    assert bool(text.strip()) or not source.replace("\x00", "").strip()
    borders = {0}
    for ch in text:
        borders.add(max(borders) + units(ch))
    for entity in entities:
        assert entity.length > 0
        assert entity.offset in borders
        assert entity.offset + entity.length in borders
        assert entity.offset + entity.length <= end
    carried = Counter(text + "".join(f"{e.url} {e.language}" for e in entities))
    assert not Counter(filter(str.isalnum, source)) - carried
