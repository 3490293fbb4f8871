"""What the last move of a game gave up, as far as that is proven."""

from service.api.admission.analysis_service import AnalysisService, Client
from service.api.http.problems import ProblemError
from service.api.http.validation import read_board
from service.api.schemas import Mistake, MoveRequest
from service.api.schemas.cells import written_cells
from service.api.telemetry.request_stats import current_stats
from service.game import Board, bits, other
from service.players import judge_move
from service.solver import Analysis, Bounds, Budget

LEAST_SECONDS = 0.02
"""The time for the position before the move at least, however soon the other one was settled."""


def find_mistake(
    service: AnalysisService, wanted: MoveRequest, after: Analysis, budget: Budget, client: Client
) -> Mistake | None:
    """Return what the last of the moves, which led to `after`, gave up; None if none is proven.

    It takes no more than is left of the budget, and no longer than `after` took. Where a repeated
    question may find out more, that is noted in the request's statistics.
    """
    with service.turn(after.board):
        before = _before_last(wanted, after.board)
    known = _analyse(service, before, _rest(budget, after), client)
    had = Bounds(-1, 1) if known is None else known.assessment.bounds
    left = Bounds(-after.assessment.bounds.upper, -after.assessment.bounds.lower)
    (cell,) = bits(before.empty & ~after.board.empty)
    best = None if known is None else known.options[0]
    mistake = best and judge_move(before, cell, had, left, best.cell, best.assessment.bounds.lower)
    if mistake is None:
        current_stats().is_open |= had.upper > left.lower
        return None
    cells = written_cells(before.rules.width, before.rules.height)
    return {
        "move": cells[cell],
        "gave_up": mistake.gave_up,
        "better_move": None if mistake.better is None else cells[mistake.better],
        "text": mistake.text,
    }


def _before_last(wanted: MoveRequest, board: Board) -> Board:
    moves = (wanted.moves or [])[:-1]
    return read_board(wanted.model_copy(update={"moves": moves, "to_move": other(board.to_move)}))


def _rest(budget: Budget, after: Analysis) -> Budget:
    search = after.search
    seconds = min(budget.left or 0.0, max(search.seconds, LEAST_SECONDS))
    nodes = None if budget.nodes is None else budget.nodes - search.nodes
    return Budget(seconds, nodes, best_only=True)


def _analyse(
    service: AnalysisService, board: Board, budget: Budget, client: Client
) -> Analysis | None:
    """Return an analysis of `board`, or None where there is no time or no room for it."""
    if not budget.left or (budget.nodes is not None and budget.nodes < 1):
        return None
    try:
        return service.analyse(board, budget, client, silent=True)
    except ProblemError:
        return None
