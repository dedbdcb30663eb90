from core.memory.rules.lasting.model import SPANS, Passing
from core.memory.rules.lasting.rules import passing, valid_until, when_of

__all__ = ["SPANS", "Passing", "passing", "valid_until", "when_of"]
