"""The proof-number search in slices, side by side, and misled: the answers stay true."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.game import Rules
from service.solver.lines import encodings
from service.solver.lines.kernels.line_game import LineGame
from service.solver.proof_number.kernels import dfpn as kernel
from service.solver.proof_number.kernels.positional_game import ATTACKER, DEFENDER
from service.solver.proof_number.kernels.state import new_state
from tests.solver.proof_number.asking import (
    PLAYERS,
    RESULTS,
    SHAPES,
    ask,
    new_tables,
    questions,
    sets_of,
    stones_of,
)
from tests.support.positional_games import SIDES, attacker_wins, lineless
from tests.support.reference import Reference
from tests.support.sampling import chance_of, enough, samples


@pytest.mark.parametrize("weak", [True, False], ids=["weak", "strong"])
@pytest.mark.parametrize("shape", [shape for shape, _ in SHAPES], ids=str)
def test_a_search_that_is_cut_into_single_nodes(shape: tuple[int, int, int], weak: bool) -> None:
    """The same answer after the same nodes, wherever it stops."""
    most = shape[0] * shape[1]
    game, stops = encodings.whole_board(Rules(*shape)), 0
    for cells, attacker, mover in questions(shape, (min(most, 9), min(most, 14)), 160, seed=6):
        whole, cut = new_state(), new_state()
        asked = PLAYERS.index(attacker), stones_of(cells, attacker)
        expected = ask(game, whole, new_tables(32, 32), *asked, mover, weak)
        tables, limit = new_tables(32, 32), 0
        kernel.set_up_root(game, cut, asked[0], asked[1], mover, weak)
        while not kernel.prove(game, tables, cut, limit):
            assert cut.control.nodes == limit
            limit += 1
            stops += 1
        assert RESULTS[int(cut.control.result)] == expected, cells
        for field in ("nodes", "table_hits", "winning_move"):
            assert cut.control[field] == whole.control[field]
    assert stops >= enough(8) or shape[2] == 5, "pairings"


@st.composite
def limits(draw: st.DrawFn) -> list[int]:
    """Return how many nodes each slice of a search gets."""
    return draw(st.lists(st.integers(1, 60), min_size=1, max_size=6))


@settings(max_examples=samples(150))
@given(
    seed=st.integers(0, 2**16),
    shape=st.sampled_from([(3, 3, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 6, 4)]),
    weak=st.booleans(),
    mover=st.sampled_from([ATTACKER, DEFENDER]),
    attacker=st.sampled_from(PLAYERS),
    slices=limits(),
    buckets=st.sampled_from([1, 4, 1 << 10]),
)
def test_two_searches_that_take_turns_on_one_table(
    seed: int,
    shape: tuple[int, int, int],
    weak: bool,
    mover: int,
    attacker: str,
    slices: list[int],
    buckets: int,
) -> None:
    """Both games of a position at once, a few nodes each: the answers of a plain search."""
    reference, game = Reference(*shape), encodings.whole_board(Rules(*shape))
    cells = list(lineless(reference, 2, (7, 9), seed))[seed % 2]
    tables, colour = new_tables(buckets, buckets), PLAYERS.index(attacker)
    asked = {weak: new_state(), not weak: new_state()}
    for each, search in asked.items():
        kernel.set_up_root(game, search, colour, stones_of(cells, attacker), mover, each)
    left, turn = list(asked), 0
    while left:
        each = left[turn % len(left)]
        limit = int(asked[each].control.nodes) + slices[turn % len(slices)]
        if kernel.prove(game, tables, asked[each], limit):
            left.remove(each)
        turn += 1
    for each, search in asked.items():
        expected = attacker_wins(*sets_of(reference, cells, attacker, each), SIDES[mover])
        assert RESULTS[int(search.control.result)] == expected, (cells, each)


@pytest.mark.parametrize("buckets", [1, 2, 64, 1 << 12])
def test_eight_threads_on_one_table(buckets: int) -> None:
    """Tables so small that the threads collide, and tables that share everything."""
    tables, chance = new_tables(buckets, buckets), chance_of(7)
    sample: list[tuple[LineGame, int, tuple[np.uint64, np.uint64], int, bool, bool]] = []
    for shape, empty in SHAPES:
        reference, game = Reference(*shape), encodings.whole_board(Rules(*shape))
        for cells, attacker, mover in questions(shape, (empty[1] - 1, empty[1]), 8, seed=8):
            for weak in (True, False):
                sets = sets_of(reference, cells, attacker, weak)
                expected = attacker_wins(*sets, SIDES[mover])
                asked = PLAYERS.index(attacker), stones_of(cells, attacker), mover, weak
                sample.append((game, *asked, expected))

    def wrong(seed: int) -> int:
        search, order = new_state(), random.Random(seed).sample(sample, len(sample))
        return sum(
            ask(game, search, tables, colour, stones, mover, weak) != expected
            for game, colour, stones, mover, weak, expected in order
        )

    seeds = [chance.randrange(1000) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(wrong, seeds)) == [0] * 8


def test_estimates_that_are_torn_or_senseless_change_no_answer() -> None:
    """They only guide: whatever they hold, the search ends and the answers are true."""
    shape = (5, 5, 4)
    reference, game = Reference(*shape), encodings.whole_board(Rules(*shape))
    chance = np.random.default_rng(9)
    for cells, attacker, mover in questions(shape, (7, 9), 30, seed=10):
        sets = sets_of(reference, cells, attacker, weak=False)
        tables, search = new_tables(1, 1 << 4), new_state()
        colour = PLAYERS.index(attacker)
        kernel.set_up_root(game, search, colour, stones_of(cells, attacker), mover, False)
        numbers = tables.numbers
        while not kernel.prove(game, tables, search, int(search.control.nodes) + 5):
            numbers[:, 1] = chance.integers(0, 1 << 62, numbers.shape[0], dtype=np.uint64)
            numbers[:, 1] &= chance.choice(
                np.array([0xFFFFFFFF, 0x3FFFFFFF0000FFFF, 0x0000000F00000003], np.uint64)
            )
        found = RESULTS[int(search.control.result)]
        assert found == attacker_wins(*sets, SIDES[mover]), (reference.rows(cells), attacker)
        assert search.control.nodes < 10**6
