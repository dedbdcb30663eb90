"""Work for threads, done at once: no thread runs beside a virtual clock."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class AtOnce(ThreadPoolExecutor):
    """A loop's executor under which `to_thread` ends before it returns.

    A virtual clock moves on when nothing runs, and can't see what a thread still does.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        done = Future[T]()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001  # it belongs to whoever waits for it
            done.set_exception(error)
        return done
