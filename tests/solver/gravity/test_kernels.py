"""What the kernels for stones that fall say of one position holds."""

import random
from typing import Any

import numpy as np
import pytest

from service.game import Board
from service.solver.gravity import GravityPosition
from service.solver.gravity.kernels import follow_up, near_table, rows, table
from service.solver.gravity.kernels.near_table import BUCKETS, FEW, NEAR_BUCKET_WORDS
from service.solver.gravity.kernels.state import GravityGame
from service.solver.memory import TranspositionTable
from tests.solver.any_rules.support import random_cases, scores_of, solved
from tests.solver.gravity.support import FALLING, is_wide, position_of
from tests.support.connect_four import connect_four
from tests.support.sampling import chance_of, enough, samples

SOON = 1 << 16
KEY = np.uint64(5 << 33)


def left_after(score: int, remaining: int) -> int:
    """Return a score of the engines as the kernels count it."""
    left = abs(score) - (SOON - 1 - remaining)
    return left if score > 0 else -left if score < 0 else 0


def bound_of(game: GravityGame, own: Any, opponent: Any) -> int | None:
    """Return what follow-up says the score is at most; None if the side to move ends the game."""
    empty = game.board & ~(own | opponent)
    winning, moves = rows.completing(game, own, empty), rows.playable(game, own | opponent)
    if winning & moves:
        return None
    opponent_rows = rows.completing(game, opponent, empty)
    gain = int(follow_up.follow_up_gain(game, own, opponent, opponent_rows))
    return 1 - gain if gain else SOON


def test_follow_up_bounds_are_true() -> None:
    chance, known, lost = chance_of("follow-up"), 0, 0
    count = samples(2000)
    for case in random_cases(FALLING, chance, count):
        position = position_of(case.board, TranspositionTable(1))
        bound = None if is_wide(position) else bound_of(position.game, *position.stones)
        if bound is None:
            continue
        best = left_after(max(scores_of(case)), position.remaining)
        assert best <= bound, (case, best, bound)
        known += bound <= 0
        lost += bound < 0
    assert known >= enough(count // 8)
    assert lost >= enough(count // 100)


def cells_of(position: GravityPosition, places: int) -> int:
    """Return places as cells of the board, both as bitboards."""
    chosen = [place for place in range(position.cells.size) if places >> place & 1]
    return sum(1 << int(position.cells[place]) for place in chosen)


def random_words(game: GravityGame, left: int, chance: random.Random) -> tuple[int, int]:
    """Return the stones of both sides when so many places are left and no row is complete."""
    board, floor, steps = int(game.board), int(game.floor), game.steps.tolist()
    own = opponent = 0
    while (board & ~(own | opponent)).bit_count() > left:
        moves = (own | opponent) + floor & board
        move = chance.choice([1 << place for place in range(64) if moves >> place & 1])
        own, opponent = opponent, own | move
        if any(rows.starts.py_func(opponent, step, game.row_length) for step in steps):
            own = opponent = 0
    return own, opponent


@pytest.mark.parametrize(("width", "height"), [(5, 4), (6, 5), (6, 6), (7, 6)])
def test_follow_up_bounds_are_true_on_larger_boards(width: int, height: int) -> None:
    """As the engine for any rules finds, which knows nothing of columns."""
    rules, chance = connect_four(width, height), chance_of(f"follow-up on {width}x{height}")
    table, known, count = TranspositionTable(8), 0, samples(6000)
    empty = position_of(Board(rules), table)
    for _ in range(count):
        own, opponent = random_words(empty.game, chance.randint(8, 14), chance)
        bound = bound_of(empty.game, np.uint64(own), np.uint64(opponent))
        if bound is None or bound == SOON:
            continue
        stones = [cells_of(empty, own), cells_of(empty, opponent)]
        odd = (own | opponent).bit_count() & 1
        board = Board(rules, stones[odd], stones[1 - odd], "O" if odd else "X")
        score = int(solved(board, table, best_only=True).lower.max())
        best = left_after(score, board.reachable.bit_count())
        assert best <= bound, (board, best, bound)
        known += 1
    assert known >= enough(count // 50)


def test_a_position_and_its_reflection_have_one_name() -> None:
    for case in random_cases(FALLING, chance_of("reflections"), samples(500)):
        position = position_of(case.board, TranspositionTable(1))
        if is_wide(position) or not position.game.symmetric:
            continue
        own, opponent = position.stones
        there, back = (rows.reflected(position.game, each) for each in (own, opponent))
        name = rows.name_of(position.game, own, own | opponent)
        assert rows.name_of(position.game, there, there | back) == name


def test_the_table_keeps_bounds_and_no_torn_entry() -> None:
    entries, chance = np.zeros((4, 8), np.uint64), chance_of("torn")
    for _ in range(samples(500)):
        one, other = (np.uint64(chance.getrandbits(49)) for _ in range(2))
        bucket = int(table.bucket_of(entries, one))
        lower, upper = sorted((chance.randint(-120, 120), chance.randint(-120, 120)))
        table.store(entries, one, KEY, lower, upper, 1 << 20)
        data = np.uint64(table.probe(entries, one, KEY))
        assert (table.lower_of(data), table.upper_of(data)) == (lower, upper)
        assert table.probe(entries, one, KEY + np.uint64(1)) == 0
        assert table.probe(entries, other, KEY) == 0
        start = int(np.flatnonzero(entries[bucket] == data)[0]) - 1
        for word in (start, start + 1):
            entries[bucket, word] ^= np.uint64(1 << chance.randrange(28))
            assert table.probe(entries, one, KEY) == 0
        entries[bucket] = 0


def test_what_took_least_work_gives_way() -> None:
    entries = np.zeros((1, 8), np.uint64)
    for name, nodes in enumerate((9, 3, 40, 70, 5), start=1):
        table.store(entries, np.uint64(name), KEY, 0, 0, nodes)
    kept = [name for name in range(1, 6) if table.probe(entries, np.uint64(name), KEY) != 0]
    assert kept == [1, 3, 4, 5]


def test_the_near_table_keeps_bounds_of_the_positions_it_names() -> None:
    near, chance = np.zeros((BUCKETS, NEAR_BUCKET_WORDS), np.uint64), chance_of("near")
    for _ in range(samples(500)):
        one, lower, upper = chance.getrandbits(64), chance.randint(-FEW, 0), chance.randint(0, FEW)
        near_table.near_store(near, np.uint64(one), lower, upper, chance.randrange(1 << 20))
        data = np.uint64(near_table.near_probe(near, np.uint64(one)))
        assert (table.lower_of(data), table.upper_of(data)) == (lower, upper)
        other = one ^ 1 << chance.randrange(64)
        assert near_table.near_probe(near, np.uint64(other)) == 0


def test_the_near_table_holds_nothing_at_first() -> None:
    near = np.zeros((BUCKETS, NEAR_BUCKET_WORDS), np.uint64)
    assert near_table.near_probe(near, np.uint64(BUCKETS - 1)) == 0


def test_what_the_near_table_holds_already_is_written_over() -> None:
    near = np.zeros((BUCKETS, NEAR_BUCKET_WORDS), np.uint64)
    for chance in range(20):
        near_table.near_store(near, np.uint64(7 * BUCKETS), -chance % 5, 5, chance)
    assert np.count_nonzero(near) == 1


def test_scrambled_names_differ() -> None:
    names = np.arange(1 << 16, dtype=np.uint64) << np.uint64(24)
    mixed = {int(table.scrambled(name)) for name in names}
    assert len(mixed) == names.size
    assert len({name % BUCKETS for name in mixed}) > BUCKETS * 0.9
    assert table.scrambled(np.uint64(0)) == 0
