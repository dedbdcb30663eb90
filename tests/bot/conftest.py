"""Folders with settings."""

from pathlib import Path

import pytest

from tests.bot.home import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path).writes("")
