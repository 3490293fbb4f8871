"""The trees of a search by jobs as a file, from which another coordinator can go on.

The file has one line of JSON for the position and one for each tree, and a SHA-256 digest of all
lines. The digest protects against damage and mistaken files, not against forgery. Positions are
written as their stones, so that other versions of the solver can read the file.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from service.atomic_write import atomic_write
from service.game import Board, render
from service.research.cluster.search import JobSearch
from service.research.cluster.tree import Node, Tree
from service.solver.memory import checkpoint

FORMAT = "k-in-a-row trees 1"


def save(path: Path, search: JobSearch) -> None:
    """Write the trees, so that a crash leaves the former file; OSError if that fails."""
    records = [_header(search.board), *map(_tree, search.trees), {"jobs": search.jobs}]
    text = "".join(f"{json.dumps(record, separators=(',', ':'))}\n" for record in records)
    with atomic_write(path) as file:
        file.write(f"{text}{_digest(text)}\n".encode("ascii"))


def load(path: Path, search: JobSearch) -> None:
    """Begin a search with the trees in a file.

    Raises CheckpointError if the file is damaged or of another position, OSError if it cannot be
    opened.
    """
    try:
        text, _, digest = path.read_text(encoding="ascii").removesuffix("\n").rpartition("\n")
        text += "\n"
        header, *trees, done = map(json.loads, text.splitlines())
        sound = header["format"] == FORMAT and digest == _digest(text)
    except (ValueError, LookupError, TypeError, RecursionError):
        sound = False
    if not sound:
        raise checkpoint.CheckpointError(f"{path} is no checkpoint of a cluster, or it is damaged.")
    if header != _header(search.board):
        position = f"{header['position']} with {header['row_length']} in a row, {header['to_move']}"
        raise checkpoint.CheckpointError(f"{path} is of another position: {position} to move.")
    for tree, record in zip(search.trees, trees, strict=True):
        tree.spent = record["spent"]
        tree.restore([_node(numbers) for numbers in record["nodes"]])
    search.jobs = done["jobs"]


def _header(board: Board) -> dict[str, Any]:
    """Return the first record: the format of the file and the position."""
    return {
        "format": FORMAT,
        "position": "/".join(render(board)),
        "row_length": board.rules.row_length,
        "to_move": board.to_move,
    }


def _tree(tree: Tree) -> dict[str, Any]:
    """Return the record of a tree, whose nodes refer to their children by index."""
    places = {id(node): place for place, node in enumerate(tree.nodes)}
    nodes = [
        [*node.stones, node.attacks, *node.numbers, *(places[id(child)] for child in node.children)]
        for node in tree.nodes
    ]
    return {"attacker": tree.attacker, "weak": tree.weak, "spent": tree.spent, "nodes": nodes}


def _node(record: list[int]) -> tuple[Node, list[int]]:
    """Read a node and the indices of its children."""
    attacker, defender, attacks, proof, disproof, *children = record
    node = Node((attacker, defender), attacks=bool(attacks))
    node.numbers = [proof, disproof]
    return node, children


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
