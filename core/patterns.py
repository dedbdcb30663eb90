"""Regular expressions that are compiled when they are first asked.

The tables of all languages hold two thousand of them, and a talk needs those of one or two:
compiling them all would take longer than everything else at a start.
"""

import re
from collections.abc import Callable, Iterator
from functools import cached_property


class Pattern:
    """Stands for `re.compile(source, flags)`, and does the same; `re.error` comes late."""

    def __init__(self, source: str, flags: int | re.RegexFlag = 0) -> None:
        self.pattern = source
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """Return the expression itself."""
        return re.compile(self.pattern, self._flags)

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """Return the first match from `start` on."""
        return self.compiled.search(text, start)

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """Return the match that begins at `start`."""
        return self.compiled.match(text, start)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match that is all of `text`."""
        return self.compiled.fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the matches in order."""
        return self.compiled.finditer(text)

    def findall(self, text: str) -> list[str]:
        """Return the texts of the matches, or of their one group, in order."""
        return self.compiled.findall(text)

    def split(self, text: str) -> list[str]:
        """Return what stands between the matches, and what their groups caught."""
        return self.compiled.split(text)

    def sub(self, by: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """Return `text` with its matches replaced."""
        return self.compiled.sub(by, text, count)

    def subn(self, by: str | Callable[[re.Match[str]], str], text: str) -> tuple[str, int]:
        """Return the same, and how many were replaced."""
        return self.compiled.subn(by, text)
