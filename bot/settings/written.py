"""Values as people write them: spans, lists, ids and zones.

Every parser raises `ValueError` with what is wrong; the full name of the setting and an example
are added by `bot.settings.faults`.
"""

import difflib
import json
import re
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

from core.admin.entries import COMMANDS
from core.admin.rules import grantable

PLATFORMS: Final = ("telegram", "discord")
"""The messengers whose people and rooms have ids; the console has one person, its owner."""

_SPAN = re.compile(r"(\d+(?:\.\d+)?|\.\d+) ?(ms|s|m|min|h|d|w)?", re.IGNORECASE)
_UNITS: Final = {
    "ms": timedelta(milliseconds=1),
    "s": timedelta(seconds=1),
    "m": timedelta(minutes=1),
    "min": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_ID = re.compile(r"(?:([a-z]+):)?(-?\d{1,20})", re.ASCII)


def unquoted(text: str) -> str:
    """Return `text` without blanks around it and without one pair of quotes."""
    text = text.strip()
    if len(text) > 1 and text[0] in "\"'" and text.find(text[0], 1) == len(text) - 1:
        return text[1:-1].strip()
    return text


def span(value: object) -> object:
    """Return the span that `value` names: `1.5s`, `5m`, `12h`, `7d`, or a number of seconds.

    Anything else goes back as it is, for pydantic to read (ISO 8601) or to refuse.
    """
    if not isinstance(value, str):
        return value
    found = _SPAN.fullmatch(unquoted(value))
    if found is None:
        return value
    try:
        return float(found[1]) * _UNITS[(found[2] or "s").lower()]
    except OverflowError:
        raise ValueError("is too long a span") from None


def spelled(value: timedelta) -> str:
    """Return the shortest way to write `value` that `span` reads back."""
    for unit in ("d", "h", "m"):
        if value and not value % _UNITS[unit]:
            return f"{value // _UNITS[unit]}{unit}"
    return f"{value.total_seconds():.6f}".rstrip("0").rstrip(".") + "s"


def listed(value: object) -> object:
    """Return the entries of a list written as text: ``, `123`, `1,2`, `[1, 2]`, `"1"`.

    A lone number becomes a list of one; what is no text goes back as it is.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return [value]
    if not isinstance(value, str):
        return value
    text = unquoted(value)
    if text.startswith("[") != text.endswith("]"):
        raise ValueError("is a list with only one of its two brackets")
    if text.startswith("["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            text = text[1:-1]
    return [entry for part in text.split(",") if (entry := unquoted(part))]


def person(value: object) -> str:
    """Return a person's id, as `42` or `telegram:42`."""
    written = _id(value)
    if ":-" in written or written.startswith("-"):
        raise ValueError("is a group, not a person: groups stand in access.rooms")
    return written


def room(value: object) -> str:
    """Return a chat's id, as `-100123` or `telegram:-100123`."""
    return _id(value)


def _id(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("is not an id")  # noqa: TRY004 - pydantic collects ValueErrors only
    text = unquoted(str(value))
    found = _ID.fullmatch(text)
    if found is None:
        raise ValueError("is not a numeric id; names don't count here, since they can change hands")
    platform, number = found[1], str(int(found[2]))
    if platform is None:
        return number
    if platform not in PLATFORMS:
        raise ValueError(f"names an unknown messenger; known are {', '.join(PLATFORMS)}")
    return f"{platform}:{number}"


def grant(value: object) -> str:
    """Return what moderators may do, as `pause here`."""
    if not isinstance(value, str):
        raise ValueError("is not a command")  # noqa: TRY004 - see _id
    text = " ".join(unquoted(value).removeprefix("/").lower().replace("-", "_").split())
    known = grantable(COMMANDS)
    if text not in known:
        raise ValueError(f"can't be granted; there are {', '.join(sorted(known))}")
    return text


def zone(value: object) -> ZoneInfo:
    """Return the IANA time zone of that name, from the package tzdata alone."""
    if isinstance(value, ZoneInfo):
        return value
    if not isinstance(value, str):
        raise ValueError("is not the name of a time zone")  # noqa: TRY004 - see _id
    name = unquoted(value)
    if name in zones():
        return ZoneInfo(name)
    raise ValueError("is not the name of a time zone" + meant(name, places()))


@cache
def zones() -> frozenset[str]:
    """Return every zone name that tzdata knows."""
    return frozenset(files("tzdata").joinpath("zones").read_text("utf-8").split())


def places() -> dict[str, str]:
    """Return the zone of every place, by its full name and by its last part."""
    full = sorted(name for name in zones() if "/" in name and not name.startswith("Etc/"))
    return {name.rpartition("/")[2]: name for name in full} | {name: name for name in full}


def meant(wrong: str, right: Mapping[str, str]) -> str:
    """Return `; did you mean ...?` for what the likeliest key of `right` stands for, or nothing."""
    by_key = {key.lower(): answer for key, answer in right.items()}
    close = difflib.get_close_matches(wrong.lower().replace(" ", "_"), by_key, n=1, cutoff=0.8)
    return f"; did you mean {by_key[close[0]]}?" if close else ""
