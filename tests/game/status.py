"""What must be true of any position, checked by scanning its cells."""

from service.game import Board, render
from tests.support.reference import Reference


def check_status(board: Board, game: Reference, cells: str) -> None:
    """Check cells, winner, status, legal moves and winning line against the reference."""
    winner = next((each for each in "XO" if game.has_line(cells, each)), None)
    over = winner is not None or "." not in cells
    assert render(board) == game.rows(cells)
    assert board.winner == winner
    assert board.status == ("in_progress" if not over else "won" if winner else "drawn")
    legal = [cell for cell, mark in enumerate(cells) if mark == "." and not winner]
    assert board.legal_moves == legal
    if winner is None:
        assert board.winning_line is None
    else:
        _check_winning_line(board, game, cells)


def _check_winning_line(board: Board, game: Reference, cells: str) -> None:
    """Check that the line is straight, the winner's, long enough, and cannot be made longer."""
    line = board.winning_line
    assert line is not None
    assert len(line) >= game.row_length
    assert all(cells[cell] == board.winner for cell in line)
    if len(line) == 1:
        return
    row, column = divmod(line[0], game.width)
    down = line[1] // game.width - row
    right = line[1] % game.width - column
    assert (down, right) in ((0, 1), (1, 0), (1, 1), (1, -1))
    for index, cell in enumerate(line):
        assert divmod(cell, game.width) == (row + index * down, column + index * right)
    for steps in (-1, len(line)):
        beyond = row + steps * down, column + steps * right
        inside = 0 <= beyond[0] < game.height and 0 <= beyond[1] < game.width
        if game.row_length > 1 and inside:
            assert cells[beyond[0] * game.width + beyond[1]] != board.winner
