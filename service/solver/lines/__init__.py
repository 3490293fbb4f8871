"""The ground: boards as the arrays that kernels search, and scores."""

from service.solver.lines.compilation import kernels_compiled, note_compiled
from service.solver.lines.encodings import (
    KEYS,
    OPPONENT,
    ROOT,
    BitboardPosition,
    bitboard_position,
    empty_cells,
    hashes,
    keys_of_rules,
    line_board,
    whole_board,
)
from service.solver.lines.kernels.line_game import CELLS
from service.solver.lines.kernels.scores import WIN

__all__ = [
    "CELLS", "KEYS", "OPPONENT", "ROOT", "WIN", "BitboardPosition", "bitboard_position",
    "empty_cells", "hashes", "kernels_compiled", "keys_of_rules", "line_board", "note_compiled",
    "whole_board",
]  # fmt: skip
