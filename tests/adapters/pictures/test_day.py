"""The picture of a day, looked at pixel by pixel."""

import asyncio
import io
import time
from collections.abc import Sequence

import pytest
from PIL import Image, ImageColor

from adapters.pictures.day import EDGE, HEAD, INNER, WIDTH, day_picture
from adapters.pictures.lettering import TEXT, Lettering
from adapters.pictures.model import Labels, Shift, Span
from adapters.pictures.palette import PALETTES, Theme
from core.availability.model import Mode
from core.schedule.model import Activity
from tests.adapters.pictures.days import USUAL, span

BAR_Y, STRIP_Y = HEAD + 40, HEAD + 92 + 16


def drawn(
    spans: Sequence[Span] = USUAL,
    now_at: int | None = None,
    *,
    title: str = "Mina",
    theme: Theme = "light",
    labels: Labels | None = None,
    shift: Shift | None = None,
) -> Image.Image:
    picture = day_picture(title, spans, now_at, labels or Labels(), theme, shift=shift)
    return Image.open(io.BytesIO(picture))


def at(image: Image.Image, minute: float, y: int, length: int = 1440) -> object:
    return image.getpixel((round(EDGE + INNER * minute / length), y))


def rgb(colour: str) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_bar_and_strip_have_the_colours_of_their_hours(theme: Theme) -> None:
    image, palette = drawn(theme=theme), PALETTES[theme]

    for one in USUAL:
        middle = (one.start + one.end) / 2
        assert at(image, middle, BAR_Y) == rgb(palette.activities[one.activity])
        assert at(image, middle, STRIP_Y) == rgb(palette.modes[one.mode])
    assert image.getpixel((2, 2)) == rgb(palette.ground)


def test_it_is_a_png_for_a_phone() -> None:
    image = drawn()

    assert image.format == "PNG"
    assert image.mode == "RGB"
    assert image.width == WIDTH == 1080
    assert 700 < image.height < 1100


def test_the_same_day_gives_the_same_bytes() -> None:
    first = day_picture("Mina", USUAL, 600, Labels())

    assert day_picture("Mina", list(reversed(USUAL)), 600, Labels()) == first
    assert day_picture("Mina", USUAL, 601, Labels()) != first
    assert day_picture("Mia", USUAL, 600, Labels()) != first


async def test_threads_may_draw_at_the_same_time() -> None:
    wanted = [day_picture("Mina", USUAL, now_at, Labels()) for now_at in (100, 700, 1300)]

    found = await asyncio.gather(
        *(asyncio.to_thread(day_picture, "Mina", USUAL, at, Labels()) for at in (100, 700, 1300))
    )

    assert found == wanted


def test_now_is_marked_where_it_is() -> None:
    accent = rgb(PALETTES["light"].accent)

    image = drawn(now_at=600)

    marked = [minute for minute in range(1440) if at(image, minute, BAR_Y) == accent]
    assert set(range(598, 603)) <= set(marked) <= set(range(595, 606))
    assert at(image, 600, HEAD - 50) == accent


@pytest.mark.parametrize("now_at", [None, -1, 1440, 9999])
def test_a_moment_outside_of_the_day_has_no_mark(now_at: int | None) -> None:
    picture = drawn(now_at=now_at)

    assert picture.tobytes() == drawn().tobytes()


@pytest.mark.parametrize("now_at", [0, 1439])
def test_the_mark_stays_on_the_paper_at_both_ends_of_the_day(now_at: int) -> None:
    accent, image = rgb(PALETTES["light"].accent), drawn(now_at=now_at)

    marked = [x for x in range(WIDTH) if image.getpixel((x, HEAD - 20)) == accent]

    assert marked
    assert min(marked) > EDGE // 2
    assert max(marked) < WIDTH - EDGE // 2


@pytest.mark.parametrize(
    ("shift", "length"),
    [
        pytest.param(Shift(at=120, by=60), 1380, id="23 hours"),
        pytest.param(Shift(at=180, by=-60), 1500, id="25 hours"),
    ],
)
def test_a_day_fills_the_bar_however_long_it_is(shift: Shift, length: int) -> None:
    half = length // 2
    spans = [span(0, half, Activity.SLEEP), span(half, length, Activity.WORK)]
    colours = PALETTES["light"].activities

    image = drawn(spans, shift=shift)

    assert at(image, half - 15, BAR_Y, length) == rgb(colours[Activity.SLEEP])
    assert at(image, half + 15, BAR_Y, length) == rgb(colours[Activity.WORK])
    assert at(image, length - 15, BAR_Y, length) == rgb(colours[Activity.WORK])


def test_an_empty_day_says_so_in_the_words_that_are_given() -> None:
    image, palette = drawn([]), PALETTES["light"]

    assert at(image, 720, BAR_Y) == rgb(palette.raised)
    assert 350 < image.height < 600
    assert drawn([], labels=Labels(empty="Ничего")).tobytes() != image.tobytes()


@pytest.mark.parametrize(
    "title",
    [
        "",
        " ",
        "W" * 100_000,
        "a" * 60 + " b",
        "line\nbreak\ttab\r\x00\x1b[31m",
        "😀🏳️‍🌈👨‍👩‍👧",
        "\u202eright to left\u202c",
        "a" + "\u0301" * 500,
        "אבג عربي ไทย",
        "\ud800",
        "\U0010ffff",
        "Щедрый ужин",
        "점심 · 朝ごはん",
    ],
    ids=ascii,
)
def test_whatever_a_title_is_the_picture_keeps_its_size(title: str) -> None:
    spans = [span(0, 720, Activity.REST, title), span(720, 1440, Activity.WORK, title)]
    labels = Labels(activities={Activity.REST: title}, modes={Mode.ONLINE: title}, empty=title)
    background = rgb(PALETTES["light"].ground)

    image = drawn(spans, 60, title=title, labels=labels)

    assert image.size[0] == WIDTH
    edge = image.crop((WIDTH - EDGE // 2, 0, WIDTH, image.height)).getcolors()
    assert edge == [(image.height * EDGE // 2, background)]


def test_a_title_without_letters_we_have_is_drawn_as_its_activity() -> None:
    thai = drawn([span(0, 1440, Activity.ERRAND, "ไปตลาด")])

    assert thai.tobytes() == drawn([span(0, 1440, Activity.ERRAND, "Errand")]).tobytes()


def test_very_many_spans_keep_the_longest_lines_and_the_one_of_now() -> None:
    many = [span(at, at + 10, Activity.REST, f"{at}") for at in range(0, 1440, 10)]

    image = drawn(many, 725)

    assert image.height < 2200
    assert image.tobytes() != drawn(many, 735).tobytes()


def test_a_full_day_is_drawn_fast() -> None:
    """Measured as work of this thread, since other processes may have the machine."""
    spans = [
        span(at, at + 60, Activity.WORK, f"A title of length {at}") for at in range(0, 1440, 60)
    ]
    drawn(spans)
    before = time.thread_time()

    drawn(spans, 600)

    assert time.thread_time() - before < 0.3


def test_a_gap_in_the_plan_shows_the_empty_bar() -> None:
    image = drawn([span(0, 60, Activity.REST), span(120, 1440, Activity.REST)])

    assert at(image, 90, BAR_Y) == at(image, 90, STRIP_Y) == rgb(PALETTES["light"].raised)


def test_availability_that_stays_the_same_is_one_strip() -> None:
    colour = rgb(PALETTES["light"].modes[Mode.ONLINE])
    image = drawn([span(at, at + 10, Activity.REST) for at in range(0, 1440, 10)])

    assert {at(image, minute, STRIP_Y) for minute in range(20, 1420)} == {colour}


# Letters.


def test_letters_of_six_languages_can_be_drawn() -> None:
    letters = Lettering(28)

    for text in ("naïve Ñandú", "Größe ßÄÖÜ", "Съешь ещё ґєїў", "점심 먹기", "朝ごはん", "ŁąžőİțΩ"):
        assert letters.drawable(text) == text


def test_without_the_large_font_a_korean_title_gives_way_to_english() -> None:
    letters = Lettering(28, fonts=(TEXT,))

    assert letters.drawable("점심 with Ana", "Meal") == "Meal"
    assert letters.drawable("점심", "식사") == ""


def test_emoji_go_and_words_stay() -> None:
    letters = Lettering(28)

    assert letters.drawable("🍜  Lunch\nwith 👩‍🍳 Ana ❤️‍🔥 1️⃣") == "Lunch with Ana 1"
    assert letters.drawable("🍜", "Meal") == "Meal"


def test_text_that_is_too_wide_is_cut_and_never_wider_than_asked() -> None:
    letters = Lettering(28)

    for width in (0, 10, 30, 100, 1000):
        cut = letters.fitted("A rather long title that goes on", width)
        assert letters.width(cut) <= max(width, letters.width("…"))
    assert letters.fitted("short", 1000) == "short"
    assert letters.fitted("A rather long", letters.width("A rather…")) == "A rather…"
