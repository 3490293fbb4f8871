"""Draws by pairings: the pairs are what they say, and the values what a plain search says."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from service.game import Board, Rules
from service.game.geometry import DIRECTIONS
from service.solver import Budget, Proof, Solver
from service.solver.pairings import find_pairs
from service.solver.torus import torus_steps
from tests.maker_breaker import maker_wins, open_sets
from tests.positions import random_positions
from tests.reference import Reference, lines_of, other
from tests.solver.checks import board_of, check_exact, check_pairs, check_proof, check_variation

WORK_LIMIT = 10_000_000

SMALL = [
    ((4, 4, 4), (3, 7)), ((5, 4, 4), (4, 7)), ((5, 5, 5), (3, 7)), ((6, 5, 5), (3, 7)),
    ((7, 1, 3), (3, 6)), ((8, 2, 4), (3, 7)), ((9, 9, 6), (3, 7)), ((10, 10, 8), (3, 7)),
]  # fmt: skip

EMPTY = [
    (5, 5, 5), (7, 7, 6), (9, 6, 6), (8, 8, 7), (10, 10, 7), (10, 10, 8), (12, 12, 8),
    (9, 9, 9), (15, 15, 9), (30, 10, 9), (9, 40, 10), (50, 50, 9), (50, 50, 20), (50, 50, 50),
    (2500, 1, 12), (3, 300, 200),
]  # fmt: skip

WITHOUT = [
    (3, 3, 3), (6, 5, 5), (5, 5, 4), (4, 4, 4), (6, 6, 4), (9, 9, 4), (19, 19, 5), (50, 50, 5),
]  # fmt: skip

WITH_STONES = [
    ((13, 13, 8), 40), ((15, 15, 9), 10), ((15, 15, 9), 60), ((20, 20, 10), 40), ((12, 30, 11), 60),
    ((50, 50, 13), 200), ((50, 50, 20), 500), ((50, 50, 30), 500), ((100, 4, 20), 60),
    ((60, 1, 20), 6), ((50, 50, 14), 1),
]  # fmt: skip


def open_to(game: Reference, cells: str, side: str) -> list[tuple[int, ...]]:
    """The lines without a stone of the other side."""
    rival = other(side)
    return [line for line in game.lines if all(cells[cell] != rival for cell in line)]


def find(game: Reference, cells: str, side: str) -> list[tuple[int, int]] | None:
    """Pairs against one side, as the solver finds them; None where a line has one empty cell."""
    board = Board(Rules(game.width, game.height, game.row_length))
    contents = np.array([".XO".index(mark) for mark in cells], np.uint8)
    on_lines = contents[board.geometry.lines]
    needed = (on_lines != ".XO".index(other(side))).all(axis=1)
    if ((on_lines == 0).sum(axis=1)[needed] < 2).any():
        return None
    return find_pairs(board, contents, needed.astype(np.uint8), WORK_LIMIT)


def scattered(game: Reference, stones: int, chance: random.Random) -> str:
    """As many stones of X as of O (or one more), anywhere; no line of them is so long."""
    cells = ["."] * (game.width * game.height)
    for index, cell in enumerate(chance.sample(range(len(cells)), stones)):
        cells[cell] = "XO"[index % 2]
    return "".join(cells)


@pytest.mark.parametrize(("shape", "empty_cells"), SMALL, ids=str)
def test_what_needs_no_search_is_right(
    solver: Solver, shape: tuple[int, int, int], empty_cells: tuple[int, int]
) -> None:
    """Every option's value and plies, the proof and the line of play, against a plain search."""
    methods: Counter[str] = Counter()
    for position in random_positions(shape, empty_cells, 300, seed=20):
        board = board_of(position.game, position.cells, position.to_move)
        analysis = solver.analyse(board, Budget())
        assert analysis.proof is not None
        methods[analysis.proof.method] += 1
        if analysis.proof.method != "search":
            check_exact(analysis, position.game, position.cells)
            check_variation(analysis, position.game, position.cells)
    assert methods["pairing"] >= 10, methods
    assert methods["potential"] >= 10, methods


@pytest.mark.parametrize("shape", [(4, 4, 4), (5, 4, 4), (5, 5, 4), (7, 1, 3), (6, 2, 3)], ids=str)
def test_a_side_that_a_pairing_holds_never_wins(shape: tuple[int, int, int]) -> None:
    """Not if only its lines count, and not in the game of both sides, whoever moves."""
    found = 0
    for position in random_positions(shape, (4, 8), 200, seed=21):
        game, cells = position.game, position.cells
        for side in "XO":
            pairs = find(game, cells, side)
            if pairs is None:
                continue
            found += 1
            check_pairs(pairs, cells, open_to(game, cells, side))
            assert not maker_wins(open_sets(game, cells, side), "Maker")
            assert game.solve(cells, side)[0] <= 0
            assert game.solve(cells, other(side))[0] >= 0
    assert found > 20


@pytest.mark.parametrize("shape", EMPTY, ids=str)
def test_empty_boards_with_a_pairing(shape: tuple[int, int, int]) -> None:
    check_drawn_by_pairs(Reference(*shape), "." * (shape[0] * shape[1]))


@pytest.mark.parametrize(("shape", "stones"), WITH_STONES, ids=str)
def test_boards_with_stones_and_a_pairing(shape: tuple[int, int, int], stones: int) -> None:
    game, chance = Reference(*shape), random.Random(f"{shape} {stones}")
    for _ in range(3):
        check_drawn_by_pairs(game, scattered(game, stones, chance))


def check_drawn_by_pairs(game: Reference, cells: str) -> None:
    """At once, with a proof and with a whole game in which nobody completes a line."""
    mover = "XO"[cells.count("X") - cells.count("O")]
    board = board_of(game, cells, mover)
    analysis = Solver(1).analyse(board, Budget(nodes=1))
    assert analysis.search.complete
    assert analysis.search.nodes == 0
    assert analysis.proof is not None
    assert analysis.proof.method == "pairing"
    check_proof(analysis, game, cells)
    assert sorted(option.cell for option in analysis.options) == board.legal_moves
    for each in (analysis.assessment, *(option.assessment for option in analysis.options)):
        assert (each.value, each.plies_to_end, each.shortest) == (0, cells.count("."), True)
    assert sorted(analysis.principal_variation) == board.legal_moves
    played = list(cells)
    for cell in analysis.principal_variation:
        played[cell] = mover
        mover = other(mover)
    for line in game.lines:
        assert {played[cell] for cell in line} == {"X", "O"}


@pytest.mark.parametrize("shape", WITHOUT, ids=str)
def test_boards_without_a_pairing(shape: tuple[int, int, int]) -> None:
    """Weak wins of the first player that are draws (3x3, 3 and 5x5, 4), wins, and 6x5, 5.

    The 20 lines of the last need 15 pairs, but of each side column's 5 cells only 4 can serve.
    """
    assert find(Reference(*shape), "." * (shape[0] * shape[1]), "X") is None


def test_any_nine_in_a_row_on_the_torus_hold_a_pair() -> None:
    steps = torus_steps().tolist()
    for row in range(8):
        for column in range(8):
            down, right = steps[row][column]
            assert (abs(down), abs(right)) in {(0, 1), (1, 0), (1, 1)}
            back = steps[(row + down) % 8][(column + right) % 8]
            assert back == [-down, -right]
            for direction in DIRECTIONS:
                places = [(row + n * direction[0], column + n * direction[1]) for n in range(9)]
                partners = [
                    (r + steps[r % 8][c % 8][0], c + steps[r % 8][c % 8][1]) for r, c in places
                ]
                assert set(partners) & set(places)


def test_a_finder_without_time_finds_only_what_is_at_hand() -> None:
    for shape, at_hand in (((15, 15, 9), True), ((10, 10, 8), False)):
        board = Board(Rules(*shape))
        contents = np.zeros(board.rules.cells, np.uint8)
        needed = np.ones(len(lines_of(*shape)), np.uint8)
        assert (find_pairs(board, contents, needed, 0) is not None) == at_hand


def test_no_pairing_is_looked_for_where_a_line_lacks_one_stone(solver: Solver) -> None:
    game = Reference(5, 5, 5)
    analysis = solver.analyse(board_of(game, "XXXX." + "." * 15 + "OOO..", "O"), Budget())
    assert analysis.proof == Proof("potential")
    assert [option.cell for option in analysis.options if option.assessment.value == 0] == [4]
