"""What goes wrong with packaged models, as what the caller should do.

Nothing that a library says goes through: it may repeat what it was given. Errors name the kind, the
model and the cure, and are raised `from None`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import BrokenAnswer, Misconfigured

UNLOADED = (ImportError, OSError, RuntimeError, ValueError, LookupError, MemoryError)
"""What libraries raise where their files are missing, broken, or of another version."""
UNCOMPUTED = (RuntimeError, ValueError, LookupError, ArithmeticError, MemoryError)


@contextmanager
def loading(model: str, cure: str) -> Iterator[None]:
    """Let out as `Misconfigured` whatever keeps a packaged model from being loaded."""
    try:
        yield
    except UNLOADED as error:
        told = f"the model {model} can't be loaded ({type(error).__name__}): {cure}"
        raise Misconfigured(told) from None


@contextmanager
def computing(model: str) -> Iterator[None]:
    """Let out as `BrokenAnswer` what a packaged model fails with."""
    try:
        yield
    except UNCOMPUTED as error:
        raise BrokenAnswer(f"the model {model} failed ({type(error).__name__})") from None
