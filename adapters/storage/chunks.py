"""Many values, in as many statements as they need."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Value = TypeVar("Value")

AT_ONCE = 5_000
"""Values in one statement: some databases take no more than 32,766."""


def chunks(values: Iterable[Value]) -> Iterator[list[Value]]:
    """Yield the values in lists that one statement can hold; nothing for none."""
    left = iter(values)
    while some := list(islice(left, AT_ONCE)):
        yield some
