from core.memory.rules.topics.model import TOPICS
from core.memory.rules.topics.reading import (
    canonical,
    is_about,
    named,
    stamps,
    topics_for,
    topics_of,
)

__all__ = ["TOPICS", "canonical", "is_about", "named", "stamps", "topics_for", "topics_of"]
