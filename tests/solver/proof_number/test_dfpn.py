"""The proof-number search, whole, in slices and misled, against a plain search of all moves."""

import random
from collections import Counter
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
    NO_STONES,
    PLAYERS,
    RESULTS,
    SHAPES,
    ask,
    game_of,
    new_tables,
    questions,
    sets_of,
    stones_of,
    with_keys,
)
from tests.support.positional_games import (
    NOTHING,
    SIDES,
    attacker_wins,
    breaker_takes,
    lineless,
    maker_takes,
    random_pairs,
)
from tests.support.programs import run_program
from tests.support.reference import Reference
from tests.support.sampling import chance_of, enough, samples

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
    assert search.control.nodes > 0 or shape[2] == 5, "pairings"


WEAK_WINS = [
    ((3, 3, 3), (5, 9), 100), ((4, 4, 3), (6, 9), 150), ((5, 3, 3), (6, 9), 100),
    ((2, 7, 3), (5, 10), 100), ((12, 1, 2), (6, 10), 100), ((5, 5, 4), (8, 10), 60),
    ((6, 6, 4), (8, 9), 100),
]  # fmt: skip


@pytest.mark.parametrize("buckets", [1, 1 << 10])
@pytest.mark.parametrize("attacker", PLAYERS)
def test_a_win_of_the_weak_game_that_is_none_of_the_strong(attacker: str, buckets: int) -> None:
    """Where the defender is faster, or wins time by threats of her own."""
    differ: Counter[str] = Counter()
    for shape, empty, count in WEAK_WINS:
        reference, game = Reference(*shape), encodings.whole_board(Rules(*shape))
        search, tables = new_state(), new_tables(buckets, 1 << 6)
        for cells in lineless(reference, count, empty, seed=2):
            for mover, side in enumerate(SIDES):
                sets = sets_of(reference, cells, attacker, weak=False)
                if not attacker_wins(sets[0], NOTHING, side) or attacker_wins(*sets, side):
                    continue
                stones = stones_of(cells, attacker)
                colour = PLAYERS.index(attacker)
                before = int(search.control.nodes)
                for weak in (True, False, True):
                    found = ask(game, search, tables, colour, stones, mover, weak)
                    assert found == weak, (reference.rows(cells), attacker, mover)
                differ["seen at once"] += before == int(search.control.nodes)
                differ["searched"] += before < int(search.control.nodes)
    assert min(differ.values()) >= enough(20), differ


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


@pytest.mark.parametrize("buckets", [1, 1 << 10])
@pytest.mark.parametrize(
    ("most_cells", "sizes"), [(6, (1, 3)), (7, (2, 3)), (8, (2, 4)), (9, (2, 3)), (9, (2, 4))],
    ids=str,
)  # fmt: skip
def test_games_whose_players_have_different_lines(
    most_cells: int, sizes: tuple[int, int], buckets: int
) -> None:
    """As on the empty cells of a larger board: each system is a game with keys of its own."""
    search, tables = new_state(), new_tables(buckets, 1 << 6)
    answers: Counter[tuple[bool, bool]] = Counter()
    for number, (attacker, defender) in enumerate(random_pairs(400, most_cells, sizes, seed=3)):
        colour = number % 2
        keys = np.arange(4 * number, 4 * number + 4, dtype=np.uint64)
        game = with_keys(game_of(attacker, defender, colour), keys)
        for mover, side in enumerate(SIDES):
            pair = []
            for weak in (False, True):
                sets = attacker, NOTHING if weak else defender
                expected = attacker_wins(*sets, side)
                found = ask(game, search, tables, colour, NO_STONES, mover, weak)
                assert found == expected, (attacker, defender, side, weak)
                pair.append(expected)
            answers[pair[0], pair[1]] += 1
    assert answers[True, False] == 0
    assert min(answers[each] for each in [(True, True), (False, True), (False, False)]) >= enough(
        20
    )


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
