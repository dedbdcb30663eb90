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
"""
_WIDTH: Final = 98


def rendered(
    model: type[BaseModel], given: Mapping[str, Mapping[str, object]] | None = None
) -> str:
    """Return the file for the settings `model`, with what is `given` set and all else explained."""
    lines = [_HEAD.rstrip("\n")]
    told: set[type[BaseModel]] = set()
    for name, field in model.model_fields.items():
        if section := section_of(field.annotation):
            intro = (section.__doc__ or "").partition("\n")[0]
            lines += ["", *_table(section, (name,), intro, (given or {}).get(name, {}), told)]
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
    told: set[type[BaseModel]],
) -> Iterator[str]:
    """Yield the lines of one table and those inside; a model explains its keys the first time."""
    name, known = ".".join(path), model in told
    told.add(model)
    yield from _comment(intro)
    yield f"[{name}]"
    inner = []
    for key, field in model.model_fields.items():
        if section_of(field.annotation) or entry_of(field.annotation):
            inner.append((key, field))
            continue
        if not known:
            yield from _comment(field.description or "")
        yield f"{key} = {literal(given[key])}" if key in given else f"# {key} = {_shown(field)}"
    for key, field in inner:
        yield ""
        intro = field.description or ""
        if entry := entry_of(field.annotation):
            yield from _comment(intro)
            yield f"# [[{name}.{key}]]"
            yield from (f"# {k} = {_shown(f)}" for k, f in entry.model_fields.items())
        elif section := section_of(field.annotation):
            yield from _table(section, (*path, key), intro, {}, told)


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ")


def _shown(field: FieldInfo) -> str:
    """Return the default as it is written, an example where the default is nothing."""
    default = None if field.is_required() else field.get_default(call_default_factory=True)
    if default is None:
        return literal(field.examples[0]) if field.examples else '""'
    return literal(default)
