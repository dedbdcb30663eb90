"""Roles that a language model plays and that need more than one feature."""

from core.engine.roles.initialisation import PromptedInitialisation
from core.engine.roles.schedule import PromptedSchedule

__all__ = ["PromptedInitialisation", "PromptedSchedule"]
