"""Decisions about commands: who may, what is one, and what its arguments mean."""

from core.admin.rules.rights import (
    NEAREST,
    Spoken,
    after_move,
    is_open,
    nearest,
    parse_command,
    right_of,
    usable,
)

__all__ = [
    "NEAREST",
    "Spoken",
    "after_move",
    "is_open",
    "nearest",
    "parse_command",
    "right_of",
    "usable",
]
