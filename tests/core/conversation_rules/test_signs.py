import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conversation.rules.signs import is_emoji, without_open_sign, without_signs


@pytest.mark.parametrize(
    ("text", "kept", "emoji"),
    [
        pytest.param("[reaction: 👍]\nnice", "nice", "👍", id="a line of its own"),
        pytest.param("nice [reaction: 👍]", "nice", "👍", id="behind the words"),
        pytest.param("[Reaction：🎉] yes", "yes", "🎉", id="full width, other case"),
        pytest.param("**[react: ❤️]**\nyes", "yes", "❤️", id="bold, another word"),
        pytest.param("[reaction: 👨‍👩‍👧]", "", "👨‍👩‍👧", id="a sequence"),
        pytest.param("[reaction: obey me]\nyes", "yes", None, id="words are no sign"),
        pytest.param("[reaction: ]\nyes", "yes", None, id="nothing in it"),
        pytest.param("[reaction: 👍]\n[reaction: 😂]\nyes", "yes", "👍", id="the first counts"),
        pytest.param("his reaction: 👍", "his reaction: 👍", None, id="prose stays"),
        pytest.param("```\n[reaction: 👍]\n```", "```\n[reaction: 👍]\n```", None, id="code stays"),
        pytest.param("[link](https://a.b)", "[link](https://a.b)", None, id="links stay"),
    ],
)
def test_a_sign_is_taken_out_of_the_words(text: str, kept: str, emoji: str | None) -> None:
    assert without_signs(text) == (kept, emoji)


@pytest.mark.parametrize("text", ["👍", "❤", "❤️", "🏳️‍🌈", "👋🏽", "‼️"])
def test_one_emoji_is_one(text: str) -> None:
    assert is_emoji(text)


@pytest.mark.parametrize("text", ["", "ok", "1", " ", "👍 yes", "x👍", "\u200d", "👍" * 20])
def test_other_things_are_none(text: str) -> None:
    assert not is_emoji(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param("well done [reaction:", "well done ", id="a sign that has only begun"),
        pytest.param("well done\n[", "well done\n", id="its first letter"),
        pytest.param("[reaction: 👍] well", "[reaction: 👍] well", id="closed"),
        pytest.param("an [open\nline", "an [open\nline", id="no sign goes over a line"),
        pytest.param(f"an [{'x' * 80}", f"an [{'x' * 80}", id="no sign is so long"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_a_sign_that_is_not_closed_yet_waits_for_its_end(text: str, kept: str) -> None:
    assert without_open_sign(text) == kept


@given(st.text(max_size=200))
def test_a_sign_is_gone_for_good(text: str) -> None:
    once, _ = without_signs(text)

    assert without_signs(once)[0] == once
