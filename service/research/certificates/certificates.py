"""A certificate of the value of a position, from an analysis that has proven it."""

from __future__ import annotations

from collections.abc import Callable

from service.game import Board, Player, other
from service.research.certificates import document
from service.research.certificates.document import Node, Part
from service.research.certificates.facts import Fact, Step
from service.research.certificates.strategy import Strategy
from service.solver.analysis import Analysis, Proof
from service.solver.lines import CELLS, whole_board
from service.solver.memory import TranspositionTable
from service.solver.proof_number import fits

WITHOUT_SEARCH = ("pairing", "tiling", "potential", "no_open_lines")
"""Methods of proof that need no search to be told."""
MOST_NODES = 1 << 20
"""Of each part: more would take hours."""


Prove = Callable[[Board, Player, bool, Callable[[int], None]], tuple[list[Node], int]]
"""Nodes that show how a side wins, or else holds, and the plies that it takes to win at most. The
last argument is called again and again with the number of nodes so far; to stop, it raises."""


class NoCertificateError(Exception):
    """There is none, for this reason."""


def certificate(analysis: Analysis, prove: Prove, going_on: Callable[[], None]) -> str:
    """What an analysis has proven, as the text of a certificate; `prove` says how a side does it.

    `going_on` is called again and again; to stop, it raises. Raises NoCertificateError where there
    is none.
    """
    board, value, proof = analysis.board, analysis.assessment.value, analysis.proof
    if value is None:
        raise NoCertificateError("the value is not proven")
    if proof is None or proof.method == "game_over":
        raise NoCertificateError("the game is over")
    mover, waiting = board.to_move, other(board.to_move)
    sides: list[Player] = [mover] if value == 1 else [waiting]
    if value == 0 and board.x | board.o:
        # From the empty board the first player holds anyway.
        sides.append(mover)
    if proof.method in WITHOUT_SEARCH:
        return document.written(board, [seen(board, side, proof) for side in sides], None)
    if board.rules.cells > CELLS:
        raise NoCertificateError(f"a search proves it, on a board of more than {CELLS} cells")
    if not fits(whole_board(board.rules)):
        raise NoCertificateError("a search proves it, on a board of too many lines")
    plies, parts = 0, []
    for side in sides:
        nodes, plies = prove(board, side, value != 0, limited(going_on))
        parts.append(Part(side, nodes))
    return document.written(board, parts, plies if value else None)


def by_search(table: TranspositionTable) -> Prove:
    """By searches in a table, which may know the proof already."""

    def prove(
        board: Board, side: Player, wins: bool, going_on: Callable[[int], None]
    ) -> tuple[list[Node], int]:
        strategy = Strategy(board.rules, wins, table, going_on)
        own, opponent = board.stones(side), board.stones(other(side))
        plies = strategy.prove(own, opponent, side == board.to_move).plies
        return strategy.nodes, plies

    return prove


def seen(board: Board, side: Player, proof: Proof) -> Part:
    """How a side holds by a proof that needs no search."""
    opponent, own_turn = other(side), side == board.to_move
    move = 0 if proof.first_move is None or not own_turn else 1 << proof.first_move
    stones, free = board.stones(side) | move, board.empty & ~move
    families: list[tuple[tuple[int, ...], ...]] = [(pair,) for pair in proof.pairs]
    families += [tile.sets for tile in proof.tiles if opponent in tile.against]
    # Of a set with a stone of the side, nothing is left to do; the opponent's stones are no cells
    # to be taken.
    found = [
        [
            [cell for cell in cells if free >> cell & 1]
            for cells in sets
            if not any(stones >> cell & 1 for cell in cells)
        ]
        for sets in families
    ]
    fact = Fact(stones, free)
    nodes = [document.groups(fact, own_turn and not move, filter(None, found))]
    if move and proof.first_move is not None:
        nodes.append(document.move(proof.first_move, Step(fact, 0)))
    return Part(side, nodes)


def limited(going_on: Callable[[], None]) -> Callable[[int], None]:
    """The same, as long as there are not too many nodes."""

    def count(nodes: int) -> None:
        if nodes > MOST_NODES:
            raise NoCertificateError(f"it would have more than {MOST_NODES} nodes")
        going_on()

    return count
