"""Scores, words of 64 and of 128 bits in kernels, and who holds the interpreter lock."""

import importlib
import pkgutil

import numpy as np
import pytest

from service import solver
from service.game import Rules
from service.solver.compiling.kernels.jit import Kernel, bare_kernel
from service.solver.lines import encodings
from service.solver.lines.encodings import numbers, words
from service.solver.lines.kernels import bits, scores, symmetry
from service.solver.lines.kernels.scores import WIN
from service.solver.memory.kernels.table import folded
from tests.support.positional_games import stones_of
from tests.support.reference import lines_of, moved, symmetries_of
from tests.support.sampling import chance_of


def test_the_target_of_a_child_refutes_its_parent() -> None:
    """A parent reaches its target exactly where the child falls short of the child's target."""
    attainable = [
        0,
        *(WIN - plies for plies in range(1, 40)),
        *(plies - WIN for plies in range(40)),
    ]
    for target in attainable:
        below = scores.target_of_child(target)
        for child in attainable:
            assert (scores.of_parent(child) >= target) == (child < below)


@pytest.mark.parametrize("remaining", range(12))
def test_bounds_are_sharpened_to_scores_that_can_occur(remaining: int) -> None:
    """Wins take an odd number of plies, losses an even one, neither more than the empty cells."""
    possible = [0, *(WIN - plies for plies in range(1, remaining + 1, 2))]
    possible += [plies - WIN for plies in range(2, remaining + 1, 2)]
    for bound in range(-30, 31):
        score = bound and (WIN - bound if bound > 0 else -bound - WIN)
        upper = int(scores.sharpen_upper(score, remaining))
        lower = int(scores.sharpen_lower(score, remaining))
        assert upper <= score <= lower
        assert all(each <= upper for each in possible if each <= score)
        assert all(each >= lower for each in possible if each >= score)


HELD = {"service.solver.endgame.kernels.analysis.analyse"}
"""The kernels that take less time than to get the lock back."""


def test_every_other_kernel_releases_the_interpreter_lock() -> None:
    found = 0
    for module_info in pkgutil.walk_packages(solver.__path__, f"{solver.__name__}."):
        if ".kernels." not in module_info.name:
            continue
        module = importlib.import_module(module_info.name)
        for name, each in vars(module).items():
            if isinstance(each, Kernel):
                full = f"{module_info.name}.{name}"
                assert each.options["nogil"] is (full not in HELD), full
                found += 1
    assert found > 100


CELLS = 128
SIZES = [
    (1, 1), (1, 7), (7, 1), (3, 3), (4, 3), (3, 4), (5, 5), (8, 8), (16, 4), (64, 1),
    (9, 9), (10, 7), (13, 5), (128, 1), (16, 8),
]  # fmt: skip


@bare_kernel
def combine(one, other, found, counts):  # type: ignore[no-untyped-def]
    """Fill `found`, shape (10,), and `counts`, shape (9,), with what two words make, not zero."""
    first, second = one[0], other[0]
    place = bits.lowest(second)
    found[0], found[1], found[2] = first & second, first | second, first ^ second
    found[3], found[4] = ~first, first - np.uint64(1)
    found[5], found[6] = first << np.uint64(place), first >> np.uint64(place)
    found[7], found[8] = bits.bit_in(first, place), bits.nothing(first)
    joined = np.uint64(0)
    for index in range(one.shape[0]):
        joined |= one[index]
    found[9] = joined
    counts[0], counts[1] = bits.count(first), bits.lowest(first)
    counts[2], counts[3] = first == second, first != second
    counts[4], counts[5] = first < second, first > second
    counts[6], counts[7] = first & second == 0, bits.count(bits.low_half(first))
    counts[8] = bits.count(bits.high_half(first))


@bare_kernel
def fold_all(given, found):  # type: ignore[no-untyped-def]
    """Fill `found` with a hash of each word."""
    for index in range(given.shape[0]):
        found[index] = folded(given[index])


@bare_kernel
def name_and_move(symmetries, images, stones, found):  # type: ignore[no-untyped-def]
    """Fill `found`, shape (3,), with the canonical form of two bitboards, and one moved."""
    found[0], found[1], number = symmetry.canonical(symmetries, stones[0], stones[1])
    found[2] = symmetry.moved(images[number], stones[0])


@pytest.mark.parametrize("width", [64, CELLS])
def test_operators(width: int) -> None:
    chance, every = chance_of("wide words"), (1 << width) - 1
    samples = [1, 2, 3, 1 << 32, 1 << 63, (1 << 64) - 1, 1 << width - 1, every, every - 1]
    samples += [chance.getrandbits(width) | 1 << chance.randrange(width) for _ in range(60)]
    samples += [1 << cell for cell in range(width)]
    found, counts = words([0] * 10, width), np.zeros(9, np.int64)
    for one in samples:
        for other in chance.sample(samples, 20):
            combine(words([one], width), words([other], width), found, counts)
            place = (other & -other).bit_length() - 1
            assert numbers(found) == [
                one & other, one | other, one ^ other, one ^ every, one - 1,
                one << place & every, one >> place, 1 << place, 0, one,
            ]  # fmt: skip
            half = (1 << 64) - 1
            assert counts.tolist() == [
                one.bit_count(), (one & -one).bit_length() - 1, one == other, one != other,
                one < other, one > other, one & other == 0, (one & half).bit_count(),
                (one >> 64).bit_count(),
            ]  # fmt: skip


def test_every_bit_matters_to_the_hash() -> None:
    chance = chance_of("fold")
    given = [chance.getrandbits(128) for _ in range(20)]
    given += [given[0] ^ 1 << bit for bit in range(128)]
    found = np.zeros(len(given), np.uint64)
    fold_all(words(given, CELLS), found)
    assert len(set(found.tolist())) == len(given)
    narrow = words([1, 1 << 63, 12345], 64)
    fold_all(narrow, found[:3])
    assert found[:3].tolist() == narrow.tolist()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_games_of_whole_boards(size: tuple[int, int]) -> None:
    """Lines and symmetries, cell by cell."""
    rules = Rules(*size, 4)
    game, board = encodings.whole_board(rules), range(rules.cells)
    expected = {sum(1 << cell for cell in line) for line in lines_of(*size, 4)}
    for lines in game.lines:
        assert set(numbers(lines)) - {0} == expected
    assert sorted(map(tuple, game.images[:, : rules.cells].tolist())) == symmetries_of(*size)
    for number, octets in enumerate(game.symmetries):
        for cell in board:
            image = int(game.images[number, cell])
            assert numbers(octets[cell // 8, 1 << cell % 8 : (1 << cell % 8) + 1]) == [1 << image]
            assert game.preimages[number, image] == cell


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_canonical_form_is_the_least_image(size: tuple[int, int]) -> None:
    game, chance = encodings.whole_board(Rules(*size, 4)), chance_of(f"{size} canonical")
    found, images = words([0] * 3, game.cells), symmetries_of(*size)
    for _ in range(40):
        cells = "".join(chance.choice("XO..") for _ in range(game.cells))
        name_and_move(game.symmetries, game.images, words(stones_of(cells), game.cells), found)
        least = min(stones_of(moved(cells, each)) for each in images)
        assert numbers(found) == [*least, least[0]]
