"""The marks by which a model tells the program's words from what people wrote.

What stands between the marks comes from the program: who speaks, how much time went by, where a
piece of data begins and ends. Text of people, models and tools is stripped of the marks, so
nobody can write them.
"""

import re

OPEN, CLOSE = "⟦", "⟧"
_HARMLESS = str.maketrans({OPEN: "[", CLOSE: "]"})
# The turn marks of common chat templates: some local servers obey them inside a message.
_TEMPLATE = re.compile(
    r"([<\[])(?=\||/?(?:s|bos|eos|start_of_turn|end_of_turn)>|/?INST\]|</?SYS>>)", re.IGNORECASE
)
_MARKED = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}[ \t]*\n?")


def marked(text: str) -> str:
    """Return `text` as the program's own words."""
    return f"{OPEN}{harmless(text)}{CLOSE}"


def named(name: str) -> str:
    """Return the mark of a speaker; its first word keeps a name from passing for anything else."""
    return marked(f"name: {name}")


def harmless(text: str) -> str:
    """Return `text` with marks turned into plain brackets and template marks broken by a space."""
    return _TEMPLATE.sub(r"\1 ", text.translate(_HARMLESS))


def fenced(text: str, label: str) -> str:
    """Return `text` as data between two marks that carry `label`."""
    return f"{marked(label)}\n{harmless(text)}\n{marked(f'end of {label}')}"


def unmarked(text: str) -> str:
    """Return what a model wrote without marks that it copied from its prompt."""
    return _MARKED.sub("", text).translate(_HARMLESS)
