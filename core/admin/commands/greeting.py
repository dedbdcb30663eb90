"""`/start` and `/help`."""

from core.admin.commands.telling import bullets
from core.admin.model import Invocation
from core.admin.ports import Shelf
from core.admin.rules import usable
from core.phrases import Phrase, phrase


def greet(invocation: Invocation, _shelf: Shelf) -> str:
    """Welcome someone who opens the talk: messengers send this command by themselves."""
    return phrase(Phrase.GREETING, invocation.language)


def show_help(invocation: Invocation, _shelf: Shelf) -> str:
    """List what this person may use."""
    language = invocation.language
    return bullets(
        phrase(Phrase.HELP_INTRO, language),
        *(
            f"/{command.name}: {command.summary_in(language)}"
            for command in usable(invocation.table, invocation.right)
        ),
    )
