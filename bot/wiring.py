"""From settings to a companion: who speaks, with what words, through which messengers."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from adapters.calendar.holidays import PublicHolidays
from adapters.openai.client import OpenAIChat
from adapters.openai.config import Role
from adapters.openai.transcription import OpenAITranscriber
from adapters.pocket.client import Pocket
from adapters.pocket.tables import PocketTables
from bot.config import Settings
from core.conversation.ports import ConversationRole, JudgementRole, RewriteRole, Transcriber
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Who plays the roles of every companion, and what is to be closed at the end."""

    conversation: ConversationRole
    voice: str
    """For `/status`: which voice speaks."""
    terminal: ConversationRole | None = None
    """Who speaks at the owner's terminal, where that is another than `conversation`."""
    rewrite: RewriteRole | None = None
    judgement: JudgementRole | None = None
    transcriber: Transcriber | None = None
    planner: Planner = field(default_factory=Planner)
    clients: Sequence[OpenAIChat | OpenAITranscriber] = field(default=())

    def warnings(self, tokens_per_day: int) -> tuple[str, ...]:
        """Return what an owner should know of a budget too small for a single turn."""
        helping = (role for role in (self.rewrite, self.judgement) if role is not None)
        most = self.conversation.most_tokens + sum(role.most_tokens for role in helping)
        if tokens_per_day >= most:
            return ()
        told = (
            f"budget.tokens_per_day is {tokens_per_day}, but one turn may take {most}, so the model"
            " is never asked. Raise it, or lower conversation.max_steps or model.context_tokens"
        )
        return (told,)

    async def close(self) -> None:
        """Close every client."""
        for client in self.clients:
            await client.close()


def roles(settings: Settings, clock: Clock, rng: Random) -> Roles:
    """Return the configured model in its roles, or `pocket` where none is configured."""
    listener = (
        OpenAITranscriber(settings.transcription, clock=clock, rng=rng)
        if settings.transcription.configured
        else None
    )
    listening = () if listener is None else (listener,)
    if not settings.model.configured:
        tables = PocketTables.load()
        return Roles(
            conversation=Pocket(tables, at_terminal=False),
            terminal=Pocket(tables),
            voice="pocket (built in)",
            planner=Planner(holidays=PublicHolidays()),
            transcriber=listener,
            clients=listening,
        )
    cast = _cast(settings, clock, rng)
    return replace(cast, transcriber=listener, clients=(*cast.clients, *listening))


def _cast(settings: Settings, clock: Clock, rng: Random) -> Roles:
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
