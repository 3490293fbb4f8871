"""The proof-number search, whole, in slices and misled, against a plain search of all moves."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from service.game import Rules
from service.solver.lines import encodings
from service.solver.lines.kernels.line_game import LineGame
from service.solver.proof_number.kernels import dfpn as kernel
from service.solver.proof_number.kernels.positional_game import ATTACKER, DEFENDER
from service.solver.proof_number.kernels.state import new_state
from tests.solver.proof_number.asking import (
    NO_STONES,
    PLAYERS,
    RESULTS,
    SHAPES,
    ask,
    new_tables,
    questions,
    sets_of,
    stones_of,
)
from tests.support.positional_games import (
    SIDES,
    attacker_wins,
    breaker_takes,
    maker_takes,
)
from tests.support.programs import run_program
from tests.support.reference import Reference
from tests.support.sampling import chance_of, enough

SIZES = [(1 << 12, 1 << 11), (1, 1 << 11), (64, 1), (1, 1)]


@pytest.mark.parametrize(("buckets", "estimates"), SIZES)
@pytest.mark.parametrize(("shape", "empty"), SHAPES, ids=str)
def test_the_answers_are_those_of_a_plain_search(
    shape: tuple[int, int, int], empty: tuple[int, int], buckets: int, estimates: int
) -> None:
    """Of both games, and for both players as the attacker, from one table with the same keys."""
    reference, game = Reference(*shape), encodings.whole_board(Rules(*shape))
    search, tables = new_state(), new_tables(buckets, estimates)
    answers: Counter[tuple[bool, bool]] = Counter()
    for cells, attacker, mover in questions(shape, empty, 150, seed=1):
        colour, stones = PLAYERS.index(attacker), stones_of(cells, attacker)
        pair = []
        for weak in (True, False):
            sets = sets_of(reference, cells, attacker, weak)
            expected = attacker_wins(*sets, SIDES[mover])
            found = ask(game, search, tables, colour, stones, mover, weak)
            assert found == expected, (reference.rows(cells), attacker, mover, weak)
            pair.append(expected)
            winner = int(search.control.winning_move)
            if winner >= 0:
                assert (found, mover) == (True, ATTACKER)
                after = maker_takes(sets[0], winner), breaker_takes(sets[1], winner)
                assert attacker_wins(*after, "defender"), (cells, attacker, weak, winner)
        answers[pair[0], pair[1]] += 1
    assert answers[False, True] == 0
    assert min(answers[True, True], answers[False, False]) >= enough(5)
    assert answers[True, False] >= enough(5) or shape == (5, 5, 5), "wins that a counter stops"
    assert search.control.nodes > 0 or shape[2] == 5, "pairings"


@pytest.mark.parametrize("buckets", [1, 1 << 12])
@pytest.mark.parametrize(
    ("shape", "weak", "first", "second"),
    [((3, 3, 3), True, True, False), ((3, 3, 3), False, False, False),
     ((4, 3, 3), True, True, True), ((4, 3, 3), False, True, False),
     ((4, 4, 4), True, False, False), ((4, 4, 4), False, False, False),
     ((5, 3, 3), False, True, False), ((5, 4, 4), False, False, False),
     ((5, 5, 4), True, True, False), ((4, 2, 4), True, False, False),
     ((4, 2, 4), False, False, False), ((12, 1, 3), False, False, False)],
    ids=str,
)  # fmt: skip
def test_empty_boards(
    shape: tuple[int, int, int], weak: bool, first: bool, second: bool, buckets: int
) -> None:
    """Whoever moves first wins 3x3 and 5x5 with four where nobody counters, yet they are draws."""
    game, tables = encodings.whole_board(Rules(*shape)), new_tables(buckets, 1 << 10)
    search = new_state()
    assert ask(game, search, tables, 0, NO_STONES, ATTACKER, weak) == first
    assert ask(game, search, tables, 0, NO_STONES, DEFENDER, weak) == second


@pytest.mark.parametrize(
    ("infinite", "false_tags", "width"), [(8, False, 8), (None, True, 8), (None, False, 1)]
)
def test_numbers_full_or_false_or_of_one_move_leave_no_question_open_and_none_answered_wrongly(
    infinite: int | None, false_tags: bool, width: int
) -> None:
    """Only decided positions have the largest number; what completes a set is always seen; and
    moves that were put off have their turn before all are refuted."""
    program = (
        "import os\n"
        "os.environ['NUMBA_DISABLE_JIT'] = '1'\n"
        "from tests.solver.proof_number.interpreted import answers\n"
        f"print(*answers({infinite}, {false_tags}, {width}))\n"
    )
    assert run_program(program).split() == ["64", "64", "0"]


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
