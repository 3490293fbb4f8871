"""Lines of play from proofs: legal, true to the proven value, to the end of the game."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import repeat

import pytest

from service.solver.lines import OPPONENT, ROOT
from service.solver.memory.transposition import TranspositionTable
from service.solver.proof_number.proven_play import ProvenPlay
from tests.solver.checks import check_winning_line
from tests.solver.engines import deepening_of, extended
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, other, put
from tests.support.sampling import enough

SHAPES = [
    ((3, 3, 3), (1, 9)), ((4, 3, 3), (3, 9)), ((4, 4, 3), (4, 8)), ((4, 4, 4), (4, 9)),
    ((5, 3, 3), (4, 9)), ((5, 4, 4), (4, 9)), ((5, 5, 4), (4, 9)), ((6, 6, 4), (5, 9)),
    ((10, 1, 2), (5, 9)), ((7, 7, 5), (5, 9)), ((8, 8, 5), (5, 9)),
]  # fmt: skip


def play_of(position: Position, remainder: bool) -> ProvenPlay:
    """Play from a position; of a `remainder` the empty cells are the game."""
    table = TranspositionTable(1)
    deepening = deepening_of(position, table, remainder)
    return ProvenPlay(deepening.position, deepening, table)


def check_line(position: Position, line: list[int], ended: bool, value: int) -> None:
    """Check that the moves are legal, never give away the value, and end as it says."""
    game, cells, mover = position.game, position.cells, position.to_move
    for index, cell in enumerate(line):
        context = (position.rows, position.to_move, line, index)
        assert game.options(cells, mover)[cell][0] == value, context
        cells = put(cells, cell, mover)
        over = game.completes(cells, cell, mover) or "." not in cells
        assert over == (ended and index == len(line) - 1), context
        mover, value = other(mover), -value


@cache
def starts() -> list[tuple[Position, int, list[int]]]:
    """Return positions, their values, and lines of no move or of one of the best."""
    found = []
    for shape, empty in SHAPES:
        for number, position in enumerate(random_positions(shape, empty, 40, seed=1)):
            game, cells, mover = position.game, position.cells, position.to_move
            value, plies = game.solve(cells, mover)
            options = game.options(cells, mover)
            best = [cell for cell, outcome in options.items() if outcome[0] == value]
            found.append((position, value, best[-1:] if number % 2 and plies > 1 else []))
    return found


def line_of(
    position: Position,
    value: int,
    start: list[int],
    portions: Iterable[int],
    remainder: bool = False,
) -> tuple[ProvenPlay, list[int], bool]:
    """Have a line extended by portions of nodes and check it; return also whether it has ended."""
    play, line = play_of(position, remainder), list(start)
    winner = ROOT if value == 1 else OPPONENT
    ended = extended(partial(play.win, winner) if value else play.draw, line, portions)
    assert line[: len(start)] == start
    check_line(position, line, ended, value)
    return play, line, ended


@pytest.mark.parametrize("remainder", [False, True], ids=["whole", "remainder"])
def test_lines_reach_the_proven_value(remainder: bool) -> None:
    seen: Counter[int] = Counter()
    for position, value, start in starts():
        _, line, ended = line_of(position, value, start, repeat(1 << 60), remainder)
        assert ended, position.rows
        if value == 0:
            assert len(line) == position.cells.count(".")
        else:
            assert len(line) % 2 == (value == 1)
        seen[value] += 1
    assert min(seen.values()) >= enough(40), seen


def counted(portion: int, drawn: list[int]) -> Iterator[int]:
    """Yield the same portion of nodes again and again, each noted down."""
    while True:
        drawn.append(portion)
        yield portion


@pytest.mark.parametrize("portion", [1, 2, 4, 8])
def test_lines_whose_nodes_come_in_portions(portion: int) -> None:
    """However small they are, what one has begun the next goes on with; none is exceeded."""
    several = 0
    for position, value, start in starts():
        drawn = list[int]()
        play, _, ended = line_of(position, value, start, counted(portion, drawn))
        assert ended, position.rows
        assert play.nodes <= sum(drawn)
        several += len(drawn) > 1
    assert several >= enough(10), several


def test_what_is_unfinished_when_the_nodes_end_keeps_the_value() -> None:
    ends = [line_of(*each, repeat(2, 3))[2] for each in starts()]
    assert ends.count(False) >= enough(10)


def test_a_draw_is_not_claimed_where_none_is_known() -> None:
    """With no node to spend, only what is seen at once is played."""
    drawn = [position for position, value, _ in starts() if value == 0]
    found = [line_of(position, 0, [], repeat(0, 1000)) for position in drawn]
    assert not any(play.nodes for play, _, _ in found)
    assert sum(not ended for _, _, ended in found) >= enough(10)


def test_the_line_of_a_win_that_the_deepening_does_not_know() -> None:
    """Six by five with four: by the proofs alone, to the completed line, which need not be long."""
    position = Position(Reference(6, 5, 4), "." * 30, "X")
    play, line = play_of(position, False), list[int]()
    assert extended(partial(play.win, ROOT), line, repeat(1 << 60))
    check_winning_line(position.game, position.cells, "X", line)
    assert len(line) % 2 == 1
