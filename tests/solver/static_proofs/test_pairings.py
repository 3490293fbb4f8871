"""Draws by pairings: the pairs are what they say, and the values what a plain search says."""

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from service.game import Board, Rules, parse
from service.game.directions import STEPS
from service.solver import Budget, Proof, Solver
from service.solver.counters import CounterDeepening
from service.solver.session.engines import engines_for
from service.solver.static_proofs.pairings import find_pairing
from service.solver.static_proofs.static_proof import find_static_proof
from service.solver.static_proofs.torus import TORUS_STEPS
from tests.solver.checks import (
    check_bounds,
    check_drawn_by,
    check_exact,
    check_pairs,
    check_variation,
    contents_of,
)
from tests.solver.engines import BY_ENGINES, ENGINES_FOR, counter_engines
from tests.support.positional_games import maker_wins, open_sets
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, Variant, VariantReference, Wrap, lines_of, other
from tests.support.sampling import enough

WORK_LIMIT = 10_000_000

SMALL = [
    ((4, 4, 4), (3, 7)), ((5, 4, 4), (4, 7)), ((5, 5, 5), (3, 7)), ((6, 5, 5), (3, 7)),
    ((7, 1, 3), (3, 6)), ((8, 2, 4), (3, 7)), ((9, 9, 6), (3, 7)), ((10, 10, 8), (3, 7)),
]  # fmt: skip

EMPTY = [
    (5, 5, 5), (7, 7, 6), (9, 6, 6), (6, 9, 6), (8, 8, 7), (10, 10, 7), (10, 10, 8), (12, 12, 8),
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

JOINED: list[tuple[tuple[int, int, int], Wrap]] = [
    ((6, 6, 6), "horizontal"), ((6, 6, 6), "vertical"), ((8, 8, 8), "vertical"),
    ((12, 3, 4), "horizontal"), ((10, 6, 7), "both"), ((12, 3, 5), "both"), ((3, 12, 6), "both"),
]  # fmt: skip


def pairs_of(proof: Proof) -> list[tuple[int, int]]:
    """Return the cells of the pairs."""
    return [(pair.first, pair.second) for pair in proof.pairs]


def open_to(game: Reference, cells: str, side: str) -> list[tuple[int, ...]]:
    """Return the lines without a stone of the other side."""
    rival = other(side)
    return [line for line in game.lines if all(cells[cell] != rival for cell in line)]


def find(game: Reference, cells: str, mover: str, sides: str, may_move: bool) -> Proof | None:
    """Return what the solver finds against some sides."""
    board = Board(Rules(game.width, game.height, game.row_length))
    contents = contents_of(cells, mover)
    on_lines = contents[board.geometry.lines]
    needed = np.zeros(len(on_lines), np.uint8)
    for bit, side in ((1, mover), (2, other(mover))):
        if side in sides:
            needed += bit * (on_lines != 3 - bit).all(axis=1).astype(np.uint8)
    return find_pairing(board, contents, needed, may_move, WORK_LIMIT)


def scattered(game: Reference, stones: int, chance: random.Random) -> str:
    """Return as many stones of X as of O (or one more), anywhere; no line is so long."""
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
        board = position.board
        analysis = solver.analyse(board, Budget())
        assert analysis.proof is not None
        methods[analysis.proof.method] += 1
        if analysis.proof.method != "search":
            check_exact(analysis, position)
            check_variation(analysis, position)
    assert methods["pairing"] >= enough(10), methods
    assert methods["potential"] >= enough(10), methods


@pytest.mark.parametrize("shape", [(4, 4, 4), (5, 4, 4), (5, 5, 4), (7, 1, 3), (6, 2, 3)], ids=str)
def test_a_side_that_a_pairing_holds_never_wins(shape: tuple[int, int, int]) -> None:
    """Not if only its lines count, and not in the game of both sides, whoever moves."""
    found = 0
    for position in random_positions(shape, (4, 8), 200, seed=21):
        game, cells = position.game, position.cells
        for side in "XO":
            pairing = find(game, cells, other(side), side, may_move=False)
            if pairing is None:
                continue
            found += 1
            assert pairing.first_move is None
            assert pairing == find(game, cells, side, side, may_move=False)
            check_pairs(pairs_of(pairing), cells, open_to(game, cells, side))
            assert not maker_wins(open_sets(game, cells, side), "Maker")
            assert game.solve(cells, side)[0] <= 0
            assert game.solve(cells, other(side))[0] >= 0
    assert found > enough(20)


@pytest.mark.parametrize("shape", [(4, 4, 4), (5, 4, 4), (5, 5, 4), (8, 2, 4), (6, 2, 3)], ids=str)
def test_a_first_move_may_complete_a_pairing(shape: tuple[int, int, int]) -> None:
    """After it the opponent does not win; against both sides, the position is a draw."""
    found: Counter[str] = Counter()
    for position in random_positions(shape, (4, 8), 600, seed=22):
        game, cells, mover = position.game, position.cells, position.to_move
        rival = other(mover)
        for sides in (rival, mover + rival):
            pairing = find(game, cells, mover, sides, may_move=True)
            if pairing is None or pairing.first_move is None:
                continue
            found[sides] += 1
            move = pairing.first_move
            after = cells[:move] + mover + cells[move + 1 :]
            left = [line for line in open_to(game, cells, rival) if move not in line]
            if mover in sides:
                left += open_to(game, cells, mover)
                assert game.solve(cells, mover)[0] == 0
            check_pairs(pairs_of(pairing), cells, left)
            assert not maker_wins(open_sets(game, after, rival), "Maker")
            assert game.options(cells, mover)[move][0] >= 0
    assert min(found["X"] + found["O"], found["XO"] + found["OX"]) >= enough(5), found


@pytest.mark.parametrize("search", [engines_for, counter_engines])
@pytest.mark.parametrize("shape", [(4, 4, 4), (5, 4, 4), (5, 5, 4), (8, 2, 4), (6, 2, 3)], ids=str)
def test_bounds_by_pairs_through_the_door(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int, int], search: Callable[..., object]
) -> None:
    """As on boards where the search does not see the end; with the table left by others."""
    monkeypatch.setattr("service.solver.static_proofs.static_proof.CELLS", 0)
    monkeypatch.setattr(ENGINES_FOR, search)
    partly, solver = 0, Solver(1)
    for position in random_positions(shape, (3, 7), 150, seed=23):
        board = position.board
        check_bounds(solver.analyse(board, Budget(nodes=1)), position)
        analysis = solver.analyse(board, Budget(nodes=BY_ENGINES))
        check_exact(analysis, position)
        check_variation(analysis, position)
        contents = contents_of(position.cells, position.to_move)
        known = find_static_proof(board, contents, None)
        if known.bounds is not None:
            partly += 0 in known.bounds and bool(known.bounds.any())
    assert partly >= enough(10)


@pytest.mark.parametrize(
    ("shape", "stones"), [*((shape, 0) for shape in EMPTY), *WITH_STONES], ids=str
)
def test_boards_with_a_pairing(shape: tuple[int, int, int], stones: int) -> None:
    """Each is drawn at once, with a proof and with a whole game in which nobody has a line."""
    # The stones are always the same: others may leave no pairing that is found.
    game, chance = Reference(*shape), random.Random(f"{shape} {stones}")
    for _ in range(3 if stones else 1):
        cells = scattered(game, stones, chance)
        mover = "XO"[cells.count("X") - cells.count("O")]
        analysis = Solver(1).analyse(Position(game, cells, mover).board, Budget(nodes=1))
        check_drawn_by("pairing", analysis, game, cells)
        assert (analysis.search.complete, analysis.search.nodes) == (True, 0)
        assert analysis.proof is not None
        assert analysis.proof.first_move in (None, analysis.options[0].cell)


def test_each_side_may_have_pairs_of_its_own() -> None:
    """Where no pairs keep off both; each kind of proof has its lines, and a whole game."""
    game, chance = Reference(10, 10, 7), random.Random("pairs of its own")
    seen: Counter[str] = Counter()
    for stones in [1, 2, 4, 8, 12, 16] * 5:
        cells = scattered(game, stones, chance)
        mover = "XO"[cells.count("X") - cells.count("O")]
        analysis = Solver(1).analyse(Position(game, cells, mover).board, Budget(nodes=1))
        if analysis.proof is None or analysis.proof.method != "pairing":
            continue
        check_drawn_by("pairing", analysis, game, cells)
        seen[",".join(sorted({"".join(pair.against) for pair in analysis.proof.pairs}))] += 1
    assert seen.keys() == {"O,X", "XO"}, seen
    assert min(seen.values()) >= 3, seen


@pytest.mark.parametrize("shape", [(4, 4, 4), (5, 4, 4), (5, 5, 4)], ids=str)
def test_pairs_of_either_side_are_true_where_a_plain_search_reaches(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int, int]
) -> None:
    """Small boards are left to searches, but here what they would be told is checked."""
    monkeypatch.setattr("service.solver.static_proofs.static_proof.CELLS", 0)
    own = 0
    for position in random_positions(shape, (4, 9), 400, seed=35):
        board = position.board
        known = find_static_proof(board, board.contents, None)
        expected = {cell: value for cell, (value, _) in position.expected.items()}
        if known.bounds is not None:
            lower, upper = np.sign(known.bounds)
            for cell, value in expected.items():
                place = board.classes[cell]
                assert lower[place] <= value <= upper[place], position
        if known.proof is not None and known.proof.method == "pairing":
            assert max(expected.values()) == 0, position
            assert known.first_move is None or expected[known.first_move] == 0
            own += any(len(pair.against) == 1 for pair in known.proof.pairs)
    assert own >= enough(5)


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


@pytest.mark.parametrize("shape", WITHOUT, ids=str)
def test_boards_without_a_pairing(shape: tuple[int, int, int]) -> None:
    """Weak wins of the first player that are draws (3x3, 3 and 5x5, 4), wins, and 6x5, 5.

    The 20 lines of the last need 15 pairs, but of each side column's 5 cells only 4 can serve.
    """
    for sides in ("X", "O", "XO"):
        cells = "." * (shape[0] * shape[1])
        assert find(Reference(*shape), cells, "X", sides, may_move=False) is None


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
    check_pairs(pairs_of(draw.proof), blank, list(map(tuple, lines)))


def test_any_nine_in_a_row_on_the_torus_hold_a_pair() -> None:
    steps = TORUS_STEPS.tolist()
    for row in range(8):
        for column in range(8):
            down, right = steps[row][column]
            assert (abs(down), abs(right)) in {(0, 1), (1, 0), (1, 1)}
            back = steps[(row + down) % 8][(column + right) % 8]
            assert back == [-down, -right]
            for direction in STEPS:
                places = [(row + n * direction[0], column + n * direction[1]) for n in range(9)]
                partners = [
                    (r + steps[r % 8][c % 8][0], c + steps[r % 8][c % 8][1]) for r, c in places
                ]
                assert set(partners) & set(places)


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
