"""The checks that the values of a builder share."""

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType


def texts(name: str, given: Iterable[object]) -> tuple[str, ...]:
    """Return `given` as a tuple of strings.

    Raises:
        TypeError: it is one string or no sequence, or holds something else than strings.
    """
    if isinstance(given, str | bytes):
        raise TypeError(f"{name} are a sequence of strings, got {type(given).__name__}")
    kept: list[str] = []
    for one in given:
        if not isinstance(one, str):
            raise TypeError(f"{name} are a sequence of strings, got {type(one).__name__} in it")
        kept.append(one)
    return tuple(kept)


def checked_share(name: str, given: float | None) -> float | None:
    """Return a number from 0 to 1, or None; `ValueError` for any other."""
    if given is not None and not 0.0 <= given <= 1.0:
        raise ValueError(f"{name} lies between 0 and 1, got {given!r}")
    return given


def json_copy(given: Mapping[str, object]) -> Mapping[str, object]:
    """Return a read-only copy of `given` as it comes back from JSON: tuples become lists.

    Raises:
        TypeError: something in it has no form in JSON.
        ValueError: it refers to itself, or a number is infinite or none.
    """
    if not given:
        return MappingProxyType({})
    return MappingProxyType(json.loads(json.dumps(dict(given), allow_nan=False)))
