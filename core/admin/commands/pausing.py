"""`/pause` and `/resume`: nothing is answered for a while, here or everywhere."""

from core.admin.commands.telling import moment
from core.admin.model import Invocation
from core.admin.ports import Shelf
from core.conversation.model import ConversationId
from core.phrases import SteeringLine, phrase

RESUME, RESUME_HERE = "/resume", "/resume here"


def pause(invocation: Invocation, shelf: Shelf) -> str:
    """Answer nobody from now on."""
    return _begin(invocation, shelf, None, SteeringLine.PAUSED, RESUME)


def pause_here(invocation: Invocation, shelf: Shelf) -> str:
    """Answer nobody in this conversation from now on."""
    here = invocation.conversation
    return _begin(invocation, shelf, here, SteeringLine.PAUSED_HERE, RESUME_HERE)


def resume(invocation: Invocation, shelf: Shelf) -> str:
    """End every pause."""
    ended = shelf.pauses.end(invocation.space, None)
    line = SteeringLine.RESUMED if ended else SteeringLine.RESUMED_NOT
    return phrase(line, invocation.language)


def resume_here(invocation: Invocation, shelf: Shelf) -> str:
    """End the pause of this conversation; one that holds everywhere stays."""
    ended = shelf.pauses.end(invocation.space, invocation.conversation)
    if shelf.pauses.since(invocation.space) is not None:
        return phrase(SteeringLine.RESUMED_HERE_NOT, invocation.language, form=RESUME)
    line = SteeringLine.RESUMED if ended else SteeringLine.RESUMED_NOT
    return phrase(line, invocation.language)


def _begin(
    invocation: Invocation,
    shelf: Shelf,
    where: ConversationId | None,
    line: SteeringLine,
    form: str,
) -> str:
    language, known = invocation.language, shelf.pauses.since(invocation.space, where)
    if known is not None:
        time = moment(known, invocation.now, invocation.zone, language)
        return phrase(SteeringLine.PAUSED_ALREADY, language, time=time)
    shelf.pauses.begin(invocation.space, where, invocation.now)
    return phrase(line, language, form=form)
