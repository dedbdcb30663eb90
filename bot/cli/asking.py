"""Questions on a terminal: a default, completion, an answer checked before it is taken."""

from collections.abc import Callable, Iterable

from prompt_toolkit import prompt
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.validation import ValidationError, Validator


class _Checked(Validator):
    def __init__(self, problem: Callable[[str], str | None]) -> None:
        self._problem = problem

    def validate(self, document: Document) -> None:
        found = self._problem(document.text)
        if found is not None:
            raise ValidationError(message=found, cursor_position=len(document.text))


def completer(choices: Iterable[str]) -> WordCompleter:
    """Return what completes any part of a choice to the whole: `berlin` to `Europe/Berlin`."""
    return WordCompleter(sorted(choices), ignore_case=True, match_middle=True, sentence=True)


def ask(
    question: str,
    *,
    problem: Callable[[str], str | None],
    default: str = "",
    choices: Iterable[str] = (),
    hidden: bool = False,
) -> str:
    """Return the answer, without blanks around it, once `problem` has nothing against it.

    The default stands in brackets and is what an empty answer means.

    Raises:
        EOFError: the person pressed Ctrl-D.
        KeyboardInterrupt: the person pressed Ctrl-C.
    """
    shown = f"{question} [{default}]: " if default else f"{question}: "
    answer = prompt(
        shown,
        completer=completer(choices),
        complete_while_typing=False,
        validator=_Checked(lambda text: problem(text.strip() or default)),
        validate_while_typing=False,
        is_password=hidden,
    ).strip()
    return answer or default
