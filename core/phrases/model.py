"""Which fixed lines there are."""

from enum import StrEnum


class Phrase(StrEnum):
    """A line by its purpose; the names in braces are the values that it wants."""

    FAILED = "failed"
    """The model failed: neutral, in a chat's tone, without a technical word."""
    BUDGET = "budget"
    """Today's budget is used up."""

    UNKNOWN_COMMAND = "unknown-command"
    """{name}"""
    UNKNOWN_COMMAND_NEAR = "unknown-command-near"
    """{name}, {near}"""
    NOT_ALLOWED = "not-allowed"
    """Tells neither what the command would do nor whether there is one."""
    HELP_INTRO = "help-intro"
    QUIET_ON = "quiet-on"
    QUIET_ALREADY = "quiet-already"

    STATUS_AWAKE = "status-awake"
    STATUS_VOICE = "status-voice"
    """{model}"""
    STATUS_QUIET = "status-quiet"
    STATUS_NOT_QUIET = "status-not-quiet"
    STATUS_IN_DIRECT = "status-in-direct"
    """To an owner who asks where others listen."""
    STATUS_MESSAGES = "status-messages"
    STATUS_CONVERSATIONS = "status-conversations"
    STATUS_WAITING = "status-waiting"
    STATUS_IN_DOUBT = "status-in-doubt"
    STATUS_FAILED = "status-failed"
    STATUS_UNREACHABLE = "status-unreachable"
    STATUS_UNREADABLE = "status-unreadable"
    STATUS_TOKENS = "status-tokens"
    STATUS_OF_BUDGET = "status-of-budget"
    """{spent}, {budget}"""
    STATUS_LAST = "status-last"
    STATUS_NEVER = "status-never"

    TYPING = "typing"
    """{name}"""
    CONSOLE_KEYS = "console-keys"
    """How to use the console; says how to leave."""
    CONSOLE_EXIT = "console-exit"
    """The summary of the console's own command."""
