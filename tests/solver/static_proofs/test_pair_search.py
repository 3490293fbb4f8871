"""The search for pairs among any sets, and the check that knows nothing of it."""

from functools import cache

import numpy as np
import pytest

from service.solver.static_proofs.kernels import open_lines, pair_cover, pair_search
from service.solver.static_proofs.kernels.pair_cover import NOTHING, Cover, Family
from tests.solver.checks import check_pairs, potential
from tests.support.positional_games import Cells, random_systems
from tests.support.positions import random_positions
from tests.support.sampling import chance_of, enough, samples

Pairs = list[tuple[int, int]]


def family_of(sets: list[Cells], cells: int) -> Family:
    """Return the sets as lines of equal length, filled up with a cell that is not free."""
    lines = np.full((len(sets), max(map(len, sets))), cells, np.int32)
    for index, each in enumerate(sets):
        lines[index, : len(each)] = sorted(each)
    through: list[list[int]] = [[] for _ in range(cells + 1)]
    for index, each in enumerate(sets):
        for cell in each:
            through[cell].append(index)
    contents = np.zeros(cells + 1, np.uint8)
    contents[cells] = 1
    starts = np.cumsum([0] + [len(uses) for uses in through])
    uses = np.array([index for uses in through for index in uses], np.int32)
    return Family(lines, uses, starts, np.ones(len(sets), np.uint8), contents, len(sets))


def cover_of(family: Family) -> Cover:
    """Return a cover without pairs."""
    partner = np.full(family.contents.size, NOTHING, np.int32)
    cover: Cover = pair_cover.new_cover(partner, len(family.lines))
    return cover


def pairs_in(cover: Cover) -> Pairs:
    """Return the pairs, each once."""
    partner = cover.partner.tolist()
    for cell, other in enumerate(partner):
        assert other == NOTHING or partner[other] == cell
    return [(cell, other) for cell, other in enumerate(partner) if other > cell]


def accepted(family: Family, pairs: Pairs, move: int = NOTHING) -> bool:
    """Return what the check of the solver says."""
    firsts, seconds = np.array(sorted(pairs), np.int64).reshape(-1, 2).T.copy()
    return bool(open_lines.is_pairing(family, firsts, seconds, move))


@cache
def has_pairing(sets: frozenset[Cells]) -> bool:
    """Return whether any pairing exists, by trying every pair of the smallest set."""
    if not sets:
        return True
    smallest = min(map(sorted, sets), key=len)
    for index, first in enumerate(smallest):
        for second in smallest[index + 1 :]:
            pair = {first, second}
            if has_pairing(frozenset(each - pair for each in sets if not pair <= each)):
                return True
    return False


@pytest.mark.parametrize(
    ("count", "most_cells", "sizes", "least_found"),
    [(1500, 6, (2, 3), 400), (1500, 8, (2, 4), 400), (600, 10, (3, 6), 400),
     (300, 40, (5, 20), 200)],
    ids=str,
)  # fmt: skip
def test_a_pairing_is_one_and_hardly_any_is_overlooked(
    count: int, most_cells: int, sizes: tuple[int, int], least_found: int
) -> None:
    """In small systems a local search finds a pairing nearly wherever there is one."""
    found = hopeless = overlooked = 0
    for sets in random_systems(count, most_cells, sizes, seed=30):
        family = family_of(sets, most_cells)
        cover = cover_of(family)
        uncovered = pair_cover.count_uncovered(family, cover)
        assert uncovered == len(sets)
        left, move = pair_search.improve(family, cover, uncovered, False, 10_000_000)
        assert move == NOTHING
        pairs = pairs_in(cover)
        within = [sum(set(pair) <= each for pair in pairs) for each in sets]
        assert within == cover.pairs_within.tolist()
        assert within.count(0) == left
        assert sorted(cover.uncovered[:left].tolist()) == [
            index for index, number in enumerate(within) if number == 0
        ]
        assert (cover.slots == NOTHING).all()
        assert accepted(family, pairs) == (left == 0)
        no_hope = pair_cover.hopeless(family, False)
        hopeless += no_hope
        if most_cells < 20:
            overlooked += left > 0 and has_pairing(frozenset(sets))
        if left > 0:
            continue
        assert not no_hope
        found += 1
        pair_cover.prune(family, cover)
        pruned = pairs_in(cover)
        assert set(pruned) <= set(pairs)
        check_pairs(pruned, "." * most_cells, [tuple(each) for each in sets])
        for pair in pruned:
            assert not accepted(family, [each for each in pruned if each != pair])
    assert overlooked <= samples(count) // 200
    assert enough(least_found) <= found
    assert found < samples(count) or most_cells > 8
    assert hopeless > 0 or most_cells > 8


OPPONENTS = {1: open_lines.TO_OPPONENT}
"""The second line is open to the opponent alone."""


@pytest.mark.parametrize(
    ("pairs", "move", "stones", "needed", "expected"),
    [
        ([(0, 1), (2, 3)], NOTHING, [], {}, True),
        ([(3, 2), (1, 0)], NOTHING, [], {}, True),
        ([], NOTHING, [], {}, False),
        ([(0, 1)], NOTHING, [], {}, False),
        ([(2, 3)], NOTHING, [], {}, False),
        ([(0, 1), (1, 2), (2, 3)], NOTHING, [], {}, False),
        ([(1, 2), (0, 1), (2, 3)], NOTHING, [], {}, False),
        ([(0, 2), (2, 3)], NOTHING, [], {}, False),
        ([(0, 1), (3, 4)], NOTHING, [], {}, False),
        ([(0, 0), (2, 3)], NOTHING, [], {}, False),
        ([(0, 5), (2, 3)], NOTHING, [], {}, False),
        ([(0, 1), (2, 3)], NOTHING, [2], {}, False),
        ([(0, 1)], NOTHING, [2], {1: 0}, True),
        ([(0, 1)], 2, [], {}, False),
        ([(0, 1)], 2, [], OPPONENTS, True),
        ([(0, 1)], 3, [], OPPONENTS, True),
        ([(0, 1)], 4, [], OPPONENTS, False),
        ([(2, 3)], 1, [], OPPONENTS, False),
        ([(0, 1)], 2, [3], OPPONENTS, True),
        ([(0, 1)], 3, [3], OPPONENTS, False),
    ],
)
def test_pairs_that_are_none_are_refused(
    pairs: Pairs, move: int, stones: list[int], needed: dict[int, int], expected: bool
) -> None:
    """On two lines that share a cell; a first move serves lines of the opponent only."""
    family = family_of([frozenset({0, 1, 2}), frozenset({2, 3})], 5)
    family.contents[stones] = 1
    for line, sides in needed.items():
        family.needed[line] = sides
    assert accepted(family, pairs, move) == expected


def test_a_search_goes_on_from_given_pairs() -> None:
    sets = [frozenset({0, 1, 2}), frozenset({2, 3, 4}), frozenset({0, 5})]
    family = family_of(sets, 6)
    cover = cover_of(family)
    cover.partner[[2, 3]] = [3, 2]
    uncovered = pair_cover.count_uncovered(family, cover)
    assert (uncovered, cover.pairs_within.tolist()) == (2, [0, 1, 0])
    assert pair_search.improve(family, cover, uncovered, False, 10_000) == (0, NOTHING)
    assert accepted(family, pairs_in(cover))


@pytest.mark.parametrize("shape", [(3, 3, 3), (5, 4, 3), (6, 6, 5), (9, 2, 4)], ids=str)
def test_lines_are_open_to_those_without_an_opposing_stone(shape: tuple[int, int, int]) -> None:
    """And the potentials are low where they prove that neither side wins."""
    chance = chance_of(str(shape))
    for position in random_positions(shape, (shape[0], shape[0] * shape[1]), 200, seed=31):
        game, cells = position.game, position.cells
        own, opponent = chance.sample("XO", 2)
        contents = np.array([f".{own}{opponent}".index(mark) for mark in cells], np.uint8)
        open_to = np.zeros(len(game.lines), np.uint8)
        found = bool(open_lines.classify(np.array(game.lines, np.int32), contents, open_to))
        marks = [[cells[cell] for cell in line] for line in game.lines]
        assert open_to.tolist() == [
            (opponent not in line) + 2 * (own not in line) for line in marks
        ]
        mine, theirs = (potential(game, cells, side) for side in (own, opponent))
        assert found == (mine < 0.5 and theirs < 1)


def test_every_line_has_a_pair_or_it_is_said_that_one_has_not() -> None:
    """Any pairs and any first move; some lines are open to the opponent alone."""
    chance, answers = chance_of("pairs of lines"), [0, 0]
    for sets in random_systems(600, 12, (3, 5), seed=34):
        family = family_of(sets, 12)
        cells = chance.sample(range(12), 12)
        pairs = list(zip(cells[::2], cells[1::2], strict=True))[: chance.randint(3, 6)]
        first = chance.choice([NOTHING, *range(12)])
        family.needed[:] = [chance.randrange(4) for _ in sets]
        expected = all(
            (first in each and needed == open_lines.TO_OPPONENT)
            or any({*pair} <= each for pair in pairs)
            for each, needed in zip(sets, family.needed, strict=True)
            if needed
        )
        assert accepted(family, pairs, first) == expected
        answers[expected] += 1
    assert min(answers) >= enough(20), answers
