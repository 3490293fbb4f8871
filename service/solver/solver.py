"""The door: everything provable about a position within a budget."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from service.game import Board, Rules, flags_of, parse
from service.solver.analysis import Analysis, Budget, Cost, Option, Proof
from service.solver.assessments import assess_finished, assess_root
from service.solver.certificates import certify, play_out, survey, turned
from service.solver.kernels import ladder
from service.solver.memo import Memo
from service.solver.meter import Meter
from service.solver.options import estimates, list_options, representatives
from service.solver.searches import new_search
from service.solver.transposition import TranspositionTable
from service.solver.variation import principal_variation

SLICE_SECONDS = 0.001
"""How long the search may go without looking at the clock."""
FOR_VARIATION = 0.1
"""The share of the budget that is kept for the principal variation."""


class Solver:
    """Analyses positions. Any number of threads may use one solver at once."""

    def __init__(self, table_mebibytes: int = 128) -> None:
        """Reserve a transposition table of at most `table_mebibytes`."""
        self.table = TranspositionTable(table_mebibytes)
        self._memo = Memo()
        self.ready = False

    def warm_up(self) -> None:
        """Compile every kernel, or load it from the cache, by using it."""
        # A small board, the empty cells of a larger one, a large one, draw proofs and pairs.
        for board in (
            Board(Rules(3, 3, 3)),
            parse(["XOXOXOXOX", *["." * 9] * 7], 4),
            Board(Rules(9, 9, 5)),
            Board(Rules(5, 4, 4)),
            Board(Rules(5, 5, 5)),
        ):
            self.analyse(board, Budget(nodes=10_000))
        self._memo.clear()
        self.ready = True

    def forget(self) -> None:
        """Forget all that was learnt, as if nothing had been asked yet."""
        self.table.clear()
        self._memo.clear()

    def analyse(self, board: Board, budget: Budget) -> Analysis:
        """Value every option of `board` as far as the budget goes; see `Analysis`."""
        if board.status != "in_progress":
            cost = Cost(True, None, 0, 0, 0, budget.spent)
            return Analysis(board, assess_finished(board), [], [], Proof("game_over"), cost)
        if budget.seed is not None:
            return self._search(board, budget)
        key = (board, budget.best_only)
        kept = self._memo.recall(key)
        if kept is not None:
            cost = replace(kept.search, nodes=0, table_hits=1, seconds=budget.spent)
            return replace(kept, search=cost)
        analysis = self._search(board, budget)
        self._memo.keep(key, analysis)
        return analysis

    def _search(self, board: Board, budget: Budget) -> Analysis:
        """Analyse a game that is not over."""
        size, seed = board.rules.cells, budget.seed
        contents = flags_of(board.own, size) + 2 * flags_of(board.opponent, size)
        empty = np.flatnonzero(contents == 0)
        classes = representatives(board, contents)
        scores = estimates(board, contents)
        cells = empty[classes[empty] == empty]
        cells = cells[np.argsort(-scores[cells], kind="stable")]
        lines = survey(board, contents)
        certificate = certify(board, contents, lines, budget.seconds)
        proof = certificate.proof
        if proof is not None and certificate.settles:
            bounds = dict.fromkeys(cells.tolist(), (0, 0))
            options = list_options(board, empty.tolist(), classes.tolist(), bounds, scores, seed)
            line = play_out([option.cell for option in options], proof)
            cost = Cost(True, None, _depth(options), 0, 0, budget.spent)
            return Analysis(board, options[0].assessment, options, line, proof, cost)
        search = new_search(board, empty, cells, self.table, budget.best_only)
        climb = search.climb
        certificate.tighten(cells, classes, climb.lower, climb.upper)
        meter = Meter(budget, search)
        for limit in meter.limits(SLICE_SECONDS, FOR_VARIATION):
            if search.advance(limit):
                break
        complete = search.settled
        stopped_by = None if complete else meter.stopped_by
        pairs = zip(climb.lower.tolist(), climb.upper.tolist(), strict=True)
        bounds = dict(zip(cells.tolist(), pairs, strict=True))
        options = list_options(board, empty.tolist(), classes.tolist(), bounds, scores, seed)
        best = options[0]
        line = [best.cell]
        if proof is not None and classes[best.cell] == classes[proof.first_move]:
            proof = turned(proof, board, contents, best.cell)
            line = play_out([option.cell for option in options], proof)
        elif best.assessment.value is not None:
            score = min(bounds[int(classes[best.cell])], key=abs)
            line = principal_variation(best.cell, score, search, meter)
        assessment = assess_root(list(bounds.values()), best.assessment.score, empty.size)
        cost = Cost(
            complete=complete,
            stopped_by=stopped_by,
            depth=_depth(options) if complete else int(climb.state[ladder.RUNG]) - 1,
            nodes=search.nodes,
            table_hits=search.table_hits,
            seconds=budget.spent,
        )
        if proof is None and assessment.value is not None:
            proof = Proof("potential" if lines.low_potential else "search")
        return Analysis(board, assessment, options, line, proof, cost)


def _depth(options: list[Option]) -> int:
    """The most plies that were looked ahead to prove the options that are proven."""
    return max(option.assessment.plies_to_end or 0 for option in options)
