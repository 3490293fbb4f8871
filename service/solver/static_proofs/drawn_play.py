"""Whole games that both sides draw by the strategies of a static proof."""

from collections.abc import Sequence
from dataclasses import replace

from service.game import Board, bits, other
from service.solver.analysis import Proof


def turned(proof: Proof, board: Board, first_move: int) -> Proof:
    """Return the image of a proof under a symmetry of the position that gives this first move."""
    for images in board.symmetries:
        if images[proof.first_move] == first_move:
            return image_of(proof, images.tolist())
    raise ValueError(f"cell {first_move} is not like cell {proof.first_move}")


def image_of(proof: Proof, images: Sequence[int]) -> Proof:
    """Return a proof with the image of each cell under a symmetry instead of the cell."""
    return replace(
        proof,
        pairs=tuple(
            pair._replace(first=images[pair.first], second=images[pair.second])
            for pair in proof.pairs
        ),
        first_move=None if proof.first_move is None else images[proof.first_move],
    )


def play_out(board: Board, order: list[int], proof: Proof) -> list[int]:
    """Return a whole game that both sides draw by this proof: the empty cells, pair by pair.

    A side that is kept from taking both cells of a pair is answered in it, so nobody completes a
    line. The order, of all legal moves, begins with the first move of the proof, if it has one.
    Where stones fall the other cells follow from the bottom up.
    """
    partner = {
        (player, cell): mate
        for one, two, against in proof.pairs
        for player in against
        for cell, mate in ((one, two), (two, one))
    }
    line: dict[int, None] = {}
    mover = board.to_move
    for cell in [*order, *reversed(bits(board.reachable))] if board.rules.gravity else order:
        move: int | None = cell
        while move is not None and move not in line:
            line[move] = None
            move, mover = partner.get((mover, move)), other(mover)
    return list(line)
