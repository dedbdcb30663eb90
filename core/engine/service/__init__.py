"""Intake, motor, turns and delivery."""

from core.engine.service.engine import Engine
from core.engine.service.seat import Resident, Seat
from core.engine.service.seats import Seats

__all__ = ["Engine", "Resident", "Seat", "Seats"]
