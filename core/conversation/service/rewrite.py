"""The rewrite role over any language model."""

from pydantic import BaseModel, ConfigDict

from core.conversation.model import (
    Draft,
    Line,
    Prompt,
    RewriteDecision,
    RewriteRequest,
)
from core.conversation.ports import ChatModel
from core.conversation.rules.clean import clean
from core.conversation.rules.context import cut_middle
from core.conversation.rules.legal import legal_sequence
from core.conversation.rules.marks import fenced, harmless, unmarked
from core.conversation.rules.remarks import format_message_history, speaker_names
from core.conversation.rules.signs import without_signs
from core.conversation.rules.split import to_bubbles
from core.conversation.rules.stamps import clock_line
from core.conversation.service.gauge import Gauge
from core.conversation.service.mishaps import MODEL_ERRORS, reason_of
from core.conversation.service.portrait import portrait
from core.conversation.service.recollecting import memory_part, memory_rules
from core.conversation.service.settings import ReplySettings
from core.prompts.templates import Prompts

RULES_PART = 1000
"""Tokens for the prompt's own words."""
REPAIRED = 2
"""Calls that one structured answer may take."""


class RewriteShape(BaseModel):
    """What the model must return."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    rewrite: bool
    messages: list[str] | None = None
    reason: str | None = None


class PromptedRewrite:
    """The port RewriteRole: one structured question; in doubt the draft stays."""

    def __init__(
        self, model: ChatModel, *, prompts: Prompts, settings: ReplySettings | None = None
    ) -> None:
        """Decide by `model`, within the budgets of `settings`."""
        self._model, self._prompts = model, prompts
        self._settings = settings or ReplySettings()
        self._gauge = Gauge()

    @property
    def most_tokens(self) -> int:
        """Return what one decision may take, its repair included."""
        settings = self._settings
        parts = settings.seed_tokens + settings.voice_tokens + settings.history_tokens
        parts += settings.memory_tokens
        # The draft stands in the prompt, the new one in the answer, the broken one in the repair.
        one = RULES_PART + parts + 3 * settings.max_tokens
        return REPAIRED * min(one, settings.context_tokens)

    async def decide(self, request: RewriteRequest) -> RewriteDecision:
        """Return the decision; whatever goes wrong keeps the draft, and the reason says so."""
        prompt = self._prompt(request)
        if request.purse.left < self._gauge.tokens(prompt) + self._settings.max_tokens:
            return _kept("no tokens are left to ask")
        try:
            answer = await self._model.structured(prompt, RewriteShape)
        except MODEL_ERRORS as error:
            return _kept(f"the model failed: {reason_of(error)}")
        request.purse.pay(answer.usage)
        self._gauge.learn(prompt, answer.usage)
        if not answer.value.rewrite:
            return RewriteDecision(rewrite=False, reason=answer.value.reason)
        draft = self._draft(answer.value.messages or [], request)
        if draft is None:
            return _kept("the new draft is blank")
        return RewriteDecision(rewrite=True, draft=draft, reason=answer.value.reason)

    def _draft(self, messages: list[str], request: RewriteRequest) -> Draft | None:
        names = request.persona.names
        others = tuple(speaker_names(request.latest_message_history, names).values())
        cleaned = [clean(unmarked(text), names=names, others=others) for text in messages]
        text = "\n\n".join(without_signs(one.text)[0] for one in cleaned)
        bubbles = to_bubbles(text, most=self._settings.bubbles_most)
        thoughts = [one.reasoning for one in cleaned if one.reasoning]
        reasoning = "\n\n".join(thoughts) or request.draft.reasoning
        return Draft(messages=bubbles, reasoning=reasoning) if bubbles else None

    def _prompt(self, request: RewriteRequest) -> Prompt:
        persona, settings = request.persona, self._settings
        remembered = request.context.recollection
        text = self._prompts.fill(
            "rewrite",
            NAME=persona.display_name,
            SEED=portrait(persona, self._prompts, settings.seed_tokens)[0],
            VOICE=cut_middle(persona.voice, settings.voice_tokens),
            MEMORY_RULES=self._prompts.fill(memory_rules(remembered, teaching=False)),
            MEMORY=memory_part(
                remembered, request.language, persona.zone, self._prompts, settings
            ).text,
            LANGUAGE=harmless(request.language),
            CLOCK=clock_line(request.now, persona.zone),
            HISTORY=fenced(self._history(request), "conversation"),
            DRAFT=fenced("\n\n".join(request.draft.messages), "draft"),
        )
        return Prompt(
            lines=legal_sequence([Line(role="user", text=text)]),
            temperature=0.0,
            max_tokens=settings.max_tokens,
        )

    def _history(self, request: RewriteRequest) -> str:
        text = format_message_history(request.persona.display_name, request.latest_message_history)
        return cut_middle(text, self._settings.history_tokens)


def _kept(reason: str) -> RewriteDecision:
    return RewriteDecision(rewrite=False, reason=f"draft kept: {reason}")
