"""Whole games that both sides draw by the strategies of a static proof."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from service.game import Board, Player, bits, other
from service.solver.analysis import Proof, Tile
from service.solver.static_proofs import tile_game
from service.solver.static_proofs.kernels.open_lines import TO_MOVER, TO_OPPONENT
from service.solver.static_proofs.tiles import as_words, tile_of


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
        pairs=tuple((images[one], images[two]) for one, two in proof.pairs),
        first_move=None if proof.first_move is None else images[proof.first_move],
        tiles=tuple(
            tile_of(tile.against, ((images[cell] for cell in each) for each in tile.sets))
            for tile in proof.tiles
        ),
    )


def play_out(board: Board, order: list[int], proof: Proof) -> list[int]:
    """Return a whole game that both sides draw by this proof: the empty cells, pair by pair.

    The cells of a pair are taken one after the other, so one by either side, and nobody completes a
    line. The order, of all legal moves, begins with the first move of the proof, if it has one.
    Where stones fall the other cells follow from the bottom up.
    """
    if proof.tiles:
        return _play_tiles(board, proof.tiles, order)
    partner = dict(proof.pairs) | {other: one for one, other in proof.pairs}
    line: dict[int, None] = {}
    for cell in [*order, *reversed(bits(board.reachable))] if board.rules.gravity else order:
        line[cell] = None
        line[partner.get(cell, cell)] = None
    return list(line)


def _play_tiles(board: Board, tiles: Iterable[Tile], order: list[int]) -> list[int]:
    """Return a whole game that both sides draw by tiles against either of them.

    A side answers in the tile of the last move where it must; else it takes the next cell of
    `order`, all empty cells, which begins with the first move of the proof, if it has one.
    """
    by_cell = board.contents.tolist()
    homes: dict[tuple[Player, int], Tile] = {
        (player, cell): tile for tile in tiles for player in tile.against for cell in tile.cells
    }
    line, waiting, mover = [], iter(order), board.to_move
    answer = None
    for _ in order:
        cell = answer
        while cell is None or by_cell[cell]:
            cell = next(waiting)
        by_cell[cell] = side = TO_MOVER if mover == board.to_move else TO_OPPONENT
        line.append(cell)
        tile, answer = homes.get((mover, cell)), None
        if tile is not None:
            game = tile_game.game_of(*as_words(tile, by_cell, side))
            reply = None if tile_game.holds(game) else tile_game.reply(game)
            answer = None if reply is None else tile.cells[reply.bit_length() - 1]
        mover = other(mover)
    return line
