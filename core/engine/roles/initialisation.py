"""The initialisation role over any language model."""

from pydantic import BaseModel, ConfigDict, Field

from core.conversation.model import Line, Prompt
from core.conversation.ports import ChatModel
from core.conversation.rules.context import cut_middle
from core.conversation.rules.marks import fenced
from core.persona.model import PersonaDraft
from core.persona.ports import Drawn
from core.prompts.templates import Prompts

RULES_TOKENS, WORDS_TOKENS, ANSWER_TOKENS = 900, 4000, 1500


class PersonaShape(BaseModel):
    """A persona, as the model must return it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    display_name: str = Field(min_length=1, max_length=64)
    seed: str = Field(min_length=1, max_length=8000)
    zone: str | None = Field(default=None, max_length=64)
    language: str | None = Field(default=None, max_length=35)
    occupation: str | None = Field(default=None, max_length=500)
    values: list[str] = Field(default_factory=list, max_length=20)
    likes: list[str] = Field(default_factory=list, max_length=20)
    dislikes: list[str] = Field(default_factory=list, max_length=20)
    boundaries: list[str] = Field(default_factory=list, max_length=20)
    voice: str | None = Field(default=None, max_length=4000)
    aliases: list[str] = Field(default_factory=list, max_length=20)


class PromptedInitialisation:
    """The port InitialisationRole: one structured question, about nothing but these words."""

    def __init__(self, model: ChatModel, *, prompts: Prompts) -> None:
        self._model, self._prompts = model, prompts

    @property
    def most_tokens(self) -> int:
        """Return what one draft may take, the repair of a broken answer included."""
        return 2 * (RULES_TOKENS + WORDS_TOKENS + 2 * ANSWER_TOKENS)

    async def draw(self, text: str) -> Drawn:
        """Return the persona as the model drew it."""
        words = fenced(cut_middle(text, WORDS_TOKENS), "the owner's words")
        filled = self._prompts.fill("initialisation", WORDS=words)
        prompt = Prompt(
            lines=(Line(role="user", text=filled),), temperature=0.7, max_tokens=ANSWER_TOKENS
        )
        answer = await self._model.structured(prompt, PersonaShape)
        told = answer.value
        return Drawn(
            draft=PersonaDraft(
                display_name=told.display_name,
                seed=told.seed,
                zone=told.zone,
                language=told.language,
                occupation=told.occupation or "",
                voice=told.voice or "",
                aliases=tuple(told.aliases),
                values=tuple(told.values),
                likes=tuple(told.likes),
                dislikes=tuple(told.dislikes),
                boundaries=tuple(told.boundaries),
            ),
            tokens=answer.usage.tokens,
        )
