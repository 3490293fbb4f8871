"""The worth of a position or of a person's move in words."""

from dataclasses import replace

from service.cli.play.source import Evaluation, Move
from service.game import Board, name_cell, other
from service.players import explain_move, judge_move
from service.solver import Assessment

NOTICEABLE = 0.1
"""The difference of scores from which a move looks worse than another."""
WORTH = {
    (1, 1): "wins", (0, 0): "draws", (-1, -1): "loses", (0, 1): "does not lose",
    (-1, 0): "does not win",
}  # fmt: skip
"""The words for proven bounds, about the side to move."""
EVEN = 0.2
"""The score up to which a position looks even; see `leaning` of `service/web/words.js`."""
LEANINGS = [(EVEN, ""), (0.35, "slightly better"), (0.7, "better"), (1.0, "much better")]
"""The words for an unproven score, each up to a size of the score."""


def review(board: Board, cell: int, evaluation: Evaluation) -> Move:
    """Return the review of a move that did not end the game: what it has kept or lost.

    `board` is the position before the move, and `evaluation` is of that position.
    """
    better = evaluation.best.cell
    played, best = evaluation.moves[cell], evaluation.moves[better]
    name, named, mover = name_cell(board, cell), name_cell(board, better), board.to_move
    before = evaluation.position.bounds
    mistake = judge_move(board, cell, before, played.bounds, better, best.bounds.lower)
    if mistake is not None:
        text = f"{mistake.text} With {name} {mover} {_does(played)}, but {named} {_does(best)}."
        return Move(cell, text, [better])
    if played.bounds.lower < before.upper:
        if cell == better:
            return replace(evaluation.best, text=f"{name}: {evaluation.best.text}")
        return _estimated(board, cell, evaluation)
    if played.value and played.plies_to_end != best.plies_to_end:
        text = f"With {name} {mover} {_does(played)}; {named} takes {_moves(best)}."
        return Move(cell, text, [better])
    verdict = "no mistake, since every move loses here" if played.value == -1 else "as good as any"
    text = f"{name} is {verdict}: {mover} {_does(played)} with best play."
    return Move(cell, text, [cell])


def outlook(board: Board, position: Assessment) -> str:
    """Say what a position is worth to the side to move or, if that is not proven, how it looks."""
    if position.value is None:
        looks = next(words for limit, words in LEANINGS if abs(position.score) <= limit)
        leader = board.to_move if position.score > 0 else other(board.to_move)
        return f"It looks {looks} for {leader}." if looks else "It looks even."
    plies = position.plies_to_end
    moves = "1 more move" if plies == 1 else f"{plies} more moves"
    return f"With best play {board.to_move} {WORTH[position.bounds]} after {moves}."


def _estimated(board: Board, cell: int, evaluation: Evaluation) -> Move:
    """Return the review of a move that may be as good as the best: its reason and its score."""
    played, best = (evaluation.moves[move] for move in (cell, evaluation.best.cell))
    reason, better = explain_move(board, cell, played), name_cell(board, evaluation.best.cell)
    proven = f"it {_does(played)}" if played.bounds in WORTH else "who wins is not proven"
    if best.bounds.lower > played.bounds.lower:
        looks = f"but {better} {_does(best)}"
    elif best.score - played.score < NOTICEABLE:
        looks = "and it looks as good as any"
    else:
        looks = f"but {better} looks better"
    text = f"{name_cell(board, cell)}: {reason.text[:-1]}; {proven}, {looks}."
    return Move(cell, text, reason.cells)


def _does(assessment: Assessment) -> str:
    """Say what is proven, such as "wins in 3 moves"; `WORTH` has a word for the bounds."""
    word = WORTH[assessment.bounds]
    return f"{word} in {_moves(assessment)}" if assessment.value else word


def _moves(assessment: Assessment) -> str:
    """Say in words how many moves the winner still makes."""
    moves = ((assessment.plies_to_end or 0) + 1) // 2
    return f"{'' if assessment.shortest else 'at most '}{moves} move{'s' * (moves > 1)}"
