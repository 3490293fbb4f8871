"""Static draws: proofs without a search that one side, or either side, cannot force a line."""

from dataclasses import dataclass

import numpy as np

from service.game import Board, Player, other
from service.solver.analysis import Proof, Tile
from service.solver.lines.kernels.line_game import CELLS
from service.solver.proven_options import ProvenOptions
from service.solver.root import RootMoves
from service.solver.static_draws.answers import bounds_by_answers
from service.solver.static_draws.columns import held_by_columns
from service.solver.static_draws.drawn_play import turned
from service.solver.static_draws.kernels import open_lines
from service.solver.static_draws.kernels.open_lines import TO_MOVER, TO_OPPONENT
from service.solver.static_draws.pairings import Pairing, find_pairing
from service.solver.static_draws.tiles import Tiling, find_tiling, joined, tile_of

MOST_WORK = 5_000_000
"""The most work of the search for pairs against both sides: some 20 ms; see `pair_search`."""
WORK_PER_SECOND = 20_000_000
"""The most work for each second there is to think: less than a tenth of that time."""
ONE_SIDED_SHARE = 8
"""The searches against one side, where that fails, get one in so many parts of this work."""


@dataclass(frozen=True, slots=True)
class StaticDraw:
    """What is proven without a search."""

    proof: Proof | None = None
    """The proof of the value of the position."""
    mover_held: bool = False
    """Whether no option wins."""
    opponent_held: bool = False
    """Whether no option loses; if there is a `first_move`, whether that one does not."""
    first_move: int | None = None
    low_potential: bool = False
    """Whether the potentials of both sides are so low that neither wins."""
    by_answers: np.ndarray | None = None
    """Bounds on the scores of moves in a misère game, see `answers`."""

    @property
    def bounds_options(self) -> bool:
        """Return whether it proves anything of the options; see `proven`."""
        return self.mover_held or self.opponent_held or self.by_answers is not None

    @property
    def settles(self) -> bool:
        """Return whether every option is a draw."""
        return self.mover_held and self.opponent_held and self.first_move is None

    @property
    def has_open_lines(self) -> bool:
        """Return whether any line can still be completed, as far as is known."""
        return self.proof is None or self.proof.method != "no_open_lines"

    def proof_after(self, cell: int, root: RootMoves) -> Proof | None:
        """Return the proof that begins with an option; None if it begins with other ones alone."""
        first = self.first_move
        if self.proof is None or first is None:
            return self.proof
        alike = root.classes[cell] == root.classes[first]
        return turned(self.proof, root.board, cell) if alike else None

    def proven(self, root: RootMoves) -> ProvenOptions:
        """Return what it proves of the options of the position."""
        if self.by_answers is not None:
            bounds = np.take(self.by_answers, root.cells, axis=1)
            return ProvenOptions(root.board, root.cells, bounds)
        proven = ProvenOptions(root.board, root.cells)
        if self.mover_held:
            proven.upper.fill(0)
        if self.opponent_held:
            only = self.first_move
            proven.lower[slice(None) if only is None else root.cells == root.classes[only]] = 0
        return proven


def find_static_draw(board: Board, contents: np.ndarray, seconds: float | None) -> StaticDraw:
    """Look for static draws within a part of the seconds; `contents` is as in `kernels.open_lines`.

    On few empty cells only a draw of all options is looked for: searches prove the rest as fast.
    """
    lines, rules = board.geometry.lines, board.rules
    open_to = np.zeros(len(lines), np.uint8)
    low_potential = bool(open_lines.classify(lines, contents, open_to))
    if not any(open_to.tobytes()):
        return StaticDraw(Proof("no_open_lines"), True, True)
    if rules.stacks and not rules.misere and rules.height < rules.row_length:
        # Else there are lines upright, of which columns hold few.
        held, first_move = held_by_columns(board, open_to)
        return StaticDraw(None, held == TO_MOVER, held == TO_OPPONENT, first_move)
    if rules.misere and not rules.exact:
        bounds = bounds_by_answers(board, contents)
        lost = bounds[1].max() < 0
        proof = Proof("follow_up") if lost or bounds[0].max() > 0 else None
        return StaticDraw(proof, by_answers=bounds)
    if not rules.pairings_hold:
        return StaticDraw()
    work_limit = MOST_WORK if seconds is None else int(min(MOST_WORK, seconds * WORK_PER_SECOND))
    less = work_limit // ONE_SIDED_SHARE

    def find(sides: int, may_move: bool, work: int) -> Pairing | None:
        return find_pairing(board, contents, open_to & sides, may_move, work)

    few = board.empty.bit_count() <= CELLS
    both = find(TO_MOVER | TO_OPPONENT, False, work_limit)
    if both is None and not few:
        both = find(TO_MOVER | TO_OPPONENT, True, less)
    if both is not None:
        return StaticDraw(
            Proof("pairing", both.pairs, both.first_move), True, True, both.first_move
        )
    if few or not rules.stones_never_hurt:
        return StaticDraw(low_potential=low_potential)
    against_mover = find(TO_MOVER, False, less) or find_tiling(
        board, contents, open_to, TO_MOVER, False, work_limit
    )
    against_opponent = find(TO_OPPONENT, True, less) or find_tiling(
        board, contents, open_to, TO_OPPONENT, True, work_limit
    )
    proof = None
    if against_mover is not None and against_opponent is not None:
        both_tiles = joined(
            _as_tiles(against_mover, board.to_move),
            _as_tiles(against_opponent, other(board.to_move)),
        )
        proof = Proof("tiling", first_move=against_opponent.first_move, tiles=both_tiles)
    return StaticDraw(
        proof,
        mover_held=against_mover is not None,
        opponent_held=against_opponent is not None,
        first_move=against_opponent.first_move if against_opponent else None,
        low_potential=low_potential,
    )


def _as_tiles(found: Pairing | Tiling, against: Player) -> tuple[Tile, ...]:
    """Return the tiles of a tiling, or a tile for each pair of a pairing."""
    if isinstance(found, Tiling):
        return found.tiles
    return tuple(tile_of((against,), [pair]) for pair in found.pairs)
