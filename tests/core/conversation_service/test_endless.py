"""Completions far longer than any talk."""

from adapters.scripted.model import ScriptedChat
from core.conversation.model import Answer, Completion
from core.conversation.service import PromptedConversation, ReplySettings
from core.prompts.templates import Prompts
from tests.core.conversation_service.scenes import Recall, Ticks, call, completion, request


async def answer_to(*completions: Completion) -> tuple[Answer, ScriptedChat]:
    model = ScriptedChat(completions)
    role = PromptedConversation(
        model, prompts=Prompts.load(), settings=ReplySettings(), tools=[Recall()], now=Ticks()
    )
    answer = await role.reply(request())
    assert isinstance(answer, Answer)
    return answer, model


async def test_an_endless_answer_is_cut_behind_a_whole_sentence() -> None:
    answer, _ = await answer_to(completion("And so on it went. " * 500_000))

    said = "".join(answer.draft.messages)
    assert 39_000 < len(said) <= 40_000
    assert said.endswith("it went.")
    assert "cut" in answer.notes


async def test_an_answer_of_the_greatest_length_is_whole() -> None:
    answer, _ = await answer_to(completion("x" * 40_000))

    assert "".join(answer.draft.messages) == "x" * 40_000
    assert "cut" not in answer.notes


async def test_endless_thoughts_are_kept_from_the_trace_and_the_next_call() -> None:
    answer, model = await answer_to(
        completion("x" * 90_000, call(), reasoning="hm " * 90_000), completion("hi there!")
    )

    assert answer.draft.messages == ("hi there!",)
    assert len(answer.draft.reasoning or "") == 40_000
    assert sum(len(line.text) + len(line.reasoning or "") for line in model.prompts[1].lines) < (
        90_000
    )
