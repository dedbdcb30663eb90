"""From settings to servers: models in their roles, and who hears voices."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

from adapters.calendar.holidays import PublicHolidays
from adapters.openai.client import OpenAIChat
from adapters.openai.config import Role
from adapters.openai.transcription import OpenAITranscriber
from bot.config import Settings
from bot.wiring import Roles
from core.conversation.model import Line, Prompt
from core.conversation.service import (
    PromptedConversation,
    PromptedJudgement,
    PromptedRewrite,
    ReplySettings,
)
from core.engine.ports import Clock
from core.engine.roles import PromptedInitialisation, PromptedSchedule
from core.prompts.templates import Prompts
from core.schedule.service import Planner

TRIED_FOR = timedelta(seconds=20)
TRIED_TOKENS = 256
"""Enough for a model that thinks first."""


def listener(settings: Settings, clock: Clock, rng: Random) -> OpenAITranscriber:
    """Return who hears voices, as the settings say."""
    return OpenAITranscriber(settings.transcription, clock=clock, rng=rng)


async def tried(settings: Settings, role: Role, name: str, clock: Clock, rng: Random) -> None:
    """Ask a model for one word in the place of the one that plays `role`.

    Raises:
        CircadiaError: it did not answer.
    """
    main = settings.model.servers(role)[0]
    one = main.model_copy(
        update={"name": name, "retries": 0, "deadline": min(main.deadline, TRIED_FOR)}
    )
    model = await asyncio.to_thread(OpenAIChat, (one,), clock=clock, rng=rng)
    word = Line(role="user", text="Answer with one word: hello.")
    try:
        await model.generate(Prompt(lines=(word,), temperature=0.0, max_tokens=TRIED_TOKENS))
    finally:
        await model.close()


def cast(settings: Settings, clock: Clock, rng: Random) -> Roles:
    """Return the configured model in every role that it plays."""
    prompts = Prompts.load()

    def chat(role: Role) -> OpenAIChat:
        return OpenAIChat(settings.model.servers(role), clock=clock, rng=rng)

    conversation, rewrite, judgement = chat("conversation"), chat("rewrite"), chat("judgement")
    schedule, initialisation = chat("schedule"), chat("initialisation")
    reply, window = _reply(settings), settings.model.window("rewrite")

    def tune(
        temperature: float | None, bubbles_most: int | None
    ) -> tuple[PromptedConversation, PromptedRewrite]:
        own = replace(
            reply,
            temperature=reply.temperature if temperature is None else temperature,
            bubbles_most=bubbles_most or reply.bubbles_most,
        )
        return (
            PromptedConversation(conversation, prompts=prompts, settings=own, now=clock.now),
            PromptedRewrite(rewrite, prompts=prompts, settings=replace(own, context_tokens=window)),
        )

    talks, rewrites = tune(None, None)
    return Roles(
        conversation=talks,
        rewrite=rewrites,
        tune=tune,
        initialisation=PromptedInitialisation(initialisation, prompts=prompts),
        judgement=PromptedJudgement(judgement, prompts=prompts),
        planner=Planner(PromptedSchedule(schedule, prompts=prompts), PublicHolidays()),
        voice=settings.model.servers("conversation")[0].name,
        clients=(conversation, rewrite, judgement, schedule, initialisation),
    )


def _reply(settings: Settings) -> ReplySettings:
    talk = settings.conversation
    return ReplySettings(
        max_steps=talk.max_steps,
        temperature=talk.temperature,
        time_threshold=talk.time_threshold,
        max_tokens=talk.answer_tokens,
        context_tokens=settings.model.window("conversation"),
        bubbles_most=talk.bubbles_most,
        memory_tokens=settings.memory.tokens,
    )
