"""The line of play that is told: whatever has made it, it is replayed by the rules first."""

from collections.abc import Sequence

from service.game import Board
from service.solver.analysis import Assessment


def told_line(board: Board, line: Sequence[int], known: Assessment) -> tuple[list[int], bool]:
    """Return a line of play as far as it keeps to the rules and to what is `known` of `board`.

    It stops before a move that is not legal, and before one that ends the game otherwise than is
    proven, or not within the plies that are. Also returned is whether it ends with the game.
    """
    rules, free, stones = board.rules, board.reachable, [board.own, board.opponent]
    after: list[int] = []
    for number, cell in enumerate(line):
        below = free >> rules.width if rules.gravity else 0
        if not (free & ~below) >> cell & 1:
            break
        free ^= 1 << cell
        stones[number % 2] |= 1 << cell
        after.append(stones[number % 2])
    row = _first_row(board, after)
    length, plies = min(row, len(after)), known.plies_to_end
    ended = row <= len(after) or not free
    if plies is not None:
        value = 0 if row > len(after) else 1 if row % 2 != rules.misere else -1
        is_late = length > plies if ended else length >= plies
        is_early = ended and length < plies and known.shortest
        if is_late or is_early or (ended and value != known.value):
            length, ended = min(length, plies) - 1, False
    return list(line[:length]), ended


def _first_row(board: Board, after: Sequence[int]) -> int:
    """Return the number of the move that makes the first row; more than there are if none does.

    After each move the stones of the side that has made it are given.
    """
    geometry, first = board.geometry, len(after)

    def has_run(stones: int) -> bool:
        return any(each.runs_in(stones) for each in geometry.directions)

    # A line hardly ever goes on after a run, which stays one.
    while first and any(map(has_run, after[max(first - 2, 0) : first])):
        first -= 1
    rows = (index for index in range(first, len(after)) if geometry.has_line(after[index]))
    return next(rows, len(after)) + 1
