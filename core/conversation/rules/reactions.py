"""The reactions that stand on a message."""

from collections.abc import Sequence

from core.conversation.model import Mark, Reaction

MARKS_MOST = 50


def reacted(marks: Sequence[Mark], reaction: Reaction) -> tuple[Mark, ...]:
    """Return `marks` after one more reaction, in the order in which they came.

    Somebody's emoji stands once: put again it keeps its place, and taking away what does not
    stand changes nothing. A message bears `MARKS_MOST`; what comes after them is not seen.
    """
    theirs = (reaction.sender, reaction.emoji)
    if reaction.removed:
        return tuple(mark for mark in marks if (mark.sender, mark.emoji) != theirs)
    if any((mark.sender, mark.emoji) == theirs for mark in marks):
        return tuple(marks)
    if len(marks) >= MARKS_MOST:
        return tuple(marks)
    new = Mark(sender=reaction.sender, sender_name=reaction.sender_name, emoji=reaction.emoji)
    return (*marks, new)
