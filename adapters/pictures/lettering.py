"""Letters: fonts from packages, what they can show, and text that fits."""

import re
import unicodedata
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from PIL import ImageDraw, ImageFont

TEXT = ("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf")
"""Package and file: Latin, Cyrillic, Greek."""

CJK = ("manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc")
"""The same for Korean, Japanese and Chinese; comes with the extra `cjk`."""

LONGEST = 200
"""Characters of a text that are looked at at all; a row holds some forty."""

_NOWHERE = "\U0010ffff"
"""No font has a glyph for it."""


class Lettering:
    """One size and weight; what the first font lacks is taken from the next that has it.

    For one thread at a time.
    """

    def __init__(
        self, size: int, weight: int = 400, fonts: tuple[tuple[str, str], ...] = (TEXT, CJK)
    ) -> None:
        found = [path for path in map(_path, fonts) if path is not None]
        self._fonts = [_font(path, size, weight) for path in found]
        self._missing = [bytes(font.getmask(_NOWHERE)) for font in self._fonts]
        self._known: dict[str, int | None] = {}

    def drawable(self, text: str, *otherwise: str) -> str:
        """Return `text` on one line without what no font has, or the first other that works.

        Signs and emoji are left out silently; a text whose letters are missing is given up whole.
        """
        for one in (text, *otherwise):
            plain = self._plain(one)
            if plain:
                return plain
        return ""

    def width(self, text: str) -> float:
        """Return how wide a drawable text is, in pixels."""
        return sum(font.getlength(part) for font, part in self._runs(text))

    def fitted(self, text: str, width: float) -> str:
        """Return a drawable text, cut with an ellipsis where it is wider than `width`."""
        if self.width(text) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(f"{text[:middle].rstrip()}…") <= width:
                low = middle
            else:
                high = middle - 1
        return f"{text[:low].rstrip()}…"

    def write(
        self, canvas: ImageDraw.ImageDraw, at: tuple[float, float], text: str, ink: str
    ) -> None:
        """Draw a drawable text; `at` is the left end of its middle line."""
        x, y = at
        middle = self._fonts[0].getbbox("H", anchor="ls")[1] / 2
        for font, part in self._runs(text):
            canvas.text((x, y - middle), part, fill=ink, font=font, anchor="ls")
            x += font.getlength(part)

    def _plain(self, text: str) -> str:
        text = unicodedata.normalize("NFC", text[:LONGEST])
        kept = []
        for char in re.sub(r"\s+", " ", text).strip():
            if self._font_for(char) is not None:
                kept.append(char)
            elif unicodedata.category(char)[0] in "LN":
                return ""
        return re.sub(r" +", " ", "".join(kept)).strip()

    def _runs(self, text: str) -> list[tuple[ImageFont.FreeTypeFont, str]]:
        groups = groupby(text, key=lambda char: self._font_for(char) or 0)
        return [(self._fonts[number], "".join(chars)) for number, chars in groups]

    def _font_for(self, char: str) -> int | None:
        """Return which font has `char`, or None."""
        if char not in self._known:
            shown = unicodedata.category(char)[0] != "C"
            self._known[char] = next(
                (n for n, missing in enumerate(self._missing) if shown and self._has(n, char)),
                None,
            )
        return self._known[char]

    def _has(self, number: int, char: str) -> bool:
        return bytes(self._fonts[number].getmask(char)) != self._missing[number]


@cache
def lettering(size: int, weight: int) -> Lettering:
    """Return the one of this size and weight; opening a font takes longer than writing a page."""
    return Lettering(size, weight)


def _path(where: tuple[str, str]) -> Path | None:
    """Return the file of an installed package, which is not imported."""
    package, file = where
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / file


def _font(path: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    # The basic layout is there on every system, so a picture is the same on all.
    font = ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    wanted = {b"Weight": weight, b"Width": 100}
    font.set_variation_by_axes([wanted[axis["name"]] for axis in font.get_variation_axes()])
    return font
