"""When a model goes round in circles."""

import json
from collections import Counter
from collections.abc import Sequence

from core.conversation.model import ToolCall

MOST_ALIKE = 3
"""The third identical call of a turn is a loop."""


def is_looping(calls: Sequence[ToolCall]) -> bool:
    """Return whether the calls of one turn, oldest first, no longer lead anywhere.

    So it is with the third identical call, in a row or not, and with a group of two or more
    calls that is repeated at the end (a, b, a, b). Arguments are compared as JSON where they are.
    """
    keys = [(call.name, normalised(call.arguments)) for call in calls]
    if any(count >= MOST_ALIKE for count in Counter(keys).values()):
        return True
    return any(
        keys[-2 * length : -length] == keys[-length:] for length in range(2, len(keys) // 2 + 1)
    )


def normalised(arguments: str) -> str:
    """Return JSON in one fixed spelling; what isn't JSON only loses the space around it."""
    try:
        return json.dumps(json.loads(arguments), sort_keys=True)
    except (ValueError, RecursionError):
        return arguments.strip()
