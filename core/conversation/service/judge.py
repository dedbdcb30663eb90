"""The judgement role over any language model."""

from pydantic import BaseModel, ConfigDict, Field

from core.conversation.model import Judgement, Line, Prompt
from core.conversation.ports import ChatModel
from core.conversation.rules.context import cut_middle
from core.conversation.rules.marks import fenced
from core.prompts.templates import Prompts


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

    async def judge(self, question: str, material: str) -> Judgement:
        """Return how far `question` holds for `material`; the model's errors pass through."""
        text = self._prompts.fill(
            "judgement",
            QUESTION=question,
            MATERIAL=fenced(cut_middle(material, self._material_tokens), "material"),
        )
        prompt = Prompt(
            lines=(Line(role="user", text=text),), temperature=0.0, max_tokens=self._max_tokens
        )
        answer = await self._model.structured(prompt, JudgementShape)
        return Judgement(score=answer.value.score, reason=answer.value.reason)
