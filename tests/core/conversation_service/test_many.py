"""Turns with far more to be answered than has room."""

import pytest

from adapters.scripted.model import ScriptedChat
from core.conversation.model import Answer
from core.conversation.rules.context import estimate_tokens
from core.conversation.service import PromptedConversation, ReplySettings
from core.prompts.templates import Prompts
from tests.core.conversation_service.scenes import Ticks, completion, request, said, talk_of


@pytest.mark.parametrize("number", [500, 5000])
async def test_the_newest_of_very_many_messages_are_read_and_one_line_stands_for_the_rest(
    number: int,
) -> None:
    history = [said(at, f"short message {at}") for at in range(number)]
    model = ScriptedChat([completion("so many!")])
    settings = ReplySettings()
    role = PromptedConversation(model, prompts=Prompts.load(), settings=settings, now=Ticks())

    answer = await role.reply(
        request(*history, user_message="\n".join(one.text for one in history))
    )

    assert isinstance(answer, Answer)
    left = len(answer.left_out)
    assert [item.text for item in answer.items] == [one.text for one in history[left:]]
    assert left < number - 50
    [(_, talk)] = talk_of(model.prompts[0])
    assert talk.startswith(f"⟦{left} earlier messages left out here⟧\n\n")
    assert talk.count("left out here") == 1
    assert f"{history[-1].text}\n\n⟦now it is" in talk
    assert estimate_tokens(talk) < settings.history_tokens
