"""What became of a bubble when writing it failed."""

from core.engine.model import InDoubt, SendOutcome, Unreachable

NOBODY_READS = (BrokenPipeError, ConnectionResetError)
"""The other end is gone for good."""


def outcome_of(error: OSError) -> SendOutcome:
    """Return the outcome; part of the text may have been written before any other error."""
    reason = type(error).__name__
    if isinstance(error, NOBODY_READS):
        return Unreachable(reason=reason)
    return InDoubt(reason=reason)
