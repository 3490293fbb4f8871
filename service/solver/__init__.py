"""Exact and anytime search: one door, `Solver.analyse(board, budget) -> Analysis`."""

from service.solver.analysis import (
    Analysis,
    Assessment,
    Bounds,
    Budget,
    Cost,
    Method,
    Option,
    Proof,
    Stop,
    Value,
)
from service.solver.gate import Gate
from service.solver.progress import Look, Observer, Progress
from service.solver.solver import Solver
from service.solver.store import Store

__all__ = [
    "Analysis", "Assessment", "Bounds", "Budget", "Cost", "Gate", "Look", "Method", "Observer",
    "Option", "Progress", "Proof", "Solver", "Stop", "Store", "Value",
]  # fmt: skip
