"""Dice that fall the same way for the same key, on every machine."""

from random import Random


def dice(*key: object) -> Random:
    """Return a generator seeded by the words of its key: one for each thing that is decided."""
    return Random("|".join(map(str, key)))  # noqa: S311  # chance in a day is no secret
