from core.memory.rules.requests.model import (
    Correct,
    Forget,
    ForgetAll,
    Remember,
    Request,
    Undo,
)
from core.memory.rules.requests.reading import claims_to_have_noted, denied_for, read_request

__all__ = [
    "Correct",
    "Forget",
    "ForgetAll",
    "Remember",
    "Request",
    "Undo",
    "claims_to_have_noted",
    "denied_for",
    "read_request",
]
