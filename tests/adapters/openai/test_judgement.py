"""The judgement role over the real client and a real socket."""

import pytest
from llmock.pytest_plugin import LLMock

from core.conversation.model import Purse
from core.conversation.service import PromptedJudgement
from core.errors import ModelBusy
from core.prompts.templates import Prompts
from tests.adapters.openai.conftest import Chats, requests_of


async def test_a_judgement_is_a_score_that_holds_against_a_threshold(
    llmock: LLMock, chats: Chats
) -> None:
    llmock.reply('{"score": 0.8, "reason": "it is called by name"}')

    purse = Purse(10_000)
    judge = PromptedJudgement(chats(llmock.base_url()), prompts=Prompts.load())
    judged = await judge.judge("Is the companion meant?", "Mina, what do you think?", purse)

    assert (judged.score, judged.reason) == (0.8, "it is called by name")
    assert judged.holds(0.8)
    assert not judged.holds(0.81)


async def test_a_score_out_of_range_is_sent_back_once(llmock: LLMock, chats: Chats) -> None:
    llmock.reply('{"score": 8, "reason": "of ten"}').reply('{"score": 0.8, "reason": "of one"}')

    purse = Purse(10_000)
    judge = PromptedJudgement(chats(llmock.base_url()), prompts=Prompts.load())
    judged = await judge.judge("Is the companion meant?", "hm", purse)

    assert judged.score == 0.8
    assert len(await requests_of(llmock)) == 2
    assert purse.usage.calls == 2
    assert 0 < purse.usage.tokens <= judge.most_tokens


async def test_a_model_that_is_down_is_the_callers_to_deal_with(
    llmock: LLMock, chats: Chats
) -> None:
    llmock.outage()

    purse = Purse(10_000)
    judge = PromptedJudgement(chats(llmock.base_url()), prompts=Prompts.load())

    with pytest.raises(ModelBusy):
        await judge.judge("Is the companion meant?", "hm", purse)
