"""`/reset`: an owner empties what was said, or learned."""

from core.admin.commands.recounting import owners_scope
from core.admin.commands.telling import how_to_ask
from core.admin.model import Invocation
from core.admin.ports import Shelf
from core.memory.model import Status
from core.phrases import SteeringLine, phrase

FORMS = ("/reset history", "/reset everywhere", "/reset memories", "/reset persona")


def show_forms(invocation: Invocation, _shelf: Shelf) -> str:
    """Tell what can be reset."""
    return how_to_ask(invocation.language, "", FORMS)


def reset_history(invocation: Invocation, shelf: Shelf) -> str:
    """Delete what was said in this conversation."""
    here = invocation.conversation
    return _done(invocation, shelf.exchanges.clear(invocation.space, here, invocation.now))


def reset_everywhere(invocation: Invocation, shelf: Shelf) -> str:
    """Delete what was said in every conversation."""
    return _done(invocation, shelf.exchanges.clear(invocation.space, None, invocation.now))


def reset_memories(invocation: Invocation, shelf: Shelf) -> str:
    """Delete every memory of people."""
    return _done(invocation, _forgotten(invocation, shelf, of_persona=False))


def reset_persona(invocation: Invocation, shelf: Shelf) -> str:
    """Delete all that the persona was taught about itself."""
    return _done(invocation, _forgotten(invocation, shelf, of_persona=True))


def _forgotten(invocation: Invocation, shelf: Shelf, *, of_persona: bool) -> int:
    facts = shelf.facts.listed(owners_scope(invocation), statuses=tuple(Status))
    gone = [fact.id for fact in facts if fact.is_of_persona is of_persona]
    shelf.exchanges.clear_commands(invocation.space)  # they have told of it
    return shelf.facts.delete(invocation.space, gone)


def _done(invocation: Invocation, count: int) -> str:
    return phrase(SteeringLine.RESET_DONE, invocation.language, count=str(count))
