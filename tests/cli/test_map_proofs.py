"""One game of the map, with a first move that may well win."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.cli.map.games import promising
from service.cli.map.proving import Proof
from service.cli.map.record import Record, RecordFile
from service.cli.search_observer import SearchObserver
from service.game import Rules, find_cell
from service.solver import Solver
from service.solver.book import read_bounds

SECONDS = 1.0
"""More than these games take."""
VALUES = {Rules(3, 3, 3): 0, Rules(4, 3, 3): 1, Rules(5, 5, 4): 0}
"""Of the draws, the weak game is won: so the strong one is asked about."""


@pytest.mark.parametrize(("rules", "value"), VALUES.items())
def test_what_is_proven_depends_on_no_guess(rules: Rules, value: int) -> None:
    """A first move that is asked about first may win or not."""
    solver = Solver(16)
    for cell in (0, rules.width * (rules.height // 2) + rules.width // 2):
        proof = Proof(rules, solver, SECONDS, SearchObserver(), promising=cell)
        proof.quick()
        found = proof.record()
        assert found.bounds == (value, value), cell
        plain = Proof(rules, solver, SECONDS, SearchObserver()).record()
        said, known = (read_bounds(rules, each.options or "") for each in (found, plain))
        for option in said.keys() & known.keys():
            lower, upper = zip(said[option], known[option], strict=True)
            assert max(lower) <= min(upper)


def test_what_wins_on_a_narrower_board_is_promising(tmp_path: Path) -> None:
    records = RecordFile(tmp_path / "solved_games.csv")
    assert promising(Rules(7, 5, 4), records) is None
    records.keep(Record(6, 5, 4, lower=1, upper=1, plies=11, line="c3 b2"))
    assert promising(Rules(7, 5, 4), records) == find_cell(Rules(7, 5, 4), "c3") == 16
    assert promising(Rules(8, 5, 4), records) is None
    assert promising(Rules(7, 6, 4), records) is None
    records.keep(Record(5, 5, 4, lower=0, upper=0, plies=25, line="c3 b2"))
    assert promising(Rules(6, 5, 4), records) is None
    assert promising(Rules(1, 1, 1), records) is None
