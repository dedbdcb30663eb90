"""Every error of Circadia, in one tree, split by what the caller should do.

CircadiaError
├── Retryable            try again, not before `retry_after`
│   └── ModelBusy        rate limit, overload, time-out, lost connection
└── Fatal                trying the same again will not help
    ├── ModelRefused     a content filter or a refusal stopped the answer
    ├── ContextOverflow  the prompt did not fit: send less
    ├── BrokenAnswer     the model answered, but not with what was asked
    ├── Misconfigured    a setting, a key or a right is wrong: an owner must act
    ├── AlreadyRunning   another process holds this database or this account
    ├── DatabaseTooNew   a newer Circadia wrote this database
    ├── UnknownSpace     the store has no such space
    └── Closed           the companion was closed before the call
"""

from datetime import timedelta


class CircadiaError(Exception):
    """The root: catch it where Circadia ends."""


class Retryable(CircadiaError):
    """It may work later; `retry_after` is the least time to wait."""

    def __init__(self, message: str, *, retry_after: timedelta = timedelta(seconds=30)) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelBusy(Retryable):
    """The model's server is overloaded, limited, unreachable or too slow."""


class Fatal(CircadiaError):
    """The same call will fail again."""


class ModelRefused(Fatal):
    """A content filter stopped the answer."""


class ContextOverflow(Fatal):
    """The prompt is longer than the model's window."""


class BrokenAnswer(Fatal):
    """What came back is not what the call asks for, after one repair."""


class Misconfigured(Fatal):
    """A setting is wrong; the message names it and the cure."""


class AlreadyRunning(Fatal):
    """Another process holds the lock of this database or this account."""


class DatabaseTooNew(Fatal):
    """The database was written by a newer version than this code."""


class UnknownSpace(Fatal):
    """The store has no space of this id."""


class Closed(Fatal):
    """The companion was closed before this call."""
