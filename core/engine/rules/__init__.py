"""Pure decisions of the engine."""

from core.engine.rules.bubbles import (
    bubbles_for,
    local_day,
    outcome_of,
    paced,
    pause_before,
    pause_to_read,
)
from core.engine.rules.hearing import (
    is_addressed,
    is_known_bot,
    silence_for,
    silence_for_place,
)
from core.engine.rules.steps import (
    SAID,
    Answering,
    Close,
    Drop,
    GiveUp,
    Open,
    Pass,
    Rest,
    Settle,
    Speak,
    Step,
    Think,
    first_due,
    next_step,
)

__all__ = [
    "SAID",
    "Answering",
    "Close",
    "Drop",
    "GiveUp",
    "Open",
    "Pass",
    "Rest",
    "Settle",
    "Speak",
    "Step",
    "Think",
    "bubbles_for",
    "first_due",
    "is_addressed",
    "is_known_bot",
    "local_day",
    "next_step",
    "outcome_of",
    "paced",
    "pause_before",
    "pause_to_read",
    "silence_for",
    "silence_for_place",
]
