"""What is said by one identity holds for all that are linked with it."""

from collections.abc import Sequence
from dataclasses import replace

from core.admin.ports import Person


def as_one(own: Person, linked: Sequence[Person]) -> Person:
    """Return what holds for one identity: its own choices, else the first of a linked one.

    Quiet that was asked for by any holds for all, since the first of them.
    """
    every = (own, *linked)
    return replace(
        own,
        quiet_since=min((one.quiet_since for one in every if one.quiet_since), default=None),
        zone=next((one.zone for one in every if one.zone), None),
        language=next((one.language for one in every if one.language), None),
    )
