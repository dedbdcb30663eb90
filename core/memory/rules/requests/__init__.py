from core.memory.rules.requests.model import Correct, Forget, Remember, Request
from core.memory.rules.requests.reading import claims_to_have_noted, read_request

__all__ = ["Correct", "Forget", "Remember", "Request", "claims_to_have_noted", "read_request"]
