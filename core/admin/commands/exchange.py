"""`/again` and `/undo`: the last exchange, answered anew or taken back."""

from dataclasses import replace

from core.admin.model import Invocation, Told
from core.admin.ports import Exchange, Shelf
from core.memory.service.forgetting import follow
from core.phrases import SteeringLine, phrase


def again(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Take the last answer to this person out of the talk, and give another."""
    found = shelf.exchanges.last(invocation.conversation)
    refused = _refused(invocation, found, SteeringLine.AGAIN_NOTHING)
    if found is None or refused is not None:
        return refused or ""
    if shelf.pauses.since(invocation.space, invocation.conversation) is not None:
        return phrase(SteeringLine.AGAIN_PAUSED, invocation.language)
    if not found.asked or not found.answered:
        return phrase(SteeringLine.AGAIN_NOTHING, invocation.language)
    shelf.exchanges.answer_again(found, invocation.now)
    text = phrase(SteeringLine.AGAIN_COMES, invocation.language)
    return Told(text=text, removals=found.shown)


def undo(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Take what this person said last, and the answer, out of the talk and of memory."""
    found = shelf.exchanges.last(invocation.conversation)
    refused = _refused(invocation, found, SteeringLine.UNDO_NOTHING)
    if found is None or refused is not None:
        return refused or ""
    mine = _of_sender(invocation, found)
    shelf.exchanges.take_back(mine, invocation.now)
    follow(shelf, invocation.space, (*mine.asked, *mine.answered), invocation.now)
    text = phrase(SteeringLine.UNDO_DONE, invocation.language)
    return Told(text=text, removals=mine.shown)


def _of_sender(invocation: Invocation, found: Exchange) -> Exchange:
    """Return what of it is the sender's own; an answer that others got, too, stays theirs."""
    both = zip(found.asked, found.askers, strict=True)
    asked = tuple(message for message, who in both if who in invocation.everyone)
    if len(asked) == len(found.asked):
        return found
    return replace(found, asked=asked, answered=(), shown=())


def _refused(invocation: Invocation, found: Exchange | None, nothing: SteeringLine) -> str | None:
    """Return why it can't be done; None if it can."""
    if found is not None and found.is_open:
        return phrase(SteeringLine.AGAIN_BUSY, invocation.language)
    if found is None or found.speaker not in invocation.everyone:
        return phrase(nothing, invocation.language)
    return None
