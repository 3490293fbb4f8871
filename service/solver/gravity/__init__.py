"""The engine for the game in which stones fall, known best on 7x6 with rows of four."""

from service.solver.gravity.gravity import GravityDeepening
from service.solver.gravity.positions import GravityPosition, gravity_position

__all__ = ["GravityDeepening", "GravityPosition", "gravity_position"]
