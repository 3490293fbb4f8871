"""Proofs of all positions of Connect Four with few stones."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from service.game import CONNECT_FOUR, Board
from service.research.long_search.search_observer import SearchObserver
from service.solver import Budget, Solver
from service.solver.book import FirstStones, name_position
from service.solver.lines import WIN

Layer = dict[str, Board]
"""Positions of games that are not over, all with as many stones, by their names."""


def layers(stones: int) -> list[Layer]:
    """Return the layers of the positions with up to so many stones, the empty board first."""
    empty = Board(CONNECT_FOUR)
    found: list[Layer] = [{name_position(empty): empty}]
    for _ in range(stones):
        after = (board.play(cell) for board in found[-1].values() for cell in board.legal_moves)
        found.append({name_position(each): each for each in after if each.status == "in_progress"})
    return found


def prove(
    boards: Iterable[Board], solver: Solver, threads: int, observer: SearchObserver
) -> Iterator[tuple[str, int]]:
    """Yield the name and the score of each position, in so many threads.

    They share the table of the solver, which searches in one thread each. When the observer has
    seen a signal, the positions that are left are not proven.
    """

    def score(board: Board) -> tuple[str, int] | None:
        if observer.stopped:
            return None
        found = solver.analyse(board, Budget(best_only=True), observer).assessment
        if found.value is None or found.plies_to_end is None or not found.shortest:
            return None
        return name_position(board), found.value * (WIN - found.plies_to_end)

    with ThreadPoolExecutor(threads) as pool:
        yield from filter(None, pool.map(score, boards))


def derive(scores: dict[str, int], known_layers: list[Layer]) -> None:
    """Add the scores of all positions of whose options the scores are known."""
    known = FirstStones(scores)
    for layer in reversed(known_layers):
        for name, board in layer.items():
            if name not in scores and (options := known.options(board)):
                scores[name] = max(options.values())
