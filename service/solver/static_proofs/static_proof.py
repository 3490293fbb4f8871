"""Static proofs: what is proven of a position without a search, of its value or of some options."""

from dataclasses import dataclass

import numpy as np

from service.game import Board, other
from service.solver.analysis import Proof
from service.solver.lines.kernels.line_game import CELLS
from service.solver.proven_options import ProvenOptions, nothing_known
from service.solver.root import RootMoves
from service.solver.static_proofs.answers import bounds_by_answers
from service.solver.static_proofs.drawn_play import turned
from service.solver.static_proofs.kernels import open_lines
from service.solver.static_proofs.kernels.open_lines import TO_MOVER, TO_OPPONENT
from service.solver.static_proofs.pairings import find_pairing

MOST_WORK = 5_000_000
"""The most work of the search for pairs against both sides: some 20 ms; see `pair_search`."""
WORK_PER_SECOND = 20_000_000
"""The most work for each second there is to think: less than a tenth of that time. If lines have
more cells, no search begins."""
LEAST_WORK = 100_000
"""The most cells on lines of a board for which a search always begins."""
LEAST_ANSWERS_WORK = 1_000_000
"""The work of the search for answers that is always done; see `answers.bounds_by_answers`."""
ONE_SIDED_SHARE = 8
"""The searches against one side, where that fails, get one in so many parts of this work."""

THEOREM_ROW = 8
"""The shortest row that is known to be out of reach on an empty board of any size."""


@dataclass(frozen=True, slots=True)
class StaticProof:
    """What is proven without a search."""

    proof: Proof | None = None
    """The proof of the value of the position."""
    bounds: np.ndarray | None = None
    """Bounds on the scores of the moves, shape (2, cells), int64; of equivalent moves those of the
    lowest cell. None if nothing is proven of any."""
    low_potential: bool = False
    """Whether the potentials of both sides are so low that neither wins."""

    @property
    def has_open_lines(self) -> bool:
        """Return whether any line can still be completed, as far as is known."""
        return self.proof is None or self.proof.method != "no_open_lines"

    @property
    def first_move(self) -> int | None:
        """Return the move with which the proof begins; None if any move will do, or has none."""
        return None if self.proof is None else self.proof.first_move

    def proof_after(self, cell: int, root: RootMoves) -> Proof | None:
        """Return the proof that begins with an option; None if it begins with other ones alone."""
        first = self.first_move
        if self.proof is None or first is None:
            return self.proof
        alike = root.classes[cell] == root.classes[first]
        return turned(self.proof, root.board, cell) if alike else None

    def proven(self, root: RootMoves) -> ProvenOptions:
        """Return what it proves of the options of the position."""
        bounds = None if self.bounds is None else np.take(self.bounds, root.cells, axis=1)
        return ProvenOptions(root.board, root.cells, bounds)


def find_static_proof(board: Board, contents: np.ndarray, seconds: float | None) -> StaticProof:
    """Look for static proofs within a part of the seconds; `contents` is as in `RootMoves`.

    On few empty cells of the plain game only a draw of all options is looked for: searches prove
    the rest as fast. Where there are too many lines to list them nothing is proven.
    """
    if not board.geometry.lists_lines:
        return StaticProof()
    lines, rules = board.geometry.lines, board.rules
    open_to = np.zeros(len(lines), np.uint8)
    low_potential = bool(open_lines.classify(lines, contents, open_to))
    if not any(open_to.tobytes()):
        return StaticProof(Proof("no_open_lines"), np.zeros((2, contents.size), np.int64))
    work_limit = MOST_WORK if seconds is None else int(min(MOST_WORK, seconds * WORK_PER_SECOND))
    # Where stones fall and a row wins, lines that stand upright leave little to answers.
    may_answer = rules.misere or (rules.stacks and rules.height < rules.row_length)
    if may_answer and rules.rows_lie_alike:
        bounds = bounds_by_answers(board, contents, max(work_limit, LEAST_ANSWERS_WORK))
        decided = bounds[1].max() < 0 or bounds[0].max() > 0
        return StaticProof(Proof("follow_up") if decided else None, bounds)
    if not rules.pairings_hold:
        return StaticProof()
    known = StaticProof(low_potential=low_potential)
    if drawn_by_theorem(board):
        known = StaticProof(Proof("tiling"), np.zeros((2, contents.size), np.int64))
    if lines.size > max(work_limit, LEAST_WORK):
        return known
    less = work_limit // ONE_SIDED_SHARE

    def find(sides: int, may_move: bool, work: int) -> Proof | None:
        return find_pairing(board, contents, open_to & sides, may_move, work)

    few = board.empty.bit_count() <= CELLS
    both = find(TO_MOVER | TO_OPPONENT, False, work_limit)
    if both is None and not few:
        both = find(TO_MOVER | TO_OPPONENT, True, less)
    if both is not None:
        return StaticProof(both, _bounds_where_held(board, both, both))
    if few or known.proof is not None or not rules.stones_never_hurt:
        return known
    against_mover, against_opponent = find(TO_MOVER, False, less), find(TO_OPPONENT, True, less)
    proof = None
    if against_mover is not None and against_opponent is not None:
        sides = ((board.to_move, against_mover), (other(board.to_move), against_opponent))
        pairs = [pair._replace(against=(side,)) for side, found in sides for pair in found.pairs]
        proof = Proof("pairing", tuple(pairs), against_opponent.first_move)
    bounds = _bounds_where_held(board, against_mover, against_opponent)
    return StaticProof(proof, bounds, low_potential)


def _bounds_where_held(
    board: Board, against_mover: Proof | None, against_opponent: Proof | None
) -> np.ndarray:
    """Return the bounds of `StaticProof` where proofs keep one side or both off all lines."""
    bounds = nothing_known(board.rules.cells)
    if against_mover is not None:
        bounds[1] = 0
    if against_opponent is not None:
        first = against_opponent.first_move
        bounds[0, slice(None) if first is None else board.classes[first]] = 0
    return bounds


def drawn_by_theorem(board: Board) -> bool:
    """Return whether all options are a draw for there is no stone yet, and eight in a row to make.

    The plane can be covered with tiles of twelve cells, so that any eight cells in a row contain
    one of nine sets of a tile, and within a tile the side that moves second takes a cell of each
    set (T. G. L. Zetters, "8 (or more) in a row", American Mathematical Monthly 87, 1980; E. R.
    Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982). So either side keeps the other one
    off eight in a row by answers in the tile of its last move. Where no answer is needed any move
    will do, also as the first of the game: a stone of the side that holds only takes a cell from
    the other one. Edges and walls take cells from it, too; an answer there is not needed.

    A longer row contains eight in a row, and so does one of an exact length of eight or more.
    Joined edges make rows that are none on the plane. Stones that fall cannot answer wherever they
    should, and where a row loses it does not help to keep the other side off rows.
    """
    rules = board.rules
    is_empty = not board.x | board.o
    return is_empty and rules.row_length >= THEOREM_ROW and rules.is_flat and rules.pairings_hold
