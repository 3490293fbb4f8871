"""What makes a position a puzzle, how hard it is, and what tells it from others."""

import re
from itertools import count

from service.game import Board, geometry
from service.players import STRENGTHS, ReasonCode, explain_move
from service.players.explanation import explain_best
from service.puzzles.puzzle import Record
from service.solver import Analysis, Budget, Solver
from tools.puzzles.positions import choice

NODES = {"connect-four": 100_000, "five": 10_000}
"""The most nodes of the search for the values of a position, by the game."""
OTHER_NODES = 20_000
"""The same for the other games."""
FIRST_LOOK = 10
"""After this part of the nodes a position is given up if nobody is proven to win or to hold it."""
FEWEST_OPTIONS = 3
"""With fewer, the move may be found by chance."""
MOST_MOVES = 6
"""Longer wins are for machines."""
TRIES = 64
"""The moves that are asked of each strength, all with seeds of their own, since those of one seed
share their chance."""
IDLE: set[ReasonCode] = {"near", "center", "open_lines", "best_estimate", "slip"}
"""Reasons that do not speak for a move."""


def prove(game: str, board: Board, solver: Solver) -> Analysis | None:
    """Return the analysis of a position if it proves that it is a puzzle; else None."""
    if len(board.legal_moves) < FEWEST_OPTIONS:
        return None
    solver.forget()
    most = NODES.get(game, OTHER_NODES)
    for nodes in (most // FIRST_LOOK, most):
        analysis = solver.analyse(board, Budget(nodes=nodes))
        best, *others = (option.assessment for option in analysis.options)
        if best.value in (None, -1) or best.value == others[0].value:
            return None
    upper = max(other.bounds.upper for other in others)
    if best.value == 0:
        return analysis if upper == -1 else None
    return analysis if best.shortest and best.moves_to_end <= MOST_MOVES and upper < 1 else None


def measure(analysis: Analysis, source: int, first_seed: int = TRIES) -> Record:
    """Return a puzzle as it is written; its tries have the seeds from one on."""
    board, (best, *others) = analysis.board, analysis.options
    seeds = count(first_seed)
    found = {
        strength: sum(choice(board, strength, next(seeds)) == best.cell for _ in range(TRIES))
        for strength in sorted(STRENGTHS)
    }
    plausible = sum(
        explain_move(board, other.cell, other.assessment).code not in IDLE for other in others
    )
    return Record(
        source=source,
        rows=_written(board),
        moves=best.assessment.moves_to_end if best.assessment.value else 0,
        theme=explain_best(analysis).code,
        strength=next((each for each, tries in found.items() if 2 * tries > TRIES), 0),
        plausible=plausible,
        found=round(100 * sum(found.values()) / TRIES / len(found)),
    )


def name_up_to_symmetry(board: Board) -> str:
    """Return the same name for all positions that symmetries or other colours make of one."""
    rules = board.rules
    images = geometry(rules._replace(walls=0)).symmetries
    contents = min(image.tobytes() for image in board.contents[images])
    return f"{rules.shape} {contents.hex()}"


def _written(board: Board) -> str:
    """Return the rows of a board as in a `Record`."""
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(board.rows))
