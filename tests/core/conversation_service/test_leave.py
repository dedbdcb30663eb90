"""A farewell of the companion is a call of a tool, never a keyword."""

from dataclasses import replace

import pytest

from adapters.scripted.model import ScriptedChat
from core.conversation.model import Answer, Leave
from core.conversation.service import PromptedConversation, ReplySettings
from core.prompts.templates import Prompts
from tests.core.conversation_service.scenes import Ticks, call, completion, request

PROMPTS = Prompts.load()


async def told(*replies: object, may_leave: bool = True) -> tuple[Answer, ScriptedChat]:
    model = ScriptedChat(replies)  # type: ignore[arg-type]
    role = PromptedConversation(model, prompts=PROMPTS, settings=ReplySettings(), now=Ticks())
    answer = await role.reply(replace(request(), may_leave=may_leave))
    assert isinstance(answer, Answer)
    return answer, model


async def test_a_goodbye_by_the_tool_is_a_leave() -> None:
    arguments = '{"minutes": 480, "how": "asleep", "why": "going to sleep"}'

    answer, _ = await told(completion("", call("go_away", arguments)), completion("good night!"))

    assert answer.draft.messages == ("good night!",)
    assert answer.draft.leave == Leave(minutes=480, asleep=True, why="going to sleep")


async def test_words_alone_are_no_leave() -> None:
    answer, _ = await told(completion("good night, I am going to sleep now!"))

    assert answer.draft.leave is None


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param('{"minutes": 100000, "how": "asleep", "why": "x"}', id="too long"),
        pytest.param('{"minutes": 60, "how": "gone", "why": "x"}', id="no such way"),
        pytest.param('{"minutes": "soon"}', id="nonsense"),
        pytest.param("{", id="broken"),
    ],
)
async def test_bad_arguments_go_back_to_the_model(arguments: str) -> None:
    answer, model = await told(completion("", call("go_away", arguments)), completion("bye"))

    assert answer.draft.leave is None
    assert any(line.role == "tool" and "error" in line.text for line in model.prompts[1].lines)


async def test_where_it_may_not_leave_the_tool_is_not_offered() -> None:
    _, model = await told(completion("bye"), may_leave=False)

    assert model.prompts[0].tools == ()
