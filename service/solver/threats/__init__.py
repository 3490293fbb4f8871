"""Wins by forcing moves."""

from service.solver.threats.threats import Threats

__all__ = ["Threats"]
