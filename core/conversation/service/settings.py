"""The dials of an answer."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplySettings:
    """How an answer is made, and how many tokens each part of its prompt may take."""

    max_steps: int = 3
    """Model calls of one reply; the last one is made without tools."""
    temperature: float = 0.7
    time_threshold: timedelta = timedelta(minutes=5)
    """A longer silence is told to the model."""
    max_tokens: int = 800
    """Of one completion."""
    context_tokens: int = 8192
    """The model's window as its server runs it, prompt and answer together."""
    seed_tokens: int = 1500
    voice_tokens: int = 2000
    history_tokens: int = 3000
    unsaid_tokens: int = 300
    schedule_tokens: int = 600
    memory_tokens: int = 900
    """Of all that memory brings."""
    tool_tokens: int = 1000
    """Of one tool result."""
    bubbles_most: int = 5

    def __post_init__(self) -> None:
        if self.max_steps < 1 or self.bubbles_most < 1:
            raise ValueError(
                f"at least one step and one bubble, got {self.max_steps} and {self.bubbles_most}"
            )
        if not 0.0 <= self.temperature <= 2.0:
            raise ValueError(f"a temperature lies between 0 and 2, got {self.temperature!r}")
        if not 0 < self.max_tokens < self.context_tokens:
            raise ValueError(
                f"an answer must fit into the window of {self.context_tokens} tokens,"
                f" got {self.max_tokens}"
            )
