"""Files that hold nothing more of what was erased."""

from collections.abc import Awaitable, Callable

from core.memory.ports import MemoryWork

Scrub = Callable[[], Awaitable[bool]]
"""Empties the files, and returns whether that was done."""


async def scrubbed(work: MemoryWork, scrub: Scrub) -> bool | None:
    """Scrub if words were erased since it was done last; None if there was nothing to do.

    What is erased meanwhile is still to be scrubbed afterwards, and so is what a process had
    erased that died before it could.
    """
    marks = await work.read(lambda stores: stores.sayings.unscrubbed())
    if not marks:
        return None
    if not await scrub():
        return False
    await work.write(lambda stores: stores.sayings.scrubbed(marks))
    return True
