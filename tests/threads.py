"""Threads that tell whether they are at work."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class WatchedThreads(ThreadPoolExecutor):
    """A loop's executor: a virtual clock has to stand still while `to_thread` is at work."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = set[Future[Any]]()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        begun = super().submit(fn, *args, **kwargs)
        self._begun.add(begun)
        return begun

    def are_busy(self) -> bool:
        """Return whether anything has begun and not ended."""
        self._begun = {one for one in self._begun if not one.done()}
        return bool(self._begun)
