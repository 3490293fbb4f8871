"""The memory of the solver: the transposition table, and analyses."""

from service.solver.memory.kept_analyses import KeptAnalyses
from service.solver.memory.kernels.table import BUCKET_WORDS
from service.solver.memory.transposition import TranspositionTable

__all__ = ["BUCKET_WORDS", "KeptAnalyses", "TranspositionTable"]
