"""How entries of the table are written: paths give the summaries their languages."""

from collections.abc import Sequence

from core.admin.model import Act, Command, Option, Prepare, Right, Run, Suggest, Where
from core.admin.summaries import lines
from core.phrases import Line


def option(
    path: str,
    english: str,
    *,
    required: bool = False,
    choices: Sequence[str] = (),
    before: str = "",
    is_long: bool = False,
    suggest: Suggest | None = None,
) -> Option:
    """Return the option at the end of `path`."""
    return Option(
        name=path.rpartition(" ")[2],
        summary=lines(path, english),
        required=required,
        choices=tuple(choices),
        before=before,
        is_long=is_long,
        suggest=suggest,
    )


def act(
    path: str,
    english: str,
    run: Run,
    *options: Option,
    right: Right = Right.FRIEND,
    where: Where = Where.ANYWHERE,
    asks_less: bool = False,
    question: Line | None = None,
    prepare: Prepare | None = None,
) -> Act:
    """Return the act of `path`, which begins with its command; friends may unless said."""
    return Act(
        name=path.partition(" ")[2] or path,
        summary=lines(path, english),
        right=right,
        run=run,
        options=options,
        where=where,
        asks_less=asks_less,
        question=question,
        prepare=prepare,
    )


def command(
    name: str,
    english: str,
    *acts: Act,
    is_linked: bool = False,
    is_hidden: bool = False,
) -> Command:
    """Return a command of several acts; the first is done where none is named."""
    return Command(
        name=name,
        summary=lines(name, english),
        acts=acts,
        is_linked=is_linked,
        is_hidden=is_hidden,
    )


def lone(only: Act, *, is_linked: bool = False, is_hidden: bool = False) -> Command:
    """Return the command that does one thing, and is named and told like it."""
    return Command(
        name=only.name,
        summary=only.summary,
        acts=(only,),
        is_linked=is_linked,
        is_hidden=is_hidden,
    )
