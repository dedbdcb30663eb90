"""What is kept of who asks: to be had, and to be erased."""

from core.admin.commands.belongings import forget_me, my_data
from core.admin.entries.making import act, lone
from core.admin.model import Command, Where
from core.phrases import PrivacyLine

DATA: tuple[Command, ...] = (
    lone(
        act("my_data", "All that I keep of you, as a file", my_data, where=Where.PRIVATE),
        is_linked=True,
    ),
    lone(
        act(
            "forget_me",
            "Erase all that I keep of you, for good",
            forget_me,
            where=Where.PRIVATE,
            asks_less=True,
            question=PrivacyLine.SURE,
        ),
        is_linked=True,
    ),
)
