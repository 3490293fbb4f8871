"""The reason for a move: what the stones show, and for the best move what is proven as well."""

from collections.abc import Iterator
from itertools import chain

from service.game import Board, bits, other, union
from service.players import falling, misere, reasons
from service.players.choice import Reason, ReasonCode
from service.players.open_lines import OpenLines, leaves_no_fork
from service.players.regions import has_regions, in_middle, is_central, neighbours
from service.players.rows import row_through, threats_through
from service.players.shapes import Shape, kept_from_opening, shapes
from service.players.view import View
from service.solver import Analysis, Assessment

QUIET: set[ReasonCode] = {
    "builds", "hinders", "center", "near", "open_lines", "best_estimate", "avoids_row",
    "not_below",
}  # fmt: skip
"""Reasons that decide nothing yet: if something is proven, the reason is named after that."""


def explain_best(analysis: Analysis) -> Reason:
    """Return the reason for playing the first option: what the stones show, then what is proven."""
    board, best = analysis.board, analysis.options[0]
    if row_through(board, board.own, best.cell):
        if board.rules.misere:
            return misere.explain(View(board), best.cell)
        return reasons.wins(board, best.cell)
    if len(analysis.options) == 1:
        return reasons.only_cell(board, best.cell)
    code, verdict = _verdict(analysis)
    shown = explain_move(board, best.cell, best.assessment)
    if (code, shown.code) == ("only_move", "not_below"):
        return Reason(code, shown.cells, shown.text)  # The verdict would say it again.
    named = code if shown.code in QUIET and code != "best_estimate" else shown.code
    return Reason(named, shown.cells, f"{shown.text[:-1]}; {verdict}.")


def explain_move(board: Board, cell: int, assessment: Assessment) -> Reason:
    """Return the first reason that holds for a legal move that completes no row.

    Threats and their prevention come before what the move may be good for later.
    """
    if board.rules.misere:
        return misere.explain(View(board), cell)
    if row_through(board, board.opponent, cell):
        return reasons.blocks(board, cell)
    own, opposing = (shapes(board, side, cell) for side in (board.to_move, other(board.to_move)))
    urgent = _urgent(board, cell, assessment, own, opposing)
    return next(chain(urgent, _quiet(board, cell, own, opposing)))


def _urgent(
    board: Board, cell: int, assessment: Assessment, own: list[Shape], opposing: list[Shape]
) -> Iterator[Reason]:
    """Yield the reasons that concern threats, the strongest first.

    `own` and `opposing` are what a stone of the mover and of the opponent makes on the cell. The
    opponent does not complete a row there.
    """
    row_length = board.rules.row_length
    strong = [shape for shape in own if shape.lacking == 1 or _opens(row_length, shape)]
    near = any(shape.lacking == 1 for shape in own)
    threats = threats_through(board, board.own, cell) if near else []
    # Two threats do not win if the opponent completes a row first; the proven value tells.
    if len(threats) > 1 and assessment.value == 1:
        lines = [shape for shape in strong if shape.lacking == 1]
        if len(lines) == 1 and lines[0].is_open and row_length > 2:
            yield reasons.makes_open_row(board, lines[0], threats)
        yield reasons.forks(board, cell)
    if len(strong) > 1:
        yield reasons.combines(board, strong)
    if row_length > 2:
        yield from _blocks(board, cell, [shape for shape in opposing if shape.lacking == 1])
    if threats:
        yield reasons.threatens(board, cell, strong, threats)
    yield from (
        reasons.prepares_open_row(board, shape) for shape in strong if _opens(row_length, shape)
    )


def _opens(row_length: int, shape: Shape) -> bool:
    """Return whether one more stone makes an open row of several stones."""
    return shape.lacking == 2 and shape.is_open and row_length > 3


def _blocks(board: Board, cell: int, near: list[Shape]) -> Iterator[Reason]:
    """Yield what the move prevents on the lines of `near`, shapes that would lack one stone."""
    if not near:
        return
    opponent = other(board.to_move)
    stopped = {shape.direction: kept_from_opening(board, cell, shape.direction) for shape in near}
    shown = [shape for shape in near if stopped[shape.direction]]
    if shown:
        cells = sorted({place for shape in shown for place in stopped[shape.direction]})
        yield reasons.blocks_open_row(board, shown, cells)
    # The move takes a cell of one of the threats, so each prevented fork is on one of these lines.
    stones, area = board.stones(opponent), union(shape.area for shape in near)
    if any(len(threats_through(board, stones, place)) > 1 for place in bits(area & board.empty)):
        lines = OpenLines(board, opponent)
        remaining = (threats - {cell} for place, threats in lines.threats.items() if place != cell)
        prevents = not lines.completing and all(len(threats) < 2 for threats in remaining)
        if prevents and board.rules.gravity:
            prevents = lines.forks != [] and leaves_no_fork(board, cell)
        if prevents:
            yield reasons.blocks_forks(board, lines.forks)


def _quiet(board: Board, cell: int, own: list[Shape], opposing: list[Shape]) -> Iterator[Reason]:
    """Yield the reasons that decide nothing yet, the most important first; there always is one.

    `own` and `opposing` are what a stone of the mover and of the opponent makes on the cell.
    """
    rules, row_length = board.rules, board.rules.row_length
    if rules.gravity and not rules.exact:
        yield from falling.explain(board, cell)
    made = max([row_length - shape.lacking for shape in own], default=0)
    # An opposing shape counts the stone that the opponent would have placed here.
    hindered = max([row_length - shape.lacking - 1 for shape in opposing], default=0)
    if hindered >= max(made, 2):
        yield reasons.hinders(board, opposing, hindered)
    if made >= 2:
        yield reasons.builds(board, own, made)
    if has_regions(rules) and is_central(rules, cell) and in_middle(rules, cell):
        yield reasons.takes_center(cell)
    beside = bits(neighbours(rules, cell) & (board.x | board.o))
    if beside:
        yield reasons.plays_near(board, cell, beside)
    yield from reasons.of_lines(board, cell)


def _verdict(analysis: Analysis) -> tuple[ReasonCode, str]:
    """Return what is proven about the first option: the code of the reason, and the words for it.

    The words count only the moves of the player who makes the row, as people do.
    """
    best = analysis.options[0].assessment
    mover, opponent, bounds = analysis.mover, other(analysis.mover), best.bounds
    moves = ((best.plies_to_end or 0) + 1) // 2
    span = f"{'in' if best.shortest else 'within'} {moves} move{'s' * (moves > 1)}"
    ends = falling.in_zugzwang(analysis)
    if bounds.lower == 1:
        against = " against the best defence" if best.shortest else f", whatever {opponent} does"
        if analysis.board.rules.misere:
            return "forced_win", f"{mover} wins, as {opponent} has to make a row {span}{against}"
        return "forced_win", f"{mover} wins {span}{against}{ends}"
    if bounds.upper == -1:
        # Options are sorted, so that all are lost if the first one is.
        return "delays_loss", (
            f"every move loses if {opponent} plays well, this one {span}{ends}, and no other is "
            "known to last longer"
        )
    if all(option.assessment.value == -1 for option in analysis.options[1:]):
        return "only_move", "every other move loses"
    if bounds == (0, 0):
        return "holds_draw", "with best play it is a draw"
    if bounds.lower == 0:
        return "holds_draw", f"{mover} can at least draw, whatever {opponent} does"
    if bounds.upper == 0:
        return "best_estimate", f"it looks best, but {opponent} can at least draw"
    return "best_estimate", "it looks best, but who wins is not proven"
