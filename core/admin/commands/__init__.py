"""The slash commands."""

from core.admin.commands.table import COMMANDS

__all__ = ["COMMANDS"]
