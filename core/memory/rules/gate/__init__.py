from core.memory.rules.gate.dated import without_said
from core.memory.rules.gate.model import GateDials, Reason, Testimony, Weighed
from core.memory.rules.gate.verdicts import verdict
from core.memory.rules.gate.weighing import weigh

__all__ = ["GateDials", "Reason", "Testimony", "Weighed", "verdict", "weigh", "without_said"]
