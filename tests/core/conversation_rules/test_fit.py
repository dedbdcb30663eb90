"""A bubble becomes messages that a platform takes, and nothing of it is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conversation.model import TextLimit
from core.conversation.rules.fences import fences
from core.conversation.rules.split import fit, pieces

DISCORD = TextLimit(most=2000, unit="character")
TELEGRAM = TextLimit(most=4096, unit="utf-16")
SMALL = TextLimit(most=64, unit="utf-16")

SNIPPETS = [
    *("```", "````", "~~~", "~~~~~", "```python", "~~~ sh", "  ```js", "   ```", "`````````````"),
    *("\n", "\n\n", "\n \n", " ", "  ", "\t", "\u3000", "\r\n", "\r", "\x0b", "\u2028"),
    *("word", "a", ".", "! ", "3.50", "1,000,000", "e.g. ", "https://example.org/a.b?c=1.5&d=e!"),
    *(
        "今日は",
        "。",
        "「はい」",
        "か\u3099",
        "안녕하세요",
        "👨‍👩‍👧",
        "🇩🇪",
        "👍🏽",
        "e\u0301",
        "क्ष",
        "\U0001d4d0",
    ),
    *("- item\n", "1. item\n", "`code`", "``", "~", "*", "| a | b |\n"),
    "x" * 70,
    "字" * 40,
    " " * 70,
    "\u0301" * 70,
    "`" * 70,
]
texts = st.one_of(
    st.lists(st.sampled_from(SNIPPETS), max_size=60).map("".join),
    st.text(max_size=300),
)
limits = st.builds(
    TextLimit,
    most=st.sampled_from([64, 65, 80, 128, 200]),
    unit=st.sampled_from(["utf-16", "character"]),
)


def visible(text: str) -> str:
    return "".join(text.split())


@given(texts, limits)
def test_every_piece_is_within_the_limit_and_says_something(text: str, limit: TextLimit) -> None:
    for piece in fit(text, limit):
        assert piece.strip()
        assert limit.length(piece) <= limit.most


@given(texts, limits)
def test_no_visible_character_is_lost_doubled_or_moved(text: str, limit: TextLimit) -> None:
    cut = list(pieces(text, limit))

    assert "".join(visible(piece.text) for piece in cut) == visible(text)
    assert fit(text, limit) == tuple(piece.whole for piece in cut)


@given(texts, limits)
def test_every_fence_ends_in_the_piece_that_it_begins_in(text: str, limit: TextLimit) -> None:
    for piece in fit(text, limit):
        assert all(fence.closing for fence in fences(piece))


@given(texts, limits)
def test_what_is_added_is_a_fence_of_the_text(text: str, limit: TextLimit) -> None:
    for piece in pieces(text, limit):
        assert set(visible(piece.tail)) <= {"`"} or set(visible(piece.tail)) == {"~"}
        assert not piece.head or fences(piece.whole)[0].opening == piece.head.rstrip("\n")


@given(texts, limits)
def test_a_piece_that_fits_is_left_alone(text: str, limit: TextLimit) -> None:
    for piece in fit(text, limit):
        assert fit(piece, limit) == (piece,)


def test_a_long_block_is_closed_and_opened_again_with_its_language() -> None:
    code = "\n".join(f"x{number} = {number}" for number in range(210))
    text = f"Here it is.\n\n```python\n{code}\n```\n\n" + "That is all of it. " * 150

    parts = fit(text, DISCORD)

    assert len(parts) == 3
    assert all(len(part) <= 2000 for part in parts)
    assert parts[0].startswith("Here it is.\n\n```python\nx0 = 0\n")
    assert parts[0].endswith("\n```")
    assert parts[1].startswith("```python\nx")
    assert "\n```\n\nThat is" in parts[1]
    assert parts[2].startswith("That is all of it.")


def test_a_block_that_fits_alone_is_not_torn() -> None:
    code = "```\n" + "line of code\n" * 140 + "```"

    assert fit(f"{'Intro. ' * 40}\n{code}\nbye", DISCORD) == (
        ("Intro. " * 40).strip(),
        f"{code}\nbye",
    )


@pytest.mark.parametrize(
    ("text", "first"),
    [
        pytest.param(
            f"{'a' * 30}\n\n{'b ' * 12}\n{'c ' * 12}", "a" * 30, id="a paragraph before a line"
        ),
        pytest.param(f"{'a b ' * 9}\n{'c d. ' * 12}", ("a b " * 9).strip(), id="a line first"),
        pytest.param(
            "It was a long day for all of us here. And then it rained all evening through.",
            "It was a long day for all of us here.",
            id="a sentence before a word",
        ),
        pytest.param(
            "今日はとても長い一日でした。" * 3 + "それから雨が降りましたが、" * 4,
            "今日はとても長い一日でした。" * 3,
            id="a full stop of Japanese",
        ),
        pytest.param(
            "We could bring many things to eat to the lake, e.g. apples or tea",
            "We could bring many things to eat to the lake, e.g. apples or",
            id="an abbreviation ends no sentence",
        ),
        pytest.param(
            "look at this: https://example.org/a.b?c=1.5&d=e!f/aaaaaaaaaaaaaaaaaaaaaaaaaa ok",
            "look at this:",
            id="a link stays whole",
        ),
        pytest.param(
            "보세요" * 15 + "https://example.org/a.b?c=1.5",
            "보세요" * 15,
            id="a link behind no space",
        ),
        pytest.param(
            "합계는" * 19 + "1,000,000원입니다", "합계는" * 19, id="a number behind no space"
        ),
        pytest.param("x" * 63 + "👨‍👩‍👧" + "y", "x" * 63, id="a family is not parted"),
        pytest.param("x" * 61 + "🇩🇪" + "🇫🇷" + "y", "x" * 61, id="a flag is not parted"),
        pytest.param("x" * 63 + "e\u0301" + "yy", "x" * 63, id="an accent stays with its letter"),
        pytest.param("字" * 64 + "。字字", "字" * 63, id="no line begins with a full stop"),
    ],
)
def test_where_the_first_piece_ends(text: str, first: str) -> None:
    assert fit(text, SMALL)[0] == first


def test_marks_of_a_longer_fence_are_kept() -> None:
    code = "~~~~ sh\n" + "echo one two three\n" * 8 + "~~~~"

    for part in fit(code, SMALL):
        assert part.startswith(("~~~~sh\n", "~~~~ sh\n"))
        assert part.endswith("\n~~~~")


def test_a_line_of_code_that_is_too_long_is_cut_hard() -> None:
    parts = fit(f"```\n{'x' * 150}\n```", SMALL)

    assert [part.count("x") for part in parts] == [56, 56, 38]


def test_an_open_fence_is_closed_even_in_a_text_that_fits() -> None:
    assert fit("```py\nx = 1", SMALL) == ("```py\nx = 1\n```",)


def test_an_info_string_that_is_too_long_goes_on_as_code() -> None:
    parts = fit(f"```python title={'t' * 40}\nx = 1\n```", SMALL)

    assert parts[0].startswith("```python\ntitle=ttt")
    assert sum(part.count("t") for part in parts) - sum("python" in part for part in parts) == 42


def test_astral_characters_count_twice_for_telegram() -> None:
    text = "😀" * 3000

    assert [len(part) for part in fit(text, TELEGRAM)] == [2048, 952]
    assert [len(part) for part in fit(text, DISCORD)] == [2000, 1000]


def test_nine_thousand_letters_without_a_break_keep_their_tail() -> None:
    parts = fit("x" * 8999 + "!", TELEGRAM)

    assert [len(part) for part in parts] == [4096, 4096, 808]
    assert parts[-1].endswith("!")


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u3000\n\t"])
def test_blank_text_is_no_piece(text: str) -> None:
    assert fit(text, SMALL) == ()


def test_a_limit_without_room_for_fences_is_refused() -> None:
    with pytest.raises(ValueError, match="got 63"):
        fit("hi", TextLimit(most=63, unit="character"))
