"""What must be true of an analysis, checked against the plain reference."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from service.game import Board
from service.solver import Analysis, Proof
from service.solver.analysis import Method
from service.solver.lines import WIN
from tests.rules.cases import Case
from tests.support.positions import Position
from tests.support.reference import (
    Outcome,
    Reference,
    moved,
    other,
    preference,
    put,
    symmetries_of_rules,
)

Asked = Position | Case
"""A position that the reference can solve, of the plain game or under any rules."""
Values = dict[int, tuple[int | None, int | None]]


def score_of(outcome: tuple[int | None, int | None]) -> int:
    """Return a known outcome as the solver writes it."""
    value, plies = outcome
    return (value or 0) * (WIN - (plies or 0))


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
    """Return the position after a line of play; ValueError if a move of it is not legal."""
    for cell in line:
        board = board.play(cell)
    return board


def check_line(analysis: Analysis) -> bool:
    """Check the line of play by the rules, and that it is told of if it is cut.

    Returns whether the value is proven.
    """
    board, known, search = analysis.board, analysis.assessment, analysis.search
    line, context = analysis.principal_variation, (analysis.board.rows, analysis.board.rules)
    assert line[0] == analysis.options[0].cell, context
    board = played(board, line)
    if known.plies_to_end is None:
        return False
    if board.status == "in_progress":
        assert len(line) < known.plies_to_end, context
        assert search.stopped_by is not None or not search.complete, context
    else:
        value = {None: 0, analysis.mover: 1}.get(board.winner, -1)
        assert value == known.value, context
        assert len(line) <= known.plies_to_end, context
        assert len(line) == known.plies_to_end or not known.shortest, context
        assert search.stopped_by is None or not search.complete, context
    return True


def check_won_line(analysis: Analysis) -> None:
    """Check that the line begins with the best move and ends with a win as early as is said."""
    assert analysis.assessment.value
    assert len(analysis.principal_variation) == analysis.assessment.plies_to_end
    check_line(analysis)


def check_winning_line(game: Reference, cells: str, mover: str, line: Sequence[int]) -> None:
    """Check that the line is legal, and that its last move is the first to complete a row."""
    context = (game.rows(cells), line)
    for index, cell in enumerate(line):
        cells = put(cells, cell, mover)
        assert game.completes(cells, cell, mover) == (index == len(line) - 1), context
        mover = other(mover)


def check_exact(
    analysis: Analysis, position: Asked, expected: dict[int, Outcome] | None = None
) -> None:
    """Check that everything is proven, equal to what the reference says, and well ordered."""
    expected = expected or position.expected
    assert analysis.board.rows == position.rows, position
    assert values(analysis) == expected, position
    assert len(analysis.options) == len(expected), position
    for each in [analysis.assessment, *(option.assessment for option in analysis.options)]:
        assert each.shortest is True, position
        assert each.bounds.lower == each.bounds.upper == each.score, position
    ranks = [preference(expected[option.cell]) for option in analysis.options]
    assert ranks == sorted(ranks, reverse=True), position
    best = expected[analysis.options[0].cell]
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == best, position
    if isinstance(position, Position):
        check_proof(analysis, position.game, position.cells)
    else:
        assert analysis.proof is not None, position


def check_finished(analysis: Analysis, position: Asked) -> None:
    """Check what is said of a game that is over, for the side that would be to move."""
    winner = position.reference.winner(position.cells)
    value = 0 if winner is None else 1 if winner == position.to_move else -1
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == (value, 0), position
    assert (analysis.options, analysis.principal_variation) == ([], []), position
    assert analysis.proof == Proof("game_over"), position
    assert (analysis.search.complete, analysis.search.nodes) == (True, 0), position


def check_proof(analysis: Analysis, game: Reference, cells: str) -> None:
    """Check that what is said to prove the value of an unfinished game does so."""
    proof, context = analysis.proof, (game.rows(cells), game.row_length, analysis.proof)
    assert proof is not None, context
    open_lines = [line for line in game.lines if not {"X", "O"} <= {cells[cell] for cell in line}]
    assert (proof.method == "no_open_lines") == (not open_lines), context
    assert bool(proof.pairs) <= (proof.method == "pairing"), context
    first, mover = proof.first_move, analysis.mover
    if first is not None:
        assert (proof.method, cells[first]) == ("pairing", "."), context
    if proof.method == "pairing":
        for player in "XO":
            lines = [line for line in open_lines if other(player) not in {cells[c] for c in line}]
            check_pairs(
                [(one, two) for one, two, against in proof.pairs if player in against],
                cells,
                [line for line in lines if player == mover or first not in line],
            )
    if proof.method == "potential":
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


def potential(game: Reference, cells: str, player: str) -> Fraction:
    """Return the potential of Erdős and Selfridge."""
    rival = other(player)
    lines = [[cells[cell] for cell in line] for line in game.lines]
    return sum(
        (Fraction(1, 2 ** line.count(".")) for line in lines if rival not in line), Fraction()
    )


def check_classes(analysis: Analysis, position: Asked) -> None:
    """Check that options are equivalent exactly where a symmetry of the position maps them."""
    game = position.reference
    fixing = [
        images
        for images in symmetries_of_rules(game.variant, game.blank)
        if moved(position.cells, images) == position.cells
    ]
    first_listed: dict[frozenset[int], int] = {}
    for option in analysis.options:
        alike = frozenset(images[option.cell] for images in fixing)
        assert option.equivalent_to == first_listed.get(alike), (position, option)
        first_listed.setdefault(alike, option.cell)


def check_variation(analysis: Analysis, position: Asked) -> None:
    """Check that the line begins with the best option and is best play to the end of the game."""
    line = analysis.principal_variation
    assert line[0] == analysis.options[0].cell, position
    assert len(line) == analysis.assessment.plies_to_end, position
    check_best_play(position, line)


def check_best_play(position: Asked, line: Sequence[int]) -> None:
    """Check that every move of a line is one of the best, and that the last one ends the game."""
    start = position
    for cell in line:
        options = position.expected
        assert cell in position.reference.legal_moves(position.cells), (start, line)
        assert options[cell] == max(options.values(), key=preference), (start, line)
        position = position.after(cell)
    assert not position.reference.legal_moves(position.cells), (start, line)


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
    assert len(analysis.principal_variation) == cells.count(".")
    check_proof(analysis, game, cells)
    check_line(analysis)


def check_bounds(analysis: Analysis, position: Asked) -> None:
    """Check that no bound excludes the true value, and that what is proven is true."""
    expected = position.expected
    best = max(expected.values(), key=preference)
    assert sorted(option.cell for option in analysis.options) == sorted(expected)
    outcomes = [(option.assessment, expected[option.cell]) for option in analysis.options]
    for assessment, (value, plies) in [(analysis.assessment, best), *outcomes]:
        context = (position, assessment, value, plies)
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
