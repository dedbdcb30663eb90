"""Who may, what is a command, and what is meant by it."""

from core.admin.rules.acts import NO, YES, act_of, answered, form_of, line_of, linked, payload_of
from core.admin.rules.rights import (
    NEAREST,
    Spoken,
    after_move,
    grantable,
    is_listed,
    is_moderator,
    is_open,
    may,
    nearest,
    parse_command,
    right_of,
    usable,
    usable_acts,
)

__all__ = [
    "NEAREST",
    "NO",
    "YES",
    "Spoken",
    "act_of",
    "after_move",
    "answered",
    "form_of",
    "grantable",
    "is_listed",
    "is_moderator",
    "is_open",
    "line_of",
    "linked",
    "may",
    "nearest",
    "parse_command",
    "payload_of",
    "right_of",
    "usable",
    "usable_acts",
]
