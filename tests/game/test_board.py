"""Positions: status, winner, winning line, legal moves and play."""

from service.game import Board, Rules, parse


def test_own_and_opponent_follow_the_side_to_move() -> None:
    board = Board(Rules(3, 3, 3)).play(4).play(0).play(8)
    assert board.to_move == "O"
    assert board.own == board.o == board.stones("O") == 1 << 0
    assert board.opponent == board.x == board.stones("X") == 1 << 4 | 1 << 8


def test_it_knows_its_contents_and_the_symmetries_that_keep_them() -> None:
    board = parse(["X.X", ".O.", "..."], 3)
    assert board.contents.tolist() == [2, 0, 2, 0, 1, 0, 0, 0, 0], "O is to move"
    assert board.symmetries.tolist() == [[*range(9)], [2, 1, 0, 5, 4, 3, 8, 7, 6]]
    assert len(Board(board.rules).symmetries) == 8
