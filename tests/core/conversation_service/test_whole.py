import pytest

from core.conversation.rules.whole import whole_part


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        pytest.param("One. Two! And thr", "One. Two!", id="sentences"),
        pytest.param('She said "go." And th', 'She said "go."', id="closing quotes belong to it"),
        pytest.param("Pi is 3.14159 and then", "Pi is 3.14159 and…", id="a point in a number"),
        pytest.param("最初です。次は", "最初です。", id="no space needed in Japanese"),
        pytest.param("first thought\n\nsecond th", "first thought", id="a paragraph"),
        pytest.param("no end in sig", "no end in…", id="no sentence: whole words"),
        pytest.param("wor", "wor", id="one word"),
        pytest.param("Look:\n\n```py\nx = 1\ny", "Look:", id="an open block goes"),
        pytest.param("```py\nx = 1\ny", "```py\nx = 1\ny\n```", id="a lone open block is closed"),
        pytest.param("```\nx\n```\nand so", "```\nx\n```", id="a closed block stays"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_what_is_whole_of_a_cut_text_is_kept(cut: str, whole: str) -> None:
    assert whole_part(cut) == whole
