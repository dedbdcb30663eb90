"""Public holidays, by the package `holidays`."""

import asyncio
from collections.abc import Collection, Mapping
from datetime import date

import structlog

log = structlog.get_logger()


class PublicHolidays:
    """The port Holidays over a package that knows some 250 countries.

    The package is big: its first use reads files for one to three seconds, each new year of a
    country for some milliseconds. What `prepare` has read, `between` has in memory.
    """

    def __init__(self) -> None:
        self._years: dict[tuple[str, int, str], Mapping[date, str]] = {}
        self._unknown: set[str] = set()

    async def prepare(self, country: str, first: date, last: date, language: str) -> None:
        """Read what `between` will be asked for, in a thread: files don't hold up the loop."""
        await asyncio.to_thread(self.between, country, first, last, language)

    def between(self, country: str, first: date, last: date, language: str) -> Mapping[date, str]:
        """Return the holidays from `first` to `last`, both included, in order; see the port.

        A country's own language names them where the package lacks `language`. An unknown country
        has none, and the log has a line about it, once.
        """
        return {
            day: name
            for year in range(first.year, last.year + 1)
            for day, name in self._year(country, year, language).items()
            if first <= day <= last
        }

    def _year(self, country: str, year: int, language: str) -> Mapping[date, str]:
        key = (country, year, language)
        if key not in self._years:
            found = read(country, year, language)
            if found is None and country not in self._unknown:
                self._unknown.add(country)
                log.warning("holidays.unknown", country=country)
            self._years[key] = found or {}
        return self._years[key]


def read(country: str, year: int, language: str) -> Mapping[date, str] | None:
    """Return the holidays of a year, in order, or None for a country or part that is unknown."""
    import holidays  # here, since it takes most of a second and few need it

    code, _, part = country.strip().upper().partition("-")
    countries = holidays.list_supported_countries()
    if code not in countries:
        return None
    entity = getattr(holidays, code)
    parts = {name.upper(): name for name in (*countries[code], *entity.subdivisions_aliases)}
    if part and part not in parts:
        return None
    chosen = named_in(entity.supported_languages, language.lower(), code)
    found = holidays.country_holidays(
        code,
        subdiv=parts.get(part),
        years=year,
        # Never left out: the package would take the language of this machine.
        language=chosen or entity.default_language or "en_US",
    )
    return {day: name for day, name in sorted(found.items()) if day.year == year}


def named_in(offered: Collection[str], language: str, country: str) -> str | None:
    """Return which of the `offered` languages is `language`, that of `country` first, or None."""
    kinds = sorted(one for one in offered if one.partition("_")[0] == language)
    for best in (language, f"{language}_{country}"):
        if best in kinds:
            return best
    return kinds[0] if kinds else None
