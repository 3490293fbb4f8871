"""The certificate of the value that an analysis has proven."""

from collections.abc import Callable

from service.game import Board, Player, other
from service.research.certificates import document
from service.research.certificates.document import Part
from service.research.certificates.facts import Fact, Step
from service.research.certificates.strategy import Strategy
from service.solver.analysis import Analysis, Proof
from service.solver.lines import CELLS, whole_board
from service.solver.memory import TranspositionTable
from service.solver.proof_number import fits

WITHOUT_SEARCH = ("pairing", "potential", "no_open_lines")
"""Methods of proof that are written without a search."""
MOST_NODES = 1 << 20
"""The largest number of nodes of a part; more would take hours."""


class NoCertificateError(Exception):
    """There is no certificate, for the reason in the message."""


def certificate(analysis: Analysis, table: TranspositionTable, going_on: Callable[[], None]) -> str:
    """Return the text of the certificate of what an analysis has proven.

    What needs a search is searched again with the `table`, which may already hold the results.
    `going_on` is called at intervals; to stop, it raises. Raises NoCertificateError if there is no
    certificate.
    """
    board, value, proof = analysis.board, analysis.assessment.value, analysis.proof
    if value is None:
        raise NoCertificateError("the value is not proven")
    if not board.rules.is_plain:
        raise NoCertificateError("a switch or a wall changes the rules of the game")
    if proof is None or proof.method == "game_over":
        raise NoCertificateError("the game is over")
    mover, waiting = board.to_move, other(board.to_move)
    sides: list[Player] = [mover] if value == 1 else [waiting]
    if value == 0 and board.x | board.o:
        # On the empty board the first player holds anyway (strategy stealing).
        sides.append(mover)
    if proof.method in WITHOUT_SEARCH:
        return document.written(board, [static_part(board, side, proof) for side in sides], None)
    if board.rules.cells > CELLS:
        raise NoCertificateError(f"it takes a search, on a board of more than {CELLS} cells")
    if not fits(whole_board(board.rules)):
        raise NoCertificateError("it takes a search, on a board of too many lines")
    plies, parts = 0, []
    for side in sides:
        strategy = Strategy(board.rules, table, limited(going_on), wins=value != 0)
        own, opponent = board.stones(side), board.stones(other(side))
        plies = strategy.prove(own, opponent, own_turn=side == mover).plies
        parts.append(Part(side, strategy.nodes))
    return document.written(board, parts, plies if value else None)


def static_part(board: Board, side: Player, proof: Proof) -> Part:
    """Return the part that shows how a side holds by a proof that needs no search."""
    opponent, own_turn = other(side), side == board.to_move
    move = 0 if proof.first_move is None or not own_turn else 1 << proof.first_move
    stones, free = board.stones(side) | move, board.empty & ~move
    pairs = [1 << one | 1 << two for one, two, against in proof.pairs if opponent in against]
    # The first move gets its cell of a pair.
    left = [pair for pair in pairs if not pair & move]
    fact = Fact(stones, free)
    nodes = [document.pairs(fact, left, own_turn=own_turn and not move)]
    if move and proof.first_move is not None:
        nodes.append(document.move(proof.first_move, Step(fact, 0)))
    return Part(side, nodes)


def limited(going_on: Callable[[], None]) -> Callable[[int], None]:
    """Return the function `going_on`, which also raises once there are too many nodes."""

    def count(nodes: int) -> None:
        if nodes > MOST_NODES:
            raise NoCertificateError(f"it would have more than {MOST_NODES} nodes")
        going_on()

    return count
