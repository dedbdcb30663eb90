"""Colours that can be read and told apart."""

import pytest

from adapters.pictures.palette import DARK, LIGHT, Palette

THEMES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


def luminance(colour: str) -> float:
    """Source: WCAG 2.2, relative luminance."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@THEMES
def test_every_text_is_readable_on_its_ground(palette: Palette) -> None:
    for ground in (palette.ground, palette.raised):
        assert contrast(palette.ink, ground) >= 7
        assert contrast(palette.quiet, ground) >= 4.5
    assert contrast(palette.on_accent, palette.accent) >= 4.5


@THEMES
def test_every_patch_stands_out_from_its_ground(palette: Palette) -> None:
    for colour in (*palette.activities.values(), *palette.modes.values(), palette.accent):
        assert contrast(colour, palette.ground) >= 3, colour
        assert contrast(colour, palette.raised) >= 2.5, colour


@THEMES
def test_no_two_things_have_one_colour(palette: Palette) -> None:
    colours = [*palette.activities.values(), *palette.modes.values()]

    assert len(set(colours)) == len(colours) == 15
