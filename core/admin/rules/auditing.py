"""What is noted of a command."""

from core.admin.model import Invocation
from core.admin.ports import Audited


def audited(call: Invocation, path: str) -> Audited:
    """Return the note of an act: who did it, when and where; never its arguments."""
    return Audited(
        at=call.now,
        space=call.space,
        actor=call.sender,
        act=path,
        account=call.route.account,
        chat=call.route.chat,
    )
