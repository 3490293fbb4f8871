"""Proof search on games whose undecided cells fit one 64-bit word.

`prove` answers one question, "is the score of this position at least the target?", by a
depth-first search that returns true bounds on the score, so that whatever it learns on the way
stays valid for every later question. One side, the attacker, wants to win within a number of
plies; the other, the defender, wants to prevent that. Cheap facts come first (`open_frame`), then
the table, then the moves, the most promising first.

The stack is explicit: a search stops before any node and later goes on from there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.deepening.kernels import bounds, depth, frames
from service.solver.deepening.kernels.frames import (
    BEST,
    COLOUR,
    FORCED,
    LOWER,
    MOVE,
    MOVES,
    NODES,
    NODES_BEFORE,
    PASS,
    PLY,
    REMAINING,
    RETURNING,
    STAGE,
    SYMMETRY,
    TABLE_HITS,
    TARGET,
    TRIED,
    UPPER,
)
from service.solver.lines.kernels.bits import bit, count, lowest
from service.solver.lines.kernels.line_game import CELLS, all_completions, completions_through
from service.solver.lines.kernels.potential import FAR, line_potential
from service.solver.lines.kernels.scores import WIN, sharpen_lower, sharpen_upper, target_of_child
from service.solver.lines.kernels.symmetry import canonical
from service.solver.memory.kernels import table as tt

PLIES = 2 * CELLS + 4
"""Every cell is played at most once, and the defender may pass before each of his moves."""
SPARE = PLIES
"""The row of `Stack.words` that no search uses."""

# Columns of `Stack.words`; the counters that order the moves lie across the planes.
OWN, OPPONENT, OWN_WINS, OPPONENT_WINS, TODO, KEY_OWN, KEY_OPPONENT, PLANES = range(8)
PLANE_COUNT = 8
WORD_COLUMNS = PLANES + PLANE_COUNT


class Stack(NamedTuple):
    """The state of one search."""

    words: np.ndarray
    """Bitboards, shape (PLIES + 1, WORD_COLUMNS), uint64; columns above."""
    numbers: np.ndarray
    """Shape (PLIES, frames.FRAME_COLUMNS), int64."""
    control: np.ndarray
    """Shape (frames.CONTROL_COLUMNS,), int64."""


def new_stack() -> Stack:
    """A search of nothing yet."""
    return Stack(
        words=np.zeros((PLIES + 1, WORD_COLUMNS), np.uint64),
        numbers=np.zeros((PLIES, frames.FRAME_COLUMNS), np.int64),
        control=np.zeros(frames.CONTROL_COLUMNS, np.int64),
    )


@bare_kernel
def add_weight(words, cells, plane):
    """Add 2**plane to the counter of each of `cells`.

    The counters of all cells lie across the planes, one bit in each; they saturate.
    """
    for index in range(PLANES + plane, PLANES + PLANE_COUNT):
        carry = words[index] & cells
        words[index] ^= cells
        cells = carry
        if cells == 0:
            return
    for index in range(PLANES, PLANES + PLANE_COUNT):
        words[index] |= cells


@bare_kernel
def heaviest(words, cells):
    """The cell of `cells` with the largest counter, the lowest where several are equal."""
    for index in range(PLANES + PLANE_COUNT - 1, PLANES - 1, -1):
        heavy = cells & words[index]
        if heavy != 0:
            cells = heavy
    return lowest(cells)


@bare_kernel
def survey(lines, own, opponent, horizon, words):
    """What one player's open lines offer, where those short of up to `horizon` stones matter.

    Weighs the cells of the lines that matter; returns these cells, the fewest stones any open
    line is short of, and the potential of all open lines.
    """
    live = np.uint64(0)
    fewest = FAR
    potential = np.int64(0)
    for index in range(lines.shape[0]):
        line = lines[index]
        if line & opponent != 0 or line == 0:
            continue
        line &= ~own
        missing = count(line)
        potential += line_potential(missing)
        fewest = min(fewest, missing)
        if missing <= horizon:
            live |= line
            add_weight(words, line, bounds.urgency(missing))
    return live, fewest, potential


@bare_kernel
def start(game, stack, colour, own, opponent, target):
    """Begin the question whether the score of a position, `colour` to move, reaches `target`.

    Nobody may have completed a line already.
    """
    control, words = stack.control, stack.words[0]
    control[PLY] = control[RETURNING] = 0
    control[COLOUR] = colour
    words[OWN] = own
    words[OPPONENT] = opponent
    words[OWN_WINS] = all_completions(game, colour, own, opponent)
    words[OPPONENT_WINS] = all_completions(game, 1 - colour, opponent, own)
    stack.numbers[0, TARGET] = target


@bare_kernel
def open_frame(game, table, stack, ply):
    """Bound the score by what needs no search; choose what to try where that is not enough.

    Returns whether the question is answered; the bounds are in the frame either way.

    - Complete a line if you can; two completing cells of the opponent lose; one is answered,
      without branching.
    - What the open lines lack bounds the score: see `bounds`.
    - Lines that cannot be completed within the plies in question do not matter to it. A move on
      a cell where no line matters is as good as a pass, and an extra stone never hurts, so such
      moves are left out.
    """
    words, frame = stack.words[ply], stack.numbers[ply]
    own, opponent, target = words[OWN], words[OPPONENT], frame[TARGET]
    remaining = game.cells - count(own | opponent)
    frame[REMAINING] = remaining
    if words[OWN_WINS] != 0:
        frame[LOWER] = frame[UPPER] = WIN - 1
        return True
    threats = words[OPPONENT_WINS]
    if threats != 0:
        if threats & (threats - np.uint64(1)) != 0:
            frame[LOWER] = frame[UPPER] = 2 - WIN
            return True
        frame[LOWER], frame[UPPER], frame[TRIED] = 4 - WIN, WIN - 3, -WIN
        words[TODO] = threats
        frame[STAGE] = FORCED
        return frame[LOWER] >= target or frame[UPPER] < target

    colour = (stack.control[COLOUR] + ply) & 1
    own_horizon, opponent_horizon = bounds.horizons(target)
    words[PLANES:WORD_COLUMNS] = 0
    own_live, own_missing, own_potential = survey(
        game.lines[colour], own, opponent, own_horizon, words
    )
    opponent_live, opponent_missing, opponent_potential = survey(
        game.lines[1 - colour], opponent, own, opponent_horizon, words
    )
    lower, upper = bounds.from_lines(
        own_missing, own_potential, opponent_missing, opponent_potential, remaining
    )
    frame[LOWER], frame[UPPER] = lower, upper
    if lower >= target or upper < target:
        return True

    key_own, key_opponent, symmetry = canonical(game.symmetries, own, opponent)
    words[KEY_OWN], words[KEY_OPPONENT], frame[SYMMETRY] = key_own, key_opponent, symmetry
    frame[BEST] = -1
    entry = tt.probe(table, key_own, key_opponent, game.keys[colour])
    if entry != 0:
        stack.control[TABLE_HITS] += 1
        frame[LOWER] = lower = sharpen_lower(max(lower, tt.lower_of(entry)), remaining)
        frame[UPPER] = upper = sharpen_upper(min(upper, tt.upper_of(entry)), remaining)
        if lower >= target or upper < target:
            return True
        frame[BEST] = game.preimages[symmetry, tt.move_of(entry)]

    words[TODO] = own_live | opponent_live
    # The moves left out fall short of the target, too.
    frame[TRIED] = target - 1
    frame[NODES_BEFORE] = stack.control[NODES]
    frame[STAGE] = PASS if target <= 0 else MOVES
    return False


@bare_kernel
def descend(game, stack, ply):
    """Set up the child the frame wants to see next."""
    words, frame = stack.words[ply], stack.numbers[ply]
    own, opponent = words[OWN], words[OPPONENT]
    below = stack.words[ply + 1]
    stack.numbers[ply + 1, TARGET] = target_of_child(frame[TARGET])
    if frame[STAGE] == PASS:
        below[OWN], below[OPPONENT] = opponent, own
        below[OWN_WINS], below[OPPONENT_WINS] = words[OPPONENT_WINS], words[OWN_WINS]
        return
    todo, best = words[TODO], frame[BEST]
    if best >= 0 and frame[STAGE] == MOVES and todo & bit(best) != 0:
        move = best
    else:
        move = heaviest(words, todo)
    frame[MOVE] = move
    words[TODO] = todo & ~bit(move)
    own |= bit(move)
    colour = (stack.control[COLOUR] + ply) & 1
    below[OWN], below[OPPONENT] = opponent, own
    below[OWN_WINS] = words[OPPONENT_WINS] & ~bit(move)
    below[OPPONENT_WINS] = words[OWN_WINS] | completions_through(game, colour, move, own, opponent)


@bare_kernel
def close_frame(game, table, stack, ply):
    """Keep what a searched frame has found, unless it only followed a forced reply."""
    words, frame = stack.words[ply], stack.numbers[ply]
    if frame[STAGE] == FORCED:
        return
    tt.store(
        table,
        words[KEY_OWN],
        words[KEY_OPPONENT],
        game.keys[(stack.control[COLOUR] + ply) & 1],
        frame[LOWER],
        frame[UPPER],
        game.images[frame[SYMMETRY], max(frame[BEST], 0)],
        stack.control[NODES] - frame[NODES_BEFORE],
    )


@bare_kernel
def prove(game, table, stack, node_limit):
    """Go on with the question begun by `start` until it is answered or the nodes are spent.

    Returns whether it is answered; then `FOUND_LOWER` and `FOUND_UPPER` of the control row bound
    the score on one side of the target. `node_limit` is compared with the running `NODES`.
    """
    control = stack.control
    ply = control[PLY]
    while ply >= 0:
        frame = stack.numbers[ply]
        if control[RETURNING]:
            answered = frames.back_up(frame, control, stack.words[ply, TODO] == 0)
            if answered:
                close_frame(game, table, stack, ply)
        else:
            if not frames.enter(control, node_limit):
                control[PLY] = ply
                return False
            answered = open_frame(game, table, stack, ply)
        if answered:
            frames.leave(frame, control)
            ply -= 1
        else:
            descend(game, stack, ply)
            ply += 1
    return True


@bare_kernel
def begin(game, colour, own, opponent, cells, lower, upper):
    """Bound every option (cell of `cells`) of a player by what is seen at once."""
    wins = all_completions(game, colour, own, opponent)
    depth.reset(lower, upper, game.cells - count(own | opponent))
    for index in range(cells.shape[0]):
        if wins & bit(cells[index]) != 0:
            lower[index] = upper[index] = WIN - 1


@bare_kernel
def deepen(game, table, stack, colour, own, opponent, cells, lower, upper, state, node_limit):
    """Deepen until all is settled or the nodes are spent; return whether it ended.

    `colour`, with the stones `own`, is to move. `cells` has shape (options,), int64; for the
    rest see `depth`.
    """
    remaining = game.cells - count(own | opponent)
    while depth.next_question(lower, upper, state, remaining):
        if not state[depth.ASKING]:
            mine = own | bit(cells[state[depth.OPTION]])
            start(game, stack, 1 - colour, opponent, mine, depth.question_to_child(state))
            state[depth.ASKING] = 1
        if not prove(game, table, stack, node_limit):
            return False
        depth.record(lower, upper, state, stack.control, remaining)
    return True
