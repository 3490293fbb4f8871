"""Follow-up: a side that always plays on top of the other's last stone bounds the score.

Let A be to move, B the opponent, and let the empty places of each column be numbered from the
lowest one, 1. B *follows up*: whenever A plays in a column, B plays on top of the stone. While B
does so, A gets places of odd numbers alone, and B those of even numbers: the stone of A goes to the
lowest empty place of a column of which both have filled pairs before. Three kinds of columns:

- *Closed* columns: some place of an even number completes a row of B. Once A plays just below the
  lowest such place, B wins. So A gets at most the odd places below it.
- *Even* columns, of the others: they have an even number of empty places, so that B can always
  follow up.
- *Odd* columns, of the others. There must be an even number of them, else nothing is said. B joins
  them in pairs. When A fills the last place of one, B plays the lowest one of its partner, which
  has an odd number of empty places until then, hence at least one; then both are as even columns.
  Of odd columns A may get any place.

So B always has an answer to a move of A, and A never has a stone on any other place. If A's stones
together with all these places hold no row, A does not win: the score of A is at most 0.

Walls are below all these places, since nothing gets below a wall: numbers count from what a stone
rests on, whatever that is.

If there is a closed column, B wins: once all other columns are full and the closed ones are filled
in pairs, A is to move and has to play below a winning place of B. What is left then is, in each
closed column, the winning place, the one below it and all those above; A and B fill two of them. If
B has a row on own stones and even places of even columns alone, B wins at the latest when the board
is full. In both cases anything that ends the game sooner is a row of B, too.
"""

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.gravity.kernels.rows import playable, rows_of
from service.solver.lines.kernels.vectors import counts, lanes_set, where_zero


@inlined_kernel
def columns_with(game, places):
    """Return the sentinels of the columns in which there is any of these places."""
    return places + game.board & game.top


@inlined_kernel
def follow_up_gain(game, own, opponent, opponent_rows):
    """Return a lower bound on the score of the opponent, who plays follow-up, plus 1; 0 if none.

    `opponent_rows` are the empty places that complete a row of the opponent. The side to move has
    the stones `own`, and nobody has a row yet. All may be vectors, as is what is returned then.
    """
    board, top = game.board, game.top
    taken = own | opponent
    lowest_empty, empty = playable(game, taken), board & ~taken
    # Subtracting a place from the sentinel above it sets all places from it up to the sentinel.
    from_even = top - (lowest_empty & game.even) & empty
    odd_places = from_even & game.even | empty & ~from_even & game.odd
    even_places = empty & ~odd_places
    closing = opponent_rows & even_places
    closed = columns_with(game, closing)
    # A column has an odd number of empty places if its top place has an odd number.
    odd_columns = columns_with(game, odd_places & top >> np.uint64(1)) & ~closed
    paired = where_zero(counts(odd_columns) & np.uint64(1))
    if lanes_set(paired) == 0:
        return paired
    in_odd_columns = odd_columns - (odd_columns >> np.uint64(game.height)) & empty
    beyond = (closed - closing | closing) & board
    drawn = paired & where_zero(rows_of(game, own | (odd_places | in_odd_columns) & ~beyond))
    without = where_zero(closing)
    filled = where_zero(rows_of(game, opponent | even_places & ~in_odd_columns))
    late = np.uint64(2) + filled
    return drawn & (late & without | counts(beyond) + counts(closed) & ~without)
