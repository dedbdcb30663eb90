"""From settings to servers: models in their roles, and who hears voices."""

from dataclasses import replace
from random import Random

from adapters.calendar.holidays import PublicHolidays
from adapters.openai.client import OpenAIChat
from adapters.openai.config import Role
from adapters.openai.transcription import OpenAITranscriber
from bot.config import Settings
from bot.wiring import Roles
from core.conversation.service import (
    PromptedConversation,
    PromptedJudgement,
    PromptedRewrite,
    ReplySettings,
)
from core.engine.ports import Clock
from core.engine.roles import PromptedSchedule
from core.prompts.templates import Prompts
from core.schedule.service import Planner


def listener(settings: Settings, clock: Clock, rng: Random) -> OpenAITranscriber:
    """Return who hears voices, as the settings say."""
    return OpenAITranscriber(settings.transcription, clock=clock, rng=rng)


def cast(settings: Settings, clock: Clock, rng: Random) -> Roles:
    """Return the configured model in every role that it plays."""
    prompts = Prompts.load()

    def chat(role: Role) -> OpenAIChat:
        return OpenAIChat(settings.model.servers(role), clock=clock, rng=rng)

    conversation, rewrite, judgement = chat("conversation"), chat("rewrite"), chat("judgement")
    schedule = chat("schedule")
    talk = settings.conversation
    reply = ReplySettings(
        max_steps=talk.max_steps,
        temperature=talk.temperature,
        time_threshold=talk.time_threshold,
        max_tokens=talk.answer_tokens,
        context_tokens=settings.model.window("conversation"),
        bubbles_most=talk.bubbles_most,
        memory_tokens=settings.memory.tokens,
    )
    return Roles(
        conversation=PromptedConversation(
            conversation, prompts=prompts, settings=reply, now=clock.now
        ),
        rewrite=PromptedRewrite(
            rewrite,
            prompts=prompts,
            settings=replace(reply, context_tokens=settings.model.window("rewrite")),
        ),
        judgement=PromptedJudgement(judgement, prompts=prompts),
        planner=Planner(PromptedSchedule(schedule, prompts=prompts), PublicHolidays()),
        voice=settings.model.servers("conversation")[0].name,
        clients=(conversation, rewrite, judgement, schedule),
    )
