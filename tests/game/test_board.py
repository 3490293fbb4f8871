"""Positions: status, winner, winning line, legal moves and play."""

from __future__ import annotations

import pytest

from service.game import Board, Rules, bits, other, parse, render
from tests.support.reference import Reference
from tests.support.reference import other as reference_other
from tests.support.sampling import chance_of

SHAPES = [
    (3, 3, 3), (4, 3, 2), (4, 3, 3), (5, 4, 3), (2, 2, 2), (2, 2, 1), (1, 6, 3), (6, 1, 2),
    (7, 7, 4), (9, 9, 5), (10, 10, 4), (12, 8, 6), (3, 3, 4), (30, 2, 3),
]  # fmt: skip


def test_the_empty_board() -> None:
    board = Board(Rules(4, 3, 3))
    assert (board.x, board.o, board.to_move, board.winner) == (0, 0, "X", None)
    assert board.status == "in_progress"
    assert board.winning_line is None
    assert board.legal_moves == list(range(12))
    assert board.empty == (1 << 12) - 1


def test_own_and_opponent_follow_the_side_to_move() -> None:
    board = Board(Rules(3, 3, 3)).play(4).play(0).play(8)
    assert board.to_move == "O"
    assert board.own == board.o == board.stones("O") == 1 << 0
    assert board.opponent == board.x == board.stones("X") == 1 << 4 | 1 << 8


def test_play_leaves_the_old_board_alone() -> None:
    board = Board(Rules(3, 3, 3))
    board.play(4)
    assert board == Board(Rules(3, 3, 3))
    with pytest.raises(AttributeError):
        board.x = 1  # type: ignore[misc]


def test_other_player() -> None:
    assert (other("X"), other("O")) == ("O", "X")


def test_bits() -> None:
    assert bits(0) == []
    assert bits(1 << 100 | 0b101) == [0, 2, 100]


@pytest.mark.parametrize("cell", [-1, 9, 100, 4])
def test_illegal_moves_are_refused(cell: int) -> None:
    board = Board(Rules(3, 3, 3)).play(4)
    with pytest.raises(ValueError, match="not a legal move"):
        board.play(cell)


def test_no_move_is_legal_once_the_game_is_over() -> None:
    board = parse(["XXX", "OO.", "..."], 3)
    assert board.legal_moves == []
    with pytest.raises(ValueError, match="not a legal move"):
        board.play(5)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_random_games_agree_with_scanning_the_cells(
    shape: tuple[int, int, int],
) -> None:
    """Every position of seeded random games: winner, status, legal moves, winning line."""
    game = Reference(*shape)
    chance = chance_of(f"games {shape}")
    for _ in range(15):
        board, cells, mover = Board(Rules(*shape)), "." * (shape[0] * shape[1]), "X"
        over = False
        while True:
            winner = next((each for each in "XO" if game.has_line(cells, each)), None)
            assert board.winner == winner
            assert render(board) == game.rows(cells)
            assert board.to_move == mover
            over = winner is not None or "." not in cells
            status = "in_progress" if not over else "won" if winner else "drawn"
            assert board.status == status
            legal = [cell for cell, mark in enumerate(cells) if mark == "." and not winner]
            assert board.legal_moves == legal
            if over:
                break
            cell = chance.choice(legal)
            cells = cells[:cell] + mover + cells[cell + 1 :]
            board, mover = board.play(cell), reference_other(mover)
        if board.winner is None:
            assert board.winning_line is None
            continue
        assert_is_whole_winning_line(board, game, cells)


def assert_is_whole_winning_line(board: Board, game: Reference, cells: str) -> None:
    """The line is straight, filled by the winner, long enough, and cannot be made longer."""
    line = board.winning_line
    assert line is not None
    assert len(line) >= game.row_length
    assert all(cells[cell] == board.winner for cell in line)
    if len(line) == 1:
        return
    width, height = game.width, game.height
    down = line[1] // width - line[0] // width
    right = line[1] % width - line[0] % width
    assert (down, right) in ((0, 1), (1, 0), (1, 1), (1, -1))
    first_row, first_column = divmod(line[0], width)
    for index, cell in enumerate(line):
        assert divmod(cell, width) == (
            first_row + index * down,
            first_column + index * right,
        )
    for row, column in (
        (first_row - down, first_column - right),
        (first_row + len(line) * down, first_column + len(line) * right),
    ):
        if game.row_length > 1 and 0 <= row < height and 0 <= column < width:
            assert cells[row * width + column] != board.winner


def test_it_knows_its_contents_and_the_symmetries_that_keep_them() -> None:
    board = parse(["X.X", ".O.", "..."], 3)
    assert board.contents.tolist() == [2, 0, 2, 0, 1, 0, 0, 0, 0], "O is to move"
    assert board.symmetries.tolist() == [[*range(9)], [2, 1, 0, 5, 4, 3, 8, 7, 6]]
    assert len(Board(board.rules).symmetries) == 8
