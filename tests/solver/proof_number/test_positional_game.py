"""Positions of positional games: what is left out or seen at once, against a plain search."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from service.game import Rules
from service.solver.lines import encodings
from service.solver.proof_number.kernels import hypergraph
from service.solver.proof_number.kernels import positional_game as position
from service.solver.proof_number.kernels.positional_game import ATTACKER, DEFENDER
from tests.solver.proof_number.asking import (
    NO_STONES,
    PLAYERS,
    SHAPES,
    Name,
    game_of,
    minimal,
    name_of,
    placed,
    sets_at,
    sets_of,
    stones_of,
)
from tests.support.positional_games import (
    MOVERS,
    SIDES,
    Cells,
    attacker_wins,
    breaker_takes,
    cells_of,
    from_words,
    lineless,
    maker_takes,
    maker_wins,
    random_pairs,
    random_systems,
    to_words,
)
from tests.support.reference import Reference, moved, symmetries_of
from tests.support.sampling import chance_of, enough

KINDS = [(4, (1, 3)), (6, (1, 3)), (7, (2, 4)), (8, (2, 5)), (8, (2, 3))]


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
        words = to_words(sets)
        rest = from_words(words[: hypergraph.drop_private_pairs(words)[0]].tolist())
        assert all(rest.count(cells) <= sets.count(cells) for cells in rest), (sets, rest)
        for index, cells in enumerate(rest):
            assert len(cells - cells_of(rest[:index] + rest[index + 1 :])) < 2, sets
        assert_same_value(sets, rest)
        dropped += len(rest) < len(sets)
    assert dropped >= enough(100)


def test_the_potential_is_never_rounded_down() -> None:
    for sets in random_systems(500, 60, (1, 34), seed=5):
        exact = sum(Fraction(int(hypergraph.UNIT), 1 << len(cells)) for cells in sets)
        potential = hypergraph.potential(to_words(sets))
        assert exact <= potential <= exact + len(sets)
        if all(len(cells) <= 20 for cells in sets):
            assert potential == exact


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_completed_set_is_never_taken_for_one_left_out(place: int) -> None:
    """Wherever it is among those that may lie within others: it stays, alone."""
    sets = [frozenset({0, 1}), frozenset({1, 2}), frozenset({3})]
    sets[place] = frozenset()
    assert minimal(sets) == [frozenset()]
    words = to_words(sets)
    assert hypergraph.drop_supersets(words, place + 1) == 1
    assert words[0] == 0


SYSTEMS = [
    (4, (1, 2)), (6, (1, 3)), (7, (2, 3)), (8, (2, 4)), (8, (2, 3)), (9, (3, 3)), (9, (2, 4)),
]  # fmt: skip


def after(
    attacker: list[Cells], defender: list[Cells], mover: int, cell: int
) -> tuple[frozenset[Cells], frozenset[Cells]]:
    """Return the sets once the mover has taken a cell."""
    mine, hers = frozenset(attacker), frozenset(defender)
    if mover == ATTACKER:
        return maker_takes(mine, cell), breaker_takes(hers, cell)
    return breaker_takes(mine, cell), maker_takes(hers, cell)


def test_a_private_set_wins_time_in_the_strong_game() -> None:
    """By taking 3 the attacker threatens, blocks two sets of the defender, and then has a fork."""
    private = frozenset({0, 3})
    mine = [frozenset({4, 6}), frozenset({2, 5}), frozenset({1, 2, 4})]
    hers = [frozenset({3, 6}), frozenset({1, 4}), frozenset({3, 5})]
    assert not attacker_wins(mine, hers, "attacker")
    assert attacker_wins([*mine, private], hers, "attacker")
    game, row = game_of([*mine, private], hers, 0), position.new_positional_game()
    position.set_up(game, row, 0, *NO_STONES, False)
    assert private in sets_at(row, 0)[0]
    position.set_up(game, row, 0, *NO_STONES, True)
    assert private not in sets_at(row, 0)[0]


@pytest.mark.parametrize("weak", [True, False], ids=["weak", "strong"])
@pytest.mark.parametrize(("most_cells", "sizes"), SYSTEMS, ids=str)
def test_undominated_moves_are_enough(most_cells: int, sizes: tuple[int, int], weak: bool) -> None:
    """A cell is left out only where another lies in all its sets, of both players."""
    cells, fewer = np.zeros(64, np.int64), 0
    for pair in random_pairs(300, most_cells, sizes, seed=5):
        mine, hers = (list(dict.fromkeys(sets)) for sets in pair)
        if weak:
            hers = []
        row = placed(mine, hers)
        kept = int(position.undominated(row, 0, cells))
        moves = cells[:kept].tolist()
        uses = {
            cell: {(side, each) for side, sets in enumerate((mine, hers)) for each in sets
                   if cell in each}
            for cell in cells_of([*mine, *hers])
        }  # fmt: skip
        assert len(set(moves)) == kept
        assert set(moves) <= set(uses)
        for cell in uses:
            better = [move for move in moves if uses[cell] <= uses[move]]
            assert better == [cell] if cell in moves else better, (mine, hers, cell)
        for mover, side in enumerate(SIDES):
            wins = [attacker_wins(*after(mine, hers, mover, move), SIDES[1 - mover])
                    for move in moves]  # fmt: skip
            found = any(wins) if mover == ATTACKER else all(wins)
            assert found == attacker_wins(mine, hers, side), (mine, hers, side)
        fewer += kept < len(uses)
    assert fewer >= enough(20)


def test_undominated_moves_of_more_sets_than_a_word_has_bits() -> None:
    """100 sets of each player through cell 63; every other cell is in fewer of them."""
    cells, chance = np.zeros(64, np.int64), chance_of(6)
    for side in range(2):
        for _ in range(50):
            families: list[list[Cells]] = [[], []]
            for sets in (families[side], families[1 - side])[: chance.choice((1, 2))]:
                sets += {frozenset({63, *chance.sample(range(63), 4)}) for _ in range(100)}
            assert position.undominated(placed(*families), 0, cells) == 1
            assert cells[0] == 63
            families[chance.randrange(2)].append(frozenset({1, 2}))
            kept = int(position.undominated(placed(*families), 0, cells))
            left = cells[:kept].tolist()
            assert 63 in left
            assert left != [63]
            assert set(left) <= {1, 2, 63}


@pytest.mark.parametrize(("shape", "empty"), SHAPES, ids=str)
def test_positions_of_one_name_have_one_value(
    shape: tuple[int, int, int], empty: tuple[int, int]
) -> None:
    """Whoever attacks, weak or strong; symmetric ones share a name."""
    reference, game = Reference(*shape), encodings.whole_board(Rules(*shape))
    row, symmetries = position.new_positional_game(), symmetries_of(*shape[:2])
    known, again = dict[Name, bool](), 0
    for cells in lineless(reference, 500, empty, seed=11):
        for (colour, attacker), (mover, side), weak in product(
            enumerate(PLAYERS), enumerate(SIDES), (True, False)
        ):
            names = set()
            for images in symmetries:
                position.set_up(game, row, colour, *stones_of(moved(cells, images), attacker), weak)
                names.add(name_of(game, row, 0, colour, mover))
            (name,) = names
            value = attacker_wins(*sets_of(reference, cells, attacker, weak), side)
            again += name in known
            assert known.setdefault(name, value) == value, (reference.rows(cells), attacker, weak)
    assert again >= enough(100)
    assert set(known.values()) == {False, True}


def test_keys_tell_weak_from_strong_and_who_moves() -> None:
    """What the two words of a name do not say."""
    lines = [frozenset({0, 1, 2}), frozenset({2, 3, 4}), frozenset({4, 5, 0})]
    game, row, keys = game_of(lines, lines, 0), position.new_positional_game(), set()
    for weak in (True, False):
        position.set_up(game, row, 0, *NO_STONES, weak)
        keys |= {name_of(game, row, 0, 0, mover)[2] for mover in (ATTACKER, DEFENDER)}
    assert len(keys) == 4
