"""The proof-number search without a compiler, so that its constants and tables can be spoilt.

Asked in a process of its own, see `test_dfpn`: kernels are compiled or not once and for all.
"""

import warnings
from typing import Any

import numba
import numpy as np

from service.game import Rules
from service.solver.lines.encodings import whole_board
from service.solver.proof_number.kernels import dfpn, expansion, proof_numbers
from service.solver.proof_number.kernels.state import new_state
from tests.solver.proof_number.asking import RESULTS, new_tables, sets_of, stones_of
from tests.support.positional_games import SIDES, attacker_wins, lineless
from tests.support.reference import Reference

NODES = 20_000
SHAPE = (3, 3, 3)


def answers(infinite: int | None, false_tags: bool, width: int) -> tuple[int, int, int]:
    """Return how many questions there are, how many are answered, and how many of these wrongly.

    `infinite` is what the numbers of decided positions are; with `false_tags` the table of numbers
    takes every position for an open one that it knows. `width` moves are in question at a time.
    """
    assert numba.config.DISABLE_JIT
    # Unlike machine code, the interpreter warns where a hash overflows.
    warnings.simplefilter("ignore", RuntimeWarning)
    modules: tuple[Any, ...] = (dfpn, expansion, proof_numbers)
    for module in modules:
        if infinite is not None:
            module.INFINITE, module.LARGEST = np.int64(infinite), np.int64(infinite - 1)
        if false_tags:
            module.probe_numbers = lambda *_: (np.int64(1), np.int64(1))
    expansion.WIDTHS = ((width, width),) * 2
    reference, game = Reference(*SHAPE), whole_board(Rules(*SHAPE))
    asked = answered = wrong = 0
    for cells in lineless(reference, 8, (6, 9), 3):
        for colour, attacker in enumerate("XO"):
            for mover, side in enumerate(SIDES):
                for weak in (True, False):
                    search, tables = new_state(), new_tables(1, 1)
                    stones = stones_of(cells, attacker)
                    dfpn.set_up_root(game, search, colour, stones, mover, weak)
                    done = dfpn.prove(game, tables, search, NODES)
                    found = RESULTS.get(int(search.control.result))
                    expected = attacker_wins(*sets_of(reference, cells, attacker, weak), side)
                    asked += 1
                    answered += done and found is not None
                    wrong += done and found is not None and found != expected
    return asked, answered, wrong
