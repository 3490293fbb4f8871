"""Rows of cells are read into a `Board` and written from one.

Positions that no game can reach are refused. Each fault has a `path` and a message that says what
would correct it. The path is () for the whole position, else the name of a field, followed by a row
and a column counted from 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import isqrt
from typing import Unpack

from service.game.board import Board, Player, name_cell, other
from service.game.rules import Rules, Switches, bits

Row = str | Sequence[str | None]

MARKS: dict[str | None, str] = {
    "X": "X", "x": "X", "O": "O", "o": "O", "#": "#",
    ".": ".", " ": ".", "_": ".", "-": ".", "": ".", None: ".",
}  # fmt: skip
"""Every accepted way to write a cell; "" and None are possible only in arrays of cells."""

_MARKS_IN_TEXT = str.maketrans({cell: mark for cell, mark in MARKS.items() if cell})
_BITS = {
    mark: str.maketrans("XO.#", "".join("01"[sign == mark] for sign in "XO.#")) for mark in "XO#"
}

MOST_FAULTS = 20
"""How many faults are reported at most."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a position: where it is, and how to correct it."""

    path: tuple[str | int, ...]
    message: str


class PositionError(ValueError):
    """The position cannot be reached by a game, or the rows do not form a board."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = list(faults)


def parse(
    rows: Sequence[Row],
    row_length: int,
    to_move: Player | None = None,
    **switches: Unpack[Switches],
) -> Board:
    """The position that `rows` show, the top row first; PositionError if no game can reach it.

    Without `to_move` X is taken to have moved first; with it, either player may have. It has to be
    given where any position may be. In which order stones fell, or made a run that is too long, is
    not checked.
    """
    rules, x, o = read_stones(rows, row_length, **switches)
    board = Board(rules, x, o, _side_to_move(rules, x.bit_count(), o.bit_count(), to_move))
    if rules.gravity:
        _check_supports(board)
    _check_lines(board, to_move)
    return board


def read_stones(
    rows: Sequence[Row], row_length: int, **switches: Unpack[Switches]
) -> tuple[Rules, int, int]:
    """The rules and the bitboards of X and O; PositionError if the rows do not form a board.

    Whether a game can reach the position is not checked.
    """
    text = _normalise(rows)
    walls = _bitboard(text, "#") if "#" in text else 0
    rules = Rules(len(rows[0]), len(rows), row_length, walls=walls, **switches)
    return rules, _bitboard(text, "X"), _bitboard(text, "O")


def flat_square(rows: Sequence[Row]) -> list[str]:
    """The rows of the square as which one row or column of cells may be meant; none if it may not.

    Many programs keep a 3x3 board as a list of nine cells.
    """
    if len(rows) > 1 and any(len(row) != 1 for row in rows):
        return []
    cells = "".join(MARKS.get(cell, "?") for cell in chain.from_iterable(rows))
    side = isqrt(len(cells))
    if side < 2 or side * side != len(cells) or "?" in cells:
        return []
    return [cells[start : start + side] for start in range(0, len(cells), side)]


def render(board: Board) -> list[str]:
    """Return the rows of a board, top row first, written with `X`, `O`, `.` and `#`."""
    return board.rows


def _normalise(rows: Sequence[Row]) -> str:
    """All cells in order, written with `X`, `O`, `.` and `#`; PositionError for faults in rows."""
    if not rows:
        raise PositionError([Fault(("board",), "The board has no rows; give at least one.")])
    width = len(rows[0])
    if width == 0:
        raise PositionError([Fault(("board", 0), "The row has no cells; give at least one.")])
    faults = []
    marks: list[str] = []
    for index, row in enumerate(rows):
        if len(row) != width:
            message = f"The row has {len(row)} cells, the first row has {width}; make them equal."
            faults.append(Fault(("board", index), message))
        if isinstance(row, str) and " " in row and (printed := {*row} & {".", "_", "-"}):
            # The spaces may be meant to separate cells, which would make another board.
            message = (
                f"The row mixes spaces with {min(printed)!r}; use one of . _ - for every empty "
                "cell, and nothing between cells."
            )
            faults.append(Fault(("board", index), message))
        if isinstance(row, str) and not (text := row.translate(_MARKS_IN_TEXT)).strip("XO.#"):
            marks.append(text)
            continue
        for column, cell in enumerate(row):
            mark = MARKS.get(cell)
            if mark is None:
                message = (
                    f"{cell!r:.40} is no cell; use X, O, # for a wall, or one of . _ - or space "
                    "for empty."
                )
                faults.append(Fault(("board", index, column), message))
            else:
                marks.append(mark)
        if len(faults) >= MOST_FAULTS:
            break
    if faults:
        raise PositionError(faults[:MOST_FAULTS])
    return "".join(marks)


def _bitboard(text: str, mark: str) -> int:
    """The bitboard of the cells of `text` that hold `mark`."""
    return int(text[::-1].translate(_BITS[mark]), 2)


def _side_to_move(rules: Rules, x_stones: int, o_stones: int, to_move: Player | None) -> Player:
    """The side to move with so many stones; PositionError if the numbers cannot be right."""
    if rules.any_position:
        if to_move is None:
            message = (
                "Where any position may be, the stones do not tell whose turn it is; give X or O."
            )
            raise PositionError([Fault(("to_move",), message)])
        return to_move
    counts = f"{x_stones} X and {o_stones} O"
    if to_move is None:
        if x_stones - o_stones not in (0, 1):
            hint = (
                'if O moved first, say "to_move": "X"'
                if o_stones == x_stones + 1
                else "the players move in turn"
            )
            message = f"{counts} cannot be when X moves first; {hint}."
            raise PositionError([Fault(("board",), message)])
        return "X" if x_stones == o_stones else "O"
    lead = x_stones - o_stones if to_move == "O" else o_stones - x_stones
    if lead not in (0, 1):
        message = (
            f"{counts} cannot be with {to_move} to move; {other(to_move)} must have as many "
            f"stones as {to_move}, or one more."
        )
        raise PositionError([Fault(("to_move" if lead == -1 else "board",), message)])
    return to_move


def _check_supports(board: Board) -> None:
    """Raise PositionError for stones that could not have come to rest where they are."""
    rules, stones = board.rules, board.x | board.o
    floating = stones & (board.empty >> rules.width)
    covered = 0 if rules.any_position else stones & ~rules.open_cells(rules.walls)
    faults = [
        Fault(("board", *divmod(cell, rules.width)), message)
        for cells, message in (
            (
                floating & ~covered,
                "The stone floats; with gravity the cell below must not be empty.",
            ),
            (covered, "No stone falls below a wall; take it away, or allow any_position."),
        )
        for cell in bits(cells)[:MOST_FAULTS]
    ]
    if faults:
        raise PositionError(sorted(faults, key=lambda fault: fault.path)[:MOST_FAULTS])


def _check_lines(board: Board, to_move: Player | None) -> None:
    """Raise PositionError for lines that no game leads to, because it ends with the first one."""
    if board.row_owner is None:
        return
    mover, last = board.to_move, other(board.to_move)
    if board.geometry.has_line(board.own):
        if board.geometry.has_line(board.opponent):
            message = (
                f"Both players have a line, X {_first_line(board, 'X')} and O "
                f"{_first_line(board, 'O')}; the game ends with the first one."
            )
        else:
            may_be_turned = to_move is None and board.x.bit_count() == board.o.bit_count()
            hint = f'; if O moved first, say "to_move": "{last}"' if may_be_turned else ""
            message = (
                f"{mover} has a line {_first_line(board, mover)} and {last} has moved since; "
                f"no stones are played after a win{hint}."
            )
        raise PositionError([Fault(("board",), message)])
    if not board.last_stones(last):
        message = (
            f"{last} has {_lines_apart(board, last)} that no single last stone completes; "
            "the game ends with the first one."
        )
        raise PositionError([Fault(("board",), message)])


def _first_line(board: Board, player: Player) -> str:
    return _span(board, board.first_line_of(player))


def _lines_apart(board: Board, player: Player) -> str:
    """Name the first line of a player and, of the others, the one that shares least with it."""
    other_line = board.line_apart(player)
    if other_line is None:
        return f"a line {_first_line(board, player)}"
    return f"lines {_first_line(board, player)} and {_span(board, other_line)}"


def _span(board: Board, line: list[int]) -> str:
    """Return where a line is, in words."""
    first, last = name_cell(board, line[0]), name_cell(board, line[-1])
    return f"on {first}" if len(line) == 1 else f"from {first} to {last}"
