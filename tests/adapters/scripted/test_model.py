"""What the scripted model does beyond the port."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.scripted.model import ScriptedChat, ScriptRanOut
from core.conversation.model import Completion, Line, Prompt
from core.errors import ModelBusy

PROMPT = Prompt(lines=(Line(role="user", text="hi"),))


async def test_replies_come_in_order_and_what_was_asked_is_kept() -> None:
    busy = ModelBusy("overloaded")
    chat = ScriptedChat(["one", busy, lambda prompt: prompt.lines[-1].text.upper()])

    assert (await chat.generate(PROMPT)).text == "one"
    with pytest.raises(ModelBusy):
        await chat.generate(PROMPT)
    assert (await chat.generate(PROMPT)).text == "HI"
    assert chat.prompts == [PROMPT] * 3
    assert chat.left == 0


@pytest.mark.parametrize("loop", [True, False])
async def test_a_script_without_replies_says_so(loop: bool) -> None:
    with pytest.raises(ScriptRanOut, match="0 replies"):
        await ScriptedChat([], loop=loop).generate(PROMPT)


async def test_the_last_reply_is_repeated_where_it_should_be() -> None:
    chat = ScriptedChat(["one", "two"], loop=True)

    said = [(await chat.generate(PROMPT)).text for _ in range(4)]

    assert said == ["one", "two", "two", "two"]


@settings(deadline=None)
@given(st.text())
async def test_any_text_streams_without_loss(text: str) -> None:
    *pieces, whole = [part async for part in ScriptedChat([text]).stream(PROMPT)]

    assert isinstance(whole, Completion)
    assert "".join(map(str, pieces)) == whole.text == text
