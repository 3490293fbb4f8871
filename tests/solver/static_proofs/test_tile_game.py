"""The games of single tiles, and which sets of tiles the lines contain, against brute force."""

from collections import Counter

import numpy as np
import pytest

from service.solver.static_proofs.kernels.tile_cover import every_line_has_a_set
from service.solver.static_proofs.tile_game import game_of, holds, is_held, reply
from service.solver.static_proofs.tiles import SETS, STRIP, WIDTH
from tests.support.positional_games import (
    Cells,
    breaker_takes,
    from_words,
    maker_takes,
    maker_wins,
    random_systems,
    to_words,
)
from tests.support.reference import lines_of
from tests.support.sampling import chance_of, enough, samples

TILE = [frozenset(each) for each in SETS]


def words(sets: list[Cells]) -> tuple[int, ...]:
    return tuple(int(word) for word in to_words(sets))


def check(sets: list[Cells], maker: Cells, breaker: Cells) -> bool:
    """Check both answers and the reply; return whether Breaker holds with Maker to move."""
    left = frozenset(each - maker for each in sets if not each & breaker)
    stones = words([maker, breaker])
    game = game_of(words(sets), *stones)
    held = not maker_wins(left, "Maker")
    assert holds(game) == held, (sets, maker, breaker)
    assert is_held(words(sets), *stones) == held, (sets, maker, breaker)
    answer = reply(game)
    assert (answer is not None) == (not maker_wins(left, "Breaker") or not left)
    if answer is not None and left:
        (cell,) = from_words([answer])[0]
        assert not maker_wins(breaker_takes(left, cell), "Maker"), (sets, maker, breaker)
    return held


def test_breaker_holds_the_tile_moving_second() -> None:
    assert check(TILE, frozenset(), frozenset())


def test_maker_wins_the_tile_with_any_stone_more() -> None:
    for place in range(STRIP * WIDTH):
        assert not check(TILE, frozenset({place}), frozenset())


def test_states_of_the_tile() -> None:
    """With stones of both, and without some of the sets."""
    chance, seen = chance_of("states of a tile"), Counter[bool]()
    for _ in range(samples(1500)):
        sets = chance.sample(TILE, chance.choice((5, 7, 9)))
        order = chance.sample(range(12), chance.randint(0, 6))
        taken = chance.randint(0, len(order))
        seen[check(sets, frozenset(order[:taken]), frozenset(order[taken:]))] += 1
    assert min(seen.values()) > enough(200), seen


@pytest.mark.parametrize("most_cells", [5, 8])
def test_any_sets(most_cells: int) -> None:
    seen = Counter[bool]()
    for sets in random_systems(300, most_cells, (1, 4), seed=31):
        seen[check(sets, frozenset(), frozenset())] += 1
    assert min(seen.values()) > enough(20), seen


def test_a_complete_set_is_lost_whoever_moves() -> None:
    sets = [frozenset({0, 1}), frozenset({2, 3})]
    assert not check(sets, frozenset({0, 1}), frozenset())
    assert reply(game_of(words(sets), 0b11, 0)) is None
    assert maker_takes(frozenset(sets), 0) == {frozenset({1}), frozenset({2, 3})}


SHAPES = [(6, 6, 4), (9, 5, 5), (12, 3, 3), (8, 8, 8)]
SIDES = (1, 2)
ROUNDS = 40


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_line_has_a_set_or_it_is_said_that_one_has_not(
    shape: tuple[int, int, int], side: int
) -> None:
    chance, lines = chance_of(f"{shape} {side} cover"), lines_of(*shape)
    size = shape[0] * shape[1]
    answers = [0, 0]
    for _ in range(samples(ROUNDS)):
        # A set for each line, so that all are served; then one is gone, or a line is not needed.
        sets = [
            sorted(chance.sample(line, min(len(line), chance.choice((1, 2, 3))))) for line in lines
        ]
        # Those with a cell apart serve none, be it the first, the last or one between.
        apart = [sorted({*chance.sample(line, 2), chance.randrange(size)}) for line in lines]
        sets = sorted(sets + apart)
        first = chance.choice([-1, *range(size)])
        for left_out in (0, 1, 2, len(sets) // 3):
            kept = [each for each in sets if chance.random() >= left_out / len(sets)]
            needed = [chance.choice((side, side, 3, 3 - side)) for _ in lines]
            expected = all(
                first in line or any(set(each) <= set(line) for each in kept)
                for line, sides in zip(lines, needed, strict=True)
                if sides & side
            )
            starts = np.cumsum([0] + [len(each) for each in kept])
            begins = np.searchsorted([each[0] for each in kept], np.arange(size + 1))
            found = every_line_has_a_set(
                np.array(lines, np.int32), np.array(needed, np.uint8), side, starts,
                np.array([cell for each in kept for cell in each], np.int64), begins, first,
            )  # fmt: skip
            assert found == expected
            answers[expected] += 1
    assert min(answers) >= enough(10), answers
