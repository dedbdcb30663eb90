"""Work that may take so long and no longer, by the clock that all else goes by."""

import asyncio
from collections.abc import Coroutine, Sequence
from datetime import timedelta
from typing import Any

from core.engine.ports import Clock


async def bounded(
    clock: Clock, span: timedelta, works: Sequence[Coroutine[Any, Any, None]]
) -> bool:
    """Do all of `works` at once; return whether they ended within `span`, else they are cancelled.

    What one of them raises ends the others and passes through, alone.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(work) for work in works]
            alarm = group.create_task(_alarm(clock, span, tasks))
            if tasks:
                await asyncio.wait(tasks)
            alarm.cancel()
    except* Exception as errors:  # noqa: BLE001  # passes on, without its group
        raise errors.exceptions[0] from None
    return not any(task.cancelled() for task in tasks)


async def _alarm(clock: Clock, span: timedelta, tasks: Sequence[asyncio.Task[None]]) -> None:
    await clock.sleep(span)
    for task in tasks:
        task.cancel()
