"""`/start` and `/help`."""

from collections.abc import Sequence

from core.admin.commands.telling import bullets
from core.admin.model import Act, Command, Invocation, Suggestion
from core.admin.ports import Shelf
from core.admin.rules import form_of, nearest, parse_command, usable_acts
from core.phrases import CommandLine, Phrase, phrase

LONGEST = 40
"""Characters behind `/help` that are looked at."""
MOST_SUGGESTED = 25


def greet(invocation: Invocation, _shelf: Shelf) -> str:
    """Welcome someone who opens the talk: messengers send this command by themselves."""
    return phrase(Phrase.GREETING, invocation.language)


def show_help(invocation: Invocation, _shelf: Shelf) -> str:
    """List what this person may use, or how one of it is written."""
    language, asked = invocation.language, invocation.line(LONGEST)
    mine = invocation.table
    if asked:
        return _how(invocation, mine, asked)
    rows = (f"/{command.name}: {command.summary_in(language)}" for command in mine)
    more = phrase(CommandLine.HELP_MORE, language, form="/help memories")
    return f"{bullets(phrase(Phrase.HELP_INTRO, language), *rows)}\n\n{more}"


def known_commands(invocation: Invocation, _shelf: Shelf) -> Sequence[Suggestion]:
    """Return the commands that begin as it is written."""
    begun = invocation.line(LONGEST).lower().lstrip("/")
    names = [one.name for one in invocation.table]
    fitting = [name for name in names if name.startswith(begun)]
    return [Suggestion(label=f"/{name}", value=name) for name in fitting[:MOST_SUGGESTED]]


def _how(invocation: Invocation, mine: Sequence[Command], asked: str) -> str:
    """Return how a command is written; whoever may not use it hears that there is none."""
    language = invocation.language
    spoken = parse_command(f"/{asked.split()[0].removeprefix('/')}")
    name = "…" if spoken is None else spoken.name
    command = next((one for one in mine if one.name == name), None)
    if command is not None:
        head = f"**/{command.name}**: {command.summary_in(language)}"
        acts = usable_acts(command, invocation.right, invocation.granted)
        return bullets(head, *(_row(command, act, language) for act in acts))
    near = nearest(name, [one.name for one in mine])
    if near:
        names = ", ".join(f"/{one}" for one in near)
        return phrase(Phrase.UNKNOWN_COMMAND_NEAR, language, name=name, near=names)
    return phrase(Phrase.UNKNOWN_COMMAND, language, name=name)


def _row(command: Command, act: Act, language: str) -> str:
    told = [f"`{form_of(command, act)}` {act.summary_in(language)}"]
    told += [f"{option.name}: {option.summary_in(language)}" for option in act.options]
    return "; ".join(told)
