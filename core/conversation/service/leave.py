"""A tool by which the companion goes away for a while: a farewell is a call, never a keyword."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from core.conversation.model import Leave, ToolSpec
from core.conversation.rules.names import one_line
from core.conversation.service.arguments import read_arguments

LEAST_MINUTES, MOST_MINUTES = 10, 720
TOKENS = 300
"""That offering it, a call and its result may take in each step; generous."""


class LeaveShape(BaseModel):
    """What the model must hand over."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    minutes: int = Field(ge=LEAST_MINUTES, le=MOST_MINUTES)
    how: Literal["busy", "asleep"]
    why: str = Field(min_length=1, max_length=80)


class LeaveTool:
    """The port Tool; keeps the last leave that was taken."""

    def __init__(self) -> None:
        self.leave: Leave | None = None

    @property
    def spec(self) -> ToolSpec:
        """How it is offered."""
        return ToolSpec(
            name="go_away",
            description=(
                "Call this only when you yourself say goodbye now and mean to be away for a while:"
                " you then answer later (busy) or after waking (asleep). Say your goodbye in words"
                " as well. Never call it because someone else leaves, or to end an argument."
            ),
            parameters=LeaveShape.model_json_schema(),
        )

    async def call(self, arguments: str) -> str:
        """Return that it is noted, or what is wrong with the arguments."""
        asked = read_arguments(LeaveShape, arguments)
        if isinstance(asked, str):
            return asked
        self.leave = Leave(
            minutes=asked.minutes, asleep=asked.how == "asleep", why=one_line(asked.why)
        )
        return "noted; now say goodbye in words"
