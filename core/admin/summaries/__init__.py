"""What commands, acts and options are for, in the languages of the menus.

English stands in the table; the files here have the others, by path: `schedule edit day` is the
option `day` of the act `edit` of `/schedule`. A command of one act has no act in its paths.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files


def _read() -> Mapping[str, Mapping[str, str]]:
    tables = (one for one in files(__name__).iterdir() if one.name.endswith(".toml"))
    merged: dict[str, Mapping[str, str]] = {}
    for table in tables:
        for path, lines_by_language in tomllib.loads(table.read_text("utf-8")).items():
            if path in merged:
                raise ValueError(f"{table.name}: {path!r} is told in another file already")
            merged[path] = lines_by_language
    return merged


CATALOGUE: Mapping[str, Mapping[str, str]] = _read()
"""By path, then by language."""


def lines(path: str, english: str) -> Mapping[str, str]:
    """Return a summary by language; `en` and what the files have."""
    return {"en": english, **CATALOGUE.get(path, {})}
