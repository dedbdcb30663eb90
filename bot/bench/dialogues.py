"""Conversations with questions, as a file for the benchmark of recall holds them."""

from datetime import datetime
from pathlib import Path

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from core.errors import Misconfigured


class Turn(BaseModel):
    """One message."""

    model_config = ConfigDict(frozen=True)

    id: str
    speaker: str
    time: AwareDatetime
    text: str


class Question(BaseModel):
    """What is asked after the end, and which messages hold the answer."""

    model_config = ConfigDict(frozen=True)

    id: str
    text: str
    category: str
    evidence: tuple[str, ...]


class Dialogue(BaseModel):
    """The talk of two."""

    model_config = ConfigDict(frozen=True)

    id: str
    language: str | None = None
    speakers: tuple[str, str]
    """The first asks the questions; the second is the companion."""
    turns: tuple[Turn, ...] = Field(min_length=1)
    questions: tuple[Question, ...]

    @property
    def ended_at(self) -> datetime:
        """Return when the last thing was said."""
        return max(turn.time for turn in self.turns)


class _File(BaseModel):
    conversations: tuple[Dialogue, ...] = Field(min_length=1)


def dialogues(file: Path) -> tuple[Dialogue, ...]:
    """Return the conversations of a JSON file.

    Raises:
        Misconfigured: it can't be read, or has another shape.
    """
    try:
        return _File.model_validate_json(file.read_bytes()).conversations
    except OSError as error:
        raise Misconfigured(f"{file} can't be read: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise Misconfigured(f"{file} has another shape, at {place}: {first['msg']}") from error
