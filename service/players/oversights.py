"""What a move overlooks that is one move deep: a win, a row of the opponent's, a row that loses.

It is seen on the cells, without a search. Nothing need have been given up by it: the win may still
be there, or the game lost in any case.
"""

from dataclasses import dataclass
from typing import Literal

from service.game import Board, name_cell
from service.languages import Message, say
from service.players.naming import listed, names
from service.players.open_lines import OpenLines
from service.players.rows import row_through

OversightCode = Literal["win", "block", "on_top", "row"]


@dataclass(frozen=True, slots=True)
class Oversight:
    """What a move overlooks."""

    code: OversightCode
    cells: list[int]
    """Where the row could be made, or can be made next; of a row that loses its cells."""
    message: Message
    """The same in a sentence."""


def find_oversight(board: Board, cell: int) -> Oversight | None:
    """Return what a legal move overlooks; None where there is nothing to see or to be done."""
    called = names(board, cell)
    if board.rules.misere:
        return _row_that_loses(board, cell)
    after = board.play(cell)
    if after.winner:
        return None
    if wins := OpenLines(board, board.to_move).completing:
        at = listed(board, wins, "or")
        message = say("{move} overlooks that {player} can win at {cells}.", **called, cells=at)
        return Oversight("win", wins, message)
    left = _completing(after)
    # Whoever faces two threats cannot block both.
    threatened = OpenLines(board, after.to_move).completing
    ways = threatened[:1] or board.legal_moves
    if not left or all(_completing(board.play(way)) for way in ways):
        return None
    at = listed(board, left, "or")
    if threatened:
        message = say(
            "{move} does not keep {opponent} from winning at {cells}.", **called, cells=at
        )
        return Oversight("block", left, message)
    message = say("{move} lets {opponent} win on top, at {cells}.", **called, cells=at)
    return Oversight("on_top", left, message)


def _completing(board: Board) -> list[int]:
    """Return the cells where the side to move wins at once."""
    return OpenLines(board, board.to_move).completing


def _row_that_loses(board: Board, cell: int) -> Oversight | None:
    """Return that a move makes a row, which loses; None if it makes none, or if all moves do."""
    making = _completing(board)
    better = next((move for move in board.legal_moves if move not in making), None)
    if cell not in making or better is None:
        return None
    message = say(
        "{move} makes a row, which loses; {better} makes none.",
        move=name_cell(board, cell), better=name_cell(board, better),
    )  # fmt: skip
    return Oversight("row", row_through(board, board.own, cell), message)
