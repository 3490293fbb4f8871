"""A game as the list of its moves from a position on."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict, Unpack

from service.game.board import Board, Player, name_cell, other
from service.game.names import find_cell, find_column, name_column
from service.game.notation import Fault, PositionError, Row, parse
from service.game.rules import Switches, bits
from service.languages import Message, say


class MoveError(ValueError):
    """No stone may be placed on the cell, for the reason in the message."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.render())
        self.message = message


class Place(TypedDict):
    """A cell by row and column, counted from 0 at the top left; a name, if given, has to match."""

    row: int
    column: int
    name: NotRequired[str]


def play_game(
    rows: Sequence[Row],
    row_length: int,
    moves: Sequence[str | Place],
    to_move: Player | None,
    **switches: Unpack[Switches],
) -> Board:
    """Play `moves` from the position that `rows` show; PositionError if one of them is illegal.

    `to_move` is the player whose turn it is after all moves; without it X moved first.
    """
    begins = other(to_move) if to_move is not None and len(moves) % 2 else to_move
    board = parse(rows, row_length, begins, **switches)
    for index, move in enumerate(moves):
        try:
            board = board.play(find_move(board, move))
        except ValueError as error:
            raise PositionError([Fault(("moves", index), str(error))]) from None
    return board


def find_move(board: Board, move: str | Place) -> int:
    """Return the cell of a move; ValueError, which says what is wrong, if it cannot be played.

    Where stones fall it may be named by its column.
    """
    rules = board.rules
    if board.winner:
        raise ValueError(f"{board.winner} has won already; no stones are played after a win.")
    cell = _named(board, move) if isinstance(move, str) else _at(board, move)
    if cell is None:
        last, column = name_cell(board, rules.width - 1), name_column(rules.width - 1)
        columns = f", or a column, from a to {column} or 1 to {rules.width}" * rules.gravity
        # What is no name of this board may be several.
        runs_on = isinstance(move, str) and (len(move) > len(last) or not move.isalnum())
        raise ValueError(
            f"No such cell; give its name, from a1 to {last}, or row and column{columns}."
            + ' Separate moves, without numbers, as in b2,a1 or, in JSON, ["b2", "a1"].' * runs_on
        )
    if rules.walls >> cell & 1:
        raise MoveError(say("There is a wall on {cell}.", cell=name_cell(board, cell)))
    if not board.empty >> cell & 1:
        raise MoveError(say("There is a stone on {cell} already.", cell=name_cell(board, cell)))
    if not board.playable >> cell & 1:
        raise MoveError(_where_it_falls(board, cell))
    return cell


def _named(board: Board, name: str) -> int | None:
    """Return the cell with this name or, where stones fall, the one they fall to in this column.

    None if there is no such cell, and no such column; MoveError if the column is full.
    """
    column = find_column(board.rules, name) if board.rules.gravity else None
    if column is None:
        return find_cell(board.rules, name)
    landing = _landing(board, column)
    if landing is None:
        raise MoveError(
            say("No stone falls into column {name}: it is full, or a wall closes it.", name=name)
        )
    return landing


def _at(board: Board, place: Place) -> int | None:
    """Return the cell at a place, None if the board has none; ValueError if it has another name."""
    rules, row, column = board.rules, place["row"], place["column"]
    if row >= rules.height or column >= rules.width:
        return None
    cell = row * rules.width + column
    if "name" in place and find_cell(rules, place["name"]) != cell:
        at, name = name_cell(board, cell), place["name"]
        raise ValueError(
            f"Row {row} and column {column}, counted from 0 at the top left, are {at}, which "
            f"contradicts the name {name!r:.40}; make them agree, or leave out the name."
        )
    return cell


def _where_it_falls(board: Board, cell: int) -> Message:
    """Return what is wrong with a move to an empty cell where no stone comes to rest."""
    landing = _landing(board, cell % board.rules.width)
    name = name_cell(board, cell)
    if landing is None:
        return say("No stone falls to {cell}: the column is full, or a wall closes it.", cell=name)
    return say(
        "No stone comes to rest on {cell}: in this column it falls to {landing}.",
        cell=name, landing=name_cell(board, landing),
    )  # fmt: skip


def _landing(board: Board, column: int) -> int | None:
    """Return the cell of a column that a stone falls to; None if it can take no stone."""
    width = board.rules.width
    return next((cell for cell in bits(board.playable) if cell % width == column), None)
