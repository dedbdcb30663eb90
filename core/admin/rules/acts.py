"""Which act of a command is meant, and how a line is made of what was chosen."""

import re
from collections.abc import Mapping

from core.admin.model import Act, Command, Option

YES, NO = "yes", "no"
"""What answers the question before an act, as the last word of its line."""

_ONE = re.compile(r"\s*(\S+)(?:\s|\Z)")
_TWO = re.compile(r"\s*(\S+)[^\S\n]+(\S+)(?:\s|\Z)")
_ANSWERED = re.compile(rf"(?:^|\s)({YES}|{NO})\s*\Z", re.IGNORECASE)
_LINKED = re.compile(r"\s*([a-z][a-z0-9_]{0,31})(?:-([A-Za-z0-9]{1,31}))?\s*", re.IGNORECASE)


def act_of(command: Command, arguments: str) -> tuple[Act, str]:
    """Return the act that `arguments` begin with, and what stands behind it, as it is.

    The first act is meant where none is named; what is unknown is its argument.
    """
    if len(command.acts) == 1:
        return command.acts[0], arguments
    by_name: dict[str, Act] = {}
    for act in command.acts:
        by_name[act.name] = act
        by_name.setdefault(act.name.split(" ")[0], act)  # a group alone is its first act
    for shape in (_TWO, _ONE):
        start = shape.match(arguments)
        named = None if start is None else by_name.get(" ".join(start.groups()).lower())
        if start is not None and named is not None:
            return named, arguments[start.end() :]
    return command.acts[0], arguments


def line_of(command: Command, act: Act, given: Mapping[str, str]) -> str:
    """Return the line that does the same as an act with these values, by option."""
    words = [f"/{command.name}"]
    if len(command.acts) > 1:
        words.append(act.name)
    for option in act.options:
        words += _words(option, given.get(option.name, ""))
    return " ".join(words)


def _words(option: Option, value: str) -> list[str]:
    told = value.strip() if option.is_long else " ".join(value.split())
    return [word for word in (option.before, told) if word] if told else []


def form_of(command: Command, act: Act) -> str:
    """Return how an act is written: `/schedule edit <span> <activity> [title]`."""
    words = [f"/{command.name}"]
    if len(command.acts) > 1 and act is not command.acts[0]:
        words.append(act.name)
    return " ".join((*words, *map(_place, act.options)))


def _place(option: Option) -> str:
    name = " ".join(filter(None, (option.before, option.name)))
    return f"<{name}>" if option.required else f"[{name}]"


def answered(arguments: str) -> tuple[str | None, str]:
    """Return the yes or no at the end, None for neither, and what stands before it."""
    end = _ANSWERED.search(arguments)
    if end is None:
        return None, arguments
    return end[1].lower(), arguments[: end.start()].rstrip()


def linked(payload: str) -> tuple[str, str] | None:
    """Return the command and its argument that a link into the direct talk carries.

    A payload is `name` or `name-argument`, as in `pair-K7PQ2MXA`.
    """
    found = _LINKED.fullmatch(payload)
    return None if found is None else (found[1].lower(), found[2] or "")


def payload_of(line: str) -> str:
    """Return what a link carries that gives `line`: a command with at most one argument."""
    return "-".join(line.removeprefix("/").split())
