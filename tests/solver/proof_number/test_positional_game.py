"""Positions of positional games: what is left out or seen at once, against a plain search."""

import random
from collections import Counter
from fractions import Fraction

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
Values = tuple[bool, ...]


def values(attacker: frozenset[Cells], defender: frozenset[Cells]) -> Values:
    """Return whether the attacker wins, with either side to move."""
    return tuple(attacker_wins(attacker, defender, side) for side in SIDES)


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
    cells, fewer, one_sided = np.zeros(64, np.int64), 0, 0
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
            alone = [{each for side, each in uses[cell] if side == ATTACKER}] * bool(hers)
            one_sided += cell in moves and any(
                move != cell and all((ATTACKER, each) in uses[move] for each in alone[0])
                for move in moves if alone
            )  # fmt: skip
        for mover, side in enumerate(SIDES):
            wins = [attacker_wins(*after(mine, hers, mover, move), SIDES[1 - mover])
                    for move in moves]  # fmt: skip
            found = any(wins) if mover == ATTACKER else all(wins)
            assert found == attacker_wins(mine, hers, side), (mine, hers, side)
        fewer += kept < len(uses)
    assert fewer >= enough(20)
    assert weak or one_sided >= enough(20)


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


def walk(
    row: position.PositionalGame, ply: int, sets: tuple[list[Cells], list[Cells]], mover: int,
    chance: random.Random,
) -> int | None:  # fmt: skip
    """Play a random move of an open position; None where somebody can complete a set at once."""
    mine, opposing = sets if mover == ATTACKER else sets[::-1]
    if not sets[0] or any(len(each) == 1 for each in mine):
        return None
    blocks = cells_of(each for each in opposing if len(each) == 1)
    move = chance.choice(sorted(blocks or cells_of([*sets[0], *sets[1]])))
    position.play(row, ply, mover, np.uint64(1 << move))
    return move


@pytest.mark.parametrize(("shape", "empty"), SHAPES, ids=str)
def test_positions_of_one_name_have_one_value(
    shape: tuple[int, int, int], empty: tuple[int, int]
) -> None:
    """However they are reached, whoever attacks, weak or strong; symmetric ones share a name.

    Strong positions in which the defender has no set left have names of the weak game.
    """
    reference, game = Reference(*shape), encodings.whole_board(Rules(*shape))
    row, chance = position.new_positional_game(), chance_of(10)
    symmetries = symmetries_of(*shape[:2])
    known: dict[Name, bool] = {}
    seen: Counter[str] = Counter()

    def note(
        start: str, cells: str, ply: int, sets: tuple[frozenset[Cells], frozenset[Cells]],
        colour: int, kind: str,
    ) -> None:  # fmt: skip
        for mover, side in enumerate(SIDES):
            name = name_of(game, row, ply, colour, mover)
            value = attacker_wins(*sets, side)
            seen["again"] += name in known
            assert known.setdefault(name, value) == value, (start, reference.rows(cells), kind)
        seen[kind] += 1

    for start in lineless(reference, 500, empty, seed=11):
        for attacker in PLAYERS:
            colour = PLAYERS.index(attacker)
            for weak in (True, False):
                kind = "weak" if weak else "strong"
                position.set_up(game, row, colour, *stones_of(start, attacker), weak)
                name = name_of(game, row, 0, colour, ATTACKER)
                for images in symmetries:
                    stones = stones_of(moved(start, images), attacker)
                    position.set_up(game, row, colour, *stones, weak)
                    assert name_of(game, row, 0, colour, ATTACKER) == name, reference.rows(start)
                position.set_up(game, row, colour, *stones_of(start, attacker), weak)
                cells, mover, ply = start, chance.randrange(2), 0
                while True:
                    left, sets = sets_at(row, ply), sets_of(reference, cells, attacker, weak)
                    assert bool(left[1]) == bool(sets[1])
                    assert values(frozenset(left[0]), frozenset(left[1])) == values(*sets), start
                    became_weak = not weak and not left[1]
                    note(start, cells, ply, sets, colour, "became weak" if became_weak else kind)
                    move = walk(row, ply, left, mover, chance)
                    if move is None:
                        break
                    player = PLAYERS[colour if mover == ATTACKER else 1 - colour]
                    cells = cells[:move] + player + cells[move + 1 :]
                    mover, ply = 1 - mover, ply + 1
    assert min(seen["weak"], seen["strong"]) >= enough(200), seen
    assert seen["became weak"] >= enough(2), seen
    assert seen["again"] >= enough(100), seen
    assert len(set(known.values())) == 2


def test_keys_tell_weak_from_strong_and_who_moves() -> None:
    """What the two words of a name do not say."""
    lines = [frozenset({0, 1, 2}), frozenset({2, 3, 4}), frozenset({4, 5, 0})]
    game, row, keys = game_of(lines, lines, 0), position.new_positional_game(), set()
    for weak in (True, False):
        position.set_up(game, row, 0, *NO_STONES, weak)
        keys |= {name_of(game, row, 0, 0, mover)[2] for mover in (ATTACKER, DEFENDER)}
    assert len(keys) == 4
