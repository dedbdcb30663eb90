"""Layers of settings put together: one wins over another key by key, entry by entry."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from bot.logs import Mask
from bot.settings.faults import Fault
from bot.settings.written import listed, unquoted

ENTRY_NAMES: Final[Mapping[str, str]] = {"accounts": "name", "companions": "space"}
"""Lists of tables, and the key that tells their entries apart."""

_mask: Final = Mask(())
"""For a token that stands where the name of its file should."""


def merged(layers: Iterable[Mapping[str, object]]) -> dict[str, object]:
    """Return the layers as one, later ones winning key by key.

    A layer may name entries of a list, as in `{"accounts": {"luna": {"token": …}}}`: they are put
    over those of that name, and new ones follow.
    """
    whole: dict[str, object] = {}
    for layer in layers:
        for name, value in layer.items():
            below = whole.get(name)
            if name in ENTRY_NAMES and _names_entries(value):
                whole[name] = _entered(ENTRY_NAMES[name], _entries(below), value)
            elif isinstance(value, Mapping) and isinstance(below, Mapping):
                whole[name] = merged((below, value))
            else:
                whole[name] = value
    return whole


def with_token_files(
    given: Mapping[str, object], folder: Path
) -> tuple[dict[str, object], tuple[Fault, ...]]:
    """Return `given` with the tokens that accounts keep in files, and what could not be read."""
    entries = _entries(given.get("accounts"))
    faults: list[Fault] = []
    read: list[object] = []
    for number, entry in enumerate(entries, start=1):
        file = entry.get("token_file") if isinstance(entry, Mapping) else None
        if not isinstance(entry, Mapping) or not isinstance(file, str) or entry.get("token"):
            read.append(entry)
            continue
        token, problem = _content(folder / file)
        read.append({**entry, "token": token} if token else entry)
        if problem:
            faults.append(
                Fault(
                    setting="accounts.token_file",
                    origin=_mask(str(folder / file)),
                    problem=f"{problem}, at entry {number}",
                    cure="It is a text file that holds the token and nothing else",
                )
            )
    return ({**given, "accounts": read} if read else dict(given)), tuple(faults)


def _content(file: Path) -> tuple[str, str]:
    """Return what a secret file holds, and what is wrong with it."""
    try:
        if file.exists() and not file.is_file():
            return "", "is no file"
        text = unquoted(file.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        return "", "is not UTF-8"
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        return "", f"can't be read: {getattr(error, 'strerror', None) or 'no such name'}"
    return text, "" if text else "is empty"


def _names_entries(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(one, Mapping) for one in value.values())


def _entries(value: object) -> Sequence[object]:
    """Return the entries of a list of tables, also of one that is written as JSON."""
    try:
        found = listed(value)
    except ValueError:
        return ()
    return found if isinstance(found, list) else ()


def _entered(key: str, below: Sequence[object], named: object) -> list[object]:
    """Return the entries `below` with those that are `named` put over them."""
    over = dict(named) if isinstance(named, Mapping) else {}
    entries: list[object] = []
    for entry in below:
        name = entry.get(key) if isinstance(entry, Mapping) else None
        if isinstance(entry, Mapping) and isinstance(name, str) and name in over:
            entry = merged((entry, over.pop(name)))
        entries.append(entry)
    return [*entries, *({key: name, **entry} for name, entry in over.items())]
