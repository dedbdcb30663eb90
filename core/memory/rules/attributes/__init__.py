from core.memory.rules.attributes.model import Attribute
from core.memory.rules.attributes.reading import attribute_of, ends, value_of

__all__ = ["Attribute", "attribute_of", "ends", "value_of"]
