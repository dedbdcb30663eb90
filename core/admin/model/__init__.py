"""Who may do what, commands, and what they answer."""

from core.admin.model.answers import LABEL_MOST, LINE_MOST, Choice, Told
from core.admin.model.commands import (
    COMMAND_NAME,
    OPTIONS_MOST,
    SUMMARY_MOST,
    Act,
    Command,
    MenuEntry,
    Named,
    Option,
    Prepare,
    Run,
    Suggest,
    Suggestion,
    Where,
)
from core.admin.model.invocation import Invocation
from core.admin.model.pairing import CODE_LENGTH, LETTERS, Pairing, new_code, plain_code
from core.admin.model.profiles import Profile
from core.admin.model.rights import STABLE_ID, Access, Right
from core.admin.model.suggesting import Unfinished

__all__ = [
    "CODE_LENGTH",
    "COMMAND_NAME",
    "LABEL_MOST",
    "LETTERS",
    "LINE_MOST",
    "OPTIONS_MOST",
    "STABLE_ID",
    "SUMMARY_MOST",
    "Access",
    "Act",
    "Choice",
    "Command",
    "Invocation",
    "MenuEntry",
    "Named",
    "Option",
    "Pairing",
    "Prepare",
    "Profile",
    "Right",
    "Run",
    "Suggest",
    "Suggestion",
    "Told",
    "Unfinished",
    "Where",
    "new_code",
    "plain_code",
]
