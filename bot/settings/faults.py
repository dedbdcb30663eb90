"""What is wrong with the settings, in sentences that name the setting and the cure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from bot.logs import Mask
from bot.settings.shape import Path, Refusal, entry_of, is_secret, section_of
from bot.settings.toml import example, literal
from bot.settings.written import meant

ENVIRONMENT: Final = "CIRCADIA__"
"""How the names of our environment variables begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that an owner has to mend."""

    setting: str
    """Its full name, as in `telegram.token`, or the file that can't be read."""
    origin: str
    """Where it was found: a file, or an environment variable."""
    problem: str
    """Without secrets."""
    cure: str

    def __str__(self) -> str:
        place = "" if self.origin in ("", self.setting) else f" (from {self.origin})"
        return f"{self.setting}{place}: {self.problem}. {self.cure}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """All that is wrong, at once."""

    faults: tuple[Fault, ...]

    def __str__(self) -> str:
        count = len(self.faults)
        head = "The settings have a fault:" if count == 1 else f"The settings have {count} faults:"
        return "\n".join([head, *(f"  - {fault}" for fault in self.faults)])


Origin = Callable[[Path], str]
"""Tells where a setting was given: a file, an environment variable, or nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """Turns what validation found into faults."""

    known: Mapping[Path, FieldInfo]
    """Every setting by its full name, see `shape.fields`."""
    origin: Origin

    def unread(self, refusal: Refusal) -> Fault:
        """Return the fault of a value that could not be read."""
        return self._fault(refusal.path, refusal.problem, refusal.got)

    def invalid(self, error: ValidationError) -> tuple[Fault, ...]:
        """Return a fault for everything that pydantic found, in its order."""
        found = []
        for detail in error.errors(include_url=False):
            path = tuple(part for part in detail["loc"] if isinstance(part, str))
            if detail["type"] == "extra_forbidden":
                found.append(self._unknown(path))
                continue
            ends = range(len(path), 0, -1)
            at = next((path[:n] for n in ends if path[:n] in self.known), path[:1])
            entry = next((part for part in detail["loc"] if isinstance(part, int)), None)
            problem = _problem(detail) + ("" if entry is None else f", at entry {entry + 1}")
            found.append(self._fault(at, problem, detail["input"]))
        return tuple(found)

    def _fault(self, path: Path, problem: str, got: object) -> Fault:
        name, _, rest = problem.partition(" ")
        if (named := tuple(name.split("."))) in self.known:
            path, problem = named, rest
        annotation = self.known[path].annotation
        if entry_of(annotation) is not None and not isinstance(got, list | tuple):
            problem = f"stands many times: write [[{'.'.join(path)}]] over each of its tables"
        elif not isinstance(got, Mapping):
            shown = "***" if is_secret(annotation) else _shown(got)
            problem = f"{problem} (got {shown})"
            if section_of(annotation) is not None:
                problem = "is a section, not a value"
        return Fault(
            setting=".".join(path),
            origin=self.origin(path),
            problem=problem,
            cure=self._cure(path),
        )

    def _cure(self, path: Path) -> str:
        shown = example(self.known[path])
        if shown is None:
            return ""
        written = literal(shown)
        place = self.origin(path)
        if place.startswith(ENVIRONMENT):
            return f"Write for example {place}={written.strip('[]').replace(chr(34), '')}"
        if place.startswith("the file "):
            return f"Write for example {written.strip(chr(34))}"
        return f"Write for example {path[-1]} = {written}"

    def _unknown(self, path: Path) -> Fault:
        beside = {name[-1]: name[-1] for name in self.known if name[:-1] == path[:-1]}
        elsewhere = {name[-1]: ".".join(name) for name in self.known if len(name) > 1}
        hint = meant(path[-1], beside)
        if not hint and path[-1] in elsewhere:
            hint = f"; did you mean {elsewhere[path[-1]]}?"
        place = f"[{'.'.join(path[:-1])}]" if path[:-1] else "The file"
        return Fault(
            setting=".".join(path),
            origin=self.origin(path),
            problem="is not a setting",
            cure=hint.replace("; did", "Did") or f"{place} knows {', '.join(sorted(beside))}",
        )


_mask: Final = Mask(())
"""For a token or a password that stands where none is expected."""


def _shown(got: object) -> str:
    if isinstance(got, timedelta):
        return literal(got)
    try:
        return _mask(repr(got))[:80]
    except ValueError:  # Python writes out no number of so many digits
        return "a number without end"


def _problem(detail: ErrorDetails) -> str:
    """Return the message of pydantic as the second half of a sentence."""
    if detail["type"] == "missing":
        return "is missing"
    if detail["type"] == "time_delta_parsing":
        return "is not a span such as 1.5s, 5m, 12h or 7d"
    message = detail["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    return message.replace("Input should", "should", 1).replace("String should", "should", 1)
