"""What is left out of a Maker-Breaker game changes nothing, and nothing more can be left out."""

from fractions import Fraction

import numpy as np
import pytest

from service.game import Rules
from service.solver.lines import encodings
from service.solver.proof_number.kernels import hypergraph
from tests.solver.proof_number.asking import minimal
from tests.support.maker_breaker import (
    MOVERS,
    Cells,
    cells_of,
    from_words,
    maker_wins,
    open_sets,
    random_systems,
    scattered_stones,
    stones_of,
    to_words,
)
from tests.support.reference import Reference
from tests.support.sampling import enough

KINDS = [(4, (1, 3)), (6, (1, 3)), (7, (2, 4)), (8, (2, 5)), (8, (2, 3))]


def without_private(sets: list[Cells]) -> list[Cells]:
    """Return what the kernel leaves."""
    words = to_words(sets)
    return from_words(words[: hypergraph.drop_private_pairs(words)[0]].tolist())


def assert_same_value(before: list[Cells], after: list[Cells]) -> None:
    """Check that two systems have the same value, whichever side moves."""
    for mover in MOVERS:
        expected = maker_wins(frozenset(before), mover)
        assert maker_wins(frozenset(after), mover) == expected, (before, after, mover)


@pytest.mark.parametrize(("most_cells", "sizes"), KINDS, ids=str)
def test_sets_that_contain_another_are_left_out(most_cells: int, sizes: tuple[int, int]) -> None:
    dropped = 0
    for sets in random_systems(1500, most_cells, sizes, seed=1):
        left = minimal(sets)
        assert len(left) == len(set(left)), sets
        assert set(left) == {each for each in sets if not any(map(each.__gt__, sets))}, sets
        assert_same_value(sets, left)
        dropped += len(left) < len(sets)
    assert dropped >= enough(200)


@pytest.mark.parametrize("minimal_first", [False, True])
@pytest.mark.parametrize(("most_cells", "sizes"), KINDS, ids=str)
def test_sets_with_a_private_pair_are_left_out(
    most_cells: int, sizes: tuple[int, int], minimal_first: bool
) -> None:
    dropped = 0
    for system in random_systems(1500, most_cells, sizes, seed=3):
        sets = minimal(system) if minimal_first else system
        left = without_private(sets)
        assert all(left.count(each) <= sets.count(each) for each in left), (sets, left)
        for index, each in enumerate(left):
            assert len(each - cells_of(left[:index] + left[index + 1 :])) < 2, sets
        assert_same_value(sets, left)
        dropped += len(left) < len(sets)
    assert dropped >= enough(100)


@pytest.mark.parametrize("shape", [(3, 3, 3), (5, 4, 4), (6, 6, 4), (8, 8, 5)], ids=str)
def test_open_sets_are_what_maker_lacks(shape: tuple[int, int, int]) -> None:
    game, lines = Reference(*shape), encodings.whole_board(Rules(*shape)).lines[0]
    size = game.width * game.height
    for cells in scattered_stones(game, 200, (size // 2, size), seed=4):
        maker, breaker = map(np.uint64, stones_of(cells))
        words = np.zeros(hypergraph.MOST_SETS, np.uint64)
        found = hypergraph.open_sets(lines, maker, breaker, words)
        expected = open_sets(game, cells, "X")
        assert frozenset(from_words(words[:found].tolist())) == expected, game.rows(cells)
        assert from_words([hypergraph.union(words[:found])]) == [cells_of(expected)]


def test_the_potential_is_never_rounded_down() -> None:
    for sets in random_systems(500, 60, (1, 34), seed=5):
        exact = sum(Fraction(int(hypergraph.UNIT), 1 << len(each)) for each in sets)
        found = hypergraph.potential(to_words(sets))
        assert exact <= found <= exact + len(sets)
        if all(len(each) <= 20 for each in sets):
            assert found == exact


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_completed_set_is_never_taken_for_one_left_out(place: int) -> None:
    """Wherever it is among those that may lie within others: it stays, alone."""
    sets = [frozenset({0, 1}), frozenset({1, 2}), frozenset({3})]
    sets[place] = frozenset()
    assert minimal(sets) == [frozenset()]
    words = to_words(sets)
    assert hypergraph.drop_supersets(words, place + 1) == 1
    assert words[0] == 0
