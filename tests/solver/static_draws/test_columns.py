"""What pairings of columns say where stones fall agrees with a search under any rules."""

from service.solver.memory import TranspositionTable
from service.solver.root import look_at_root
from service.solver.static_draws import find_static_draw
from tests.rules.cases import Shape, Switches, random_case, under_each, variant_of
from tests.solver.any_rules.support import deepening_of, options_of
from tests.support.reference import WRAPS
from tests.support.sampling import chance_of, enough, samples

LOW: list[Shape] = [
    (4, 2, 3), (5, 2, 3), (6, 2, 3), (7, 2, 4), (8, 2, 3), (6, 1, 3), (4, 3, 4), (5, 3, 4),
    (5, 2, 5), (3, 2, 3),
]  # fmt: skip
"""Boards on which no row stands upright."""
MOST_LEFT = 13
FALLING_ALIKE: list[Switches] = [
    (True, wrap, exact, False) for wrap in WRAPS for exact in (False, True)
]


@under_each(FALLING_ALIKE)
def test_the_side_that_is_held_does_not_win(switches: Switches) -> None:
    chance, table, held = chance_of(f"columns {switches}"), TranspositionTable(1), [0, 0]
    count = samples(400)
    for _ in range(count):
        variant = variant_of(chance.choice(LOW), switches)
        case = random_case(variant, chance.randint(2, MOST_LEFT), chance)
        if not case.board.playable:
            continue
        root = look_at_root(case.board)
        draw = find_static_draw(case.board, root.contents, None)
        if draw.proof is not None or not (draw.mover_held or draw.opponent_held):
            continue
        search = deepening_of(case, table)
        assert search.advance(1 << 40)
        assert (search.lower == search.upper).all()
        if draw.mover_held:
            assert search.upper.max() <= 0, case
        else:
            first = options_of(case).tolist().index(draw.first_move)
            assert search.lower[first] >= 0, case
        held[draw.opponent_held] += 1
    assert min(held) >= enough(count // 100)
