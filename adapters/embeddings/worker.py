"""One thread that computes, for as long as there is something to compute."""

from asyncio import get_running_loop, wrap_future
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from core.errors import Closed

T = TypeVar("T")

_Job = Callable[[], None]


class Worker:
    """Runs jobs one at a time, in a thread of its own: urgent ones first, each kind in order.

    A job that has begun is carried to its end, so each is to be small: whatever is urgent waits
    for one at most.
    """

    def __init__(self, name: str) -> None:
        """Take what the thread is called; it begins with the first job."""
        self._urgent: deque[_Job] = deque()
        self._patient: deque[_Job] = deque()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._closed = False

    async def run(self, job: Callable[[], T], *, urgent: bool) -> T:
        """Return what `job` returns, or raise what it raises; `Closed` after `close`.

        A job whose caller is cancelled before it begins is not done.
        """
        if self._closed:
            raise Closed("the embedder was closed")
        future: Future[T] = Future()

        def turn() -> None:
            if not future.set_running_or_notify_cancel():
                return
            if self._closed:
                future.set_exception(Closed("the embedder was closed"))
                return
            try:
                future.set_result(job())
            except Exception as error:  # noqa: BLE001  # it is the caller's, who waits for it
                future.set_exception(error)

        (self._urgent if urgent else self._patient).append(turn)
        self._thread.submit(self._take)  # whatever is first then, not this job
        return await wrap_future(future)

    async def close(self) -> None:
        """Refuse what has not begun, and end the thread; a second time nothing happens."""
        self._closed = True
        await get_running_loop().run_in_executor(None, self._thread.shutdown)

    def _take(self) -> None:
        """Do one job; as many are taken as were brought."""
        (self._urgent or self._patient).popleft()()
