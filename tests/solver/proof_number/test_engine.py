"""Proofs of the weak and the strong game: that their bounds are true, and say all they can."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from service.game import Rules
from service.solver.lines import OPPONENT, ROOT, encodings
from service.solver.memory.transposition import TranspositionTable
from service.solver.proof_number import ProofSearch, fits
from service.solver.proof_number.kernels.expansion import WIDTHS
from tests.solver.checks import score_of
from tests.solver.engines import BitboardDeepening, deepening_of, proofs_beside
from tests.solver.proof_number.asking import SOLVED_SHAPES
from tests.support.positional_games import maker_wins, open_sets
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, moved, other, symmetries_of
from tests.support.sampling import chance_of, enough

STRONG_SHAPES = [
    ((3, 3, 3), (5, 9), 250), ((4, 4, 4), (8, 10), 20), ((5, 4, 4), (8, 10), 15),
    ((5, 5, 4), (8, 10), 10), ((10, 1, 2), (6, 10), 100), ((12, 1, 3), (7, 12), 100),
]  # fmt: skip
"""Where a side that nobody threatens would often win, and yet does not."""


@cache
def sample() -> list[Position]:
    """Return positions of every shape, solved once for all tests."""
    return [each for shape in SOLVED_SHAPES for each in random_positions(*shape, 50, seed=11)]


@cache
def weak_wins_drawn() -> list[Position]:
    """Return drawn positions that the side to move would win if the other only blocked."""
    return [
        each
        for shape, empty_cells, count in STRONG_SHAPES
        for each in random_positions(shape, empty_cells, count, seed=12)
        if each.game.solve(each.cells, each.to_move)[0] == 0
        and maker_wins(open_sets(each.game, each.cells, each.to_move), "Maker")
    ]


def proofs_of(
    deepening: BitboardDeepening, table: TranspositionTable, weak: bool
) -> dict[int, tuple[int, int]]:
    """Return the bounds of each option by its cell, of proofs that have asked all they can."""
    proofs = proofs_beside(deepening, table, weak)
    assert proofs.advance(10**9)
    bounds = zip(proofs.lower.tolist(), proofs.upper.tolist(), strict=True)
    return dict(zip(deepening.position.empty.tolist(), bounds, strict=True))


@pytest.mark.parametrize("remainder", [False, True], ids=["whole", "remainder"])
@pytest.mark.parametrize("best_only", [False, True])
def test_weak_proofs_are_true_and_say_all_they_can(remainder: bool, best_only: bool) -> None:
    """No bound excludes the true score; where nobody wins the weak game, a bound says so."""
    table, weak_wins, drawn = TranspositionTable(1), 0, 0
    for position in sample():
        game, cells, mover = position.game, position.cells, position.to_move
        deepening = deepening_of(position, table, remainder, best_only)
        found = proofs_of(deepening, table, weak=True)
        expected = game.options(cells, mover)
        root_wins = maker_wins(open_sets(game, cells, mover), "Maker")
        assert found.keys() == expected.keys()
        for cell, outcome in expected.items():
            context = (position.rows, mover, cell, found[cell], outcome)
            lower, upper = found[cell]
            assert lower <= score_of(outcome) <= upper, context
            if outcome == (1, 1) or best_only:
                continue
            after = position.after(cell).cells
            mover_wins = maker_wins(open_sets(game, after, mover), "Breaker")
            opponent_wins = maker_wins(open_sets(game, after, other(mover)), "Maker")
            assert root_wins or upper <= 0, context
            assert opponent_wins or lower >= 0, context
            weak_wins += outcome[0] == 0 and (mover_wins or opponent_wins)
            drawn += not (mover_wins or opponent_wins)
    assert best_only or weak_wins >= enough(50), weak_wins
    assert best_only or drawn >= enough(300), drawn


@pytest.mark.parametrize("remainder", [False, True], ids=["whole", "remainder"])
def test_strong_proofs_decide_who_wins_after_every_option(remainder: bool) -> None:
    """Win, draw or loss, by themselves; the distances are true, if not the shortest."""
    table = TranspositionTable(1)
    values: Counter[int] = Counter()
    assert len(weak_wins_drawn()) >= enough(100)
    for position in [*sample(), *weak_wins_drawn()]:
        expected = position.game.options(position.cells, position.to_move)
        found = proofs_of(deepening_of(position, table, remainder), table, weak=False)
        assert found.keys() == expected.keys()
        for cell, outcome in expected.items():
            lower, upper = found[cell]
            context = (position.rows, position.to_move, cell, found[cell], outcome)
            assert lower <= score_of(outcome) <= upper, context
            assert np.sign(lower) == np.sign(upper) == outcome[0], context
            values[outcome[0]] += outcome[1] > 1
    assert min(values[value] for value in (-1, 0, 1)) >= enough(200), values


@pytest.mark.parametrize(("shape", "count"), [((3, 3, 3), 60), ((4, 4, 3), 60), ((5, 4, 4), 60)])
def test_symmetric_options_share_the_win_that_is_found(
    shape: tuple[int, int, int], count: int
) -> None:
    """Only representatives are options: the winning move may be the image of one.

    Any cell of a class may stand for it here, whichever the search finds first.
    """
    won, symmetries = 0, symmetries_of(*shape[:2])
    for position in symmetric_positions(Reference(*shape), count, chance_of(14)):
        cells, expected = position.cells, position.expected
        fixing = [images for images in symmetries if moved(cells, images) == cells]
        classes = {frozenset(images[cell] for images in fixing) for cell in expected}
        for choose in (min, max):
            table, options = TranspositionTable(1), sorted(map(choose, classes))
            deepening = deepening_of(position, table, False, True, options)
            proofs = proofs_beside(deepening, table, False, options)
            assert proofs.advance(10**9)
            bounds = zip(options, proofs.lower.tolist(), proofs.upper.tolist(), strict=True)
            for cell, lower, upper in bounds:
                assert lower <= score_of(expected[cell]) <= upper, (position.rows, cell)
            value = position.game.solve(cells, position.to_move)[0]
            assert np.sign(proofs.lower).max() == value
            won += value == 1 and expected[options[0]][1] != 1
    assert won >= enough(10), won


def symmetric_positions(game: Reference, count: int, chance: random.Random) -> Iterator[Position]:
    """Yield positions that some symmetry other than the identity keeps, where nobody has a line."""
    size = game.width * game.height
    symmetries = [
        each for each in symmetries_of(game.width, game.height) if each != (*range(size),)
    ]
    while count:
        images, cells = chance.choice(symmetries), "." * size
        for cell in chance.sample(range(size), size // 2):
            mark, place = chance.choice("XO"), cell
            while cells[place] != mark:
                cells = cells[:place] + mark + cells[place + 1 :]
                place = images[place]
        if 3 <= cells.count(".") <= 9 and not any(game.has_line(cells, mark) for mark in "XO"):
            yield Position(game, cells, "X" if cells.count("X") <= cells.count("O") else "O")
            count -= 1


def test_a_game_of_too_many_lines_is_refused() -> None:
    game = encodings.whole_board(Rules(8, 8, 3))
    assert not fits(game)
    assert fits(encodings.whole_board(Rules(8, 8, 5)))
    for weak in (True, False):
        with pytest.raises(ValueError, match="too many lines"):
            ProofSearch(game, TranspositionTable(1), weak=weak)


@pytest.mark.parametrize("weak", [True, False])
@pytest.mark.parametrize("mover", [ROOT, OPPONENT], ids=["attacker", "defender"])
def test_moves_put_off_are_told_of_after_those_in_question(mover: int, weak: bool) -> None:
    """No move is forgotten: each is told of until it is in vain."""
    game = encodings.whole_board(Rules(6, 4, 4))
    question, told = ProofSearch(game, TranspositionTable(1), weak=weak), set(range(24)) - {9}
    question.ask(ROOT, [1 << 9, 0], mover)
    side = int(mover != ROOT)
    width, own = WIDTHS[not weak][side], 1 + side
    looks = 0
    while not question.search(question.nodes + 20) and looks < 50:
        moves = question.moves
        cells = {cell for cell, *_ in moves}
        assert len(cells) == len(moves) > width
        assert cells == told if looks == 0 else cells <= told
        numbers = [row[own] for row in moves]
        assert max(numbers[:width]) <= min(numbers[width:])
        told = cells
        looks += 1
    assert looks >= 5
