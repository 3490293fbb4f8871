"""Why a move is the choice, said so that it is always true and a child understands it.

A reason rests only on the stones and on proven values. What is said of a move holds of that move,
whoever chooses it.
"""

from __future__ import annotations

import numpy as np

from service.game import Board, name_cell, other
from service.players.choice import Reason
from service.players.rows import row_through, threats_through
from service.solver import Analysis, Assessment, Option


def explain_best(analysis: Analysis) -> Reason:
    """The reason for playing the first option: the first that holds."""
    return _by_stones(analysis) or _by_value(analysis)


def _by_stones(analysis: Analysis) -> Reason | None:
    """What the stones show at once: a win, a block or a fork."""
    board, best = analysis.board, analysis.options[0]
    cell, value = best.cell, best.assessment.value
    if value == 1 and best.assessment.plies_to_end == 1:
        return wins(board, cell)
    if len(analysis.options) == 1:
        return only_cell(cell)
    if value != -1 and row_through(board, board.opponent, cell):
        return blocks(board, cell)
    # Two threats do not help when the rival completes a row first: the value knows.
    if value == 1 and len(threats_through(board, board.own, cell)) > 1:
        return forks(board, cell)
    return None


def _by_value(analysis: Analysis) -> Reason:
    """What the search has proven."""
    cell, bounds = analysis.options[0].cell, analysis.options[0].assessment.bounds
    mover, rival = analysis.mover, other(analysis.mover)
    if bounds.lower == 1:
        return Reason("forced_win", [cell], f"After this {mover} can win, whatever {rival} does.")
    if bounds.upper == -1:
        # The first option is lost, so all are.
        text = f"Every move loses if {rival} plays well; no other is known to last longer."
        return Reason("delays_loss", [cell], text)
    if all(each.assessment.value == -1 for each in analysis.options[1:]):
        return Reason("only_move", [cell], "Every other move loses.")
    if bounds.lower == 0:
        text = f"After this {mover} can at least draw, whatever {rival} does."
        return Reason("holds_draw", [cell], text)
    text = "This could not be worked out to the end; it looks best."
    return Reason("best_estimate", [cell], text)


def only_cell(cell: int) -> Reason:
    """There is no other move."""
    return Reason("only_move", [cell], "It is the only empty cell.")


def wins(board: Board, cell: int) -> Reason:
    """The move completes a row."""
    row = row_through(board, board.own, cell)
    return Reason("win", row, f"{board.to_move} wins with {len(row)} in a row.")


def blocks(board: Board, cell: int) -> Reason:
    """The move takes a cell where the rival would complete a row."""
    rival, row = other(board.to_move), row_through(board, board.opponent, cell)
    text = f"Blocks {rival}, who would win at {name_cell(board, cell)}."
    return Reason("block", row, text)


def forks(board: Board, cell: int) -> Reason:
    """The move makes two threats or more."""
    threats = threats_through(board, board.own, cell)
    count = {2: "two", 3: "three"}.get(len(threats), str(len(threats)))
    text = f"Makes {count} threats at once: {_listed(board, threats)}."
    return Reason("fork", threats, text)


def blocks_forks(board: Board, cells: list[int]) -> Reason:
    """After the move the rival can make two threats at once on none of the cells."""
    rival = other(board.to_move)
    text = f"Keeps {rival} from making two threats at once at {_listed(board, cells)}."
    return Reason("block_fork", cells, text)


def makes_lines(board: Board, lines: np.ndarray) -> Reason:
    """So many lines through the cell are open to the mover; shape (lines, row length)."""
    shown = np.zeros(board.rules.cells, np.bool_)
    shown[lines] = True
    mover, cells = board.to_move, np.flatnonzero(shown).tolist()
    count = "1 line" if len(lines) == 1 else f"{len(lines)} lines"
    return Reason("open_lines", cells, f"{mover} can still make {count} through here.")


def slipped(analysis: Analysis, option: Option) -> Reason:
    """The move is on purpose not the best."""
    best = analysis.options[0]
    verb = "is" if _proven_better(best.assessment, option.assessment) else "looks"
    text = f"A slip, as beginners make: {name_cell(analysis.board, best.cell)} {verb} better."
    return Reason("slip", [best.cell], text)


def _proven_better(one: Assessment, other: Assessment) -> bool:
    """Whether the first is worth more, or as much with the better number of plies."""
    if one.value is not None and one.value == other.value:
        return bool(one.shortest and other.shortest)
    return one.bounds.lower > other.bounds.upper


def picked_at_random(cell: int, text: str = "Picked at random.") -> Reason:
    """The move is left to chance."""
    return Reason("random", [cell], text)


def takes_center(cell: int) -> Reason:
    """The move is as near to the middle as can be."""
    return Reason("center", [cell], "Takes the center: no empty cell is nearer to the middle.")


def takes_opposite_corner(board: Board, cell: int, corner: int) -> Reason:
    """The move faces a corner of the rival."""
    text = f"Takes the corner opposite to the one {other(board.to_move)} has."
    return Reason("opposite_corner", sorted([cell, corner]), text)


def takes_corner(cell: int) -> Reason:
    """The move is in a corner."""
    return Reason("corner", [cell], "Takes an empty corner.")


def takes_side(cell: int) -> Reason:
    """The move is neither in the middle nor in a corner, where nothing is empty."""
    text = "The center and the corners are taken, so this is one of the sides."
    return Reason("side", [cell], text)


def _listed(board: Board, cells: list[int]) -> str:
    """A few cells in words, the others counted."""
    names = [name_cell(board, cell) for cell in cells]
    if len(names) > 3:
        names[2:] = [f"{len(names) - 2} more cells"]
    if len(names) == 1:
        return names[0]
    return "; ".join(names[:-1]) + f" and {names[-1]}"
