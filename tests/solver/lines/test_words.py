"""Scores that bound each other, and kernels that release the interpreter lock."""

import importlib
import pkgutil

import pytest

from service import solver
from service.solver.compiling.kernels.jit import Kernel
from service.solver.lines.kernels import scores
from service.solver.lines.kernels.scores import WIN


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
