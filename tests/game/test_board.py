"""Positions: status, winner, winning line, legal moves and play."""

import pytest

from service.game import Board, Rules, parse
from tests.game.status import check_status
from tests.support.reference import Reference, other
from tests.support.sampling import chance_of

SHAPES = [
    (3, 3, 3), (4, 3, 2), (4, 3, 3), (5, 4, 3), (2, 2, 2), (2, 2, 1), (1, 6, 3), (6, 1, 2),
    (7, 7, 4), (9, 9, 5), (10, 10, 4), (12, 8, 6), (3, 3, 4), (30, 2, 3),
]  # fmt: skip


def test_own_and_opponent_follow_the_side_to_move() -> None:
    board = Board(Rules(3, 3, 3)).play(4).play(0).play(8)
    assert board.to_move == "O"
    assert board.own == board.o == board.stones("O") == 1 << 0
    assert board.opponent == board.x == board.stones("X") == 1 << 4 | 1 << 8


@pytest.mark.parametrize("cell", [-1, 9, 100, 4])
def test_illegal_moves_are_refused(cell: int) -> None:
    over = parse(["XXX", "OO.", "..."], 3)
    for board, move in ((Board(Rules(3, 3, 3)).play(4), cell), (over, 5)):
        with pytest.raises(ValueError, match="not a legal move"):
            board.play(move)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_random_games_agree_with_scanning_the_cells(shape: tuple[int, int, int]) -> None:
    """Winner, status, legal moves and winning line are right in every position of some games."""
    game = Reference(*shape)
    chance = chance_of(f"games {shape}")
    for _ in range(15):
        board, cells = Board(Rules(*shape)), "." * (shape[0] * shape[1])
        check_status(board, game, cells)
        while board.status == "in_progress":
            cell, mover = chance.choice(board.legal_moves), board.to_move
            cells = cells[:cell] + mover + cells[cell + 1 :]
            board = board.play(cell)
            assert board.to_move == other(mover)
            check_status(board, game, cells)


def test_it_knows_its_contents_and_the_symmetries_that_keep_them() -> None:
    board = parse(["X.X", ".O.", "..."], 3)
    assert board.contents.tolist() == [2, 0, 2, 0, 1, 0, 0, 0, 0], "O is to move"
    assert board.symmetries.tolist() == [[*range(9)], [2, 1, 0, 5, 4, 3, 8, 7, 6]]
    assert len(Board(board.rules).symmetries) == 8
