"""Iterative deepening with alpha-beta: exact plies, and the line of best play."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from service.solver.alpha_beta.kernels.alpha_beta import AlphaBeta
from service.solver.alpha_beta.kernels.iteration import FIRST_DEPTH
from service.solver.alpha_beta.kernels.state import ITERATION, Options
from service.solver.alpha_beta.shared_bounds import SharedBounds


def new_options(cells: np.ndarray, *, best_only: bool) -> Options:
    """Return options, shape (options,), int64, of which nothing is known; see `Options`."""
    lower, upper = np.zeros((2, cells.size), np.int64)
    iteration = np.zeros(1, ITERATION)
    iteration["depth"], iteration["best_only"] = FIRST_DEPTH, best_only
    return Options(cells, lower, upper, iteration)


class Deepening(ABC):
    """Bounds on the scores of some options of a position, tightened depth by depth."""

    gives_way = False

    def __init__(self, options: Options, control: np.ndarray) -> None:
        self.options = options
        """What is known of the options, and where the deepening is."""
        self.lower, self.upper = options.lower, options.upper
        """The bounds on each option, shape (options,), int64; see `lines.kernels.scores`."""
        self.best_only = bool(options.iteration["best_only"][0])
        """Whether only the best option is of interest."""
        self._nodes, self._table_hits = control["nodes"], control["table_hits"]

    @property
    def nodes(self) -> int:
        return int(self._nodes[0])

    @property
    def table_hits(self) -> int:
        return int(self._table_hits[0])

    @property
    def depth(self) -> int:
        """Return the plies within which every win and loss asked for is known."""
        return int(self.options.iteration["depth"][0]) - 1

    @abstractmethod
    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; return whether it has ended."""

    @abstractmethod
    def extend_line(self, score: int, proven: Sequence[int], line: list[int], nodes: int) -> bool:
        """Extend a line of play from the root, which has this score, by best replies.

        A `proven` line of play that ends with a win in as many plies may help. No `advance` may
        follow, nor another line. See `Extension`.
        """


class Position(Protocol):
    """A position as kernels see it, whose cells they number by places."""

    @property
    def stones(self) -> np.ndarray:
        """The places of the stones of ROOT and OPPONENT, shape (2,), words."""

    @property
    def remaining(self) -> int:
        """The number of places that moves can still fill."""

    def to_places(self, cells: Any) -> Any:
        """Return the places of cells."""

    def to_cells(self, places: list[int]) -> list[int]:
        """Return the cells at places."""


class MadeDeepening(Deepening):
    """The search of a position by kernels that are made from the steps of a game."""

    def __init__(
        self,
        kernels: AlphaBeta,
        search: Any,
        position: Position,
        cells: np.ndarray,
        *,
        best_only: bool,
        rotation: int = 0,
        excess: int = 0,
    ) -> None:
        """Search for the options `cells`, int64, of which nothing is known yet.

        Searches of one position in several threads share the table. Each is to have a `rotation` of
        its own: the number of the option that it begins with. By the `excess` the score of a win
        is greater than the kernels count it.
        """
        self._kernels, self._search, self._root = kernels, search, position
        order = np.roll(np.arange(cells.size), -rotation)
        places = np.asarray(position.to_places(cells[order]), np.int64)
        super().__init__(new_options(places, best_only=best_only), search.control)
        kernels.bound_options(search, 0, *position.stones, self.options)
        if rotation or excess:  # Else all may see at once what the kernels find.
            self.lower, self.upper = np.empty((2, cells.size), np.int64)
        self._shared = SharedBounds(self.lower, self.upper, order, excess)
        self._shared.share(self.options)

    def advance(self, node_limit: int) -> bool:
        self._shared.take(self.options)
        stones, options = self._root.stones, self.options
        ended = bool(self._kernels.deepen(self._search, 0, *stones, options, node_limit))
        self._shared.share(options)
        return ended

    def extend_line(self, score: int, proven: Sequence[int], line: list[int], nodes: int) -> bool:
        position = self._root
        places = np.zeros(position.remaining, np.int64)
        places[: len(line)] = position.to_places(line)
        aim = max(abs(score) - self._shared.excess, 1) * ((score > 0) - (score < 0))
        length, ended = self._kernels.extend_line(
            self._search, *position.stones, aim, places, len(line), self.nodes + nodes
        )
        line[:] = position.to_cells(places[:length].tolist())
        return bool(ended)
