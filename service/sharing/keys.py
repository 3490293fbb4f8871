"""The key of an entry: the question as text, and the version of the answers."""

from __future__ import annotations

from service import __version__
from service.game import Board, render

SCHEMA = 1
"""Of the entries. A new version of the service begins anew, too: the old one may have had a bug."""


def key_of(board: Board, best_only: bool) -> str:
    """The key of an analysis of `board`, of all options or of the best.

    Positions that a symmetry maps to each other have different keys: their options are proven to be
    worth the same, but equals are listed in another order.
    """
    rules = board.rules
    asked = "best" if best_only else "all"
    shape = f"{rules.width}x{rules.height}x{rules.row_length}"
    cells = "".join(render(board))
    return f"k-in-a-row:{__version__}:{SCHEMA}:{asked}:{shape}:{board.to_move}:{cells}"
