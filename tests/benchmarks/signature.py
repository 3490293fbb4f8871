"""The bench signature: exact node counts, so that a change of search behaviour is seen."""

from __future__ import annotations

from service.game import Board, Rules, parse
from service.solver import Budget, Solver
from tests.benchmarks.report import table

POSITIONS = {
    "3x3, 3": Board(Rules(3, 3, 3)),
    "4x3, 3": Board(Rules(4, 3, 3)),
    "4x4, 4": Board(Rules(4, 4, 4)),
    "5x4, 3": Board(Rules(5, 4, 3)),
    "7x7, 5 opened": parse(["." * 7] * 3 + ["..OXX.."] + ["..O...."] + ["." * 7] * 2, 5),
    "15x15, 5 opened": parse(["." * 15] * 7 + ["......OXXO....."] + ["." * 15] * 7, 5),
}
NODES = 200_000


def counts() -> dict[str, int]:
    """Nodes that each position takes, with a budget of `NODES` and a cold table."""
    solver = Solver(16)
    found = {}
    for name, board in POSITIONS.items():
        solver.forget()
        found[name] = solver.analyse(board, Budget(nodes=NODES)).search.nodes
    return found


def run() -> None:
    """Print the signature."""
    rows = [[name, f"{nodes}"] for name, nodes in counts().items()]
    table("Bench signature", ["position", "nodes"], rows)
