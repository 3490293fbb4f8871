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
from service.solver.book import Book, BookError, read_book
from service.solver.ports import Admission, Store
from service.solver.session import Look, Observer, Progress
from service.solver.solver import Solver
from service.solver.warm_up import compile_kernels

__all__ = [
    "Admission", "Analysis", "Assessment", "Book", "BookError", "Bounds", "Budget", "Cost",
    "Look", "Method", "Observer", "Option", "Progress", "Proof", "Solver",
    "Stop", "Store", "Value", "compile_kernels", "read_book",
]  # fmt: skip
