"""What a position or a person's move is worth, in words, as the page says it."""

from __future__ import annotations

from dataclasses import replace

from service.cli.play.evaluation import Evaluation, Move
from service.game import Board, name_cell, other
from service.players import seen_in
from service.solver import Assessment

NOTICEABLE = 0.1
"""How much less a score has to be to look worse."""
WORTH = {
    (1, 1): "wins", (0, 0): "draws", (-1, -1): "loses", (0, 1): "does not lose",
    (-1, 0): "does not win",
}  # fmt: skip
"""What bounds say of whoever moves."""
LEANINGS = [(NOTICEABLE, ""), (0.35, "slightly better"), (0.7, "better"), (1.0, "much better")]
"""How a score that is no value looks, up to each size."""


def judge(board: Board, cell: int, evaluation: Evaluation) -> Move:
    """What is to be said of a move that has not ended the game; `evaluation` is of `board`."""
    better = evaluation.best.cell
    played, best = evaluation.moves[cell], evaluation.moves[better]
    name, named, mover = name_cell(board, cell), name_cell(board, better), board.to_move
    if best.bounds.lower > played.bounds.upper:
        text = f"With {name} {mover} {_does(played)}, but {named} {_does(best)}."
        return Move(cell, text, [better])
    if played.bounds.lower < evaluation.position.bounds.upper:
        if cell == better:
            return replace(evaluation.best, text=f"{name}: {evaluation.best.text}")
        return _estimated(board, cell, evaluation)
    if played.value and played.plies_to_end != best.plies_to_end:
        text = f"With {name} {mover} {_does(played)}; {named} takes {_moves(best)}."
        return Move(cell, text, [better])
    text = f"{name} is as good as any: {mover} {_does(played)} with best play."
    return Move(cell, text, [cell])


def outlook(board: Board, position: Assessment) -> str:
    """What a position is worth to the side to move or, where that is not proven, how it looks."""
    if position.value is None:
        size = abs(position.score)
        looks = next(words for most, words in LEANINGS if size <= most)
        leader = board.to_move if position.score > 0 else other(board.to_move)
        return f"It looks {looks} for {leader}." if looks else "It looks even."
    plies = position.plies_to_end
    moves = "1 more move" if plies == 1 else f"{plies} more moves"
    return f"With best play {board.to_move} {WORTH[position.bounds]} after {moves}."


def _estimated(board: Board, cell: int, evaluation: Evaluation) -> Move:
    """Of a move that may be as good as the first: what the stones show, and how good it looks."""
    played, best = (evaluation.moves[each] for each in (cell, evaluation.best.cell))
    seen, better = seen_in(board, cell, played), name_cell(board, evaluation.best.cell)
    known = f"it {_does(played)}" if played.bounds in WORTH else "who wins is not proven"
    if best.bounds.lower > played.bounds.lower:
        looks = f"but {better} {_does(best)}"
    elif best.score - played.score < NOTICEABLE:
        looks = "and it looks as good as any"
    else:
        looks = f"but {better} looks better"
    return Move(cell, f"{name_cell(board, cell)}: {seen.text[:-1]}; {known}, {looks}.", seen.cells)


def _does(known: Assessment) -> str:
    """What is known, such as "wins in 3 moves"; something is."""
    return f"{WORTH[known.bounds]} in {_moves(known)}" if known.value else WORTH[known.bounds]


def _moves(known: Assessment) -> str:
    """How many moves the winner still makes, in words."""
    moves = ((known.plies_to_end or 0) + 1) // 2
    return f"{'' if known.shortest else 'at most '}{moves} move{'s' * (moves > 1)}"
