"""The shape of the command table."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.admin.model.answers import Told
from core.admin.model.invocation import Invocation
from core.admin.model.rights import Right
from core.admin.ports import Shelf, Steward
from core.phrases import Line

COMMAND_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
"""What every platform takes as the name of a command, an act or an option."""
SUMMARY_MOST = 100
"""Characters; the shortest limit of a platform's menu."""
OPTIONS_MOST = 25
"""Options of one act, choices of one option, and acts of one command; Discord's limit."""


class Where(StrEnum):
    """Where an act may be done."""

    ANYWHERE = "anywhere"
    PRIVATE = "private"
    """Where the sender alone reads the answer: in a direct talk, or where it is shown to nobody
    else."""
    DIRECT = "direct"
    """In a direct talk alone: what is said next belongs to it."""


Run = Callable[[Invocation, Shelf], str | Told]
Prepare = Callable[[Invocation, Steward], Awaitable[object]]
Suggest = Callable[[Invocation, Shelf], Sequence["Suggestion"]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A value that may be meant, while an option is being written."""

    label: str
    """What the person sees, at most 100 characters."""
    value: str
    """What is put into the line, at most 100 characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What has a name and a summary: a command, an act, an option."""

    name: str
    summary: Mapping[str, str]
    """One line a language, at most `SUMMARY_MOST` characters; `en` always."""

    def summary_in(self, language: str) -> str:
        """Return the summary in a bare language code, else in English."""
        return self.summary.get(language, self.summary["en"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Named):
    """What can be said behind an act, for messengers that ask for it field by field.

    Everything becomes one line of text: the values in the order of the options.
    """

    required: bool = False
    choices: tuple[str, ...] = ()
    """All values that there are; () for any text."""
    before: str = ""
    """A word that goes before the value in the line: `for`, `because`."""
    is_long: bool = False
    """Text of several lines, asked for in a window of its own where there are such."""
    suggest: Suggest | None = None
    """Returns what may be meant by the text so far, which is `invocation.arguments`."""

    def __post_init__(self) -> None:
        _named("an option", self.name, self.summary)
        if len(self.choices) > OPTIONS_MOST:
            raise ValueError(f"the option {self.name!r} has over {OPTIONS_MOST} choices")


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Named):
    """One thing that a command does; its name is a word or two: `edit`, `quarantine keep`."""

    right: Right
    """Who may."""
    run: Run
    """Returns the answer, Markdown, perhaps with more; its writes commit together with it.

    `arguments` are what stands behind the act's name. What makes no sense gets an answer that says
    so; nothing is raised for it.
    """
    options: tuple[Option, ...] = ()
    where: Where = Where.ANYWHERE
    asks_less: bool = False
    """Runs even when it is stale: it asks the companion for less, never for more."""
    question: Line | None = None
    """Asked before it is done; None: it is done at once."""
    prepare: Prepare | None = None
    """Asks the world (a model, a file) before `run`, which finds the result in `prepared`."""

    def __post_init__(self) -> None:
        words = self.name.split(" ")
        if len(words) > 2:
            raise ValueError(f"an act has one word or two, got {self.name!r}")
        for word in words:
            _named("an act", word, self.summary)
        if len(self.options) > OPTIONS_MOST:
            raise ValueError(f"the act {self.name!r} has over {OPTIONS_MOST} options")

    @property
    def asks_long(self) -> Option | None:
        """Return the option that takes text of several lines, if there is one."""
        return next((option for option in self.options if option.is_long), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry(Named):
    """A command as a menu shows it; 1 to 32 of a-z, 0-9 and _, as every platform takes it."""

    def __post_init__(self) -> None:
        _named("a command", self.name, self.summary)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(MenuEntry):
    """One entry of the command table."""

    acts: tuple[Act, ...]
    """The first is done where none is named; alone, it needs no name."""
    is_linked: bool = False
    """Whether a link into the direct talk may give it: it shows, or asks first."""
    is_hidden: bool = False
    """Stands in no menu and no help."""

    def __post_init__(self) -> None:
        MenuEntry.__post_init__(self)
        names = [act.name for act in self.acts]
        if not names or len(set(names)) < len(names) or len(names) > OPTIONS_MOST:
            raise ValueError(f"the command {self.name!r} needs 1 to {OPTIONS_MOST} different acts")

    @property
    def right(self) -> Right:
        """Return who may use any of it."""
        return min(act.right for act in self.acts)

    def path(self, act: Act) -> str:
        """Return how an act is called in grants and in the audit log: `schedule edit`."""
        return self.name if len(self.acts) == 1 else f"{self.name} {act.name}"


def _named(kind: str, name: str, summary: Mapping[str, str]) -> None:
    if not COMMAND_NAME.fullmatch(name):
        raise ValueError(f"{kind} is named by 1 to 32 of a-z, 0-9 and _, got {name!r}")
    if "en" not in summary:
        raise ValueError(f"{kind}, {name!r}, lacks a summary in English")
    for language, line in summary.items():
        if not line.strip() or len(line) > SUMMARY_MOST or "\n" in line:
            raise ValueError(
                f"a summary is one line of 1 to {SUMMARY_MOST} characters: "
                f"the {language} one of {name!r} is not"
            )
