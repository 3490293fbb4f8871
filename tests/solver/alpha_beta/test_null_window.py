"""One question at a time: what the kernels prove of a position brackets its true score.

The positions need not come from a game: the players' counts of stones may differ by any number,
as they may where any position is allowed.
"""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from service.game import Board, Rules
from service.solver.alpha_beta.kernels import line_bounds
from service.solver.alpha_beta.kernels.masks import Search, new_search
from service.solver.alpha_beta.kernels.weights import PLANES
from service.solver.any_rules.kernels import rows
from service.solver.any_rules.kernels import search as any_rules
from service.solver.any_rules.kernels.state import RuleGame, free_game
from service.solver.counters.kernels import search as counters
from service.solver.lines import encodings
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.potential import FAR, UNIT
from service.solver.lines.kernels.scores import WIN
from service.solver.memory.kernels import table as tt
from tests.solver.checks import score_of
from tests.solver.engines import unchecked
from tests.support.positional_games import lineless
from tests.support.reference import Reference
from tests.support.sampling import chance_of, enough

SHAPES = [
    (3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4), (2, 7, 3),
    (12, 1, 3), (6, 6, 4), (7, 7, 5), (8, 8, 4),
]  # fmt: skip
UNLIMITED = 1 << 60
FEW = 1, 8
"""How many cells may be empty for a plain search."""


def game_of(rules: Rules) -> RuleGame:
    """Return the game of a board of at most 64 cells on which a further stone never hurts."""
    game: RuleGame = free_game(encodings.whole_board(rules))
    return game


def search_of(game: RuleGame, buckets: int) -> Search:
    """Return a search of nothing yet, with a table of so many buckets."""
    entries = np.zeros((buckets, tt.BUCKET_WORDS), np.uint64)
    search: Search = new_search(game, entries, game.cells + 1, False, 0)
    return search


def scattered(
    game: Reference, empty: tuple[int, int], count: int, seed: int
) -> Iterator[tuple[str, Board]]:
    """Yield seeded positions without a line, of any counts of stones, either player to move."""
    chance = chance_of(f"{game.width} {game.height} {game.row_length} {seed}")
    for cells in lineless(game, count, empty, seed):
        yield cells, unchecked(game, cells, chance.choice("XO"))


def asked(game: Reference, count: int, seed: int) -> Iterator[tuple[Board, int, list[int]]]:
    """Yield positions with their true scores, and targets to ask about in any order."""
    chance = chance_of(seed)
    for cells, board in scattered(game, FEW, count, seed):
        score = score_of(game.solve(cells, board.to_move))
        targets = questions(score, cells.count("."))
        yield board, score, chance.sample(targets, len(targets))


def questions(score: int, empty: int) -> list[int]:
    """Return targets: every win and loss within reach, draws, and those next to the score."""
    wins = [WIN - plies for plies in range(1, empty + 3)]
    losses = [1 - win for win in wins] + [-win for win in wins]
    return sorted({0, 1, score, score + 1, *wins, *losses})


def check_answer(control: NDArray[np.void], target: int, score: int, context: object) -> None:
    """Check that the bounds are true, and lie on one side of a target that a score can have."""
    lower, upper = control["returned_lower"][0], control["returned_upper"][0]
    assert lower <= score <= upper, (context, target)
    if abs(target) > 1:
        assert lower >= target or upper < target, (context, target)


@pytest.mark.parametrize("buckets", [1, 1 << 12])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_question_to_the_search_on_words(shape: tuple[int, int, int], buckets: int) -> None:
    search, chance = search_of(game_of(Rules(*shape)), buckets), chance_of(8)
    for board, score, targets in asked(Reference(*shape), 60, seed=1):
        for target in targets:
            stones = np.uint64(board.own), np.uint64(board.opponent)
            any_rules.begin_search(search, chance.randrange(2), *stones, target)
            assert any_rules.null_window_search(search, UNLIMITED)
            check_answer(search.control, target, score, board)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_question_to_the_counter_search(shape: tuple[int, int, int]) -> None:
    for board, score, targets in asked(Reference(*shape), 40, seed=2):
        board_counters, empty = encodings.line_board(board), board.empty.bit_count()
        search = counters.new_search(board_counters, empty)
        before = [part.copy() for part in board_counters]
        for target in targets:
            counters.begin_search(search, 0, empty, target)
            assert counters.null_window_search(search, UNLIMITED)
            check_answer(search.control, target, score, board)
            assert all(
                (part == old).all() for part, old in zip(board_counters, before, strict=True)
            ), "the board is as it was"


def test_what_open_lines_lack_bounds_the_score() -> None:
    """Missing stones and potentials, wherever nobody completes a line with one stone."""
    planes = np.zeros(PLANES, np.uint64)
    used = 0
    sample = [
        (game, *each)
        for game in map(Reference, *zip(*SHAPES, strict=True))
        for each in scattered(game, FEW, 200, seed=4)
    ]
    for game, cells, board in sample:
        mover, lines = board.to_move, game_of(board.rules)
        own, opponent = np.uint64(board.own), np.uint64(board.opponent)
        empty = lines.reachable & ~(own | opponent)
        planes[:] = 0
        *_, missing, potential = rows.scan_lines(lines, 0, own, empty, FAR, planes)
        *_, against, threat = rows.scan_lines(lines, 1, opponent, empty, FAR, planes)
        if min(missing, against) < 2:
            continue
        expected = [
            sum(cells[cell] == "." for cell in line)
            for line in game.lines
            if all(cells[cell] in (".", mover) for cell in line)
        ]
        assert missing == min(expected, default=FAR)
        assert potential == sum(UNIT >> each for each in expected)
        lower, upper = line_bounds.static_bounds(
            missing, potential, against, threat, cells.count(".")
        )
        assert lower <= score_of(game.solve(cells, mover)) <= upper, board
        used += 1
    assert used >= enough(300)


@pytest.mark.parametrize("plies", range(2, 66))
def test_horizons_hold_every_line_that_can_matter_in_time(plies: int) -> None:
    """They hold what the attacker can complete within the plies, and the defender before.

    Who moves completes a line short of m stones at ply 2m - 1, the other at ply 2m.
    """
    missing = range(1, 70)
    mine, theirs = line_bounds.horizons(WIN - plies)
    assert mine == max(each for each in missing if 2 * each - 1 <= plies)
    assert theirs == max((each for each in missing if 2 * each < plies), default=0)
    theirs, mine = line_bounds.horizons(plies - WIN + 1)
    assert mine == max(each for each in missing if 2 * each <= plies)
    assert theirs == max((each for each in missing if 2 * each - 1 < plies), default=0)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_an_open_question_has_a_move_that_matters(shape: tuple[int, int, int]) -> None:
    """What is left out counts as refuted with the moves that are listed, so that there is one."""
    size, lines, open_questions = shape[0] * shape[1], game_of(Rules(*shape)), 0
    for _, board in scattered(Reference(*shape), (size - 3, size), 200, seed=6):
        stones = np.uint64(board.own), np.uint64(board.opponent)
        remaining = board.empty.bit_count()
        for target in questions(0, remaining):
            search = search_of(lines, 1)
            any_rules.begin_search(search, 0, *stones, target)
            counted = encodings.line_board(board)
            counting = counters.new_search(counted, remaining)
            counters.begin_search(counting, 0, remaining, target)
            if not counters.null_window_search(counting, 1):
                assert np.count_nonzero(counted.owner == NOBODY) == remaining - 1, (board, target)
            if any_rules.null_window_search(search, 1):
                continue
            placed = int(search.opponent[1]) & ~board.own
            assert search.own[1] == stones[1], (board, target)
            assert placed.bit_count() == 1, (board, target)
            assert not placed & board.opponent, (board, target)
            open_questions += 1
    assert open_questions >= enough(10)
