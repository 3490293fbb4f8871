"""Whether an analysis can be one of a position: everything about it that is cheap to check.

It looks at no value anew; that these are proven is what the seal of an entry stands for.
"""

from __future__ import annotations

from collections.abc import Iterable

from service.game import Board
from service.solver import Analysis, Assessment, Option, Proof


def find_flaw(analysis: Analysis, board: Board, best_only: bool) -> str | None:
    """What shows that this is no complete analysis of a game in progress; None if nothing does."""
    if analysis.board != board:
        return "it is of another position"
    if not analysis.whole or analysis.search.stopped_by is not None:
        return "it is not complete"
    if sorted(option.cell for option in analysis.options) != board.legal_moves:
        return "its options are not the legal moves"
    empty = board.empty.bit_count()
    known = [analysis.assessment, *(option.assessment for option in analysis.options)]
    if not all(_is_consistent(each, empty) for each in known):
        return "an assessment contradicts itself"
    if not best_only and any(option.assessment.value is None for option in analysis.options):
        return "an option is open"
    if not _is_ordered(analysis.options) or not _is_of_the_best(analysis):
        return "its options are not in order"
    if not _are_joined(analysis.options, board):
        return "its options are not joined by symmetry"
    if not _ends_as_assessed(analysis):
        return "its line of play does not lead to its value"
    if analysis.proof is None or not _lies_on(analysis.proof, board):
        return "its proof lies off the board"
    return None


def _is_consistent(known: Assessment, empty: int) -> bool:
    """Whether the parts of an assessment fit each other, with `empty` empty cells."""
    lower, upper, plies = known.bounds.lower, known.bounds.upper, known.plies_to_end
    if not lower <= known.score <= upper:
        return False
    if known.value is None or plies is None or known.shortest is None:
        return known.value is None and plies is None and known.shortest is None
    if known.value == 0:
        return plies == empty and known.shortest
    # The side to move makes the odd plies, and so the last of a win.
    return 1 <= plies <= empty and plies % 2 == (known.value == 1)


def _is_ordered(options: list[Option]) -> bool:
    """Whether options are listed best first, as far as what is said of them tells."""
    ranks = [_rank(option.assessment) for option in options]
    return ranks == sorted(ranks)


def _rank(known: Assessment) -> tuple[int, float]:
    plies = known.plies_to_end or 0
    if known.bounds.lower == 1:
        return 0, plies
    if known.bounds.upper == -1:
        # Of those that may last as long, first what surely does.
        return 3, -plies if known.shortest else 0.5 - plies
    return (1 if known.bounds.lower == 0 else 2), -known.score


def _is_of_the_best(analysis: Analysis) -> bool:
    """Whether the position is worth what its first option is, and no other may be worth more."""
    whole, best = analysis.assessment, analysis.options[0].assessment
    return (
        (whole.value, whole.plies_to_end) == (best.value, best.plies_to_end)
        and (not whole.shortest or best.shortest is True)
        and all(option.assessment.bounds.upper <= whole.bounds.upper for option in analysis.options)
    )


def _are_joined(options: list[Option], board: Board) -> bool:
    """Whether options that a symmetry of the position maps to each other are said to be alike."""
    classes = board.classes.tolist()
    first: dict[int, Option] = {}
    for option in options:
        alike = first.setdefault(classes[option.cell], option)
        if option.equivalent_to != (None if alike is option else alike.cell):
            return False
        if option.assessment != alike.assessment:
            return False
    return True


def _ends_as_assessed(analysis: Analysis) -> bool:
    """Whether the line of play is legal and ends with the value, as an undecided one would not."""
    board, line = analysis.board, analysis.principal_variation
    if line[0] != analysis.options[0].cell:
        return False
    try:
        for cell in line:
            board = board.play(cell)
    except ValueError:
        return False
    value = 0 if board.winner is None else 1 if board.winner == analysis.mover else -1
    return value == analysis.assessment.value


def _lies_on(proof: Proof, board: Board) -> bool:
    """Whether pairs are disjoint, of empty cells, and all other cells are on the board."""
    empty = set(board.legal_moves)
    paired = [cell for pair in proof.pairs for cell in pair]
    first = [] if proof.first_move is None else [proof.first_move]
    return (
        proof.method != "game_over"
        and len(set(paired)) == len(paired)
        and empty.issuperset([*paired, *first])
        and all(0 <= cell < board.rules.cells for cell in _tiled(proof))
    )


def _tiled(proof: Proof) -> Iterable[int]:
    for tile in proof.tiles:
        yield from tile.cells
        for each in tile.sets:
            yield from each
