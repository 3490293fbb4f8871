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
    layers: list[Layer] = [{name_position(empty): empty}]
    for _ in range(stones):
        after = (board.play(cell) for board in layers[-1].values() for cell in board.legal_moves)
        going_on = (board for board in after if board.status == "in_progress")
        layers.append({name_position(board): board for board in going_on})
    return layers


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
        proven = solver.analyse(board, Budget(best_only=True), observer).assessment
        if proven.value is None or proven.plies_to_end is None or not proven.shortest:
            return None
        return name_position(board), proven.value * (WIN - proven.plies_to_end)

    with ThreadPoolExecutor(threads) as pool:
        yield from filter(None, pool.map(score, boards))


def derive(scores: dict[str, int], all_layers: list[Layer]) -> None:
    """Add the scores of all positions of whose options the scores are known."""
    stones = FirstStones(scores)
    for layer in reversed(all_layers):
        for name, board in layer.items():
            if name not in scores and (options := stones.options(board)):
                scores[name] = max(options.values())
