"""The line of play that is told: whatever has made it, it is replayed by the rules first."""

from bisect import bisect_left
from collections.abc import Sequence

from service.game import Board
from service.solver.analysis import Assessment


def told_line(board: Board, line: Sequence[int], known: Assessment) -> tuple[list[int], bool]:
    """Return a line of play as far as it keeps to the rules and to what is `known` of `board`.

    It stops before a move that is not legal, and before one that ends the game otherwise than is
    proven, or not within the plies that are. Also returned is whether it ends with the game.
    """
    rules, occupied, stones = board.rules, board.occupied, [board.own, board.opponent]
    after: list[int] = []
    for number, cell in enumerate(line):
        if not rules.playable_cells(occupied) >> cell & 1:
            break
        occupied |= 1 << cell
        stones[number % 2] |= 1 << cell
        after.append(stones[number % 2])
    row = _first_row(board, after)
    length, plies = min(row, len(after)), known.plies_to_end
    ended = row <= len(after) or not rules.playable_cells(occupied)
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
    geometry = board.geometry

    def has_run(index: int) -> bool:
        both = after[max(index - 1, 0) : index + 1]
        return any(each.runs_in(stones) for each in geometry.directions for stones in both)

    first = bisect_left(range(len(after)), True, key=has_run)
    rows = (index for index in range(first, len(after)) if geometry.has_line(after[index]))
    return next(rows, len(after)) + 1
