"""The conversation role over any language model: from a request to an answer or a failure."""

from collections.abc import Callable, Sequence
from datetime import datetime

from core.conversation.model import Answer, Failure, ReplyRequest
from core.conversation.ports import ChatModel, Tool
from core.conversation.service.gauge import Gauge
from core.conversation.service.leave import TOKENS as LEAVE_TOKENS
from core.conversation.service.making import Kit, Making
from core.conversation.service.settings import ReplySettings
from core.conversation.service.tools import Toolbox
from core.prompts.templates import Prompts

MEMORY_TOKENS = 1500
"""That offering the tools of memory, their calls and results may take in each step; generous."""
RULES_PART, NOW_PART = 1700, 500
"""Tokens for the rules, and for what changes with every turn: clock, place, window, nudges."""


class PromptedConversation:
    """The port ConversationRole: a prompt, at most `max_steps` calls, and checks on the way out.

    A call that the server refuses because the prompt is too long has thought nothing; it is the
    one call that isn't counted as a step, and there is at most one of a reply.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        prompts: Prompts,
        settings: ReplySettings,
        now: Callable[[], datetime],
        tools: Sequence[Tool] = (),
    ) -> None:
        """Speak through `model`; `now` only measures how long calls take."""
        self._kit = Kit(
            model=model,
            prompts=prompts,
            settings=settings,
            toolbox=Toolbox(tools, most_tokens=settings.tool_tokens),
            gauge=Gauge(),
            now=now,
        )

    @property
    def most_tokens(self) -> int:
        """Return what all calls of one reply may take, by our estimate and the model's window."""
        settings = self._kit.settings
        if self._kit.toolbox.specs:
            return settings.max_steps * settings.context_tokens
        parts = settings.seed_tokens + settings.voice_tokens + settings.unsaid_tokens
        parts += settings.schedule_tokens + settings.memory_tokens
        parts += LEAVE_TOKENS + MEMORY_TOKENS
        prompt = RULES_PART + parts + settings.history_tokens + NOW_PART
        return settings.max_steps * min(prompt + settings.max_tokens, settings.context_tokens)

    @property
    def sees(self) -> bool:
        """Return whether the model can look at images."""
        return self._kit.model.sees

    async def reply(self, request: ReplyRequest, tools: Sequence[Tool] = ()) -> Answer | Failure:
        """Return a draft for `request`, or why there is none; the README tells the way."""
        making = Making(self._kit, request, tools)
        outcome = None
        while outcome is None:
            outcome = await making.step()
        return outcome
