"""config.toml as text: one value, or the whole file with every setting explained."""

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bot.settings.shape import Path, entry_of, section_of
from bot.settings.written import spelled

_HEAD: Final = """\
# The settings of Circadia. A line with a # before its name shows the default, or an example
# where there is none; take the # away to set it.
#
# Spans are texts such as "1.5s", "5m", "12h", "7d", or a number of seconds.
# Each setting can also come from the environment, CIRCADIA__SECTION__KEY (lists as 1,2), which
# wins over all, or from a file secrets/section__key beside this one, which wins over this file.
# One of several is named in them: CIRCADIA__ACCOUNTS__NAME__KEY, CIRCADIA__COMPANIONS__SPACE__KEY.
"""
_WIDTH: Final = 98


def rendered(
    model: type[BaseModel], given: Mapping[str, Mapping[str, object]] | None = None
) -> str:
    """Return the file for the settings `model`, with what is `given` set and all else explained."""
    lines = [_HEAD.rstrip("\n")]
    told: set[str] = set()
    for name, field in model.model_fields.items():
        if section := section_of(field.annotation):
            shown = _table(section, (name,), _intro(section), (given or {}).get(name, {}), told)
            lines += ["", *shown]
        elif entry := entry_of(field.annotation):
            lines += ["", *_entry(entry, (name,), _intro(entry), told)]
    return "\n".join(lines) + "\n"


def example(field: FieldInfo) -> object:
    """Return a value that shows how the setting is written; None if there is nothing to show."""
    if section_of(field.annotation) is not None or entry_of(field.annotation) is not None:
        return None
    if field.examples:
        return field.examples[0]
    return None if field.is_required() else field.get_default(call_default_factory=True)


def literal(value: object) -> str:
    """Return `value` as TOML writes it."""
    if isinstance(value, timedelta):
        return f'"{spelled(value)}"'
    if isinstance(value, ZoneInfo):
        return f'"{value.key}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value:_}" if value and value % 100_000 == 0 else str(value)
    if isinstance(value, float):
        return str(value)
    if isinstance(value, Sequence | frozenset) and not isinstance(value, str):
        return "[" + ", ".join(literal(entry) for entry in value) + "]"
    # TOML's basic strings are JSON's, but for DEL.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _table(
    model: type[BaseModel],
    path: Path,
    intro: str,
    given: Mapping[str, object],
    told: set[str],
) -> Iterator[str]:
    """Yield the lines of one table and those inside; what is `told` is not explained again."""
    yield from _comment(intro)
    yield f"[{'.'.join(path)}]"
    inner = []
    for key, field in model.model_fields.items():
        if section_of(field.annotation) or entry_of(field.annotation):
            inner.append((key, field))
            continue
        yield from _explained(field, told)
        yield f"{key} = {literal(given[key])}" if key in given else f"# {key} = {_shown(field)}"
    for key, field in inner:
        yield ""
        intro = field.description or ""
        if entry := entry_of(field.annotation):
            yield from _entry(entry, (*path, key), intro, told)
        elif section := section_of(field.annotation):
            yield from _table(section, (*path, key), intro, {}, told)


def _entry(model: type[BaseModel], path: Path, intro: str, told: set[str]) -> Iterator[str]:
    """Yield the lines of a table that may stand many times; none stands by default."""
    yield from _comment(intro)
    yield f"# [[{'.'.join(path)}]]"
    inner = []
    for key, field in model.model_fields.items():
        if entry := entry_of(field.annotation):
            inner.append((key, entry, field.description or ""))
            continue
        yield from _explained(field, told)
        yield f"# {key} = {_shown(field)}"
    for key, entry, intro in inner:
        yield ""
        yield from _entry(entry, (*path, key), intro, told)


def _intro(model: type[BaseModel]) -> str:
    return (model.__doc__ or "").partition("\n")[0]


def _explained(field: FieldInfo, told: set[str]) -> list[str]:
    text = field.description or ""
    if text in told:
        return []
    told.add(text)
    return _comment(text)


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ")


def _shown(field: FieldInfo) -> str:
    """Return the default as it is written, an example where the default is nothing."""
    default = None if field.is_required() else field.get_default(call_default_factory=True)
    if default is None:
        return literal(field.examples[0]) if field.examples else '""'
    return literal(default)
