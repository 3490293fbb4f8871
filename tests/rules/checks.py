"""What must be true of an analysis under any rules, checked against the plain reference."""

from service.solver import Analysis
from tests.rules.cases import Case
from tests.support.reference import Outcome, moved, preference
from tests.support.rules_reference import symmetries_of_rules


def check_answer(analysis: Analysis, case: Case, expected: dict[int, Outcome]) -> None:
    """Check that value, plies and order of every option are proven and as expected."""
    assert analysis.board.rows == case.rows, case
    assert analysis.search.complete, case
    assert analysis.search.stopped_by is None, case
    assert outcomes_of(analysis) == expected, case
    assert len(analysis.options) == len(expected), case
    ranks = [preference(expected[option.cell]) for option in analysis.options]
    assert ranks == sorted(ranks, reverse=True), case
    best = expected[analysis.options[0].cell]
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == best, case
    assert analysis.proof is not None, case
    for each in [analysis.assessment, *(option.assessment for option in analysis.options)]:
        assert each.shortest is True, case
        assert each.bounds.lower == each.bounds.upper == each.score, case


def outcomes_of(analysis: Analysis) -> dict[int, tuple[int | None, int | None]]:
    """Return value and plies of every option by its cell."""
    return {
        option.cell: (option.assessment.value, option.assessment.plies_to_end)
        for option in analysis.options
    }


def check_finished(analysis: Analysis, case: Case) -> None:
    """Check what is said of a game that is over, for the side that would be to move."""
    winner = case.reference.winner(case.cells)
    value = 0 if winner is None else 1 if winner == case.to_move else -1
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == (value, 0), case
    assert not analysis.options, case
    assert not analysis.principal_variation, case


def check_line_of_play(analysis: Analysis, case: Case) -> None:
    """Check that the line begins with the best option and is best play to the end of the game."""
    line = analysis.principal_variation
    assert line[0] == analysis.options[0].cell, case
    assert len(line) == analysis.assessment.plies_to_end, case
    for cell in line:
        options = case.expected
        assert cell in options, (case, line)
        assert options[cell] == max(options.values(), key=preference), (case, line)
        case = case.after(cell)
    assert not case.reference.legal_moves(case.cells), (case, line)


def check_classes(analysis: Analysis, case: Case) -> None:
    """Check that options are equivalent exactly where a symmetry of the position maps them."""
    fixing = [
        images
        for images in symmetries_of_rules(case.variant, case.reference.blank)
        if moved(case.cells, images) == case.cells
    ]
    first_listed: dict[frozenset[int], int] = {}
    for option in analysis.options:
        alike = frozenset(images[option.cell] for images in fixing)
        assert option.equivalent_to == first_listed.get(alike), (case, option)
        first_listed.setdefault(alike, option.cell)
