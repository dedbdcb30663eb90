"""The menu of slash commands, how it is completed, and the one command of the console's own."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.admin.model import Act, Command, MenuEntry, Option
from core.phrases import LANGUAGES, Phrase, phrase

EXIT = "exit"
"""Leaves the console; handled here and never handed over."""


OWN = MenuEntry(
    name=EXIT,
    summary={language: phrase(Phrase.CONSOLE_EXIT, language) for language in LANGUAGES},
)
"""What the console adds to the menu."""


class Offer(NamedTuple):
    """What a line that is being written may become."""

    line: str
    shown: str
    """The line, and what can stand behind it: `<what is needed>`, `[what is not]`."""
    about: str


def leaves(text: str) -> bool:
    """Return whether `text` is the wish to leave."""
    return text.strip().lower() == f"/{EXIT}"


def shown_of(menu: Iterable[MenuEntry]) -> tuple[MenuEntry, ...]:
    """Return the entries that are no secret."""
    return tuple(one for one in menu if not (isinstance(one, Command) and one.is_hidden))


def offered(menu: Iterable[MenuEntry], typed: str, language: str) -> list[Offer]:
    """Return what `typed` may become, in the order of the menu: commands, then a command's acts.

    Nothing unless it is one line that starts with a slash, and nothing once the name is behind
    it; what stands there already is offered as long as there is more to say.
    """
    words = typed.lower().replace("-", "_").split()
    if not typed.startswith("/") or "\n" in typed or not words:
        return []
    within = len(words) > 1 or typed[-1].isspace()
    begun = " ".join(words)
    lines = (one for entry in menu for one in _lines(entry, language, acts=within))
    if not typed[-1].isspace():
        return [one for one in lines if one.line.startswith(begun)]
    found = (one for one in lines if f"{one.line} ".startswith(f"{begun} "))
    return [one._replace(line=typed) if one.line == begun else one for one in found]


def _lines(entry: MenuEntry, language: str, *, acts: bool) -> Iterator[Offer]:
    line, about = f"/{entry.name}", entry.summary_in(language)
    several = isinstance(entry, Command) and len(entry.acts) > 1
    if isinstance(entry, Command) and acts and several:
        for act in entry.acts:
            told = act.summary.get(language, act.summary["en"])
            yield Offer(f"{line} {act.name}", f"{line} {act.name}{_hint(act)}", told)
    else:
        alone = isinstance(entry, Command) and not several
        hint = _hint(entry.acts[0]) if isinstance(entry, Command) and alone else ""
        yield Offer(line, f"{line}{hint}", about)


def _hint(act: Act) -> str:
    return "".join(f" {_slot(option)}" for option in act.options)


def _slot(option: Option) -> str:
    named = " ".join(word for word in (option.before, option.name) if word)
    return f"<{named}>" if option.required else f"[{named}]"
