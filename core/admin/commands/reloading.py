"""`/reload`: the settings, read anew."""

from core.admin.commands.telling import bullets, quoted
from core.admin.model import Invocation
from core.admin.ports import Shelf, Steward
from core.admin.ports.prepared import Reloaded
from core.phrases import PersonaLine, phrase

FAULTS_MOST, FAULT_MOST = 20, 400


async def read_anew(invocation: Invocation, steward: Steward) -> object:
    """Read the settings anew, and go by them if nothing is wrong."""
    return await steward.reload()


def tell(invocation: Invocation, shelf: Shelf) -> str:
    """Tell what became of it."""
    language, found = invocation.language, invocation.prepared
    if not isinstance(found, Reloaded):
        return phrase(PersonaLine.NOT_HERE, language)
    if found.faults:
        rows = [quoted(fault, FAULT_MOST) for fault in found.faults[:FAULTS_MOST]]
        return bullets(phrase(PersonaLine.RELOAD_FAULTS, language), *rows)
    told = []
    if found.changed:
        names = ", ".join(found.changed)
        told.append(phrase(PersonaLine.RELOADED, language, what=names))
    if found.restart:
        names = ", ".join(found.restart)
        told.append(phrase(PersonaLine.RELOAD_RESTART, language, what=names))
    return " ".join(told) or phrase(PersonaLine.RELOAD_SAME, language)
