"""What somebody hears, once, who is not let in."""

from core.admin.commands.greeting import greet
from core.admin.model import Invocation, Right
from core.admin.ports import Shelf
from core.phrases import SteeringLine, phrase

LONGEST = 10
"""Characters behind the command that are looked at."""
ENOUGH = "enough"
"""Behind the command: a guest has said enough for a day."""


def turn_away(invocation: Invocation, shelf: Shelf) -> str:
    """Say who is talked with; whoever is let in is greeted."""
    if invocation.line(LONGEST) == ENOUGH:
        return phrase(SteeringLine.ENOUGH_TODAY, invocation.language)
    if invocation.right > Right.STRANGER:
        return greet(invocation, shelf)
    if invocation.pairing is None:
        return phrase(SteeringLine.STRANGER, invocation.language)
    return phrase(SteeringLine.STRANGER_UNOWNED, invocation.language, form="/pair")
