"""Positions with few empty cells: all there is to say of them in one call of a kernel."""

from service.solver.endgame.endgame import FEW_CELLS, analyse

__all__ = ["FEW_CELLS", "analyse"]
