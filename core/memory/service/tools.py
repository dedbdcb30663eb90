"""The tools by which a model saves and recalls; what is wrong with a call goes back to it."""

from collections.abc import Awaitable, Callable

from pydantic import BaseModel, ConfigDict, Field

from core.conversation.model import ToolSpec
from core.conversation.service.arguments import read_arguments

CONTENT_MOST = 500
"""Characters of one statement."""
QUERY_MOST = 300
"""Characters of a query."""
TOP_K_MOST = 20


class SaveShape(BaseModel):
    """What a model hands over to be kept."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    content: str = Field(min_length=1, max_length=CONTENT_MOST)
    importance: float = Field(default=0.5, ge=0.0, le=1.0)


class RecallShape(BaseModel):
    """What a model looks for."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    query: str = Field(min_length=1, max_length=QUERY_MOST)
    top_k: int | None = Field(default=None, ge=1, le=TOP_K_MOST)


SAVED, RECALLED = SaveShape.model_json_schema(), RecallShape.model_json_schema()
"""Made once: it takes longer than all else that a turn does to offer them."""


class SaveTool:
    """The port Tool; hands a statement to the gate."""

    def __init__(
        self, name: str, description: str, save: Callable[[str, float], Awaitable[str]]
    ) -> None:
        """Offer `save`, which takes content and importance and tells what became of it."""
        self._save = save
        self.spec = ToolSpec(name=name, description=description, parameters=SAVED)

    async def call(self, arguments: str) -> str:
        """Return what became of it, or what is wrong with the arguments."""
        asked = read_arguments(SaveShape, arguments)
        if isinstance(asked, str):
            return asked
        return await self._save(asked.content, asked.importance)


class RecallTool:
    """The port Tool; looks something up."""

    def __init__(
        self, name: str, description: str, recall: Callable[[str, int | None], Awaitable[str]]
    ) -> None:
        """Offer `recall`, which takes a query and how many at most, and tells what was found."""
        self._recall = recall
        self.spec = ToolSpec(name=name, description=description, parameters=RECALLED)

    async def call(self, arguments: str) -> str:
        """Return what was found, or what is wrong with the arguments."""
        asked = read_arguments(RecallShape, arguments)
        if isinstance(asked, str):
            return asked
        return await self._recall(asked.query, asked.top_k)


def tools_of_talk(
    save: Callable[[str, float], Awaitable[str]],
    recall: Callable[[str, int | None], Awaitable[str]],
) -> tuple[SaveTool, RecallTool]:
    """Return what is at hand in a talk: the persona's own facts are read-only there."""
    return (
        SaveTool(
            "save_memory",
            "Keep one fact that the person has just told about themselves and that will still"
            " matter in weeks: one sentence, third person, absolute dates. importance is 0.0"
            " (passing) to 1.0 (defining). The result says whether it was kept.",
            save,
        ),
        RecallTool(
            "recall_memory",
            "Look something up that is not in sight: what the person told earlier, or what is true"
            " of you. query is what you look for, in a few words; top_k is 1 to 20.",
            recall,
        ),
    )


def tools_of_teaching(
    save: Callable[[str, float], Awaitable[str]],
    recall: Callable[[str, int | None], Awaitable[str]],
) -> tuple[SaveTool, RecallTool]:
    """Return what is at hand while an owner teaches the persona: no memory of people."""
    return (
        SaveTool(
            "save_persona_fact",
            "Keep one fact about you that your owner has just told: one sentence in the first"
            ' person, as "I am 25". importance is 0.0 (passing) to 1.0 (defining). The result says'
            " whether it was kept.",
            save,
        ),
        RecallTool(
            "recall_persona_facts",
            "Look up what you were taught about yourself. query is what you look for, in a few"
            " words; top_k is 1 to 20.",
            recall,
        ),
    )
