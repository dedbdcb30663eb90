"""Fixtures for the contracts."""

from tests.contracts.stores import place, postgres_template, sqlite_template, work

__all__ = ["place", "postgres_template", "sqlite_template", "work"]
