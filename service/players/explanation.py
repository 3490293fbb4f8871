"""Why the best move is the best: what a teacher would say of the stones, then what is proven."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from service.game import Board, bits, other, union
from service.players import reasons
from service.players.choice import Reason, ReasonCode
from service.players.prospects import Prospects
from service.players.regions import in_middle, is_central, neighbours
from service.players.rows import row_through, threats_through
from service.players.shapes import Shape, kept_from_opening, shapes
from service.solver import Analysis, Assessment

QUIET: set[ReasonCode] = {"builds", "hinders", "center", "near", "open_lines", "best_estimate"}
"""What a move is good for some day: what is proven names the reason before that does."""


def explain_best(analysis: Analysis) -> Reason:
    """The reason for playing the first option: what the stones show, then what is proven."""
    board, best = analysis.board, analysis.options[0]
    if row_through(board, board.own, best.cell):
        return reasons.wins(board, best.cell)
    if len(analysis.options) == 1:
        return reasons.only_cell(best.cell)
    code, verdict = _verdict(analysis)
    seen = seen_in(board, best.cell, best.assessment)
    named = code if seen.code in QUIET and code != "best_estimate" else seen.code
    return Reason(named, seen.cells, f"{seen.text[:-1]}; {verdict}.")


def seen_in(board: Board, cell: int, known: Assessment) -> Reason:
    """What a teacher would say of a move that completes no row: the first that holds.

    What the stones are about to do comes before what they may do some day.
    """
    if row_through(board, board.opponent, cell):
        return reasons.blocks(board, cell)
    own, feared = (shapes(board, each, cell) for each in (board.to_move, other(board.to_move)))
    return next(chain(_urgent(board, cell, known, own, feared), _quiet(board, cell, own, feared)))


def _urgent(
    board: Board, cell: int, known: Assessment, own: list[Shape], feared: list[Shape]
) -> Iterator[Reason]:
    """What must be answered or cannot wait, the strongest first; of what either side makes there.

    There is no row of the rival to stop.
    """
    row_length = board.rules.row_length
    strong = [shape for shape in own if shape.lacking == 1 or _opens(row_length, shape)]
    near = any(shape.lacking == 1 for shape in own)
    threats = threats_through(board, board.own, cell) if near else []
    # Two threats do not help when the rival completes a row first: the value knows.
    if len(threats) > 1 and known.value == 1:
        lines = [shape for shape in strong if shape.lacking == 1]
        if len(lines) == 1 and lines[0].is_open and row_length > 2:
            yield reasons.makes_open_row(board, lines[0], threats)
        yield reasons.forks(board, cell)
    if len(strong) > 1:
        yield reasons.combines(board, strong)
    if row_length > 2:
        yield from _blocks(board, cell, [shape for shape in feared if shape.lacking == 1])
    if threats:
        yield reasons.threatens(board, strong, threats)
    yield from (reasons.prepares_open_row(board, shape) for shape in strong)


def _opens(row_length: int, shape: Shape) -> bool:
    """Whether one more stone makes an open row, of several stones by now."""
    return shape.lacking == 2 and shape.is_open and row_length > 3


def _blocks(board: Board, cell: int, near: list[Shape]) -> Iterator[Reason]:
    """What the move keeps the rival from, on lines where he would have been one stone short."""
    if not near:
        return
    rival = other(board.to_move)
    stopped = {shape.direction: kept_from_opening(board, cell, shape.direction) for shape in near}
    lines = [shape for shape in near if stopped[shape.direction]]
    if lines:
        cells = sorted({each for shape in lines for each in stopped[shape.direction]})
        yield reasons.blocks_open_row(board, lines, cells)
    # The move takes a cell of one of the threats, so each fork is on a line that it was near to.
    stones, area = board.stones(rival), union(shape.area for shape in near)
    if any(len(threats_through(board, stones, each)) > 1 for each in bits(area & board.empty)):
        prospects = Prospects(board, rival)
        left = (threats - {cell} for place, threats in prospects.partners.items() if place != cell)
        if not prospects.completing and all(len(threats) < 2 for threats in left):
            yield reasons.blocks_forks(board, prospects.forks)


def _quiet(board: Board, cell: int, own: list[Shape], feared: list[Shape]) -> Iterator[Reason]:
    """What the move is good for some day, the nearest first; of what either side makes there.

    There is always something to say, so that what is proven is never the whole reason.
    """
    rules, row_length = board.rules, board.rules.row_length
    made = max([row_length - shape.lacking for shape in own], default=0)
    # Of the rival's row there is not the stone that he would have put here.
    hindered = max([row_length - shape.lacking - 1 for shape in feared], default=0)
    if hindered >= max(made, 2):
        yield reasons.hinders(board, feared, hindered)
    if made >= 2:
        yield reasons.builds(board, own, made)
    if is_central(rules, cell) and in_middle(rules, cell):
        yield reasons.takes_center(cell)
    beside = bits(neighbours(rules, cell) & ~board.empty)
    if beside:
        yield reasons.plays_near(board, cell, beside)
    tell = {board.to_move: reasons.makes_lines, other(board.to_move): reasons.closes_lines}
    for player, tell_of in tell.items():
        lines = Prospects(board, player).lines
        through = lines[(lines == cell).any(axis=1)]
        if len(through):
            yield tell_of(board, through)
    yield reasons.takes_dead_cell(cell)


def _verdict(analysis: Analysis) -> tuple[ReasonCode, str]:
    """What is proven of the first option, and the reason that it is by itself.

    As people do it counts the moves of the winner alone.
    """
    known, others = analysis.options[0].assessment, analysis.options[1:]
    mover, rival, bounds = analysis.mover, other(analysis.mover), known.bounds
    moves = ((known.plies_to_end or 0) + 1) // 2
    span = f"{'in' if known.shortest else 'within'} {moves} move{'s' * (moves > 1)}"
    if bounds.lower == 1:
        against = " against the best defence" if known.shortest else f", whatever {rival} does"
        return "forced_win", f"{mover} wins {span}{against}"
    if bounds.upper == -1:
        # The first option is lost, so all are.
        return "delays_loss", (
            f"every move loses if {rival} plays well, this one {span}, and no other is known to "
            "last longer"
        )
    if all(each.assessment.value == -1 for each in others):
        return "only_move", "every other move loses"
    if bounds == (0, 0):
        return "holds_draw", "with best play it is a draw"
    if bounds.lower == 0:
        return "holds_draw", f"{mover} can at least draw, whatever {rival} does"
    if bounds.upper == 0:
        return "best_estimate", f"it looks best, but {rival} can at least draw"
    return "best_estimate", "it looks best, but who wins is not proven"
