"""Intake, motor, turns and delivery."""

from core.engine.service.engine import Engine
from core.engine.service.seat import Seat

__all__ = ["Engine", "Seat"]
