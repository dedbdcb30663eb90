"""Short titles for what fills a day, in six languages."""

from core.schedule.titles.model import Scene
from core.schedule.titles.rules import titles

__all__ = ["Scene", "titles"]
