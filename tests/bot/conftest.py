"""Folders with settings, and logs put back as they were."""

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests.bot.home import Home


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    """Undo what a command sets up for its process: here it shares that of all tests."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path).writes("")
