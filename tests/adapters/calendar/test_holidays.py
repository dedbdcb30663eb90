"""Public holidays of countries, in languages."""

import subprocess
import sys
from datetime import date

import pytest
from structlog.testing import capture_logs

from adapters.calendar.holidays import PublicHolidays, named_in
from core.schedule.ports import Holidays


@pytest.fixture(scope="module")
def calendar() -> PublicHolidays:
    return PublicHolidays()


@pytest.mark.parametrize(
    ("country", "day", "language", "name"),
    [
        pytest.param("DE", "2026-10-03", "de", "Tag der Deutschen Einheit", id="own language"),
        pytest.param("DE", "2026-10-03", "en", "German Unity Day", id="English for Germany"),
        pytest.param("DE-BY", "2026-01-06", "de", "Heilige Drei Könige", id="a part's own"),
        pytest.param("de-by", "2026-01-06", "de", "Heilige Drei Könige", id="small letters"),
        pytest.param("DE-Bayern", "2026-01-06", "en", "Epiphany", id="a part by its name"),
        pytest.param(
            "DE-Augsburg", "2026-08-08", "de", "Augsburger Hohes Friedensfest", id="a town"
        ),
        pytest.param("US", "2026-11-26", "en", "Thanksgiving Day", id="one that moves"),
        pytest.param("KR", "2026-09-25", "ko", "추석", id="by the moon"),
        pytest.param("KR", "2026-09-25", "en", "Chuseok", id="by the moon, in English"),
        pytest.param("JP", "2026-05-05", "ja", "こどもの日", id="Japanese"),
        pytest.param("RU", "2026-05-09", "ru", "День Победы", id="Russian"),
        pytest.param("ES", "2026-12-08", "es", "Inmaculada Concepción", id="Spanish"),
        pytest.param("BR", "2026-09-07", "pt", "Independência do Brasil", id="a national kind"),
        pytest.param("JP", "2026-05-05", "ko", "こどもの日", id="no Korean: the country's own"),
        pytest.param("BS", "2026-07-10", "ja", "Independence Day", id="a country of one language"),
        pytest.param("FR", "2026-07-14", "FR", "Fête nationale", id="a language in capitals"),
    ],
)
def test_a_well_known_day_has_its_name(
    calendar: PublicHolidays, country: str, day: str, language: str, name: str
) -> None:
    when = date.fromisoformat(day)

    found = calendar.between(country, when, when, language)

    assert found == {when: name}


def test_a_span_over_new_year_holds_both_its_ends_in_order(calendar: PublicHolidays) -> None:
    found = calendar.between("DE", date(2026, 12, 25), date(2027, 1, 1), "de")

    assert list(found.items()) == [
        (date(2026, 12, 25), "Erster Weihnachtstag"),
        (date(2026, 12, 26), "Zweiter Weihnachtstag"),
        (date(2027, 1, 1), "Neujahr"),
    ]


def test_a_part_has_days_that_its_country_has_not(calendar: PublicHolidays) -> None:
    epiphany = date(2026, 1, 6)

    assert not calendar.between("DE", epiphany, epiphany, "de")
    assert not calendar.between("DE-BE", epiphany, epiphany, "de")


def test_a_span_that_ends_before_it_begins_is_empty(calendar: PublicHolidays) -> None:
    assert calendar.between("DE", date(2026, 12, 31), date(2026, 1, 1), "de") == {}


@pytest.mark.parametrize("year", [1, 1700, 9999])
def test_years_that_nobody_knows_break_nothing(calendar: PublicHolidays, year: int) -> None:
    found = calendar.between("KR", date(year, 1, 1), date(year, 12, 31), "ko")

    assert all(day.year == year for day in found)


@pytest.mark.parametrize(
    "country",
    [
        "",
        " ",
        "-",
        "XX",
        "Germany",
        "DE-",
        "DE-XX",
        "DE-BY-MUC",
        "ECB",
        "JAN",
        "PUBLIC",
        "..",
        "日本",
    ],
)
def test_an_unknown_country_has_none_and_is_told_once(country: str) -> None:
    calendar = PublicHolidays()

    with capture_logs() as logs:
        found = [
            calendar.between(country, date(year, 1, 1), date(year, 1, 2), language)
            for year in (2026, 2027)
            for language in ("de", "en")
        ]

    if country == "DE-":  # an empty part is the whole country
        assert all(found)
        assert logs == []
    else:
        assert found == [{}] * 4
        assert [line["event"] for line in logs] == ["holidays.unknown"]


def test_the_language_of_the_machine_changes_nothing(calendar: PublicHolidays) -> None:
    code = (
        "from datetime import date\n"
        "from adapters.calendar.holidays import PublicHolidays\n"
        "day = date(2026, 9, 25)\n"
        "print(ascii(PublicHolidays().between('KR', day, day, 'xx')[day]))"
    )

    told = subprocess.run(
        [sys.executable, "-c", code],
        env={"LANGUAGE": "en_US", "LC_ALL": "en_US.UTF-8", "SYSTEMROOT": "C:\\Windows"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout

    assert told.strip() == ascii("추석")


def test_the_package_is_not_loaded_before_it_is_asked() -> None:
    code = (
        "import sys\n"
        "from adapters.calendar.holidays import PublicHolidays\n"
        "PublicHolidays()\n"
        "sys.exit('holidays' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


async def test_what_was_prepared_is_answered_without_holding_up_the_loop() -> None:
    """The fixture that watches for blocking calls proves it."""
    calendar: PublicHolidays = PublicHolidays()
    port: Holidays = calendar
    day = date(2026, 10, 3)

    await calendar.prepare("DE-BY", day, day, "de")
    found = port.between("DE-BY", day, day, "de")

    assert found == {day: "Tag der Deutschen Einheit"}


@pytest.mark.parametrize(
    ("offered", "language", "chosen"),
    [
        pytest.param(("de", "en_US"), "de", "de", id="as it is"),
        pytest.param(("en_GB", "en_IN", "en_US"), "en", "en_IN", id="the country's own kind"),
        pytest.param(("en_GB", "en_US", "hi"), "en", "en_GB", id="any kind, always the same"),
        pytest.param(("hi",), "en", None, id="none"),
        pytest.param(("fil",), "fi", None, id="Filipino is no Finnish"),
        pytest.param((), "en", None, id="nothing is offered"),
    ],
)
def test_the_closest_language_is_taken(
    offered: tuple[str, ...], language: str, chosen: str | None
) -> None:
    assert named_in(offered, language, "IN") == chosen
