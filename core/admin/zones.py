"""The time zones that a person may live in, as the package tzdata has them."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from core.admin.rules.zones import is_place


@cache
def zones() -> Mapping[str, ZoneInfo]:
    """Return the zone of every place, by its IANA name.

    Reads some hundred small files the first time: whoever starts a process calls it in a thread.
    """
    names = files("tzdata").joinpath("zones").read_text("utf-8").split()
    return {name: ZoneInfo(name) for name in sorted(names) if is_place(name)}
