"""`/mode`: whether it talks as usual here, or is taught who it is."""

from core.admin.commands import teach
from core.admin.model import Choice, Invocation, Told
from core.admin.ports import Shelf
from core.phrases import SteeringLine, phrase

NORMAL, EDUCATION = "/mode normal", "/mode education"


def show_mode(invocation: Invocation, shelf: Shelf) -> Told:
    """Tell the mode of this conversation, and offer the other."""
    language = invocation.language
    if shelf.teaching.since(invocation.conversation) is None:
        line, label, other = (
            SteeringLine.MODE_NORMAL,
            SteeringLine.MODE_TO_EDUCATION,
            EDUCATION,
        )
    else:
        line, label, other = SteeringLine.MODE_EDUCATION, SteeringLine.MODE_TO_NORMAL, NORMAL
    choice = Choice(label=phrase(label, language), line=other)
    return Told(text=f"{phrase(line, language)} `{other}`", choices=(choice,))


def be_normal(invocation: Invocation, shelf: Shelf) -> str:
    """Talk as usual; a lesson that was on ends, and tells what was learned."""
    if shelf.teaching.since(invocation.conversation) is None:
        return phrase(SteeringLine.MODE_NORMAL, invocation.language)
    return teach.stop(invocation, shelf)
