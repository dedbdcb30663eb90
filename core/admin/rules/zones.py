"""Which time zone is meant by what people type: an IANA name, or the city in it."""

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta, tzinfo

MOST = 5
"""Zones that are offered where several are meant, or none."""
LIKENESS = 0.7
"""From 0.0 to 1.0, as difflib counts it; our guess: it takes `Lissabon` and leaves noise."""
LONGEST = 60
"""Characters that are looked at."""
HALF_A_YEAR = timedelta(days=182)

_FIXED = ("Etc/", "SystemV/")
_WORDY = re.compile(r"[A-Z][a-z]+(?:-[A-Za-z]+)?")
_SECOND_NAMES = ("Brazil/", "Canada/", "Chile/", "Mexico/", "US/")
"""Of zones that have a name by their city, too."""
_OFFSET = re.compile(r"(?:utc|gmt|z)?([+-]|\b)(\d{1,2})(?::?([0-5]\d))?(?:h)?")
EXAMPLES = (
    "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Istanbul", "Asia/Tehran",
    "Asia/Dubai", "Asia/Kabul", "Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka",
    "Asia/Yangon", "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Adelaide",
    "Australia/Sydney", "Pacific/Noumea", "Pacific/Auckland", "Pacific/Tongatapu",
    "Pacific/Kiritimati", "Atlantic/Azores", "Atlantic/South_Georgia", "America/Sao_Paulo",
    "America/St_Johns", "America/Halifax", "America/New_York", "America/Chicago",
    "America/Denver", "America/Los_Angeles", "America/Anchorage", "Pacific/Marquesas",
    "Pacific/Honolulu", "Pacific/Pago_Pago",
)  # fmt: skip
"""A well-known place of each offset."""


def is_place(name: str) -> bool:
    """Return whether a zone is that of a place: no bare offset, no abbreviation; UTC counts."""
    if name == "UTC":
        return True
    if name.startswith(_FIXED) or name in ("Factory", "Universal", "Zulu"):
        return False
    return "/" in name or _WORDY.fullmatch(name) is not None


def read_zones(text: str, zones: Mapping[str, tzinfo], now: datetime) -> list[str]:
    """Return the names of the zones that `text` may mean, by full name, or by city; [] for none.

    Case, accents, blanks and underscores make no difference. Zones of the same city whose clocks
    agree are one.
    """
    plain = folded(text)
    by_name = {folded(name): name for name in zones}
    if plain in by_name:
        return [by_name[plain]]
    named = [name for name in _cities(zones) if plain in _parts(name)]
    return _apart(named, zones, now)


def near_zones(text: str, zones: Collection[str]) -> list[str]:
    """Return what `text` may have meant: cities that begin with it, then those that look like it.

    At most `MOST`.
    """
    plain = folded(text)
    if not plain:
        return []
    cities = {_city(name): name for name in _cities(zones)}
    begun = sorted(city for city in cities if city.startswith(plain))
    alike = difflib.get_close_matches(plain, cities, n=MOST, cutoff=LIKENESS)
    return [cities[city] for city in dict.fromkeys((*begun, *alike))][:MOST]


def suggested_zones(text: str, zones: Collection[str], most: int) -> list[str]:
    """Return zones for what is typed so far: by city first, then by any part of the name."""
    plain = folded(text)
    names = _cities(zones)
    first = [name for name in names if _city(name).startswith(plain)]
    more = [name for name in names if plain in folded(name)]
    return list(dict.fromkeys((*first, *more)))[:most]


def read_offset(text: str) -> timedelta | None:
    """Return the offset that `UTC+3`, `GMT-05:30` or `+2` names; None for anything else."""
    found = _OFFSET.fullmatch("".join(unicodedata.normalize("NFKC", text).casefold().split()))
    if found is None or int(found[2]) > 14:
        return None
    span = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return -span if found[1] == "-" else span


def example_at(offset: timedelta, zones: Mapping[str, tzinfo], now: datetime) -> str:
    """Return a well-known place where clocks are `offset` ahead of UTC, or nearly so."""

    def away(name: str) -> timedelta:
        return abs((now.astimezone(zones[name]).utcoffset() or timedelta(0)) - offset)

    return min((name for name in EXAMPLES if name in zones), key=away)


def city_of(name: str) -> str:
    """Return the city of a zone as it is written: `New York`."""
    return name.rpartition("/")[2].replace("_", " ")


def folded(text: str) -> str:
    """Return what is compared of a name."""
    bare = unicodedata.normalize("NFKD", text[:LONGEST]).casefold()
    letters = "".join(ch for ch in bare if not unicodedata.combining(ch))
    return " ".join(letters.replace("_", " ").replace("-", " ").replace(",", " ").split())


def _cities(zones: Iterable[str]) -> list[str]:
    return [name for name in zones if not name.startswith(_SECOND_NAMES)]


def _city(name: str) -> str:
    return folded(name.rpartition("/")[2])


def _parts(name: str) -> tuple[str, str]:
    """Return the city, and the city with what stands before it: `indiana/knox`."""
    return _city(name), folded("/".join(name.split("/")[-2:]))


def _apart(names: Iterable[str], zones: Mapping[str, tzinfo], now: datetime) -> list[str]:
    """Return one name, the shortest, of each set whose clocks agree, summer and winter."""
    found: dict[tuple[timedelta | None, ...], str] = {}
    for name in sorted(names, key=lambda one: (len(one), one)):
        local = (at.astimezone(zones[name]).utcoffset() for at in (now, now + HALF_A_YEAR))
        found.setdefault(tuple(local), name)
    return list(found.values())[:MOST]
