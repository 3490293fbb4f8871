"""The reason for a move: what the stones show, and for the best move what is proven as well."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from service.game import Board, bits, name_cell, other, union
from service.languages import Message, counted, say
from service.players import falling, misere, reasons
from service.players.choice import Reason, ReasonCode
from service.players.open_lines import OpenLines, leaves_no_fork
from service.players.refutations import refute
from service.players.regions import has_regions, in_middle, is_central, neighbours
from service.players.rows import row_through, threats_through
from service.players.shapes import Shape, kept_from_opening, shapes
from service.players.values import VALUES, Timed
from service.players.view import View
from service.solver import Analysis, Assessment

QUIET: set[ReasonCode] = {
    "builds", "hinders", "center", "near", "open_lines", "best_estimate", "avoids_row",
    "not_below",
}  # fmt: skip
"""Reasons that decide nothing yet: if something is proven, the reason is named after that."""

MOST_FORK_ROWS = 1 << 14
"""The most rows of a direction through cells where prevented forks are looked for."""

HAS_TO_MAKE_ROW = Timed(
    counted(
        "{player} wins, as {opponent} has to make a row in {count} move against the best defence",
        "{player} wins, as {opponent} has to make a row in {count} moves against the best defence",
        1,
    ),
    counted(
        "{player} wins, as {opponent} has to make a row within {count} move, whatever {opponent} "
        "does",
        "{player} wins, as {opponent} has to make a row within {count} moves, whatever {opponent} "
        "does",
        1,
    ),
)
"""How the best move wins a misère game."""
LOSES_BELOW = counted(
    "every move loses if {opponent} plays well, this one in {count} move, as {player} then has to "
    "play right below {cell}, and no other is known to last longer",
    "every move loses if {opponent} plays well, this one in {count} moves, as {player} then has to "
    "play right below {cell}, and no other is known to last longer",
    1,
)
"""How the best move delays the end until there is no other move."""


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
    if code == "only_move" and shown.code in QUIET - {"not_below"}:
        verdict = refute(analysis) or verdict
    if (code, shown.code) == ("only_move", "not_below"):
        return replace(shown, code=code)  # The verdict would say it again.
    named = code if shown.code in QUIET and code != "best_estimate" else shown.code
    return replace(shown, code=named, verdict=verdict)


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
            yield reasons.MAKES_OPEN_ROW.of(
                board, cell, lines[0].cells, row=lines[0], cells=threats
            )
        yield reasons.forks(board, cell)
    if len(strong) > 1:
        yield reasons.combines(board, cell, strong)
    if row_length > 2:
        yield from _blocks(board, cell, [shape for shape in opposing if shape.lacking == 1])
    if threats:
        yield reasons.threatens(board, cell, strong, threats)
    yield from (
        reasons.PREPARES_OPEN_ROW.of(
            board, cell, shape.cells, row=shape, better=shape._replace(lacking=1)
        )
        for shape in strong
        if _opens(row_length, shape)
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
        yield reasons.BLOCKS_OPEN_ROW.of_rows(
            board,
            cell,
            [shape.area for shape in shown],
            row=shown[0]._replace(is_open=True),
            cells=cells,
        )
    # The move takes a cell of one of the threats, so each prevented fork is on one of these lines.
    stones, area = board.stones(opponent), union(shape.area for shape in near)
    if area.bit_count() * board.rules.row_length > MOST_FORK_ROWS:
        return
    if any(len(threats_through(board, stones, place)) > 1 for place in bits(area & board.empty)):
        lines = OpenLines(board, opponent)
        remaining = (threats - {cell} for place, threats in lines.threats.items() if place != cell)
        prevents = not lines.completing and all(len(threats) < 2 for threats in remaining)
        if prevents and board.rules.gravity:
            prevents = lines.forks != [] and leaves_no_fork(board, cell)
        if prevents:
            yield reasons.BLOCKS_FORKS.of(board, cell, lines.forks, cells=lines.forks)


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
        rows = [shape.area for shape in opposing if shape.lacking == row_length - hindered - 1]
        yield reasons.HINDERS.of_rows(board, cell, rows, stones=hindered, row_length=row_length)
    if made >= 2:
        rows = [shape.area for shape in own if shape.lacking == row_length - made]
        yield reasons.BUILDS.of_rows(board, cell, rows, stones=made, row_length=row_length)
    if has_regions(rules) and is_central(rules, cell) and in_middle(rules, cell):
        yield reasons.TAKES_CENTER.of(board, cell)
    beside = bits(neighbours(rules, cell) & (board.x | board.o))
    if beside:
        yield reasons.PLAYS_NEAR.of(
            board, cell, sorted([cell, *beside]), count=len(beside), cells=beside
        )
    yield from reasons.of_lines(board, cell)


def _verdict(analysis: Analysis) -> tuple[ReasonCode, Message]:
    """Return what is proven about the first option: the code of the reason, and the words for it.

    Options are sorted, so that all are lost if the first one is.
    """
    board, best = analysis.board, analysis.options[0].assessment
    if not best.value and all(option.assessment.value == -1 for option in analysis.options[1:]):
        return "only_move", say("every other move loses")
    opponent, words = other(analysis.mover), VALUES[best.bounds]
    wins_misere = board.rules.misere and best.value == 1
    told = (HAS_TO_MAKE_ROW if wins_misere else words.best).of(
        best, player=analysis.mover, opponent=opponent
    )
    zugzwang = falling.in_zugzwang(analysis)
    if zugzwang is None:
        return words.code, told
    cell = name_cell(board, zugzwang)
    if best.value == -1:
        return words.code, LOSES_BELOW.of(**told.values, cell=cell)
    return words.code, say(
        "{outcome}, as {opponent} then has to play right below {cell}",
        outcome=told,
        opponent=opponent,
        cell=cell,
    )
