"""Boards as the arrays that kernels search, patterns of lines, and scores."""

from service.solver.lines.encodings import (
    KEYS,
    OPPONENT,
    ROOT,
    WIDE_WORDS,
    BitboardPosition,
    bitboard_position,
    empty_cells,
    has_keys,
    hashes,
    keys_of_rules,
    line_board,
    most_cells,
    numbers,
    symmetry_tables,
    whole_board,
    whole_position,
    word_of,
    words,
    words_of_flags,
)
from service.solver.lines.kernels.line_game import CELLS, WIDE_CELLS
from service.solver.lines.kernels.scores import MOST_BOARD_CELLS, WIN
from service.solver.lines.pattern_board import copy_of, edges, pattern_board
from service.solver.lines.patterns import (
    MOST_ROW_LENGTH,
    content_reach,
    form_tables,
    forms,
    forms_of,
    kinds_of_forms,
    open_classes,
    pattern_classes,
)

__all__ = [
    "CELLS", "KEYS", "MOST_BOARD_CELLS", "MOST_ROW_LENGTH", "OPPONENT", "ROOT", "WIDE_CELLS",
    "WIDE_WORDS", "WIN", "BitboardPosition",
    "bitboard_position", "content_reach", "copy_of", "edges", "empty_cells", "form_tables",
    "forms", "forms_of", "has_keys", "hashes", "keys_of_rules", "kinds_of_forms", "line_board",
    "most_cells", "numbers",
    "open_classes", "pattern_board", "pattern_classes", "symmetry_tables",
    "whole_board", "whole_position", "word_of", "words", "words_of_flags",
]  # fmt: skip
