"""The proof-number search of Maker-Breaker games, against a plain search of all moves."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from service.game import Rules
from service.solver import linegames
from service.solver.kernels import hypergraph
from service.solver.kernels import maker_breaker as kernel
from service.solver.kernels import table as tt
from service.solver.kernels.narrow import LineGame
from service.solver.proofs import DrawProofs, Question
from service.solver.transposition import TranspositionTable
from tests.maker_breaker import (
    MOVERS,
    Cells,
    breaker_takes,
    cells_of,
    from_words,
    maker_takes,
    maker_wins,
    open_sets,
    random_systems,
    scattered_stones,
    to_words,
)
from tests.reference import Reference, moved, symmetries_of

Words = NDArray[np.uint64]

SHAPES = [
    ((3, 3, 3), (1, 9)), ((4, 3, 3), (1, 10)), ((4, 4, 3), (1, 10)), ((4, 4, 4), (1, 10)),
    ((5, 3, 3), (1, 10)), ((5, 4, 4), (1, 10)), ((5, 5, 4), (4, 10)), ((5, 5, 5), (4, 10)),
    ((2, 7, 2), (1, 9)), ((12, 1, 3), (1, 12)), ((6, 6, 4), (5, 10)), ((8, 8, 5), (6, 11)),
]  # fmt: skip
UNLIMITED = 1 << 60
KEYS = np.array([5, 6], np.uint64)
VERDICTS = {kernel.MAKER_WINS: True, kernel.BREAKER_HOLDS: False}


def new_search() -> kernel.Search:
    """A search of nothing yet."""
    return kernel.Search(
        stones=np.zeros((kernel.PLIES, 2), np.uint64),
        sets=np.zeros((kernel.PLIES + 1, hypergraph.MOST_SETS), np.uint64),
        numbers=np.zeros((kernel.PLIES, kernel.FRAME_COLUMNS), np.int64),
        cells=np.zeros((kernel.PLIES, kernel.CELLS), np.int64),
        proofs=np.zeros((kernel.PLIES, kernel.CELLS), np.int64),
        disproofs=np.zeros((kernel.PLIES, kernel.CELLS), np.int64),
        incidence=np.zeros((kernel.CELLS, 2), np.uint64),
        scratch=np.zeros((2, hypergraph.MOST_SETS), np.uint64),
        control=np.zeros(kernel.CONTROL_COLUMNS, np.int64),
    )


def new_tables(buckets: int, estimates: int) -> tuple[Words, Words]:
    """Tables that hold nothing yet."""
    return np.zeros((buckets, tt.BUCKET_WORDS), np.uint64), np.zeros((estimates, 2), np.uint64)


def stones_of(cells: str) -> tuple[np.uint64, np.uint64]:
    """The stones of Maker (X) and of Breaker (O)."""
    maker, breaker = (
        sum(1 << cell for cell, mark in enumerate(cells) if mark == player) for player in "XO"
    )
    return np.uint64(maker), np.uint64(breaker)


def ask(
    game: LineGame, search: kernel.Search, tables: tuple[Words, Words], cells: str, mover: int
) -> bool:
    """Whether Maker completes a line, as the kernel has it."""
    kernel.begin(game, search, 0, *stones_of(cells), mover)
    assert kernel.prove(game, *tables, search, 0, KEYS, UNLIMITED)
    return VERDICTS[int(search.control[kernel.RESULT])]


@pytest.mark.parametrize(
    ("buckets", "estimates"), [(1 << 12, 1 << 11), (1, 1 << 11), (64, 1), (1, 1)]
)
@pytest.mark.parametrize(("shape", "empty"), SHAPES, ids=str)
def test_the_answer_is_that_of_a_plain_search(
    shape: tuple[int, int, int], empty: tuple[int, int], buckets: int, estimates: int
) -> None:
    reference, game = Reference(*shape), linegames.whole_board(Rules(*shape))
    search, tables = new_search(), new_tables(buckets, estimates)
    answers: Counter[bool] = Counter()
    for cells in scattered_stones(reference, 150, empty, seed=1):
        sets = open_sets(reference, cells, "X")
        for number, mover in enumerate(MOVERS):
            expected = maker_wins(sets, mover)
            found = ask(game, search, tables, cells, number)
            assert found == expected, (reference.rows(cells), mover)
            answers[expected] += 1
    assert min(answers[True], answers[False]) >= 5
    assert search.control[kernel.NODES] > 0


@pytest.mark.parametrize(
    ("shape", "maker_first"),
    [((3, 3, 3), True), ((4, 3, 3), True), ((4, 4, 4), False), ((5, 3, 3), True),
     ((4, 2, 4), False), ((12, 1, 3), False)],
    ids=str,
)  # fmt: skip
def test_empty_boards(shape: tuple[int, int, int], maker_first: bool) -> None:
    """Maker wins 3x3 when he moves first, though tic-tac-toe is a draw."""
    game, tables = linegames.whole_board(Rules(*shape)), new_tables(1 << 10, 1 << 10)
    empty = "." * (shape[0] * shape[1])
    assert ask(game, new_search(), tables, empty, kernel.MAKER) == maker_first
    assert ask(game, new_search(), tables, empty, kernel.BREAKER) in (False, maker_first)


@pytest.mark.parametrize("colour", [0, 1])
@pytest.mark.parametrize("buckets", [1, 1 << 10])
def test_games_whose_players_have_different_lines(colour: int, buckets: int) -> None:
    """The empty cells of a larger board: each position is a game of its own, with its own keys."""
    search, tables = new_search(), new_tables(buckets, 1 << 6)
    answers: Counter[bool] = Counter()
    key = 0
    for system in random_systems(1500, 9, (1, 4), seed=2):
        sets = sorted(set(system), key=sorted)
        lines = np.zeros((2, len(sets) + 3), np.uint64)
        lines[colour, : len(sets)] = to_words(sets)
        lines[1 - colour, :2] = 3, 12
        game = linegames.whole_board(Rules(9, 1, 9))._replace(lines=lines)
        key += 2
        for number, mover in enumerate(MOVERS):
            nothing = np.uint64(0)
            kernel.begin(game, search, colour, nothing, nothing, number)
            keys = np.array([key, key + 1], np.uint64)
            assert kernel.prove(game, *tables, search, colour, keys, UNLIMITED)
            expected = maker_wins(frozenset(sets), mover)
            assert VERDICTS[int(search.control[kernel.RESULT])] == expected, (sets, mover)
            answers[expected] += 1
    assert min(answers[True], answers[False]) >= 100


@pytest.mark.parametrize("shape", [shape for shape, _ in SHAPES], ids=str)
def test_a_search_that_is_cut_into_single_nodes(shape: tuple[int, int, int]) -> None:
    """The same answer after the same nodes, wherever it stops."""
    most = shape[0] * shape[1]
    empty = min(most, 9), min(most, 18)
    reference, game = Reference(*shape), linegames.whole_board(Rules(*shape))
    stops = 0
    for cells in scattered_stones(reference, 150, empty, seed=3):
        for number in (kernel.MAKER, kernel.BREAKER):
            whole, cut = new_search(), new_search()
            expected = ask(game, whole, new_tables(32, 32), cells, number)
            tables, limit = new_tables(32, 32), 0
            kernel.begin(game, cut, 0, *stones_of(cells), number)
            while not kernel.prove(game, *tables, cut, 0, KEYS, limit):
                assert cut.control[kernel.NODES] == limit
                limit += 1
                stops += 1
            assert VERDICTS[int(cut.control[kernel.RESULT])] == expected, reference.rows(cells)
            assert cut.control[kernel.NODES] == whole.control[kernel.NODES]
            assert cut.control[kernel.TABLE_HITS] == whole.control[kernel.TABLE_HITS]
    assert stops >= 8


def test_a_game_of_too_many_lines_is_refused() -> None:
    game = linegames.whole_board(Rules(8, 8, 3))
    assert not DrawProofs.fits(game)
    with pytest.raises(ValueError, match="too many lines"):
        Question(game, TranspositionTable(1))


def reduced(sets: list[Cells]) -> Words:
    """The reduced sets, in a row as the search has it."""
    words = to_words(sets, hypergraph.MOST_SETS)[: hypergraph.MOST_SETS]
    size = hypergraph.drop_containing(words, len(sets), len(sets))
    return words[: hypergraph.drop_private(words, size)].copy()


@pytest.mark.parametrize(
    ("most_cells", "sizes"), [(4, (1, 2)), (6, (1, 3)), (8, (2, 4)), (9, (2, 3)), (10, (3, 5))],
    ids=str,
)  # fmt: skip
def test_what_is_seen_at_once_is_true(most_cells: int, sizes: tuple[int, int]) -> None:
    scratch = np.zeros((2, hypergraph.MOST_SETS), np.uint64)
    verdicts: Counter[int] = Counter()
    for system in random_systems(2000, most_cells, sizes, seed=4):
        words = reduced(system)
        sets = frozenset(from_words(words.tolist()))
        for number, mover in enumerate(MOVERS):
            verdict = int(kernel.judge(words, words.size, number, scratch))
            verdicts[verdict] += 1
            if verdict != kernel.OPEN:
                assert maker_wins(sets, mover) == VERDICTS[verdict], (sets, mover)
            elif mover == "Maker":
                assert min(map(len, sets)) > 1, "a set of one cell is seen"
    assert verdicts[kernel.MAKER_WINS] + verdicts[kernel.BREAKER_HOLDS] >= 1000
    assert verdicts[kernel.BREAKER_HOLDS] >= 100


@pytest.mark.parametrize(
    ("most_cells", "sizes"), [(4, (1, 3)), (6, (1, 3)), (7, (2, 4)), (8, (2, 3)), (9, (3, 5))],
    ids=str,
)  # fmt: skip
def test_undominated_moves_are_enough(most_cells: int, sizes: tuple[int, int]) -> None:
    search, fewer = new_search(), 0
    for system in random_systems(1500, most_cells, sizes, seed=5):
        sets = list(dict.fromkeys(system))
        search.sets[0, : len(sets)] = to_words(sets)
        kept = int(kernel.undominated(search, 0, len(sets)))
        moves = search.cells[0, :kept].tolist()
        uses = {cell: {each for each in sets if cell in each} for cell in cells_of(sets)}
        assert len(set(moves)) == kept
        assert set(moves) <= set(uses)
        for cell in uses:
            better = [move for move in moves if uses[cell] <= uses[move]]
            assert better == [cell] if cell in moves else better, (sets, cell)
        whole = frozenset(sets)
        assert maker_wins(whole, "Maker") == any(
            maker_wins(maker_takes(whole, move), "Breaker") for move in moves
        ), sets
        assert maker_wins(whole, "Breaker") == all(
            maker_wins(breaker_takes(whole, move), "Maker") for move in moves
        ), sets
        fewer += kept < len(uses)
    assert fewer >= 100


def test_undominated_moves_of_more_sets_than_a_word_has_bits() -> None:
    """100 sets through cell 63; every other cell is in fewer of them."""
    search, chance = new_search(), random.Random(6)
    for _ in range(50):
        sets = list({frozenset({63, *chance.sample(range(63), 4)}) for _ in range(100)})
        search.sets[0, : len(sets)] = to_words(sets)
        assert kernel.undominated(search, 0, len(sets)) == 1
        assert search.cells[0, 0] == 63
        extra = frozenset({1, 2})
        search.sets[0, len(sets)] = to_words([extra])[0]
        kept = int(kernel.undominated(search, 0, len(sets) + 1))
        left = search.cells[0, :kept].tolist()
        assert 63 in left
        assert left != [63]
        assert set(left) <= {1, 2, 63}


def key_of(game: LineGame, cells: str) -> tuple[int, int]:
    """The name of a position, reduced from scratch."""
    maker, breaker = stones_of(cells)
    words = np.zeros(hypergraph.MOST_SETS, np.uint64)
    size = hypergraph.open_sets(game.lines[0], maker, breaker, words)
    size = hypergraph.drop_containing(words, size, size)
    size = hypergraph.drop_private(words, size)
    first, second, _ = kernel.position_key(game, 0, maker, breaker, words, size)
    return int(first), int(second)


@pytest.mark.parametrize(("shape", "empty"), SHAPES, ids=str)
def test_positions_of_one_key_have_one_value(
    shape: tuple[int, int, int], empty: tuple[int, int]
) -> None:
    """Symmetric positions have one key, too."""
    reference, game = Reference(*shape), linegames.whole_board(Rules(*shape))
    symmetries = symmetries_of(*shape[:2])
    values: dict[tuple[int, int], tuple[bool, ...]] = {}
    seen = 0
    for cells in scattered_stones(reference, 400, empty, seed=7):
        key = key_of(game, cells)
        for images in symmetries:
            assert key_of(game, moved(cells, images)) == key, reference.rows(cells)
        sets = open_sets(reference, cells, "X")
        value = tuple(maker_wins(sets, mover) for mover in MOVERS)
        assert values.setdefault(key, value) == value, reference.rows(cells)
        seen += 1
    assert len(set(values.values())) >= 2
    assert len(values) < seen


@pytest.mark.parametrize(("shape", "empty"), SHAPES, ids=str)
def test_sets_reduced_move_by_move_are_worth_the_position(
    shape: tuple[int, int, int], empty: tuple[int, int]
) -> None:
    """And the name they give the position is one for positions of one value."""
    reference, game = Reference(*shape), linegames.whole_board(Rules(*shape))
    search, chance, plies = new_search(), random.Random(8), 0
    values: dict[tuple[int, int], tuple[bool, ...]] = {}
    for start in scattered_stones(reference, 500, empty, seed=9):
        cells, mover = start, chance.randrange(2)
        kernel.begin(game, search, 0, *stones_of(cells), mover)
        size, ply = int(search.numbers[0, kernel.SETS]), 0
        while True:
            left = from_words(search.sets[ply, :size].tolist())
            sets = open_sets(reference, cells, "X")
            value = tuple(maker_wins(sets, each) for each in MOVERS)
            assert value == tuple(maker_wins(frozenset(left), each) for each in MOVERS), cells
            first, second, _ = kernel.position_key(
                game, 0, *stones_of(cells), search.sets[ply], size
            )
            key = int(first), int(second)
            assert values.setdefault(key, value) == value, (reference.rows(cells), start)
            single = cells_of(each for each in left if len(each) == 1)
            if not left or (mover == kernel.MAKER and single):
                break
            move = chance.choice(sorted(single or cells_of(left)))
            search.numbers[ply, kernel.MOVER] = mover
            size = int(kernel.child_sets(search, ply, size, np.uint64(1 << move)))
            cells = cells[:move] + "XO"[mover] + cells[move + 1 :]
            mover, ply = 1 - mover, ply + 1
            plies += 1
    assert plies >= 150
