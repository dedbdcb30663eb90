"""The checks that the values of a builder share."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn


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


class ReadOnly(dict[str, object]):
    """A dict that can't be changed; copies, `asdict` and `json` take it for the dict that it is."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a value of a builder is read-only; copy it with dict()")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)


def json_copy(given: Mapping[str, object]) -> Mapping[str, object]:
    """Return a read-only copy of `given` as it comes back from JSON: tuples become lists.

    Raises:
        TypeError: something in it has no form in JSON.
        ValueError: it refers to itself, or a number is infinite or none.
    """
    return ReadOnly(json.loads(json.dumps(dict(given), allow_nan=False)) if given else {})
