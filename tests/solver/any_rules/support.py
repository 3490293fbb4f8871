"""Searches of positions under any rules, and what the plain reference says of them."""

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.game import Board, bits
from service.solver.alpha_beta import Deepening
from service.solver.any_rules import MaskDeepening, RulePosition, rule_position
from service.solver.gravity import GravityDeepening
from service.solver.lines import WIN
from service.solver.lines.kernels.wide_words import WIDE_WORD
from service.solver.memory import TranspositionTable
from tests.rules.cases import Case, Shape, Switches, random_case, variant_of
from tests.solver.checks import check_best_play, score_of
from tests.solver.engines import extended

LineOfPlay = MaskDeepening | GravityDeepening
UNLIMITED = 1 << 60
SHAPES: list[Shape] = [
    (1, 1, 1), (3, 2, 1), (1, 8, 2), (9, 1, 3), (3, 3, 2), (3, 3, 3), (4, 2, 3), (6, 2, 3),
    (2, 6, 3), (4, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (6, 4, 3), (6, 4, 4), (7, 5, 5),
]  # fmt: skip
MOST_LEFT = 8
"""Moves left in a position, as the plain reference takes them."""


def random_cases(
    switches: Switches, chance: random.Random, count: int, shapes: list[Shape] = SHAPES
) -> Iterator[Case]:
    """Yield positions of games that are not over, under these rules, with and without walls."""
    while count > 0:
        variant = variant_of(chance.choice(shapes), switches)
        case = random_case(variant, chance.randint(1, MOST_LEFT), chance)
        moves = case.reference.legal_moves(case.cells)
        # Where nearly every move makes a row, more are left than the reference can look at.
        if moves and case.reference.moves_left(case.cells) <= MOST_LEFT + 3:
            count -= 1
            yield case


def options_of(case: Case) -> NDArray[np.int64]:
    """Return the legal moves, ascending, as engines take them."""
    return np.array(bits(case.board.playable), np.int64)


def position_of(board: Board, table: TranspositionTable) -> RulePosition:
    """Return the position as the kernels see it."""
    position = rule_position(board, table)
    assert position is not None
    return position


def deepening_of(
    board: Board, table: TranspositionTable, best_only: bool = False, rotation: int = 0
) -> MaskDeepening:
    """Return a deepening of all legal moves, in ascending order, that has not begun."""
    position, cells = position_of(board, table), np.array(board.legal_moves, np.int64)
    return MaskDeepening(position, cells, table, best_only=best_only, rotation=rotation)


def solved(board: Board, table: TranspositionTable, best_only: bool = False) -> MaskDeepening:
    """Return a deepening of all legal moves that has ended."""
    deepening = deepening_of(board, table, best_only)
    assert deepening.advance(UNLIMITED)
    return deepening


def scores_of(case: Case) -> list[int]:
    """Return the scores of the legal moves, in ascending order of their cells."""
    return [score_of(case.expected[cell]) for cell in options_of(case).tolist()]


def check_settled(deepening: Deepening, case: Case) -> None:
    """Check that the score of every option is proven."""
    scores = scores_of(case)
    assert deepening.lower.tolist() == scores, case
    assert deepening.upper.tolist() == scores, case


def check_line_of_best_play(deepening: LineOfPlay, case: Case, chance: random.Random) -> None:
    """Check that a deepening of the best option proves it, and the line that it extends."""
    best = max(scores_of(case))
    assert deepening.advance(UNLIMITED)
    assert deepening.lower.max() == deepening.upper.max() == best, case
    line = [int(options_of(case)[deepening.lower.argmax()])]
    portions = repeat(chance.choice((1, 7, UNLIMITED)))
    assert extended(partial(deepening.extend_line, best, ()), line, portions)
    check_best_play(case, line)


def check_single_nodes(deepening: LineOfPlay, case: Case, chance: random.Random) -> None:
    """Check that limits are kept, no bound is ever wrong, and what others prove is taken up."""
    scores = scores_of(case)
    known = chance.randrange(len(scores))
    for limit in range(1, UNLIMITED):
        ended = deepening.advance(limit)
        assert (deepening.lower <= scores).all(), case
        assert (deepening.upper >= scores).all(), case
        for index, score in enumerate(scores):
            soon = score != 0 and WIN - abs(score) <= deepening.depth
            assert not soon or deepening.lower[index] == deepening.upper[index], case
        if ended:
            break
        assert deepening.nodes == limit
        deepening.lower[known] = deepening.upper[known] = scores[known]
    check_settled(deepening, case)


def advance_at_once(searches: Sequence[LineOfPlay]) -> None:
    """Have each search end in a thread of its own."""
    with ThreadPoolExecutor(len(searches)) as threads:
        assert all(threads.map(lambda search: search.advance(UNLIMITED), searches))


def widened(position: RulePosition) -> RulePosition:
    """Return a position of words of 64 bits with words of 128."""
    names = "lines", "flanks", "reachable", "stacked", "symmetries"
    words: dict[str, Any] = {name: _widen(getattr(position.game, name)) for name in names}
    game = position.game._replace(**words)
    return replace(position, game=game, stones=_widen(position.stones))


def _widen(words: NDArray[np.uint64]) -> NDArray[np.void]:
    halves = np.stack([words, np.zeros_like(words)], axis=-1)
    wide: NDArray[np.void] = halves.view(WIDE_WORD)[..., 0][()]
    return wide
