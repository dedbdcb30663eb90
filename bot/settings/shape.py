"""The settings as a tree of fields, read off the pydantic models.

Adapters declare plain types; this is the one place that lets every span and every list be
written as people write them, whichever section they stand in.
"""

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Annotated, Final, Union, get_args, get_origin

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from bot.settings.written import listed, span

Path = tuple[str, ...]
"""A setting's full name in parts: `("telegram", "token")`."""

_LISTS: Final = (list, tuple, set, frozenset)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A value that could not even be read."""

    path: Path
    got: object
    problem: str


def kinds(annotation: object) -> tuple[object, ...]:
    """Return the types that `annotation` allows, without `Annotated` and unions around them."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return kinds(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return tuple(kind for part in get_args(annotation) for kind in kinds(part))
    return (annotation,)


def section_of(annotation: object) -> type[BaseModel] | None:
    """Return the model of a table, or None for a plain value."""
    for kind in kinds(annotation):
        if isinstance(kind, type) and get_origin(kind) is None and issubclass(kind, BaseModel):
            return kind
    return None


def entry_of(annotation: object) -> type[BaseModel] | None:
    """Return the model of a table that may stand many times, as in `[[model.fallbacks]]`."""
    for kind in kinds(annotation):
        if get_origin(kind) in _LISTS:
            return section_of(get_args(kind)[0])
    return None


def is_secret(annotation: object) -> bool:
    """Return whether a value of that type must never be shown."""
    return SecretStr in kinds(annotation)


def fields(model: type[BaseModel], path: Path = ()) -> Iterator[tuple[Path, FieldInfo]]:
    """Yield every setting under `model` with its full name, tables before what they hold."""
    for name, field in model.model_fields.items():
        yield (*path, name), field
        inner = section_of(field.annotation) or entry_of(field.annotation)
        if inner is not None:
            yield from fields(inner, (*path, name))


def softened(
    model: type[BaseModel], given: Mapping[str, object], path: Path = ()
) -> tuple[dict[str, object], tuple[Refusal, ...]]:
    """Return `given` with spans and lists parsed, and what could not be.

    A refused value is left out, so that all others are still looked at.
    """
    kept: dict[str, object] = {}
    refused: list[Refusal] = []

    def deeper(inner: type[BaseModel], value: object, here: Path, entry: int | None) -> object:
        if not isinstance(value, Mapping):
            return value
        soft, more = softened(inner, value, here)
        where = "" if entry is None else f", at entry {entry}"
        refused.extend(replace(one, problem=one.problem + where) for one in more)
        return soft

    for name, value in given.items():
        here = (*path, name)
        field = model.model_fields.get(name)
        try:
            soft = _parsed(field.annotation, value) if field else value
        except ValueError as error:
            refused.append(Refusal(path=here, got=value, problem=str(error)))
            continue
        if field and (inner := section_of(field.annotation)):
            soft = deeper(inner, soft, here, None)
        elif field and (entry := entry_of(field.annotation)) and isinstance(soft, list):
            soft = [deeper(entry, one, here, number) for number, one in enumerate(soft, start=1)]
        kept[name] = soft
    return kept, tuple(refused)


def _parsed(annotation: object, value: object) -> object:
    allowed = kinds(annotation)
    if value == "" and type(None) in allowed:
        return None
    if timedelta in allowed:
        return span(value)
    if any(get_origin(kind) in _LISTS or kind in _LISTS for kind in allowed):
        return listed(value)
    return value
