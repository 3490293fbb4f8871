"""What must be true of an analysis, checked against the plain reference."""

from __future__ import annotations

from service.game import Board, Player, parse
from service.solver import Analysis
from tests.reference import Reference, moved, other, preference, symmetries_of


def board_of(game: Reference, cells: str, to_move: str) -> Board:
    """The position as the package under test sees it."""
    player: Player = "X" if to_move == "X" else "O"
    return parse(game.rows(cells), game.row_length, player)


def check_exact(analysis: Analysis, game: Reference, cells: str) -> None:
    """Everything is proven, and equal to what the reference says."""
    mover = analysis.mover
    expected = game.options(cells, mover)
    found = {option.cell: option.assessment for option in analysis.options}
    context = (game.rows(cells), game.row_length, mover)
    assert analysis.search.complete, context
    assert analysis.search.stopped_by is None, context
    values = {cell: (each.value, each.plies_to_end) for cell, each in found.items()}
    assert values == expected, context
    for each in [analysis.assessment, *found.values()]:
        assert each.shortest is True, context
        assert each.bounds.lower == each.bounds.upper == each.score, context
    ranks = [preference(expected[option.cell]) for option in analysis.options]
    assert ranks == sorted(ranks, reverse=True), context
    assert len(analysis.options) == cells.count("."), context
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == expected[
        analysis.options[0].cell
    ], context
    assert analysis.proof in ("search", "threat_sequence", "no_open_lines"), context
    if analysis.proof == "no_open_lines":
        assert all({cells[cell] for cell in line} >= {"X", "O"} for line in game.lines), context


def check_classes(analysis: Analysis, game: Reference, cells: str) -> None:
    """Options are joined exactly where a symmetry of the position maps one to the other."""
    fixing = [
        images for images in symmetries_of(game.width, game.height) if moved(cells, images) == cells
    ]
    first_listed: dict[frozenset[int], int] = {}
    for option in analysis.options:
        alike = frozenset(images[option.cell] for images in fixing)
        assert option.equivalent_to == first_listed.get(alike), (game.rows(cells), option)
        first_listed.setdefault(alike, option.cell)


def check_variation(analysis: Analysis, game: Reference, cells: str) -> None:
    """The line starts with the best option, is best play of both, and ends with the game."""
    line, mover = analysis.principal_variation, str(analysis.mover)
    context = (game.rows(cells), game.row_length, mover, line)
    assert line[0] == analysis.options[0].cell, context
    assert len(line) == analysis.assessment.plies_to_end, context
    for index, cell in enumerate(line):
        assert cells[cell] == ".", context
        best = max(game.options(cells, mover).values(), key=preference)
        assert game.options(cells, mover)[cell] == best, context
        cells = cells[:cell] + mover + cells[cell + 1 :]
        over = game.completes(cells, cell, mover) or "." not in cells
        assert over == (index == len(line) - 1), context
        mover = other(mover)


def check_bounds(analysis: Analysis, game: Reference, cells: str) -> None:
    """No bound excludes the true value, and what is proven is true."""
    expected = game.options(cells, analysis.mover)
    best = max(expected.values(), key=preference)
    assert sorted(option.cell for option in analysis.options) == sorted(expected)
    outcomes = [(option.assessment, expected[option.cell]) for option in analysis.options]
    for assessment, (value, plies) in [(analysis.assessment, best), *outcomes]:
        context = (game.rows(cells), game.row_length, analysis.mover, assessment, value, plies)
        assert assessment.bounds.lower <= value <= assessment.bounds.upper, context
        assert assessment.bounds.lower <= assessment.score <= assessment.bounds.upper, context
        assert (assessment.plies_to_end is None) == (assessment.value is None), context
        assert (assessment.shortest is None) == (assessment.value is None), context
        if assessment.plies_to_end is None:
            continue
        if assessment.shortest or value == 0:
            assert assessment.plies_to_end == plies, context
        else:
            assert assessment.plies_to_end >= plies, context
