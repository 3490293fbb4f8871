"""What is remembered: the transposition table, and checkpoints on disk."""

from service.solver.memory.kernels.table import BUCKET_WORDS
from service.solver.memory.transposition import TranspositionTable

__all__ = ["BUCKET_WORDS", "TranspositionTable"]
