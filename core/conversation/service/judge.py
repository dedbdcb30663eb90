"""The judgement role over any language model."""

from pydantic import BaseModel, ConfigDict, Field

from core.conversation.model import Judgement, Line, Prompt, Purse
from core.conversation.ports import ChatModel
from core.conversation.rules.context import cut_middle
from core.conversation.rules.marks import fenced
from core.conversation.service.gauge import Gauge
from core.errors import ContextOverflow
from core.prompts.templates import Prompts

RULES_PART = 1000
"""Tokens for the prompt's own words, the question among them."""
REPAIRED = 2
"""Calls that one structured answer may take."""


class JudgementShape(BaseModel):
    """What the model must return; a score out of range is sent back to be repaired."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    score: float = Field(ge=0.0, le=1.0)
    reason: str


class PromptedJudgement:
    """The port JudgementRole: one small structured question."""

    def __init__(
        self,
        model: ChatModel,
        *,
        prompts: Prompts,
        material_tokens: int = 2000,
        max_tokens: int = 200,
    ) -> None:
        """Judge by `model`; material beyond `material_tokens` loses its middle."""
        self._model, self._prompts = model, prompts
        self._material_tokens, self._max_tokens = material_tokens, max_tokens
        self._gauge = Gauge()

    @property
    def most_tokens(self) -> int:
        """Return what one judgement may take, its repair included."""
        # A broken answer stands in the prompt of its repair.
        return REPAIRED * (RULES_PART + self._material_tokens + 2 * self._max_tokens)

    async def judge(self, question: str, material: str, purse: Purse) -> Judgement:
        """Return how far `question` holds for `material`, paid from `purse`.

        Raises:
            ContextOverflow: the purse is too small to ask.
            CircadiaError: the model's errors pass through.
        """
        prompt = self._prompt(question, material)
        if purse.left < self._gauge.tokens(prompt) + self._max_tokens:
            raise ContextOverflow("no tokens are left to ask for a judgement")
        answer = await self._model.structured(prompt, JudgementShape)
        purse.pay(answer.usage)
        self._gauge.learn(prompt, answer.usage)
        return Judgement(score=answer.value.score, reason=answer.value.reason)

    def _prompt(self, question: str, material: str) -> Prompt:
        text = self._prompts.fill(
            "judgement",
            QUESTION=question,
            MATERIAL=fenced(cut_middle(material, self._material_tokens), "material"),
        )
        return Prompt(
            lines=(Line(role="user", text=text),), temperature=0.0, max_tokens=self._max_tokens
        )
