"""What servers that call themselves compatible refuse, learned by asking."""

from dataclasses import dataclass, field, replace
from typing import Any

from adapters.openai.config import ServerConfig

Wire = dict[str, Any]
"""JSON, as it is sent or came."""


@dataclass(slots=True, kw_only=True)
class Habits:
    """What was learned about one server; it changes, and lasts as long as the process."""

    tokens_name: str | None
    """By which name it knows the length of an answer; None: by none."""
    replay_reasoning: bool
    sees: bool
    """Whether it looks at images."""
    looks_away: bool = False
    """Whether this one request goes without its images."""
    dropped: set[str] = field(default_factory=set)
    """Parameters that it refuses."""
    rung: int = 0
    """The first rung of the ladder that it holds."""
    warned: bool = False
    """Whether the owner was told that it cuts prompts."""
    flipped: bool = False
    """Whether replaying was tried the other way."""

    @classmethod
    def of(cls, config: ServerConfig) -> "Habits":
        """Return what may be assumed of a server: only OpenAI's own has the newer name."""
        own = ".openai.com" in config.url
        name = "max_completion_tokens" if own else "max_tokens"
        return cls(tokens_name=name, replay_reasoning=config.replay_reasoning, sees=config.sees)

    def adapt(self, complaint: str, sent: Wire, *, spoilt: bool = False) -> bool:
        """Learn from a refusal of `sent`; False if it names nothing that can be left out.

        `spoilt` says that it was for one image alone, and not for images as such. Words for
        images are many, so that they go wherever nothing else is named.
        """
        if "reasoning_content" in complaint and not self.flipped:
            self.flipped = True
            self.replay_reasoning = not self.replay_reasoning
            return True
        name = self.tokens_name
        if name is not None and name in sent and name in complaint:
            self._rename()
            return True
        for name in ("temperature", "stream_options", "tools"):
            wanted = name == "tools" and "tool_choice" in sent
            if name in sent and name in complaint and not wanted:
                self.dropped.add(name)
                return True
        if any(name in sent and name in complaint for name in ("response_format", "tool_choice")):
            return False
        return self.look_away(sent, lasting=not spoilt)

    def look_away(self, sent: Wire, *, lasting: bool) -> bool:
        """Leave images out, from now on or in this request alone; False if `sent` has none."""
        if not any(isinstance(message["content"], list) for message in sent["messages"]):
            return False
        if lasting:
            self.sees = False
        else:
            self.looks_away = True
        return True

    def copy(self) -> "Habits":
        """Return what is known now, to go back to."""
        return replace(self, dropped=set(self.dropped))

    def _rename(self) -> None:
        """Try the other name of the length; without one when both are refused."""
        names = {"max_tokens", "max_completion_tokens"}
        self.dropped.add(self.tokens_name or "")
        self.tokens_name = next(iter(names - self.dropped), None)
