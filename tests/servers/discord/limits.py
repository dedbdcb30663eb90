"""The rate limits, and the headers that tell of them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import md5

from tests.servers.discord.world import ApiError


@dataclass(slots=True)
class Window:
    """So many calls until it ends."""

    ends: datetime
    left: int


class Limits:
    """A bucket for each method and channel; wide unless it is set."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._rules: dict[str, tuple[int, timedelta]] = {}
        self._windows: dict[tuple[str, int | None], Window] = {}
        self._wide = (10_000, timedelta(seconds=1))

    def set(self, method: str, count: int, per_s: float) -> None:
        """Allow `count` calls of `method` in each channel per `per_s` seconds."""
        self._rules[method] = (count, timedelta(seconds=per_s))
        self._windows.clear()

    def clear(self) -> None:
        """Let everything pass."""
        self._rules.clear()
        self._windows.clear()

    def take(self, method: str, channel: int | None) -> dict[str, str]:
        """Count a call and return the headers of its answer; `ApiError` if it is one too many."""
        most, span = self._rules.get(method, self._wide)
        now = self._now()
        window = self._windows.get((method, channel))
        if window is None or window.ends <= now:
            window = self._windows[method, channel] = Window(now + span, most)
        window.left -= 1
        wait_s = (window.ends - now).total_seconds()
        headers = {
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(max(window.left, 0)),
            "X-RateLimit-Reset": f"{window.ends.timestamp():.3f}",
            "X-RateLimit-Reset-After": f"{wait_s:.3f}",
            "X-RateLimit-Bucket": md5(method.encode()).hexdigest(),
        }
        if window.left < 0:
            raise too_many(wait_s, headers=headers)
        return headers


def too_many(
    wait_s: float, *, everywhere: bool = False, headers: dict[str, str] | None = None
) -> ApiError:
    """Return the 429 that asks to wait so long."""
    wait_s = round(wait_s, 3)
    error = ApiError(429, 0, "You are being rate limited.", retry_after=wait_s)
    error.body["global"] = everywhere
    del error.body["code"]
    spent = {
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset-After": f"{wait_s:.3f}",
    }
    error.headers = {
        **({} if everywhere else spent),
        **(headers or {}),
        "Retry-After": str(int(wait_s) + 1),
        "X-RateLimit-Scope": "global" if everywhere else "user",
        "Via": "1.1 google",
    }
    if everywhere:
        error.headers["X-RateLimit-Global"] = "true"
    return error
