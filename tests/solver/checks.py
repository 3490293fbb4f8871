"""What must be true of an analysis, checked against the plain reference."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from service.game import Board, render
from service.solver import Analysis, Proof
from service.solver.analysis import Method
from service.solver.lines import WIN
from tests.support.maker_breaker import Cells, maker_wins
from tests.support.positions import Position
from tests.support.reference import Reference, lines_of, moved, other, preference, symmetries_of

Values = dict[int, tuple[int | None, int | None]]


def board_of(game: Reference, cells: str, to_move: str) -> Board:
    """Return the position as the package under test sees it."""
    return Position(game, cells, to_move).board


def score_of(outcome: tuple[int, int]) -> int:
    """Return an outcome of the reference as the solver writes it."""
    value, plies = outcome
    return value * (WIN - plies)


def contents_of(cells: str, mover: str) -> NDArray[np.uint8]:
    """Return 0 where a cell is empty, 1 for the mover's stones, 2 for the opponent's."""
    return np.array([f".{mover}{other(mover)}".index(mark) for mark in cells], np.uint8)


def without_cost(analysis: Analysis | None) -> Analysis | None:
    """Return an analysis as if its search had cost nothing."""
    if analysis is None:
        return None
    cost = replace(analysis.search, nodes=0, table_hits=0, seconds=0.0)
    return replace(analysis, search=cost)


def without_seconds(analysis: Analysis) -> Analysis:
    """Return an analysis as if its search had taken no time."""
    return replace(analysis, search=replace(analysis.search, seconds=0.0))


def values(analysis: Analysis) -> Values:
    """Return value and plies of every option by its cell; the analysis must be complete."""
    assert analysis.search.complete
    assert analysis.search.stopped_by is None
    return {
        option.cell: (option.assessment.value, option.assessment.plies_to_end)
        for option in analysis.options
    }


def played(board: Board, line: Sequence[int]) -> Board:
    """Return the position after a line of play."""
    for cell in line:
        board = board.play(cell)
    return board


def check_won_line(analysis: Analysis) -> None:
    """Check that the line begins with the best move and ends with a win as early as is said."""
    value, line = analysis.assessment.value, analysis.principal_variation
    winner = analysis.mover if value == 1 else other(analysis.mover)
    assert played(analysis.board, line).winner == winner
    assert len(line) == analysis.assessment.plies_to_end
    assert line[0] == analysis.options[0].cell


def check_winning_line(game: Reference, cells: str, mover: str, line: Sequence[int]) -> None:
    """Check that the line is legal, and that its last move is the first to complete a row."""
    context = (game.rows(cells), line)
    for index, cell in enumerate(line):
        assert cells[cell] == ".", context
        cells = cells[:cell] + mover + cells[cell + 1 :]
        assert game.completes(cells, cell, mover) == (index == len(line) - 1), context
        mover = other(mover)


def check_exact(analysis: Analysis, game: Reference, cells: str) -> None:
    """Check that everything is proven, and equal to what the reference says."""
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
    check_proof(analysis, game, cells)


def check_proof(analysis: Analysis, game: Reference, cells: str) -> None:
    """Check that what is said to prove the value of an unfinished game does so."""
    proof, context = analysis.proof, (game.rows(cells), game.row_length, analysis.proof)
    assert proof is not None, context
    open_lines = [line for line in game.lines if not {"X", "O"} <= {cells[cell] for cell in line}]
    assert (proof.method == "no_open_lines") == (not open_lines), context
    assert not proof.pairs or proof.method == "pairing", context
    assert (proof.method == "tiling") == bool(proof.tiles), context
    if proof.first_move is not None:
        assert proof.method in ("pairing", "tiling"), context
    if proof.method == "tiling":
        for player in "XO":
            check_tiles(proof, game, cells, player, analysis.mover)
    if proof.method == "pairing":
        first, mover = proof.first_move, analysis.mover
        assert first is None or cells[first] == ".", context
        check_pairs(
            proof.pairs,
            cells,
            [
                line
                for line in open_lines
                if first not in line or other(mover) not in {cells[cell] for cell in line}
            ],
        )
    if proof.method == "potential":
        mover = analysis.mover
        assert potential(game, cells, mover) < Fraction(1, 2), context
        assert potential(game, cells, other(mover)) < 1, context


def check_pairs(
    pairs: Sequence[tuple[int, int]], cells: str, lines: Sequence[tuple[int, ...]]
) -> None:
    """Check that the pairs are disjoint pairs of empty cells, and that each line contains one."""
    paired = [cell for pair in pairs for cell in pair]
    assert len(set(paired)) == len(paired), pairs
    assert all(cells[cell] == "." for cell in paired), pairs
    partner = dict(pairs) | {second: first for first, second in pairs}
    for line in lines:
        assert any(partner.get(cell) in line for cell in line), (pairs, line)


def check_tiles(proof: Proof, game: Reference, cells: str, player: str, mover: str) -> None:
    """Check that the tiles against a player are disjoint, hold, and serve every open line."""
    if player != mover and proof.first_move is not None:
        assert cells[proof.first_move] == "."
        cells = cells[: proof.first_move] + mover + cells[proof.first_move + 1 :]
    tiles = [tile for tile in proof.tiles if player in tile.against]
    used = [cell for tile in tiles for cell in tile.cells]
    assert len(set(used)) == len(used), tiles
    starts: dict[int, list[Cells]] = {}
    for tile in tiles:
        sets = [frozenset(each) for each in tile.sets]
        assert frozenset(tile.cells) == frozenset().union(*sets), tile
        for each in sets:
            starts.setdefault(min(each), []).append(each)
        # Cells are numbered within the tile, so that tiles alike are solved once.
        lacks = frozenset(
            frozenset(tile.cells.index(cell) for cell in each if cells[cell] == ".")
            for each in sets
            if all(cells[cell] in (".", player) for cell in each)
        )
        assert not maker_wins(lacks, "Maker"), (tile, cells)
    for line in game.lines:
        if all(cells[cell] in ("." + player) for cell in line):
            within = frozenset(line)
            found = (each <= within for cell in line for each in starts.get(cell, []))
            assert any(found), (line, cells)


def potential(game: Reference, cells: str, player: str) -> Fraction:
    """Return the potential of Erdős and Selfridge."""
    rival = other(player)
    lines = [[cells[cell] for cell in line] for line in game.lines]
    return sum(
        (Fraction(1, 2 ** line.count(".")) for line in lines if rival not in line), Fraction()
    )


def check_classes(analysis: Analysis, game: Reference, cells: str) -> None:
    """Check that options are equivalent exactly where a symmetry of the position maps them."""
    fixing = [
        images for images in symmetries_of(game.width, game.height) if moved(cells, images) == cells
    ]
    first_listed: dict[frozenset[int], int] = {}
    for option in analysis.options:
        alike = frozenset(images[option.cell] for images in fixing)
        assert option.equivalent_to == first_listed.get(alike), (game.rows(cells), option)
        first_listed.setdefault(alike, option.cell)


def check_variation(analysis: Analysis, game: Reference, cells: str) -> None:
    """Check that the line begins with the best option and is best play to the end of the game."""
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


def check_drawn_line(analysis: Analysis) -> None:
    """Check that the line begins with the best option and fills the board without a row."""
    board, line, mover = analysis.board, analysis.principal_variation, str(analysis.mover)
    assert line[0] == analysis.options[0].cell
    assert sorted(line) == board.legal_moves
    cells = list("".join(render(board)))
    for cell in line:
        cells[cell] = mover
        mover = other(mover)
    for each in lines_of(board.rules.width, board.rules.height, board.rules.row_length):
        assert {cells[cell] for cell in each} >= {"X", "O"}, each


def check_drawn_by(method: Method, analysis: Analysis, game: Reference, cells: str) -> None:
    """Check that a draw is proven by this method, with a line of play to the end.

    Unless it takes a first move, all options draw, and nothing was searched.
    """
    assert analysis.proof is not None
    assert sorted(option.cell for option in analysis.options) == analysis.board.legal_moves
    proven = [analysis.assessment]
    if analysis.proof.first_move is None:
        assert (analysis.search.complete, analysis.search.nodes) == (True, 0)
        proven += [option.assessment for option in analysis.options]
    for each in proven:
        assert (each.value, each.plies_to_end, each.shortest) == (0, cells.count("."), True)
    assert analysis.proof.method == method
    check_proof(analysis, game, cells)
    check_drawn_line(analysis)


def check_bounds(analysis: Analysis, game: Reference, cells: str) -> None:
    """Check that no bound excludes the true value, and that what is proven is true."""
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
