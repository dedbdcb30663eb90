from core.memory.rules.topics.reading import canonical, is_about, named, topics_of
from core.memory.rules.topics.stamps import stamps_of_topics

__all__ = ["canonical", "is_about", "named", "stamps_of_topics", "topics_of"]
