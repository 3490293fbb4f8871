"""An analysis as text for people, in which cells are called by their names."""

from collections import Counter
from collections.abc import Iterator

from service.game import Board, name_cell, name_rules, render
from service.players import VALUES, Choice, result
from service.solver import Analysis, Assessment

MOST_OPTIONS = 20
"""How many lines of options are shown; equivalent options share a line."""


def describe(analysis: Analysis, choice: Choice | None) -> str:
    """Return the text about an analysis; `choice` is None if the game is over."""
    board = analysis.board
    title = name_rules(board.rules)
    if choice is None:
        line = board.winning_line
        row = f": {_listed(board, line)}" if line else "."
        return "\n".join([title, *render(board), "", f"{result(board).render()}{row}"])
    assessment, best = analysis.assessment, analysis.options[0]
    plies = _plies(assessment)
    lines = (
        f"{title}, {board.to_move} to move",
        *render(board),
        "",
        f"Value:     {VALUES[assessment.bounds].left}{plies and f' in {plies} plies'}",
        f"Best move: {name_cell(board, best.cell)}. {choice.reason.text}",
        f"Best play: {_listed(board, analysis.principal_variation)}{_cut(analysis)}",
        "",
        *_table([("option", "alike", "value", "plies", "score"), *_rows(analysis)]),
        "",
        _cost(analysis),
    )
    return "\n".join(lines)


def _rows(analysis: Analysis) -> Iterator[tuple[str, ...]]:
    alike = Counter(
        option.cell if option.equivalent_to is None else option.equivalent_to
        for option in analysis.options
    )
    distinct = [option for option in analysis.options if option.equivalent_to is None]
    for option in distinct[:MOST_OPTIONS]:
        assessment = option.assessment
        yield (
            name_cell(analysis.board, option.cell),
            str(alike[option.cell]),
            VALUES[assessment.bounds].left,
            _plies(assessment),
            f"{assessment.score:.3g}",
        )
    if distinct[MOST_OPTIONS:]:
        yield (f"and {len(distinct) - MOST_OPTIONS} more", "", "", "", "")


def _plies(assessment: Assessment) -> str:
    """Return the plies to the end, or an upper bound on them; empty if none is known."""
    if assessment.plies_to_end is None:
        return ""
    return f"{'' if assessment.shortest else '<= '}{assessment.plies_to_end}"


def _cost(analysis: Analysis) -> str:
    """Say what the search has cost, and whether it has proven everything."""
    search = analysis.search
    spent = f"{search.nodes:,} nodes in {search.seconds:.3g} s"
    if analysis.proof is not None and analysis.proof.method == "book":
        return f"Known from the book: {spent}. BOOK=false proves it anew."
    if search.complete:
        return f"All that was asked for is proven: {spent}."
    return f"Stopped after {spent}; what is unknown is not proven."


def _cut(analysis: Analysis) -> str:
    """Return what follows a line of play that is known not to be whole."""
    length, known = len(analysis.principal_variation), analysis.assessment
    is_short = known.shortest and length < (known.plies_to_end or 0)
    return " ..." if (is_short if not analysis.search.complete else not analysis.whole) else ""


def _table(rows: list[tuple[str, ...]]) -> list[str]:
    """Align the columns of rows, the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([first.ljust(widths[0]), *map(str.rjust, others, widths[1:])]).rstrip()
        for first, *others in rows
    ]


def _listed(board: Board, cells: list[int]) -> str:
    return " ".join(name_cell(board, cell) for cell in cells)
