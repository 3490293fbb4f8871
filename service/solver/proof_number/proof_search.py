"""One question of proof-number search: does the attacker complete a line in time?"""

from collections.abc import Sequence

from service.solver.lines import most_cells, numbers, words
from service.solver.lines.kernels.line_game import LineGame
from service.solver.memory import TranspositionTable
from service.solver.proof_number.kernels import dfpn
from service.solver.proof_number.kernels.hypergraph import NARROW, WIDE, Capacity
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
)
from service.solver.proof_number.kernels.state import UNEXPANDED, Tables, new_state


class ProofSearch:
    """A search that answers one question after the other, as far as each call allows."""

    def __init__(
        self, game: LineGame, table: TranspositionTable, *, weak: bool, parallel: bool = False
    ) -> None:
        """Questions are about the weak game or the strong one.

        With `parallel` other searches on the same table help to answer the same questions. Raises
        ValueError unless the game `fits`.
        """
        if not fits(game):
            raise ValueError("the game has too many lines, or too many cells without a compiler")
        capacity = _capacity(game)
        self._game, self._weak = game, weak
        entries = table.entries if capacity == NARROW else table.wide_entries
        self._tables = Tables(entries, table.proof_numbers)
        self._state = new_state(capacity)
        self._control = self._state.control
        self._control.parallel = parallel

    @property
    def nodes(self) -> int:
        return int(self._control.nodes)

    @property
    def table_hits(self) -> int:
        return int(self._control.table_hits)

    @property
    def holds(self) -> bool:
        """Return whether the defender holds: disproven. Only once the question is answered."""
        return bool(self._control.result == DEFENDER_HOLDS)

    @property
    def lost(self) -> bool:
        """Return whether the attacker wins the real game: proven. Only once it is answered."""
        return bool(self._control.result == ATTACKER_WINS) and not self._weak

    @property
    def winning_move(self) -> int:
        """Return the first move of an attacker to move if it is known to win, else -1."""
        return int(self._control.winning_move)

    @property
    def holding_move(self) -> int:
        """Return the first move of a defender to move if the search found that it holds, else -1.

        Only once the question is answered.
        """
        root, expanded = self._state.frames[0], self._control.next_child != UNEXPANDED
        if not expanded or root.mover != DEFENDER or root.solved_statically:
            return -1
        for child in self._state.children[0, : root.child_count]:
            if child.disproof == 0:
                return int(child.cell)
        return -1

    @property
    def numbers(self) -> tuple[int, int]:
        """Return proof and disproof number of the root when the search was last there."""
        return int(self._control.proof), int(self._control.disproof)

    @property
    def moves(self) -> list[tuple[int, int, int]]:
        """First moves with the proof and disproof number after each, without those that lose.

        Only while the question is not answered, and none before the moves are generated.
        """
        root, next_child = self._state.frames[0], int(self._control.next_child)
        # Below the root the next child is one of another frame.
        deeper = self._control.ply > 0
        if not deeper and next_child == UNEXPANDED:
            return []
        children = self._state.children[0, : root.child_count].tolist()
        evaluated = len(children) if deeper else next_child
        known: list[tuple[int, int, int]] = children[:evaluated]
        known += [(cell, 1, 1) for cell, _, _ in children[evaluated:]]
        # Of deferred moves nothing is known. They are to come after all that are evaluated.
        attacking = root.mover == ATTACKER
        last = max((each[1 if attacking else 2] for each in known[:evaluated]), default=1)
        later = (last, 1) if attacking else (1, last)
        zones = numbers(self._state.zones[0, : root.zone_count])
        deferred = self._state.moves[0, root.next_move : root.move_count].tolist()
        return known + [
            (cell, *later) for cell in deferred if all(zone >> cell & 1 for zone in zones)
        ]

    def ask(self, attacker: int, stones: Sequence[int], mover: int) -> None:
        """Begin the question whether the attacker, with `mover` to move, completes a line.

        `attacker` and `mover` are ROOT or OPPONENT; `stones` are the bitboards of either.
        """
        side = ATTACKER if mover == attacker else DEFENDER
        both = words([stones[attacker], stones[1 - attacker]], self._game.cells)
        dfpn.set_up_root(self._game, self._state, attacker, both, side, self._weak)

    def search(self, node_limit: int) -> bool:
        """Search until `node_limit` nodes are spent in all; return whether it is answered."""
        return bool(dfpn.prove(self._game, self._tables, self._state, node_limit))


def fits(game: LineGame) -> bool:
    """Return whether a search has the capacity for the game, and can begin."""
    return game.cells <= most_cells() and game.lines.shape[1] <= _capacity(game).sets


def _capacity(game: LineGame) -> Capacity:
    """Return the capacity that a search of the game needs."""
    return NARROW if game.cells <= NARROW.cells else WIDE
