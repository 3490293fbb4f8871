"""Draws by pairings: the pairs are what they say, and the values what a plain search says."""

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from service.game import Board, Rules, parse
from service.solver import Analysis, Budget, Solver
from service.solver.counters import CounterDeepening
from service.solver.session.engines import engines_for
from service.solver.static_proofs.pairings import find_pairing
from service.solver.static_proofs.static_proof import find_static_proof
from tests.solver.checks import (
    check_bounds,
    check_drawn_by,
    check_exact,
    check_pairs,
    check_proof,
    check_variation,
)
from tests.solver.engines import BY_ENGINES, ENGINES_FOR, counter_engines
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, Variant, VariantReference, Wrap, lines_of, put
from tests.support.sampling import enough

SMALL = [
    ((4, 4, 4), (3, 7)), ((5, 4, 4), (4, 7)), ((5, 5, 5), (3, 7)), ((6, 5, 5), (3, 7)),
    ((7, 1, 3), (3, 6)), ((8, 2, 4), (3, 7)), ((9, 9, 6), (3, 7)), ((10, 10, 8), (3, 7)),
]  # fmt: skip

EMPTY = [
    (5, 5, 5), (7, 7, 6), (9, 6, 6), (6, 9, 6), (8, 8, 7), (10, 10, 7), (10, 10, 8), (12, 12, 8),
    (9, 9, 9), (15, 15, 9), (30, 10, 9), (9, 40, 10), (50, 50, 9), (50, 50, 20), (50, 50, 50),
    (2500, 1, 12), (3, 300, 200),
]  # fmt: skip

WITH_STONES = [
    ((13, 13, 8), 40), ((15, 15, 9), 10), ((15, 15, 9), 60), ((20, 20, 10), 40), ((12, 30, 11), 60),
    ((50, 50, 13), 200), ((50, 50, 20), 500), ((50, 50, 30), 500), ((100, 4, 20), 60),
    ((60, 1, 20), 6), ((50, 50, 14), 1),
]  # fmt: skip

JOINED: list[tuple[tuple[int, int, int], Wrap]] = [
    ((6, 6, 6), "horizontal"), ((6, 6, 6), "vertical"), ((8, 8, 8), "vertical"),
    ((12, 3, 4), "horizontal"), ((10, 6, 7), "both"), ((12, 3, 5), "both"), ((3, 12, 6), "both"),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "empty_cells"), SMALL, ids=str)
def test_what_needs_no_search_is_right(
    solver: Solver, shape: tuple[int, int, int], empty_cells: tuple[int, int]
) -> None:
    """Every option's value and plies, the proof and the line of play, against a plain search."""
    methods: Counter[str] = Counter()
    for position in random_positions(shape, empty_cells, 300, seed=20):
        board = position.board
        analysis = solver.analyse(board, Budget())
        assert analysis.proof is not None
        methods[analysis.proof.method] += 1
        if analysis.proof.method != "search":
            check_exact(analysis, position)
            check_variation(analysis, position)
    assert methods["pairing"] >= enough(10), methods
    assert methods["potential"] >= enough(10), methods


@pytest.mark.parametrize("search", [engines_for, counter_engines])
@pytest.mark.parametrize("shape", [(4, 4, 4), (5, 4, 4), (5, 5, 4), (8, 2, 4), (6, 2, 3)], ids=str)
def test_bounds_by_pairs_through_the_door(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int, int], search: Callable[..., object]
) -> None:
    """As on boards where the search does not see the end; with the table left by others."""
    monkeypatch.setattr("service.solver.static_proofs.static_proof.CELLS", 0)
    monkeypatch.setattr(ENGINES_FOR, search)
    seen, solver = Counter[str](), Solver(1)
    for position in random_positions(shape, (3, 9), 350, seed=23):
        board = position.board
        early = solver.analyse(board, Budget(nodes=1))
        check_bounds(early, position)
        if early.proof is not None:
            check_proof(early, position.game, position.cells)
        analysis = solver.analyse(board, Budget(nodes=BY_ENGINES))
        check_exact(analysis, position)
        check_variation(analysis, position)
        known = find_static_proof(board, board.contents, None)
        if known.bounds is not None:
            seen["some options"] += 0 in known.bounds and bool(known.bounds.any())
        if known.proof is not None:
            seen["first move"] += known.proof.first_move is not None
            seen["own pairs"] += any(len(pair.against) == 1 for pair in known.proof.pairs)
    assert seen["some options"] >= enough(10), seen
    assert seen["first move"] >= enough(5), seen
    assert seen["own pairs"] >= enough(5) or shape[1] == 2, seen


def analysed(game: Reference, stones: int, chance: random.Random) -> Analysis:
    """Return what needs no search of a position with some stones; a pairing is checked.

    They lie anywhere, as many of X as of O or one more; no line is so long.
    """
    cells = "." * (game.width * game.height)
    for index, cell in enumerate(chance.sample(range(len(cells)), stones)):
        cells = put(cells, cell, "XO"[index % 2])
    board = Position(game, cells, "XO"[stones % 2]).board
    analysis = Solver(1).analyse(board, Budget(nodes=1))
    if analysis.proof is not None and analysis.proof.method == "pairing":
        check_drawn_by("pairing", analysis, game, cells)
        assert analysis.proof.first_move in (None, analysis.options[0].cell)
    return analysis


@pytest.mark.parametrize(
    ("shape", "stones"), [*((shape, 0) for shape in EMPTY), *WITH_STONES], ids=str
)
def test_boards_with_a_pairing(shape: tuple[int, int, int], stones: int) -> None:
    """Each is drawn at once, with a proof and with a whole game in which nobody has a line."""
    # The stones are always the same: others may leave no pairing that is found.
    game, chance = Reference(*shape), random.Random(f"{shape} {stones}")
    for _ in range(3 if stones else 1):
        analysis = analysed(game, stones, chance)
        assert (analysis.search.complete, analysis.search.nodes) == (True, 0)
        assert analysis.proof is not None
        assert analysis.proof.method == "pairing"


def test_each_side_may_have_pairs_of_its_own() -> None:
    """Where no pairs keep off both; each kind of proof has its lines, and a whole game."""
    game, chance = Reference(10, 10, 7), random.Random("pairs of its own")
    seen: Counter[str] = Counter()
    for stones in [1, 2, 4, 8, 12, 16] * 5:
        proof = analysed(game, stones, chance).proof
        if proof is not None and proof.method == "pairing":
            seen[",".join(sorted({"".join(pair.against) for pair in proof.pairs}))] += 1
    assert seen.keys() == {"O,X", "XO"}, seen
    assert min(seen.values()) >= 3, seen


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_where_a_proof_begins_comes_before_its_equals(seed: int | None) -> None:
    """All options draw, but only by beginning at one of them is it shown without a search."""
    rows = [
        "..OX.OX.XO.X..O", "...OXOO..X.O.X.", ".XXO..OXOXXO.O.", "OO.OXX..OXOXXXO",
        "X..XO.OOXX.XOXX", ".XO.O.X.XO...XO", "O.XXXOOO.X.XOX.", "X.OO.X.XOX..OOX",
        ".OX.OXOXXOXOXXO", "...OX..OXOXO.O.", ".XOO..XOO.OX.O.", "O..XXO...XO.O.X",
        "XO.OXXXO..XO...",
    ]  # fmt: skip
    analysis = Solver(1).analyse(parse(rows, 5, "X"), Budget(nodes=200_000, seed=seed))
    assert analysis.proof is not None
    assert analysis.proof.first_move == analysis.options[0].cell == 70
    assert sum(option.assessment.value == 0 for option in analysis.options) > 60


@pytest.mark.parametrize(("shape", "wrap"), JOINED, ids=str)
def test_boards_with_joined_edges_and_a_pairing(shape: tuple[int, int, int], wrap: Wrap) -> None:
    """Where lines go over an edge, and two cells lie on lines of several directions at once."""
    board, blank = Board(Rules(*shape, wrap=wrap)), "." * (shape[0] * shape[1])
    draw = find_static_proof(board, board.contents, None)
    assert draw.bounds is not None
    assert not draw.bounds.any()
    assert draw.proof is not None
    assert draw.proof.method == "pairing"
    game = VariantReference(Variant(*shape, wrap=wrap), blank)
    lines = {line for windows in game.windows.values() for line, _ in windows}
    assert len(lines) == len(board.geometry.lines)
    pairs = [(pair.first, pair.second) for pair in draw.proof.pairs]
    check_pairs(pairs, blank, list(map(tuple, lines)))


def test_a_line_of_draws_that_is_too_long_to_find_ends_with_its_nodes() -> None:
    board = Board(Rules(15, 15, 5))
    cells = np.arange(225)
    deepening = CounterDeepening(board, cells, best_only=False)
    line = [112]
    assert not deepening.extend_line(0, (), line, 20_000)
    assert 1 <= len(line) < 225


def test_a_finder_without_time_finds_only_what_is_at_hand() -> None:
    for shape, at_hand in (((15, 15, 9), True), ((10, 10, 8), False)):
        board = Board(Rules(*shape))
        contents = np.zeros(board.rules.cells, np.uint8)
        needed = np.ones(len(lines_of(*shape)), np.uint8)
        assert (find_pairing(board, contents, needed, False, 0) is not None) == at_hand
