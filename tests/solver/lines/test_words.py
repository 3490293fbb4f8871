"""Bits, symmetries and scores are those of plain Python; kernels release the interpreter lock."""

import importlib
import pkgutil
import random
from typing import Any

import numpy as np
import pytest

from service import solver
from service.game import Rules
from service.solver.compiling.kernels.jit import Kernel
from service.solver.lines import encodings
from service.solver.lines.kernels import bits, scores, symmetry
from service.solver.lines.kernels.scores import WIN
from tests.support.reference import moved, symmetries_of

CHANCE = random.Random(7)
WORDS = [1, 2, 3, 1 << 63, (1 << 64) - 1, 1 << 32, *(CHANCE.getrandbits(64) for _ in range(200))]
WORDS += [1 << bit for bit in range(64)]


def test_bits_against_plain_python() -> None:
    count: Any = bits.count
    lowest: Any = bits.lowest
    assert count(np.uint64(0)) == 0
    for word in WORDS:
        assert count(np.uint64(word)) == bin(word).count("1")
        assert lowest(np.uint64(word)) == len(bin(word)) - len(bin(word).rstrip("0"))
    assert [int(bits.bit(cell)) for cell in range(64)] == [1 << cell for cell in range(64)]


@pytest.mark.parametrize(
    "size", [(1, 1), (1, 7), (7, 1), (3, 3), (4, 3), (3, 4), (5, 5), (8, 8), (16, 4), (64, 1)],
    ids=str,
)  # fmt: skip
def test_the_canonical_form_is_one_for_all_images(size: tuple[int, int]) -> None:
    """It is the image by the returned symmetry, the same for all images and no other position."""
    game = encodings.whole_board(Rules(*size, 3))
    chance = random.Random(f"{size}")
    forms: dict[tuple[int, int], str] = {}
    images = symmetries_of(*size)
    for _ in range(60):
        cells = "".join(chance.choice("XO..") for _ in range(size[0] * size[1]))
        least = min(moved(cells, each) for each in images)
        found = set()
        for each in images:
            image = moved(cells, each)
            own, opponent = (
                np.uint64(sum(1 << cell for cell, mark in enumerate(image) if mark == player))
                for player in "XO"
            )
            form_own, form_opponent, number = symmetry.canonical(game.symmetries, own, opponent)
            found.add((int(form_own), int(form_opponent)))
            for stones, form in ((own, form_own), (opponent, form_opponent)):
                assert symmetry.transform(game.symmetries[number], stones) == form
                expected = sum(
                    1 << int(game.images[number, cell]) for cell in range(len(cells))
                    if int(stones) >> cell & 1
                )  # fmt: skip
                assert int(form) == expected
        (form_found,) = found
        assert forms.setdefault(form_found, least) == least


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
