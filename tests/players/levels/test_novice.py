"""`novice` plays the best move two times in five, else the best of those that are worse."""

import math

from service.game import Board, Rules, parse
from service.solver import Budget, Solver
from tests.players.asking import ask
from tests.players.truths import OF_THE_BEST_MOVE
from tests.support.positions import random_positions
from tests.support.reference import preference

REASONS = OF_THE_BEST_MOVE | {"random", "slip"}
"""Every reason that the level gives."""


def test_it_plays_the_best_or_the_next_worse_move(solver: Solver) -> None:
    best = slips = 0
    for shape in ((3, 3, 3), (4, 4, 3), (9, 9, 4)):
        for seed, position in enumerate(random_positions(shape, (3, 8), 750, seed=52)):
            options = position.game.options(position.cells, position.to_move)
            ranks = sorted({preference(outcome) for outcome in options.values()}, reverse=True)
            choice = ask("novice", position.board, solver, seed)
            rank = ranks.index(preference(options[choice.cell]))
            assert rank < 2
            if len(ranks) > 1:
                best += rank == 0
                slips += rank == 1
                assert (choice.reason.code == "slip") == (rank == 1)
    played, share = best + slips, 0.4
    deviation = math.sqrt(share * (1 - share) * played)
    assert abs(best - share * played) < 3.5 * deviation


def test_among_equal_options_it_plays_any(solver: Solver) -> None:
    board = parse(["XOX", "XOX", "OXO", "..."], 4)
    moves = {ask("novice", board, solver, seed).cell for seed in range(50)}
    assert moves == set(board.legal_moves)


def test_where_nothing_is_proven_it_goes_by_the_scores() -> None:
    solver, board = Solver(1), Board(Rules(15, 15, 5))
    budget = Budget(nodes=1)
    options = solver.analyse(board, budget).options
    ranks = list(dict.fromkeys(option.assessment.score for option in options))
    scores = {option.cell: option.assessment.score for option in options}
    played = {scores[ask("novice", board, solver, seed, budget).cell] for seed in range(40)}
    assert played == set(ranks[:2])
    texts = {ask("novice", board, solver, seed, budget).reason.text for seed in range(40)}
    assert any("looks better" in text for text in texts)
    assert not any("is better" in text for text in texts)
