"""What everybody asks for: hello, help, how it is, and not to be written to first."""

from core.admin.commands.greeting import greet, known_commands, show_help
from core.admin.commands.pairing import pair
from core.admin.commands.quiet import be_quiet, wake
from core.admin.commands.status import show_status
from core.admin.entries.making import act, lone, option
from core.admin.model import Command, Right, Where

GREETING: tuple[Command, ...] = (
    lone(act("start", "Say hello", greet)),
    lone(
        act(
            "help",
            "What you can ask of me",
            show_help,
            option("help command", "About which command", suggest=known_commands),
        )
    ),
    lone(act("status", "How I am right now", show_status)),
)
QUIET: tuple[Command, ...] = (
    lone(act("quiet", "I won't write first", be_quiet, asks_less=True)),
    lone(act("wake", "I may write first again", wake)),
)
PAIRING: tuple[Command, ...] = (
    lone(
        act(
            "pair",
            "Become my owner by the code that I printed at the start",
            pair,
            option("pair code", "8 signs", required=True),
            right=Right.STRANGER,
            where=Where.DIRECT,
        ),
        is_linked=True,
        is_hidden=True,
    ),
)
