"""Roles that a language model plays and that need more than one feature."""

from core.engine.roles.schedule import PromptedSchedule

__all__ = ["PromptedSchedule"]
