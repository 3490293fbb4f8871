"""Positional games as the kernels have them: positions, tables, and questions put to the search."""

from collections.abc import Iterator, Sequence

import numpy as np

from service.game import Rules
from service.solver.lines import encodings
from service.solver.lines.kernels.line_game import LineGame
from service.solver.memory.kernels import table as tt
from service.solver.proof_number.kernels import dfpn as kernel
from service.solver.proof_number.kernels import hypergraph
from service.solver.proof_number.kernels import positional_game as position
from service.solver.proof_number.kernels.state import ProofState, Tables
from tests.support import positional_games
from tests.support.positional_games import (
    NOTHING,
    Cells,
    Sets,
    Side,
    attacker_wins,
    from_words,
    lineless,
    open_sets,
    to_words,
)
from tests.support.reference import Reference, other

Name = tuple[int, int, int]

PLAYERS = "XO"
"""In the order of the lines of a `LineGame`."""
UNLIMITED = 1 << 60
NO_STONES = np.uint64(0), np.uint64(0)
SHAPES = [
    ((3, 3, 3), (1, 9)), ((4, 3, 3), (1, 9)), ((4, 4, 3), (1, 9)), ((4, 4, 4), (1, 9)),
    ((5, 3, 3), (1, 9)), ((5, 4, 4), (1, 9)), ((5, 5, 4), (4, 9)), ((5, 5, 5), (4, 10)),
    ((2, 7, 3), (5, 10)), ((12, 1, 3), (1, 10)), ((6, 6, 4), (5, 9)), ((8, 8, 5), (6, 10)),
]  # fmt: skip
"""Shapes of boards, and how many cells may be empty for a plain search."""
SOLVED_SHAPES = [
    ((3, 3, 3), (1, 9)), ((4, 3, 3), (3, 9)), ((4, 4, 3), (4, 8)), ((4, 4, 4), (4, 8)),
    ((5, 3, 3), (4, 8)), ((5, 4, 4), (4, 8)), ((5, 5, 4), (4, 8)), ((5, 5, 3), (6, 8)),
    ((6, 6, 4), (5, 8)), ((10, 1, 2), (5, 9)), ((7, 7, 5), (5, 8)), ((8, 8, 5), (5, 8)),
]  # fmt: skip
"""The same, for the whole game with its plies."""
RESULTS = {position.ATTACKER_WINS: True, position.DEFENDER_HOLDS: False}


def new_tables(buckets: int, entries: int) -> Tables:
    """Return empty tables of so many buckets of solved positions and entries of numbers."""
    return Tables(
        solved=np.zeros((buckets, tt.BUCKET_WORDS), np.uint64),
        numbers=np.zeros((entries, 2), np.uint64),
    )


def stones_of(cells: str, attacker: str) -> tuple[np.uint64, np.uint64]:
    """Return the stones of the attacker and of the defender."""
    x, o = map(np.uint64, positional_games.stones_of(cells))
    return (x, o) if attacker == "X" else (o, x)


def sets_of(game: Reference, cells: str, attacker: str, weak: bool) -> tuple[Sets, Sets]:
    """Return what attacker and defender lack, as the reference has it."""
    defender = NOTHING if weak else open_sets(game, cells, other(attacker))
    return open_sets(game, cells, attacker), defender


def game_of(attacker: Sequence[Cells], defender: Sequence[Cells], colour: int) -> LineGame:
    """Return a game of 12 cells without symmetries in which `colour` has the attacker's sets."""
    lines = np.zeros((2, max(len(attacker), len(defender), 1)), np.uint64)
    lines[colour, : len(attacker)] = to_words(attacker)
    lines[1 - colour, : len(defender)] = to_words(defender)
    game = encodings.whole_board(Rules(12, 1, 12))
    return game._replace(lines=lines, symmetries=game.symmetries[:1])


def ask(
    game: LineGame,
    search: ProofState,
    tables: Tables,
    colour: int,
    stones: tuple[np.uint64, np.uint64],
    mover: int,
    weak: bool,
) -> bool:
    """Return whether the attacker completes a line, as the kernel has it."""
    kernel.set_up_root(game, search, colour, stones, mover, weak)
    assert kernel.prove(game, tables, search, UNLIMITED)
    return RESULTS[int(search.control.result)]


def placed(attacker: Sequence[Cells], defender: Sequence[Cells]) -> position.PositionalGame:
    """Return a position with these sets at ply 0, as they are: nothing is left out."""
    row = position.new_positional_game()
    for side, sets in enumerate((attacker, defender)):
        row.sizes[0, side] = len(sets)
        row.sets[0, side, : len(sets)] = to_words(sets)
    return row


def sets_at(row: position.PositionalGame, ply: int) -> tuple[list[Cells], list[Cells]]:
    """Return the sets of attacker and defender at a ply."""
    attacker, defender = (
        from_words(row.sets[ply, side, : row.sizes[ply, side]].tolist()) for side in range(2)
    )
    return attacker, defender


def minimal(sets: Sequence[Cells]) -> list[Cells]:
    """Return the sets that contain no other, as the kernel leaves them."""
    words = to_words(sets)
    size = hypergraph.drop_supersets(words, len(sets))
    return from_words(words[:size].tolist())


def name_of(
    game: LineGame, row: position.PositionalGame, ply: int, colour: int, mover: int
) -> Name:
    """Return what the table knows a position by."""
    first, second, key, _ = position.name_of(game, row, ply, mover, colour)
    return int(first), int(second), int(key)


def rests_on(sets: Sequence[Cells], result: int, mover: Side, zone: np.uint64) -> bool:
    """Return whether a result of the weak game stands where the loser has all outside the zone."""
    within = from_words([int(zone)])[0]
    if result == position.ATTACKER_WINS:
        return attacker_wins([each for each in sets if each <= within], NOTHING, mover)
    return not attacker_wins([each & within for each in sets], NOTHING, mover)


def questions(
    shape: tuple[int, int, int], empty: tuple[int, int], count: int, seed: int
) -> Iterator[tuple[str, str, int]]:
    """Yield positions, each with either player as the attacker and either side to move."""
    for cells in lineless(Reference(*shape), count, empty, seed):
        for attacker in PLAYERS:
            for mover in (position.ATTACKER, position.DEFENDER):
                yield cells, attacker, mover
