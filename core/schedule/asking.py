"""A plan that someone writes: it has to hold, and may be written once more with what is wrong."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from core.errors import CircadiaError
from core.schedule.model import PlanFault

TRIES = 2
"""A plan, and one repair with its faults named."""

Written = TypeVar("Written")
Plan = TypeVar("Plan")


async def asked_twice(
    write: Callable[[tuple[str, ...]], Awaitable[Written]], read: Callable[[Written], Plan]
) -> tuple[Plan | None, str]:
    """Return the plan that `read` makes of what was written, or None and why in a few words.

    `write` is told what was wrong with its last plan, at first nothing; `read` raises `PlanFault`.
    The faults may quote what was written, so the reason only counts them.
    """
    problems: tuple[str, ...] = ()
    for _ in range(TRIES):
        try:
            return read(await write(problems)), ""
        except PlanFault as fault:
            problems = tuple(fault.faults)
        except CircadiaError as error:
            return None, type(error).__name__
    return None, f"{len(problems)} faults remained"
