from core.memory.rules.attributes.model import Attribute
from core.memory.rules.attributes.reading import attribute_of, ends, value_of
from core.memory.rules.attributes.supposed import supposes

__all__ = ["Attribute", "attribute_of", "ends", "supposes", "value_of"]
