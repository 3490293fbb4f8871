"""The memory of the solver: the transposition table, proven options, and checkpoints on disk."""

from service.solver.memory.kernels.table import BUCKET_WORDS
from service.solver.memory.proven_options import ProvenOptions
from service.solver.memory.transposition import TranspositionTable

__all__ = ["BUCKET_WORDS", "ProvenOptions", "TranspositionTable"]
