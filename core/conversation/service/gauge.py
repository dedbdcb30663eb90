"""How long prompts are, learned from what servers count."""

import json
import math

from core.conversation.model import Prompt, Usage
from core.conversation.rules.context import PER_LINE, estimate_tokens

LEAST_FACTOR, MOST_FACTOR = 0.6, 2.0
SHORT = 200
"""Shorter prompts teach nothing: the server's own borders weigh too much."""
LONG = 2000
"""A longer one may have been cut by the server, so that a low count proves nothing."""
PACE = 0.2
"""How much one count changes the factor."""


class Gauge:
    """Our estimate, corrected by a factor that every honest count of a server moves a little."""

    def __init__(self) -> None:
        self.factor = 1.0
        """Counted to estimated tokens, 0.6 to 2.0."""

    def tokens(self, prompt: Prompt) -> int:
        """Return about how many tokens `prompt` takes, without its answer."""
        return math.ceil(_estimate(prompt) * self.factor)

    def own(self, tokens: int) -> int:
        """Return a server's `tokens` in our own estimate, for budgets."""
        return int(tokens / self.factor)

    def learn(self, prompt: Prompt, usage: Usage) -> bool:
        """Take in what a server counted; return whether it read far less than was sent.

        A usage without a count teaches nothing.
        """
        estimate = _estimate(prompt)
        counted = usage.tokens_in / max(1, usage.calls)
        if counted <= 0 or estimate < SHORT:
            return False
        if estimate * self.factor > LONG and counted < estimate * self.factor / 2:
            return True
        ratio = counted / estimate
        if estimate <= LONG or ratio > self.factor:
            moved = self.factor + PACE * (ratio - self.factor)
            self.factor = min(MOST_FACTOR, max(LEAST_FACTOR, moved))
        return False


def _estimate(prompt: Prompt) -> int:
    lines = sum(
        estimate_tokens(line.text)
        + estimate_tokens(line.reasoning or "")
        + sum(estimate_tokens(call.name + call.arguments) + PER_LINE for call in line.calls)
        + PER_LINE
        for line in prompt.lines
    )
    tools = sum(
        estimate_tokens(json.dumps([tool.name, tool.description, dict(tool.parameters)]))
        for tool in prompt.tools
    )
    return lines + tools
