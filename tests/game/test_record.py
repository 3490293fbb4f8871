"""A game as the list of its moves: the position after them, or the first that cannot be."""

from random import Random
from typing import Any

import pytest

from service.game import Board, Place, Player, PositionError, Rules, name_cell, play_game
from tests.support.sampling import chance_of, samples

EMPTY = ["....", "....", "...."]


def place(rules: Rules, cell: int) -> Place:
    """Return a cell by its row and column."""
    row, column = divmod(cell, rules.width)
    return {"row": row, "column": column}


def random_game(chance: Random) -> tuple[Board, list[int], Player]:
    """Return the position that a game has got to, its moves, and who began."""
    rules = Rules(chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6))
    begins: Player = chance.choice(("X", "O"))
    board, moves = Board(rules, to_move=begins), []
    for _ in range(chance.randrange(rules.cells + 1)):
        if board.status != "in_progress":
            break
        moves.append(chance.choice(board.legal_moves))
        board = board.play(moves[-1])
    return board, moves, begins


@pytest.mark.parametrize("seed", range(samples(200)))
def test_the_position_is_that_after_the_moves_however_they_are_written(seed: int) -> None:
    """Also if the game goes on from any of its positions."""
    chance = chance_of(seed)
    board, moves, begins = random_game(chance)
    rules = board.rules
    names = [name_cell(board, cell) for cell in moves]
    places = [place(rules, cell) for cell in moves]
    named: list[Place] = [
        {**place(rules, cell), "name": name_cell(board, cell).upper()} for cell in moves
    ]
    rows = ["." * rules.width] * rules.height
    for written in (names, places, named):
        assert play_game(rows, rules.row_length, written, board.to_move) == board
        if begins == "X":
            assert play_game(rows, rules.row_length, written, None) == board
    start = Board(rules, to_move=begins)
    for played, cell in enumerate(moves):
        rest = names[played:]
        assert play_game(start.rows, rules.row_length, rest, board.to_move) == board
        start = start.play(cell)


@pytest.mark.parametrize(
    ("moves", "path", "message"),
    [(["a1", "e1"], ("moves", 1), "No such cell; give its name, from a1 to d3, or"),
     ([{"row": 3, "column": 0}], ("moves", 0), "No such cell"),
     ([{"row": 0, "column": 4}], ("moves", 0), "No such cell"),
     (["a1", {"row": 0, "column": 1, "name": "b1"}], ("moves", 1),
      "Row 0 and column 1, counted from 0 at the top left, are b3, which contradicts"),
     ([{"row": 0, "column": 1, "name": "z9"}], ("moves", 0),
      "Row 0 and column 1, counted from 0 at the top left, are b3, which contradicts"),
     ([{"row": 3, "column": 0, "name": "a1"}], ("moves", 0), "No such cell"),
     (["a1", "b2", "A1", "zz9"], ("moves", 2), "There is a stone on a1 already."),
     (["a1", "a2", "b1", "b2", "c1", "c2"], ("moves", 5), "X has won already; no stones")],
)  # fmt: skip
def test_the_first_move_that_cannot_be_is_named(
    moves: list[Any], path: tuple[object, ...], message: str
) -> None:
    with pytest.raises(PositionError) as raised:
        play_game(EMPTY, 3, moves, None)
    (fault,) = raised.value.faults
    assert fault.path == path
    assert fault.message.startswith(message)


def test_a_game_does_not_go_on_from_a_position_of_no_game() -> None:
    with pytest.raises(PositionError, match="cannot be when X moves first"):
        play_game(["XX..", "....", "...."], 3, ["a1"], None)


def test_rows_that_are_no_board_are_told_as_ever() -> None:
    with pytest.raises(PositionError) as raised:
        play_game(["...", ".?", "..."], 3, ["a1"], None)
    assert [fault.path for fault in raised.value.faults] == [("board", 1), ("board", 1, 1)]
