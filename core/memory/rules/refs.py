"""References as they stand in traces: `fact:7`, `msg:7`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.memory.model import Ref

FACT = "fact"
MESSAGE = "msg"


def number_of(ref: Ref, kind: str) -> int | None:
    """Return the number in a reference of this kind; None for any other text."""
    given, _, number = ref.partition(":")
    plain = number.isascii() and number.isdigit() and len(number) < 19
    return int(number) if given == kind and plain else None


def numbers_of(refs: Iterable[Ref], kind: str) -> list[int]:
    """Return the numbers of the references of one kind, in order, each once."""
    found = (number_of(ref, kind) for ref in refs)
    return list(dict.fromkeys(number for number in found if number is not None))


def names_any(json: object, refs: frozenset[Ref]) -> bool:
    """Return whether a JSON value names one of `refs`, however deep."""
    if isinstance(json, str):
        return json in refs
    if isinstance(json, Mapping):
        return any(names_any(one, refs) for one in json.values())
    return isinstance(json, Sequence) and any(names_any(one, refs) for one in json)


def texts_in(json: object) -> Iterator[str]:
    """Yield every text of a JSON value but the names, however deep; references among them."""
    if isinstance(json, str):
        yield json
    elif isinstance(json, Mapping):
        for one in json.values():
            yield from texts_in(one)
    elif isinstance(json, Sequence):
        for one in json:
            yield from texts_in(one)
