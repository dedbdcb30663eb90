"""Files that a companion gives, written beside and over nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

from core.engine.model import Enclosure

_NAME = re.compile(r"([A-Za-z0-9_-]+)(\.[A-Za-z0-9_-]+)?")
"""What leads nowhere else."""
OTHERWISE = "file"
MOST = 1000
"""Files of one name."""


def written(folder: Path, file: Enclosure) -> Path:
    """Return where the file is now: under its name, or with a number where that is taken.

    Raises:
        OSError: it can't be written; then nothing of it stays.
    """
    for path in _places(folder, file.name):
        try:
            paper = path.open("xb")
        except FileExistsError:
            continue
        try:
            with paper:
                paper.write(file.content)
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return path
    raise FileExistsError(f"there are {MOST} files of that name")


def told_of(path: Path) -> str:
    """Return a line that says where a file is."""
    return f"→ {path}" if path.is_absolute() else f"→ ./{path}"


def _places(folder: Path, name: str) -> Iterator[Path]:
    found = _NAME.fullmatch(name)
    stem, ending = (found[1], found[2] or "") if found else (OTHERWISE, "")
    yield folder / f"{stem}{ending}"
    for number in range(2, MOST + 1):
        yield folder / f"{stem}-{number}{ending}"
