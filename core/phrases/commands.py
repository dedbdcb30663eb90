"""What the dispatcher says for every command, and pairing."""

from core.phrases.model import Line


class CommandLine(Line):
    """Written in `commands.toml`."""

    IN_DIRECT = "in-direct"
    """To someone who asks for what is told to them alone, where others listen."""
    GO_THERE = "go-there"
    """On a button that leads there."""
    HELP_MORE = "help-more"
    """{form}"""
    YES = "yes"
    """On a button."""
    NO = "no"
    """On a button."""
    ASKED = "asked"
    """Below a question; {form}"""
    NOTHING_DONE = "nothing-done"
    """After a no."""
    PAIRED = "paired"
    PAIR_WRONG = "pair-wrong"
    PAIR_CLOSED = "pair-closed"
