"""The bench signature: exact counts of nodes, so that a change of search behaviour is seen.

`tests/data/signature.json` holds the positions and their counts. A search that ends at its limit
shows a change only in its table hits. After a change that is meant,
`python -m benchmarks.signature` writes it anew.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.report import table
from service.game import Board, parse
from service.solver import Budget, Solver

DATA = Path(__file__).parents[1] / "tests" / "data" / "signature.json"
RENEW = "python -m benchmarks.signature"
TABLE_MEBIBYTES = 8


@dataclass(frozen=True)
class Entry:
    """A position, what is asked of it, and what that takes."""

    rows: list[str]
    row_length: int
    best_only: bool
    node_limit: int
    nodes: int
    table_hits: int

    @property
    def name(self) -> str:
        """Return the position and the question in a few words."""
        stones = sum(row.count(mark) for row in self.rows for mark in "XO")
        name = f"{len(self.rows[0])}x{len(self.rows)}, {self.row_length}"
        return name + f", {stones} stones" * bool(stones) + ", best" * self.best_only

    @property
    def board(self) -> Board:
        """Return the position."""
        return parse(self.rows, self.row_length)


def entries() -> list[Entry]:
    """Return the signature, from its file."""
    return [Entry(**each) for each in json.loads(DATA.read_text(encoding="utf-8"))]


def count(entry: Entry) -> Entry:
    """Return the entry as the search takes it now, with a table of its own."""
    budget = Budget(nodes=entry.node_limit, best_only=entry.best_only)
    search = Solver(TABLE_MEBIBYTES).analyse(entry.board, budget).search
    return replace(entry, nodes=search.nodes, table_hits=search.table_hits)


def run() -> None:
    """Print the signature, and where the search no longer keeps it."""
    rows = []
    for entry in entries():
        now = count(entry)
        changed = "" if now == entry else f"changed from {entry.nodes} and {entry.table_hits}"
        rows.append([entry.name, f"{now.nodes}", f"{now.table_hits}", changed])
    table("Bench signature", ["position", "nodes", "table hits", ""], rows)


def renew() -> None:
    """Write the signature as it is now."""
    lines = ",\n".join(json.dumps(vars(count(entry))) for entry in entries())
    DATA.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    renew()
